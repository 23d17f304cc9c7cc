package papers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study/papers/tensor"
	"github.com/sudokuctl/sudokuctl/work"
)

// kranawetterMetrics are the metrics of Kranawetter & Geiger 2013, exact and as printed; the first three of
// the figures are those of Figs. 4, 5 and 6.
var kranawetterMetrics = []struct{ name, figure string }{
	{"r_average", "fig4"}, {"r_ge2", "fig5"}, {"r_bipart", "fig6"},
	{"r_average_mean", ""}, {"r_ge2_clues", ""}, {"r_bipart_paper", ""},
}

// hardest is the greatest n of Figs. 4 to 6: beyond it Wang's generator accepts less than one puzzle in forty.
const hardest = 0.75

// kranawetter reproduces Figs. 4 to 6, and measures what the paper could not: the exact optimum, and equation 1.
type kranawetter struct{ *reproduction }

// reproduce computes the tables of the paper.
func (s kranawetter) reproduce(ctx context.Context) {
	grader := s.open(ctx, "redundancy", "metrics=all")
	s.six(ctx, grader)
	s.tensorPictures(ctx)
	set := s.randomPuzzles(ctx)
	grades := s.grade(ctx, grader, set.puzzles)
	s.figures(set, grades)
	s.heuristic(set.puzzles, grades)
	s.balance(ctx, grader)
	s.chains(ctx, grader)
}

// wangSet is puzzles of Wang's generator, the n of each, and whether it has one solution.
type wangSet struct {
	n       []float64
	puzzles []*sudoku.Puzzle
	unique  []bool
}

// puzzles is the number of generated puzzles: the request's, or that of the paper.
func (s kranawetter) puzzles() int { return cmp.Or(s.Puzzles, 3000) }

// randomPuzzles generates puzzles whose difficulty n goes up to hardest in up to 300 steps.
func (s kranawetter) randomPuzzles(ctx context.Context) (set wangSet) {
	steps := min(300, s.puzzles()-1)
	for i := range steps + 1 {
		n := hardest * float64(i) / float64(steps)
		for _, p := range s.generate(ctx, map[string]any{"method": "wang"},
			sudoku.Order{Count: (i+1)*s.puzzles()/(steps+1) - i*s.puzzles()/(steps+1),
				Seed: s.Seed + uint64(i)<<32, HasDifficulty: true, Difficulty: n, AllowMultiple: true}) {
			set.n, set.puzzles = append(set.n, n), append(set.puzzles, p)
		}
	}
	set.unique = s.unique(ctx, "counting", set.puzzles)
	return set
}

// part returns the places of the puzzles with one solution, or of the others.
func (set *wangSet) part(unique bool) (places []int) {
	for i, u := range set.unique {
		if u == unique {
			places = append(places, i)
		}
	}
	return places
}

// six shows the values of six known puzzles, entropy and r_bipart as the fractions they are.
func (s kranawetter) six(ctx context.Context, grader work.Plugin) {
	entropy := s.open(ctx, "entropybt", "")
	t := &Table{Title: "Six puzzles (the paper prints no values)", Columns: []string{"puzzle", "clues", "entropy"}}
	for _, m := range kranawetterMetrics {
		t.Columns = append(t.Columns, m.name)
	}
	t.Columns = append(t.Columns, "r_bipart as a fraction")
	for _, w := range []struct{ name, sample, comment string }{
		{"Rodríguez Fig. 1", "papers", "Rodríguez-Vázquez 2018, Fig. 1"}, {"Zhai A", "papers", "Fig. 1-A"},
		{"Zhai B", "papers", "Fig. 1-B"}, {"Zhai C", "papers", "Fig. 1-C"},
		{"Maji Fig. 4", "papers", "Maji & Pal 2010, Fig. 4"},
		{"AI Escargot", "famous", "AI Escargot"},
	} {
		puzzles := s.sample(ctx, w.sample, w.comment)
		grades := s.grade(ctx, grader, puzzles)[0]
		var cells []string
		for _, m := range kranawetterMetrics {
			cells = append(cells, fmt.Sprintf("%.4f", grades[m.name]))
		}
		covered := placesCovered(puzzles[0], grades)
		t.Row(w.name, puzzles[0].Clues(),
			fmt.Sprintf("%.0f/729", 729*s.grade(ctx, entropy, puzzles)[0]["information_entropy"]), cells,
			fmt.Sprintf("%.0f/%.0f", grades["r_bipart"]*covered, covered))
	}
	t.Note("Entropy of Zhai & Zhang: 1 - (clues + Cov)/729, Cov being the denominator of r_bipart.")
	s.table(t)
}

