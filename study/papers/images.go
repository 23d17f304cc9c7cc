package papers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"github.com/sudokuctl/sudokuctl/study"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// zhaiImages are the transformations of Theorem 1 and Conjecture 1, of which Fig. 4 shows three. Where two lines are
// exchanged the first two serve: whatever puzzle it is, others are images of this one.
func zhaiImages(g *sudoku.Geometry) []namedTransform {
	lines := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	two, three := []int{1, 0, 2, 3, 4, 5, 6, 7, 8}, []int{3, 4, 5, 0, 1, 2, 6, 7, 8}
	back := slices.Clone(lines)
	slices.Reverse(back)
	rows, columns, transposed := symmetry.PermuteRows(g, back), symmetry.PermuteColumns(g, back), symmetry.Transpose(g)
	return []namedTransform{
		{"two rows of a band exchanged", symmetry.PermuteRows(g, two)}, {"two columns of a stack exchanged", symmetry.PermuteColumns(g, two)},
		{"two bands exchanged", symmetry.PermuteRows(g, three)}, {"two stacks exchanged", symmetry.PermuteColumns(g, three)},
		{"mirrored about the vertical axis (Fig. 4-B)", columns}, {"mirrored about the horizontal axis", rows},
		{"mirrored about a diagonal (Fig. 4-C)", rows.Then(columns).Then(transposed)}, {"mirrored about the other diagonal", transposed},
		{"rotated by 90° (Fig. 4-D)", rows.Then(transposed)}, {"rotated by 180°", rows.Then(columns)},
	}
}

type namedTransform struct {
	name string
	symmetry.Transform
}

// images shows that entropy is the same of each image of a puzzle, which Theorem 1 says, and for which puzzles the guesses
// of the paper's own procedure are not: a good grade, says Conjecture 1, is.
func (s zhai) images(ctx context.Context, printed job.Plugin, levels []level) error {
	var puzzles []*sudoku.Puzzle
	for _, l := range levels {
		puzzles = append(puzzles, l.puzzles...)
	}
	entropies, guesses, err := s.measured(ctx, printed, puzzles)
	if err != nil {
		return err
	}
	t := &study.Table{Title: "Theorem 1 and Conjecture 1: images of the puzzles of Table 3",
		Columns: []string{"transformation", "puzzles", "entropy differs", "guesses differ"}}
	for _, image := range zhaiImages(puzzles[0].Geometry()) {
		var images []*sudoku.Puzzle
		for _, p := range puzzles {
			q, err := image.Puzzle(p)
			if err != nil {
				return err
			}
			images = append(images, q)
		}
		e, g, err := s.measured(ctx, printed, images)
		if err != nil {
			return err
		}
		t.Row(image.name, fmt.Sprint(len(puzzles)), fmt.Sprint(different(e, entropies)), fmt.Sprint(different(g, guesses)))
	}
	t.Note("Entropy counts candidates, which go with their cells: it is no accident that it never differs. The guesses of strategy paper")
	t.Note("depend on the order in which it scans cells, and so does its time: by Conjecture 1 neither is a good grade.")
	return s.table(t)
}

// measured returns the entropies of puzzles and the guesses until all solutions are found.
func (s zhai) measured(ctx context.Context, printed job.Plugin, puzzles []*sudoku.Puzzle) (entropies, guesses []float64, err error) {
	grades, err := s.grade(ctx, printed, puzzles)
	if err != nil {
		return nil, nil, err
	}
	results, err := s.solve(ctx, printed, "solving images", puzzles, runner.Options{})
	for _, r := range results {
		guesses = append(guesses, float64(r.Stats.Guesses))
	}
	return column(grades, "information_entropy"), guesses, err
}

func different(a, b []float64) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// drawings draws Fig. 1, and Fig. 4 with the first of its puzzles: the paper's has a letter in each cell. Figs. 2 and 3 are
// flow charts of procedures that strategy paper follows.
func (s zhai) drawings(puzzles []*sudoku.Puzzle) error {
	type figure struct {
		name, title string
		puzzle      *sudoku.Puzzle
	}
	var figures []figure
	for i, p := range puzzles {
		figures = append(figures, figure{"fig1" + string(rune('a'+i)), "Fig. 1-" + string(rune('A'+i)), p})
	}
	figures = append(figures, figure{"fig4a", "Fig. 4-A, of the puzzle of Fig. 1-A", puzzles[0]})
	for _, image := range zhaiImages(puzzles[0].Geometry()) {
		_, part, of := strings.Cut(image.name, "Fig. 4-")
		if !of {
			continue
		}
		p, err := image.Puzzle(puzzles[0])
		if err != nil {
			return err
		}
		figures = append(figures, figure{"fig4" + strings.ToLower(part[:1]),
			"Fig. 4-" + part[:1] + ": " + image.name[:strings.Index(image.name, " (")], p})
	}
	for _, f := range figures {
		if err := s.draw(f.name, drawPuzzle(f.title, f.puzzle)); err != nil {
			return err
		}
	}
	return nil
}
