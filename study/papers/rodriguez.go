package papers

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// rodriguezMean is the printed mean of the evaluations of ten runs on Fig. 1.
const rodriguezMean = 37_400

// rodriguezGrids are the two solutions of puzzle C that the paper prints.
var rodriguezGrids = [2]string{
	"135469872927318564468752391691874235273591486584236917749623158816945723352187649",
	"135967842927418563468352197691874235273195486584236971749621358816543729352789614",
}

// rodriguez reproduces the two experiments of Rodríguez-Vázquez 2018.
type rodriguez struct{ *reproduction }

func (s rodriguez) reproduce(ctx context.Context) {
	printed, own := s.open(ctx, "ga", "variant=paper"), s.open(ctx, "ga", "")
	easy := s.sample(ctx, "papers", "Rodríguez-Vázquez 2018, Fig. 1")[0]
	s.encoding(easy)
	s.easy(ctx, printed, own, easy)
	s.many(ctx, printed, own, s.sample(ctx, "papers", "Fig. 1-C")[0])
}

// encoding shows Fig. 1: the digits that each row lacks, of which an individual holds a permutation.
func (s rodriguez) encoding(puzzle *sudoku.Puzzle) {
	t := &Table{Title: "Fig. 1: the coding of an individual", Columns: []string{"row", "given", "comp", "row_r",
		"permutations"}}
	g := puzzle.Geometry()
	all, rows := big.NewInt(1), big.NewInt(1)
	missing := int64(0)
	for row := range g.Rows() {
		given, lacks := "", sudoku.AllDigits(g.N())
		for column := range g.Cols() {
			digit := int(puzzle.Givens()[g.CellAt(row, column)])
			given += fmt.Sprint(digit)
			if digit > 0 {
				lacks = lacks.Without(digit)
			}
		}
		comp := ""
		for digit := range lacks.All {
			comp += fmt.Sprint(digit)
		}
		orders := new(big.Int).MulRange(1, int64(lacks.Len()))
		rows.Mul(rows, orders)
		missing += int64(lacks.Len())
		t.Row(row+1, given, comp, lacks.Len(), orders)
	}
	all.MulRange(1, missing)
	t.Note("Search space: %d! = %.4e orders of all missing digits (printed 6.0415e+52); by rows %s = %.4e (printed 2.9720e+17).",
		missing, new(big.Float).SetInt(all), rows, new(big.Float).SetInt(rows))
	s.table(t)
	s.draw("fig1", drawPuzzle("Fig. 1: a puzzle of 38 clues", puzzle))
}

// runs is the number of runs on each puzzle: the request's, or that of the paper.
func (s rodriguez) runs() int { return cmp.Or(s.Runs, 10) }

// seedOfRun is the seed of a run. Another seed of the whole has other runs, none of them the same.
func (s rodriguez) seedOfRun(run int) uint64 { return (s.Seed-1)<<32 + 1 + uint64(run) }

// repeat solves a puzzle s.runs() times, each time with another seed. traces, unless nil, get the best entropy by
// generation of each run.
func (s rodriguez) repeat(ctx context.Context, p work.Plugin, puzzle *sudoku.Puzzle,
	traces *[]chart.Series) []sudoku.Result {
	results := make([]sudoku.Result, s.runs())
	if s.err != nil {
		return results
	}
	defer s.stage("evolving", p, s.runs())()
	for run := range s.runs() {
		o := runner.Options{Ask: runner.Ask{Limit: 1, Workers: 1, Seed: s.seedOfRun(run)}}
		var course []sudoku.Trace
		if traces != nil {
			o.Trace = func(_ uint64, t sudoku.Trace) {
				if t.Series == "best_entropy" {
					course = append(course, t)
				}
			}
		}
		found, err := runner.SolveAll(ctx, p, []*sudoku.Puzzle{puzzle}, o, s.progress.Step)
		if s.failed(err) {
			break
		}
		results[run] = found[0]
		if traces != nil {
			*traces = append(*traces, curveOf(fmt.Sprintf("run %d", run+1), course))
		}
	}
	return results
}