// placesCovered returns Cov of a 9×9 puzzle, the denominator of all metrics but r_average_mean, whose
// numerator is that of r_average and whose denominator is 28 for each clue.
func placesCovered(p *sudoku.Puzzle, grades map[string]float64) float64 {
	return math.Round(28 * float64(p.Clues()) * grades["r_average_mean"] / grades["r_average"])
}

// figures correlates the metrics with n and with the number of clues, and draws them.
func (s kranawetter) figures(set wangSet, grades []map[string]float64) {
	t := &Table{Title: fmt.Sprintf("Figs. 4-6: %d puzzles of Wang's generator, n from 0 to %g; Spearman", len(set.puzzles),
		hardest), Columns: []string{"metric", "solutions", "puzzles", "with n", "with clues", "with n given clues",
		"least-greatest (mean)"}}
	clues, all := clues(set.puzzles), make([]int, len(set.puzzles))
	for i := range all {
		all[i] = i
	}
	parts := []struct {
		name   string
		places []int
	}{{"any", all}, {"one", set.part(true)}, {"several", set.part(false)}}
	for _, m := range kranawetterMetrics {
		values := column(grades, m.name)
		var curves []chart.Series
		for _, part := range parts {
			v, n, c := at(values, part.places), at(set.n, part.places), at(clues, part.places)
			if len(v) == 0 {
				continue
			}
			t.Row(m.name, part.name, len(v), correlation(stats.Spearman(n, v)), correlation(stats.Spearman(c, v)),
				correlation(stats.Partial(n, v, c)), span(v))
			if part.name != "any" {
				curves = append(curves, chart.Series{Name: part.name, X: n, Y: v})
			}
		}
		if m.figure == "" {
			continue
		}
		s.draw(m.figure, chart.Scatter(chart.Chart{
			Title: fmt.Sprintf("Fig. %s: %s of %d puzzles of Wang's generator", m.figure[3:], m.name, len(values)),
			Note: fmt.Sprintf("Spearman: %.3f with n, %.3f with the number of clues, which n decides.",
				stats.Spearman(set.n, values), stats.Spearman(clues, values)),
			XLabel: "n, from easy to hard", YLabel: m.name,
		}, curves...))
	}
	var byClues []chart.Series
	for _, m := range kranawetterMetrics[:3] {
		byClues = append(byClues, chart.Series{Name: m.name, X: clues, Y: column(grades, m.name)})
	}
	s.draw("clues", chart.Scatter(chart.Chart{
		Title:  fmt.Sprintf("Redundancy of %d puzzles by their number of clues", len(set.puzzles)),
		XLabel: "clues", YLabel: "redundancy"}, byClues...))
	t.Note("The paper shows 3,000 such puzzles as scatter plots, without numbers. \"Our results seem to correct the promised")
	t.Note("difficulty levels\": of equal n, puzzles differ by chance in their number of clues, and the metrics follow it.")
	s.table(t)
}

// correlation writes a correlation; where nothing varies, "-".
func correlation(r float64) string {
	if math.IsNaN(r) {
		return "-"
	}
	return fmt.Sprintf("%.3f", r)
}

// at returns the values at some places.
func at(values []float64, places []int) []float64 {
	return each(places, func(place int) float64 { return values[place] })
}

// column returns the values of a metric.
func column(grades []map[string]float64, metric string) []float64 {
	return each(grades, func(g map[string]float64) float64 { return g[metric] })
}

// fillingChain returns p and up to length puzzles, each with one more digit of the solution than the one before.
func fillingChain(p *sudoku.Puzzle, solution sudoku.Grid, length int, rng *rand.Rand) []*sudoku.Puzzle {
	all := []*sudoku.Puzzle{p}
	givens := p.Givens()
	for _, cell := range rng.Perm(len(givens)) {
		if len(all) > length {
			break
		}
		if givens[cell] == 0 {
			givens = givens.Clone()
			givens[cell] = solution[cell]
			all = append(all, p.WithGivens(givens))
		}
	}
	return all
}

