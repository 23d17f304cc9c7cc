package papers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"github.com/sudokuctl/sudokuctl/work"
)

// zhaiLevels are the levels of www.websudoku.com, the paper's source, by the number of clues that its puzzles have.
var zhaiLevels = []clueLevel{{"easy", 35, 36}, {"medium", 30, 32}, {"hard", 27, 28}, {"evil", 25, 26}}

// The figures that Zhai & Zhang print for each level.
var (
	// zhaiTable2 is the success of the genetic algorithm, its least and average seconds, and the milliseconds of theirs.
	zhaiTable2 = [4][3]string{
		{"1.0", "7, 38", "3.0515"}, {"1.0", "14, 7", "4.6084"}, {"0.9", "19, 13", "4.6687"},
		{"0.7", "27, 15", "5.9337"},
	}
	// zhaiTable3 is the entropies of ten puzzles a level. The tenth is printed as 0.18030, which is no multiple
	// of 1/729 and out of order.
	zhaiTable3 = [4][]float64{
		{0.15226, 0.16598, 0.16735, 0.17421, 0.17695, 0.17833, 0.18244, 0.18656, 0.18656, 0.18930},
		{0.19890, 0.21125, 0.21948, 0.21948, 0.22085, 0.22085, 0.22634, 0.23320, 0.23594, 0.24554},
		{0.23457, 0.23868, 0.25103, 0.25240, 0.25652, 0.26063, 0.26475, 0.26749, 0.27023, 0.28258},
		{0.26337, 0.27023, 0.27298, 0.27435, 0.27984, 0.27984, 0.28121, 0.28395, 0.28395, 0.28807},
	}
	// zhaiTable4 is their times in milliseconds, in the order of the puzzles of Table 3.
	zhaiTable4 = [4][]float64{
		{3.1007, 3.0702, 3.0557, 3.0549, 3.0630, 3.0417, 4.5171, 3.1088, 3.1275, 3.0155},
		{4.5458, 3.0912, 4.7235, 3.1012, 3.3138, 4.6011, 4.6573, 5.2490, 4.8894, 4.7076},
		{4.5771, 4.9249, 4.6358, 5.1967, 4.7517, 5.0403, 4.8724, 5.4161, 4.6355, 4.7570},
		{4.5595, 5.9052, 6.5042, 6.0164, 12.5008, 6.4698, 5.4831, 6.4500, 4.6947, 5.9429},
	}
)

// zhaiTimes are the results of their levels by strategy, and of a genetic algorithm.
type zhaiTimes struct{ paper, entropy, ga []sudoku.Result }

// zhai reproduces the puzzles A, B, C of Fig. 1 and Tables 2, 3 and 4 of Zhai & Zhang 2013.
type zhai struct{ *reproduction }

func (s zhai) reproduce(ctx context.Context) {
	printed, own := s.open(ctx, "entropybt", "strategy=paper"), s.open(ctx, "entropybt", "strategy=entropy")
	s.examples(ctx, printed, own)
	levels := s.levels(ctx, sudoku.Order{Count: s.count(10), Symmetry: "rot180"}, zhaiLevels)
	times := s.times(ctx, printed, own, levels)
	var entropies [][]float64
	for _, l := range levels {
		entropies = append(entropies, column(s.grade(ctx, printed, l.puzzles), "information_entropy"))
	}
	s.table2(levels, times)
	s.table3(levels, entropies)
	s.table4(levels, times, entropies)
	s.images(ctx, printed, levels)
}

