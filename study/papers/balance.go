package papers

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study/papers/tensor"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// balance tries all bipartitions of small puzzles. The paper looks for the best only among those whose
// parts are about equal, since on 4×4 grids it "always" lies there.
func (s kranawetter) balance(ctx context.Context, grader job.Plugin) {
	four := must(sudoku.ParseGeometry("4"))
	t := &Table{Title: "The balance of the best bipartition, by all of them: least difference of |A| and |B|",
		Columns: []string{"puzzles", "number", "0 or 1", "2 or 3", "4 or 5", "6 and more", "r_bipart equal", "other readings equal"}}
	for _, set := range []struct {
		name  string
		order sudoku.Order
	}{
		{"4×4, one solution", sudoku.Order{Geometry: four, Count: min(s.puzzles(), 1000), HasDifficulty: true, Difficulty: 1}},
		{"4×4, 4 to 15 clues, unchecked", sudoku.Order{Geometry: four, Count: min(s.puzzles(), 1000), AllowMultiple: true, CluesMin: 4, CluesMax: 15}},
		{"9×9, minimal, up to 22 clues", sudoku.Order{Count: min(s.puzzles(), 30), Minimal: true, CluesMax: 22}},
	} {
		set.order.Seed = s.Seed
		puzzles, err := s.generateWith(ctx, carved, set.order)
		if err != nil && (len(puzzles) == 0 || !errors.Is(err, sudoku.ErrGaveUp)) { // of small puzzles some come twice
			check(err)
		}
		s.balanceRow(ctx, t, set.name, puzzles, grader)
	}
	t.Note("The paper finds on 4×4 grids that the best bipartition is always one whose parts are about equal, and seeks it with")
	t.Note("parts of C/2 rounded up less 0 to 3 clues. Its other readings, the lattice of all pairs of parts and the part that costs")
	t.Note("least if it is dismissed, are compared for 4×4 puzzles of up to %d clues. A clue more in a part never takes a place off it, so the", mostRead)
	t.Note("lattice has its maximum at a bipartition; and what a part covers less what it alone covers is what both parts cover.")
	s.table(t)
}

// mostRead is up to how many clues all readings are compared: pairs of parts are as many as powers of three.
const mostRead = 8

func (s kranawetter) balanceRow(ctx context.Context, t *Table, name string, puzzles []*sudoku.Puzzle, grader job.Plugin) {
	grades := s.grade(ctx, grader, puzzles)
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
	cells := []string{name, fmt.Sprint(len(puzzles))}
	for _, n := range differences {
		cells = append(cells, fmt.Sprint(n))
	}
	readings := "-"
	if read > 0 {
		readings = fmt.Sprintf("%d of %d", same, read)
	}
	t.Row(append(cells, fmt.Sprintf("%d of %d", equal, len(puzzles)), readings)...)
}

// tensorPictures draws the tensor of two clues and of a puzzle of 4×4 cells, as Figs. 1 and 2 of Kranawetter & Geiger
// do, that of one clue, whose matrices are their Fig. 3, and how the best bipartition of that puzzle covers it.
func (s kranawetter) tensorPictures(ctx context.Context) {
	if !s.Drawings {
		return
	}
	two, one := make(sudoku.Grid, 16), make(sudoku.Grid, 16)
	two[0], two[3], one[0] = 1, 2, 1
	four := must(sudoku.ParseGeometry("4"))
	puzzles := s.generate(ctx, sudoku.Order{Geometry: four, Count: 1, Seed: s.Seed, HasDifficulty: true, Difficulty: 0.7})
	places := tensor.New(puzzles[0])
	best := places.BestSplit()
	for _, d := range []struct {
		name string
		p    *picture.Picture
	}{
		{"fig1", tensor.New(sudoku.MustPuzzle(four, two)).Draw("Fig. 1: Sudoku tensor for two clues", nil)},
		{"fig3", tensor.New(sudoku.MustPuzzle(four, one)).Draw("Fig. 3: Sudoku tensor for one clue", nil)},
		{"fig2", places.Draw("Fig. 2: Sudoku tensor with redundant places", nil)},
		{"bipartition", places.Draw(fmt.Sprintf("A best bipartition: %d of %d places covered by both parts", best.Places, places.Covered()), &best)},
	} {
		s.draw(d.name, d.p)
	}
}
