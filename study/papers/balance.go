package papers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// tensor is what the statements of clues cover, after Kranawetter & Geiger: place digit·cells + cell for each digit
// and cell of a geometry.
type tensor struct {
	puzzle     *sudoku.Puzzle
	cells      []int   // with a clue
	covers     [][]int // places that each of these clues covers
	statements []int   // that cover a place
}

func newTensor(p *sudoku.Puzzle) *tensor {
	n, cells := p.Geometry().N(), p.Geometry().Cells()
	t := &tensor{puzzle: p, statements: make([]int, n*cells)}
	for cell, digit := range p.Givens() {
		if digit == 0 {
			continue
		}
		var covered []int
		seen := map[int]bool{}
		state := func(place int) {
			t.statements[place]++
			if !seen[place] {
				seen[place] = true
				covered = append(covered, place)
			}
		}
		for _, house := range p.Geometry().HousesOf(cell) {
			for _, other := range p.Geometry().Houses()[house].Cells {
				if other != cell {
					state((int(digit)-1)*cells + other)
				}
			}
		}
		for d := range n {
			if d != int(digit)-1 {
				state(d*cells + cell)
			}
		}
		t.cells, t.covers = append(t.cells, cell), append(t.covers, covered)
	}
	return t
}

// covered returns the number of places that some clue covers.
func (t *tensor) covered() (places int) {
	for _, n := range t.statements {
		if n > 0 {
			places++
		}
	}
	return places
}

// split is what all bipartitions of the clues of a tensor are at best.
type split struct {
	places int    // covered by both parts, at most
	sizes  uint64 // bit k: some best bipartition has a part of k clues
	part   uint64 // one part of a best bipartition whose parts are as equal as those of any: bit i for clue i
}

// bestSplit tries all bipartitions, 2^(C−1), in the order of a Gray code: from one to the next a clue changes sides.
func (t *tensor) bestSplit() split {
	var here [2][]int // clues of each side that cover a place
	for side := range here {
		here[side] = make([]int, len(t.statements))
	}
	for _, places := range t.covers {
		for _, p := range places {
			here[1][p]++
		}
	}
	var best split
	part, both := uint64(0), 0
	consider := func() {
		if both < best.places {
			return
		}
		if both > best.places {
			best = split{places: both, part: part}
		}
		if uneven(len(t.cells), bits.OnesCount64(part)) < uneven(len(t.cells), bits.OnesCount64(best.part)) {
			best.part = part
		}
		best.sizes |= 1<<bits.OnesCount64(part) | 1<<(len(t.cells)-bits.OnesCount64(part))
	}
	consider()
	for step := uint64(1); step < 1<<(len(t.cells)-1); step++ {
		clue := bits.TrailingZeros64(step)
		to := int(part >> clue & 1) // clues that are in the part are at side 0
		part ^= 1 << clue
		for _, p := range t.covers[clue] {
			here[1-to][p]--
			here[to][p]++
			switch {
			case here[1-to][p] == 0 && here[to][p] > 1:
				both--
			case here[to][p] == 1 && here[1-to][p] > 0:
				both++
			}
		}
		consider()
	}
	return best
}

// uneven returns by how much the parts of clues differ in size if one has size clues.
func uneven(clues, size int) int { return max(clues-2*size, 2*size-clues) }

// difference returns the least difference in size of the parts of a best bipartition.
func (s split) difference(clues int) int {
	least := clues
	for size := range clues + 1 {
		if s.sizes>>size&1 == 1 {
			least = min(least, uneven(clues, size))
		}
	}
	return least
}

// balance tries all bipartitions of small puzzles. The paper looks for the best only among those whose
// parts are about equal, since on 4×4 grids it "always" lies there.
func (s kranawetter) balance(ctx context.Context, grader job.Plugin) error {
	four, err := sudoku.ParseGeometry("4")
	if err != nil {
		return err
	}
	t := &study.Table{Title: "The balance of the best bipartition, by all of them: least difference of |A| and |B|",
		Columns: []string{"puzzles", "number", "0 or 1", "2 or 3", "4 or 5", "6 and more", "r_bipart equal"}}
	for _, set := range []struct {
		name  string
		order sudoku.Order
	}{
		{"4×4, one solution", sudoku.Order{Geometry: four, Count: min(s.puzzles(), 1000), HasDifficulty: true, Difficulty: 1}},
		{"4×4, 4 to 15 clues, unchecked", sudoku.Order{Geometry: four, Count: min(s.puzzles(), 1000), AllowMultiple: true, CluesMin: 4, CluesMax: 15}},
		{"9×9, minimal, up to 22 clues", sudoku.Order{Count: min(s.puzzles(), 30), Minimal: true, CluesMax: 22}},
	} {
		set.order.Seed = s.Seed
		puzzles, err := s.generate(ctx, set.order)
		if err != nil && (len(puzzles) == 0 || !errors.Is(err, sudoku.ErrGaveUp)) { // of small puzzles some come twice
			return err
		}
		if err := s.balanceRow(ctx, t, set.name, puzzles, grader); err != nil {
			return err
		}
	}
	t.Note("The paper finds on 4×4 grids that the best bipartition is always one whose parts are about equal, and seeks it with")
	t.Note("parts of C/2 rounded up less 0 to 3 clues.")
	return s.table(t)
}

func (s kranawetter) balanceRow(ctx context.Context, t *study.Table, name string, puzzles []*sudoku.Puzzle, grader job.Plugin) error {
	grades, err := s.grade(ctx, grader, puzzles)
	if err != nil {
		return err
	}
	var differences [4]int
	equal, shown := 0, 0
	for i, p := range puzzles {
		places := newTensor(p)
		best := places.bestSplit()
		d := best.difference(len(places.cells))
		differences[min(d/2, 3)]++
		if math.Abs(grades[i]["r_bipart"]-float64(best.places)/float64(places.covered())) < 1e-12 {
			equal++
		}
		if d > 1 && shown < 2 {
			shown++
			t.Note("%s: its best bipartitions are %s clues, never more equal.", p, partSizes(best, len(places.cells)))
		}
	}
	cells := []string{name, fmt.Sprint(len(puzzles))}
	for _, n := range differences {
		cells = append(cells, fmt.Sprint(n))
	}
	t.Row(append(cells, fmt.Sprintf("%d of %d", equal, len(puzzles)))...)
	return nil
}

// partSizes writes the sizes of the parts of the best bipartitions: "2 + 7".
func partSizes(s split, clues int) (text string) {
	for size := range clues/2 + 1 {
		if s.sizes>>size&1 == 1 {
			if text != "" {
				text += " or "
			}
			text += fmt.Sprintf("%d + %d", size, clues-size)
		}
	}
	return text
}