func (s rodriguez) easy(ctx context.Context, printed, own work.Plugin, puzzle *sudoku.Puzzle) {
	var curves []chart.Series
	theirs, ours := s.repeat(ctx, printed, puzzle, &curves), s.repeat(ctx, own, puzzle, nil)
	t := &Table{Title: "Fig. 1: an easy puzzle of 38 clues", Times: []string{"mean ms"},
		Columns: []string{"algorithm", "runs", "solved", "evaluations mean", "evaluations median", "evaluations p90",
			"under 20,000", "generations mean",
			"generations median", "generations p90", "mean ms"}}
	t.Row("printed", "10", "10", rodriguezMean, "-", "-", "most", "-", "under 100, mostly", "-", "-")
	rodriguezRow(t, "variant paper", theirs)
	rodriguezRow(t, "variant memetic", ours)
	s.chance(t, measure(theirs, "evaluations"))
	t.Note("\"A competitive performance\" is said without figures of its references, of which none was at hand to compare with.")
	t.Note("Selection, survival and duplicates, which the paper leaves open, are chosen: see docs/algorithms/ga.md.")
	t.Note("A fresh population after 100,000 evaluations is an addition; --set ga.restart_after=0 leaves it out.")
	s.table(t)
	s.draw("convergence", chart.Line(chart.Chart{Title: "Best entropy of the population, variant paper, Fig. 1",
		XLabel: "generation", YLabel: "entropy (nats; 59.3251 is a solution)", XLog: true,
		Note: "A fall is a restart with a fresh population."}, curves[:min(len(curves), 8)]...))
}

// rodriguezRow adds the row of an algorithm.
func rodriguezRow(t *Table, name string, results []sudoku.Result) {
	evaluations, generations := measure(results, "evaluations"), measure(results, "generations")
	below := number(evaluations, func(e float64) bool { return e < 20_000 })
	t.Row(name, len(results), solved(results), distribution(evaluations), fmt.Sprintf("%d of %d", below, len(results)),
		distribution(generations), stats.Mean(milliseconds(results)))
}

// distribution writes mean, median and 90th percentile.
func distribution(values []float64) []string {
	sorted := slices.Sorted(slices.Values(values))
	return []string{stats.Figure(stats.Mean(values)), stats.Figure(stats.Quantile(sorted, 0.5)),
		stats.Figure(stats.Quantile(sorted, 0.9))}
}

// chance notes how probable the printed mean of ten runs is, by drawing ten of ours again and again.
func (s rodriguez) chance(t *Table, evaluations []float64) {
	if len(evaluations) < 30 {
		t.Note("How probable the printed mean of ten runs is, 30 or more --runs can tell.")
		return
	}
	const draws = 100_000
	rng := rand.New(rand.NewPCG(s.Seed, 0))
	atMost := 0
	for range draws {
		sum := 0.0
		for range 10 {
			sum += evaluations[rng.IntN(len(evaluations))]
		}
		if sum <= 10*rodriguezMean {
			atMost++
		}
	}
	t.Note("Ten of our %d runs average at most %d evaluations with probability %.2f.", len(evaluations),
		rodriguezMean, float64(atMost)/draws)
}

func (s rodriguez) many(ctx context.Context, printed, own work.Plugin, puzzle *sudoku.Puzzle) {
	t := &Table{Title: "Figs. 2-4: distinct solutions of puzzle C, which has 34", Times: []string{"mean ms"},
		Columns: []string{"algorithm", "runs", "solved", "distinct solutions", "printed ones among them",
			"evaluations mean", "evaluations median", "evaluations p90", "mean ms"}}
	t.Row("printed", "-", "-", "2 shown", "2", "-", "-", "-", "-")
	for _, v := range []struct {
		name   string
		plugin work.Plugin
	}{{"variant paper", printed}, {"variant memetic", own}} {
		results := s.repeat(ctx, v.plugin, puzzle, nil)
		distinct, shown := rodriguezDistinct(puzzle, results)
		t.Row(v.name, len(results), solved(results), distinct, shown, distribution(measure(results, "evaluations")),
			stats.Mean(milliseconds(results)))
	}
	valid := 0
	for i, text := range rodriguezGrids {
		grid, err := puzzle.Geometry().ParseGrid(text)
		if s.failed(err) {
			return
		}
		if sudoku.Verify(puzzle, grid) == nil {
			valid++
		}
		solution := drawState("Fig. 2: a solution that the paper prints", &sudoku.State{Puzzle: puzzle, Values: grid}, nil)
		s.draw("fig2"+string(rune('a'+i)), solution)
	}
	t.Note("Of the two solutions that the paper prints, %d are solutions.", valid)
	s.table(t)
}

// rodriguezDistinct counts the different solutions of all runs, and those that the paper prints.
func rodriguezDistinct(puzzle *sudoku.Puzzle, results []sudoku.Result) (distinct, shown int) {
	found := map[string]bool{}
	for _, r := range results {
		for _, grid := range r.Solutions {
			found[string(grid)] = true
		}
	}
	for _, text := range rodriguezGrids {
		if grid, err := puzzle.Geometry().ParseGrid(text); err == nil && found[string(grid)] {
			shown++
		}
	}
	return len(found), shown
}