// chainSeeds is how many seeds chains are drawn from, since what one seed never shows another may.
const chainSeeds = 5

// chains adds clues of the solution one by one and counts how often a metric calls that harder.
func (s kranawetter) chains(ctx context.Context, grader work.Plugin) {
	const most, length = 60, 10
	var chains []*sudoku.Puzzle
	solver := s.open(ctx, "entropybt", "")
	for i := range uint64(chainSeeds) {
		starts := s.generate(ctx, carved, sudoku.Order{Count: min(most, s.puzzles()), Seed: s.Seed + i, Minimal: true})
		for k, r := range s.solve(ctx, solver, "solving", starts, one) {
			if s.err != nil {
				return
			}
			chains = append(chains, fillingChain(starts[k], r.Solutions[0], length,
				rand.New(rand.NewPCG(s.Seed+i, uint64(k))))...)
		}
	}
	grades := s.grade(ctx, grader, chains)
	t := &Table{Title: "Equation 1, a clue more must not be harder: raw counts obey it, provably; ratios do not always",
		Columns: []string{"metric", "steps", "violated", "of the steps (95 %)"}}
	for _, m := range kranawetterMetrics {
		steps, violated := 0, 0
		for i := range grades {
			if i%(length+1) == 0 {
				continue
			}
			steps++
			if grades[i][m.name] < grades[i-1][m.name]-1e-12 {
				violated++
			}
		}
		t.Row(m.name, steps, violated, stats.ShareOf(int64(violated), int64(steps)))
	}
	t.Note("Chains of %d steps from minimal puzzles of %d seeds, taken together; intervals of Wilson.", length, chainSeeds)
	s.table(t)
}

// missed counts how often the paper's heuristic for equation 3 misses the maximum, and by how much.
type missed struct {
	puzzles, proved, missed int
	places, worst, share    float64 // places lost: sum and most; sum of the shares of the maximum lost
}

// add counts a puzzle whose maximum is proved.
func (m *missed) add(p *sudoku.Puzzle, grades map[string]float64) {
	m.puzzles++
	best, found := grades["r_bipart"], grades["r_bipart_paper"]
	if best != grades["r_bipart_bound"] {
		return
	}
	m.proved++
	if found < best {
		places := (best - found) * placesCovered(p, grades)
		m.missed++
		m.places += places
		m.worst = max(m.worst, places)
		m.share += (best - found) / best
	}
}

// row adds the row of puzzles with some clues.
func (m *missed) row(t *Table, clues string) {
	n := float64(m.missed)
	t.Row(clues, m.puzzles, m.proved, m.missed, 100*n/float64(m.proved), m.places/n, fmt.Sprintf("%.0f", m.worst),
		100*m.share/n)
}

// heuristic says how often the paper's heuristic misses the maximum of equation 3.
func (s kranawetter) heuristic(puzzles []*sudoku.Puzzle, grades []map[string]float64) {
	t := &Table{Title: "Equation 3: the paper's heuristic beside the proved maximum", Columns: []string{
		"clues", "puzzles", "proved", "missed", "missed %", "places lost where missed", "most", "% of the maximum"}}
	var all missed
	for low := 17; low < 81; low += 6 {
		var m missed
		for i, p := range puzzles {
			if p.Clues() >= low && p.Clues() < low+6 {
				m.add(p, grades[i])
				all.add(p, grades[i])
			}
		}
		if m.puzzles > 0 {
			m.row(t, fmt.Sprintf("%d-%d", low, min(low+5, 81)))
		}
	}
	all.row(t, "all")
	t.Note("The paper could prove the maximum on 4×4 grids only.")
	s.table(t)
}