func (s zhai) examples(ctx context.Context, printed, own work.Plugin) {
	puzzles := s.sample(ctx, "papers", "Zhai & Zhang")
	theirs := s.steadySolve(ctx, printed, puzzles, runner.Options{})
	ours := s.steadySolve(ctx, own, puzzles, runner.Options{})
	t := &Table{Title: "Fig. 1: all solutions of puzzles A, B and C, in milliseconds",
		Times: []string{"ms printed", "strategy paper", "strategy entropy"},
		Columns: []string{"puzzle", "clues", "solutions printed", "found", "ms printed", "strategy paper", "guesses",
			"strategy entropy"}}
	text := []struct{ name, solutions, ms string }{{"A", "1", "4.6565"}, {"B", "1", "158.54"}, {"C", "34", "-"}}
	for i, p := range puzzles {
		t.Row(text[i].name, p.Clues(), text[i].solutions, theirs[i].Count, text[i].ms, milliseconds(theirs)[i],
			theirs[i].Stats.Guesses, milliseconds(ours)[i])
	}
	t.Note("Theirs: 1.75 GHz in 2013. Ours: the same procedure (strategy paper) and the fastest engine (entropy), the median")
	t.Note("of %d solutions that go on until no others are left. A has two lost columns put back: see sample:papers.",
		steadyRounds)
	t.Note("The rule-based program that they compare with (their reference 2) takes 13 ms for A and 416 ms for B at 1.86 GHz.")
	s.table(t)
	s.drawings(puzzles)
}

func (s zhai) times(ctx context.Context, printed, own work.Plugin, levels []level) (times []zhaiTimes) {
	ga := s.open(ctx, "ga", "")
	for _, l := range levels {
		times = append(times, zhaiTimes{
			paper:   s.steadySolve(ctx, printed, l.puzzles, runner.Options{}),
			entropy: s.steadySolve(ctx, own, l.puzzles, runner.Options{}),
			ga:      s.solveOnce(ctx, ga, "evolving", l.puzzles, one),
		})
	}
	return times
}

func (s zhai) table2(levels []level, times []zhaiTimes) {
	t := &Table{Title: "Table 2: the algorithm beside a genetic one; mean times",
		Times: []string{"ga s printed", "our mean", "entropy ms printed", "strategy paper ms", "strategy entropy ms"},
		Columns: []string{"level", "puzzles", "ga success printed", "ours", "ga s printed", "our mean",
			"entropy ms printed", "strategy paper ms", "strategy entropy ms"}}
	for i, l := range levels {
		n, z := len(l.puzzles), zhaiTable2[i]
		t.Row(l.name, n, z[0], float64(solved(times[i].ga))/float64(n), z[1], stats.Mean(milliseconds(times[i].ga))/1000,
			z[2], stats.Mean(milliseconds(times[i].paper)), stats.Mean(milliseconds(times[i].entropy)))
	}
	t.Note("The printed seconds of the genetic algorithm are headed least and average, which cannot be meant in that order.")
	t.Note("They took one puzzle a level from www.websudoku.com and the genetic algorithm of their reference 5; ours are generated,")
	t.Note("symmetric, of %s clues; our genetic algorithm is plugin ga, variant memetic.", clueText(zhaiLevels))
	t.Note("Reference 5 (liu2010 in docs/papers.md) adds local search to a genetic algorithm, as ours does; its text was not at hand.")
	s.table(t)
}

func (s zhai) table3(levels []level, entropies [][]float64) {
	t := &Table{Title: "Table 3: information entropy by level, least-greatest (mean)",
		Columns: []string{"level", "puzzles", "printed", "ours"}}
	for i, l := range levels {
		t.Row(l.name, len(l.puzzles), span(zhaiTable3[i]), span(entropies[i]))
	}
	t.Note("Spearman of level and entropy: printed %.3f, ours %.3f.", levelCorrelation(zhaiTable3[:]),
		levelCorrelation(entropies))
	t.Note("Agreement of the levels with four fuzzy clusters of the entropies (their section 5): printed %d of %d, ours %d of %d.",
		clusterAgreement(zhaiTable3[:]), sizeOf(zhaiTable3[:]), clusterAgreement(entropies), sizeOf(entropies))
	t.Note("Printed: 0.18030 is taken as 0.18930 = 138/729; each of the other 39 is a multiple of 1/729.")
	s.table(t)
	s.entropies(levels, entropies)
}

