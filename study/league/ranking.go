package league

import (
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Score is how a solver did against all others.
type Score struct {
	Solver    string
	Value     float64 // share of duels won, draws counting half
	Low, High float64 // 95 % interval

	Rank              int // 1 is the best
	RankLow, RankHigh int // 95 % interval
}

// class says which answers beat which, whatever their times.
func class(c stats.Cell) int {
	switch {
	case c.Decided():
		return 2
	case c.Repeats > 0 && (c.Verdict == sudoku.Wrong || c.Verdict == sudoku.Crashed):
		return 0
	}
	return 1
}

// draw is how much longer the slower of two may take in a draw.
const draw = 1.1

// duel returns what a solver gets for its answer against another's: 1, ½ or 0.
func duel(a, b stats.Cell) float64 {
	one, other := class(a), class(b)
	x, y := float64(a.Self), float64(b.Self)
	switch {
	case one > other, one == other && one == 2 && x*draw < y:
		return 1
	case one < other, one == other && one == 2 && y*draw < x:
		return 0
	}
	return 0.5
}

// points returns for each puzzle of a table what each solver gets against the mean of the others.
func points(t *stats.Table) [][]float64 {
	all := make([][]float64, len(t.Puzzles))
	for p := range all {
		all[p] = make([]float64, len(t.Solvers))
		for a := range t.Solvers {
			for b := range t.Solvers {
				if a != b {
					all[p][a] += duel(t.Cells[a][p], t.Cells[b][p]) / float64(len(t.Solvers)-1)
				}
			}
		}
	}
	return all
}

const draws = 1000

// rank ranks the solvers of tables that have the same solvers in the same order, a table for each collection. The best
// is first.
func rank(tables []*stats.Table) []Score {
	var groups [][][]float64
	for _, t := range tables {
		if len(t.Puzzles) > 0 {
			groups = append(groups, points(t))
		}
	}
	if len(groups) == 0 || len(tables[0].Solvers) < 2 {
		return nil
	}
	solvers := tables[0].Solvers
	mean := func(pick func(n, i int) int) []float64 {
		total := make([]float64, len(solvers))
		for _, group := range groups {
			for i := range group {
				for a, v := range group[pick(len(group), i)] {
					total[a] += v / float64(len(group)*len(groups))
				}
			}
		}
		return total
	}
	values := mean(func(_, i int) int { return i })
	random := rand.New(rand.NewPCG(1, uint64(len(solvers))))
	scores, ranks := make([][]float64, len(solvers)), make([][]float64, len(solvers))
	for range draws {
		drawn := mean(func(n, _ int) int { return random.IntN(n) })
		for a, v := range drawn {
			scores[a] = append(scores[a], v)
			ranks[a] = append(ranks[a], float64(rankOf(drawn, a)))
		}
	}
	all := make([]Score, len(solvers))
	for a, name := range solvers {
		slices.Sort(scores[a])
		slices.Sort(ranks[a])
		all[a] = Score{Solver: name, Value: values[a], Low: stats.Quantile(scores[a], 0.025), High: stats.Quantile(scores[a], 0.975),
			Rank: rankOf(values, a), RankLow: int(stats.Quantile(ranks[a], 0.025)), RankHigh: int(stats.Quantile(ranks[a], 0.975) + 0.5)}
	}
	slices.SortStableFunc(all, func(x, y Score) int { return x.Rank - y.Rank })
	return all
}

// rankOf returns 1 and how many values are greater than that of a.
func rankOf(values []float64, a int) int {
	rank := 1
	for _, v := range values {
		if v > values[a] {
			rank++
		}
	}
	return rank
}