// balance tries all bipartitions of small puzzles. The paper looks for the best only among those whose
// parts are about equal, since on 4×4 grids it "always" lies there.
func (s kranawetter) balance(ctx context.Context, grader work.Plugin) {
	four := sudoku.MustGeometry("4")
	t := &Table{Title: "The balance of the best bipartition, by all of them: least difference of |A| and |B|",
		Columns: []string{"puzzles", "number", "0 or 1", "2 or 3", "4 or 5", "6 and more", "r_bipart equal",
			"other readings equal"}}
	for _, set := range []struct {
		name  string
		order sudoku.Order
	}{
		{"4×4, one solution", sudoku.Order{Geometry: four, Count: min(s.puzzles(), 1000), HasDifficulty: true,
			Difficulty: 1}},
		{"4×4, 4 to 15 clues, unchecked", sudoku.Order{Geometry: four, Count: min(s.puzzles(), 1000), AllowMultiple: true,
			CluesMin: 4, CluesMax: 15}},
		{"9×9, minimal, up to 22 clues", sudoku.Order{Count: min(s.puzzles(), 30), Minimal: true, CluesMax: 22}},
	} {
		set.order.Seed = s.Seed
		puzzles, err := s.make(ctx, carved, set.order)
		if len(puzzles) == 0 || !errors.Is(err, sudoku.ErrGaveUp) { // of small puzzles some come twice
			s.failed(err)
		}
		s.balanceRow(ctx, t, set.name, puzzles, grader)
	}
	t.Note("The paper finds on 4×4 grids that the best bipartition is always one whose parts are about equal, and seeks it with")
	t.Note("parts of C/2 rounded up less 0 to 3 clues. Its other readings, the lattice of all pairs of parts and the part that costs")
	t.Note("least if it is dismissed, are compared for 4×4 puzzles of up to %d clues. A clue more in a part never takes "+
		"a place off it, so the", mostRead)
	t.Note("lattice has its maximum at a bipartition; and what a part covers less what it alone covers is what both parts cover.")
	s.table(t)
}

// mostRead is up to how many clues all readings are compared: pairs of parts are as many as powers of three.
const mostRead = 8

// balanceRow adds a row about the sizes of the best parts.
func (s kranawetter) balanceRow(ctx context.Context, t *Table, name string, puzzles []*sudoku.Puzzle,
	grader work.Plugin) {
	grades := s.grade(ctx, grader, puzzles)
	if s.err != nil {
		return
	}
	var differences [4]int
	equal, read, same, shown := 0, 0, 0, 0
	for i, p := range puzzles {
		places := tensor.New(p)
		best := places.BestSplit()
		d := best.Difference(len(places.Clues))
		differences[min(d/2, 3)]++
		if math.Abs(grades[i]["r_bipart"]-float64(best.Places)/float64(places.Covered())) < 1e-12 {
			equal++
		}
		if p.Geometry().Cells() == 16 && len(places.Clues) <= mostRead {
			read++
			if lattice, dismissed := places.Readings(); lattice == best.Places && dismissed == best.Places {
				same++
			}
		}
		if d > 1 && shown < 2 {
			shown++
			t.Note("%s: its best bipartitions are %s clues, never more equal.", p, best.Text(len(places.Clues)))
		}
	}
	readings := "-"
	if read > 0 {
		readings = fmt.Sprintf("%d of %d", same, read)
	}
	t.Row(name, len(puzzles), differences[0], differences[1], differences[2], differences[3],
		fmt.Sprintf("%d of %d", equal, len(puzzles)), readings)
}

// tensorPictures draws the tensor of two clues and of a puzzle of 4×4 cells, as Figs. 1 and 2 of Kranawetter & Geiger
// do; the tensor of one clue, whose matrices are their Fig. 3; and the cover of that puzzle by the best bipartition.
func (s kranawetter) tensorPictures(ctx context.Context) {
	if !s.Drawings {
		return
	}
	two, one := make(sudoku.Grid, 16), make(sudoku.Grid, 16)
	two[0], two[3], one[0] = 1, 2, 1
	four := sudoku.MustGeometry("4")
	puzzles := s.generate(ctx, carved, sudoku.Order{Geometry: four, Count: 1, Seed: s.Seed, HasDifficulty: true,
		Difficulty: 0.7})
	if s.err != nil {
		return
	}
	places := tensor.New(puzzles[0])
	best := places.BestSplit()
	for _, d := range []struct {
		name string
		p    *picture.Picture
	}{
		{"fig1", tensor.New(sudoku.MustPuzzle(four, two)).Draw("Fig. 1: Sudoku tensor for two clues", nil)},
		{"fig3", tensor.New(sudoku.MustPuzzle(four, one)).Draw("Fig. 3: Sudoku tensor for one clue", nil)},
		{"fig2", places.Draw("Fig. 2: Sudoku tensor with redundant places", nil)},
		{"bipartition", places.Draw(fmt.Sprintf("A best bipartition: %d of %d places covered by both parts", best.Places,
			places.Covered()), &best)},
	} {
		s.draw(d.name, d.p)
	}
}