// entropies shows the printed entropies one by one beside as many of ours, sorted, where there are as many.
func (s zhai) entropies(levels []level, entropies [][]float64) {
	t := &Table{Title: "Table 3, puzzle by puzzle", Columns: []string{"rank"}}
	var sorted [][]float64
	for i, l := range levels {
		if len(entropies[i]) != len(zhaiTable3[i]) {
			return
		}
		t.Columns = append(t.Columns, l.name+" printed", l.name+" ours")
		sorted = append(sorted, slices.Sorted(slices.Values(entropies[i])))
	}
	for rank := range zhaiTable3[0] {
		var cells []string
		for i := range levels {
			cells = append(cells, fmt.Sprintf("%.5f", zhaiTable3[i][rank]), fmt.Sprintf("%.5f", sorted[i][rank]))
		}
		t.Row(rank+1, cells)
	}
	s.table(t)
}

func (s zhai) table4(levels []level, times []zhaiTimes, entropies [][]float64) {
	if s.Untimed {
		return
	}
	t := &Table{Title: "Table 4: milliseconds by level, least-greatest (mean)",
		Columns: []string{"level", "puzzles", "printed", "strategy paper", "strategy entropy"}}
	var ours [][]float64
	for i, l := range levels {
		ours = append(ours, milliseconds(times[i].paper))
		t.Row(l.name, len(l.puzzles), span(zhaiTable4[i]), span(ours[i]), span(milliseconds(times[i].entropy)))
	}
	t.Note("Spearman of level and time: printed %.3f, ours (strategy paper) %.3f.",
		levelCorrelation(zhaiTable4[:]), levelCorrelation(ours))
	t.Note("Spearman of entropy and time, puzzle by puzzle: printed %s, ours %s. Inside the levels the printed ones are %s.",
		correlation(stats.Spearman(slices.Concat(zhaiTable3[:]...), slices.Concat(zhaiTable4[:]...))),
		correlation(stats.Spearman(slices.Concat(entropies...), slices.Concat(ours...))),
		insideLevels(zhaiTable3[:], zhaiTable4[:]))
	s.table(t)
}

// levelCorrelation returns Spearman's correlation of values with the number of their level.
func levelCorrelation(levels [][]float64) float64 {
	var x, y []float64
	for i, values := range levels {
		for _, v := range values {
			x, y = append(x, float64(i)), append(y, v)
		}
	}
	return stats.Spearman(x, y)
}

// insideLevels writes Spearman's correlation of two values in each level: "0.024, 0.677, 0.188, 0.049".
func insideLevels(x, y [][]float64) string {
	var all []string
	for i := range x {
		all = append(all, correlation(stats.Spearman(x[i], y[i])))
	}
	return strings.Join(all, ", ")
}

// clusterAgreement counts the values that fuzzy clustering puts into their own level.
func clusterAgreement(levels [][]float64) int {
	clusters := stats.FuzzyLevels(slices.Concat(levels...), len(levels), 2)
	agree := 0
	for i, values := range levels {
		for _, v := range values {
			if clusters.Level(v) == i {
				agree++
			}
		}
	}
	return agree
}

func sizeOf(levels [][]float64) int { return len(slices.Concat(levels...)) }

// clueText writes the numbers of clues of levels: "35-36, 30-32".
func clueText(levels []clueLevel) string {
	var parts []string
	for _, l := range levels {
		part := fmt.Sprint(l.min)
		if l.max != l.min {
			part = fmt.Sprintf("%d-%d", l.min, l.max)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// zhaiImages are the transformations of Theorem 1 and Conjecture 1, of which Fig. 4 shows three. Where two lines are
// exchanged the first two serve: whatever puzzle it is, others are images of this one.
func zhaiImages(g *sudoku.Geometry) []namedTransform {
	lines := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	two, three := []int{1, 0, 2, 3, 4, 5, 6, 7, 8}, []int{3, 4, 5, 0, 1, 2, 6, 7, 8}
	back := slices.Clone(lines)
	slices.Reverse(back)
	rows, columns, transposed := symmetry.PermuteRows(g, back), symmetry.PermuteColumns(g, back), symmetry.Transpose(g)
	return []namedTransform{
		{"two rows of a band exchanged", symmetry.PermuteRows(g, two)}, {"two columns of a stack exchanged",
			symmetry.PermuteColumns(g, two)},
		{"two bands exchanged", symmetry.PermuteRows(g, three)}, {"two stacks exchanged", symmetry.PermuteColumns(g, three)},
		{"mirrored about the vertical axis (Fig. 4-B)", columns}, {"mirrored about the horizontal axis", rows},
		{"mirrored about a diagonal (Fig. 4-C)", rows.Then(columns).Then(transposed)}, {"mirrored about the other diagonal",
			transposed},
		{"rotated by 90° (Fig. 4-D)", rows.Then(transposed)}, {"rotated by 180°", rows.Then(columns)},
	}
}

type namedTransform struct {
	name string
	symmetry.Transform
}

// images shows that entropy is the same of each image of a puzzle, which Theorem 1 says, and for which puzzles the
// guesses of the paper's own procedure are not: a good grade, says Conjecture 1, is.
func (s zhai) images(ctx context.Context, printed work.Plugin, levels []level) {
	var puzzles []*sudoku.Puzzle
	for _, l := range levels {
		puzzles = append(puzzles, l.puzzles...)
	}
	entropies, guesses := s.measured(ctx, printed, puzzles)
	t := &Table{Title: "Theorem 1 and Conjecture 1: images of the puzzles of Table 3",
		Columns: []string{"transformation", "puzzles", "entropy differs", "guesses differ"}}
	for _, image := range zhaiImages(puzzles[0].Geometry()) {
		var images []*sudoku.Puzzle
		for _, p := range puzzles {
			images = append(images, s.image(image, p))
		}
		e, g := s.measured(ctx, printed, images)
		t.Row(image.name, len(puzzles), different(e, entropies), different(g, guesses))
	}
	t.Note("Entropy counts candidates, which go with their cells: it is no accident that it never differs. The guesses of strategy paper")
	t.Note("depend on the order in which it scans cells, and so does its time: by Conjecture 1 neither is a good grade.")
	s.table(t)
}

// image returns the image of a puzzle.
func (s zhai) image(t namedTransform, p *sudoku.Puzzle) *sudoku.Puzzle {
	q, err := t.Puzzle(p)
	if s.failed(err) {
		return p
	}
	return q
}

// measured returns the entropies of puzzles and the guesses until all solutions are found.
func (s zhai) measured(ctx context.Context, printed work.Plugin, puzzles []*sudoku.Puzzle) (entropies,
	tried []float64) {
	entropies = column(s.grade(ctx, printed, puzzles), "information_entropy")
	return entropies, guesses(s.solve(ctx, printed, "solving images", puzzles, runner.Options{}))
}

func different(a, b []float64) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// drawings draws Fig. 1, and Fig. 4 with the first of its puzzles: the paper's has a letter in each cell. Figs. 2 and 3
// are flow charts of procedures that strategy paper follows.
func (s zhai) drawings(puzzles []*sudoku.Puzzle) {
	for i, p := range puzzles {
		s.draw("fig1"+string(rune('a'+i)), drawPuzzle("Fig. 1-"+string(rune('A'+i)), p))
	}
	s.draw("fig4a", drawPuzzle("Fig. 4-A, of the puzzle of Fig. 1-A", puzzles[0]))
	for _, image := range zhaiImages(puzzles[0].Geometry()) {
		_, part, of := strings.Cut(image.name, "Fig. 4-")
		if of {
			title := "Fig. 4-" + part[:1] + ": " + image.name[:strings.Index(image.name, " (")]
			s.draw("fig4"+strings.ToLower(part[:1]), drawPuzzle(title, s.image(image, puzzles[0])))
		}
	}
}
