package canon

import (
	"cmp"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// picture has the symmetries of a puzzle with constraints: those of its picture, for lines would break if rows were
// shuffled.
type picture struct {
	puzzle *sudoku.Puzzle
	turns  []symmetry.Transform
	free   bool // digits may be exchanged
}

// pictured is one image.
type pictured struct {
	cells   sudoku.Grid // the givens
	clauses string
	turn    symmetry.Transform
}

func newPicture(p *sudoku.Puzzle) *picture {
	v := &picture{puzzle: p}
	v.turns, v.free = symmetry.OfPicture(p)
	return v
}

// images returns the images of the puzzle; the first is its own.
func (v *picture) images() []pictured {
	g := v.puzzle.Geometry()
	var all []pictured
	for _, t := range v.turns {
		clauses, ok := clause.Images(g.N(), v.puzzle.Clauses(), t.Inverse().Cells, t.Digits)
		if !ok {
			continue // it is no sum of the same form
		}
		all = append(all, pictured{v.grid(v.puzzle.Givens(), t), g.ClauseKey(clauses), t})
	}
	return all
}

// grid returns the image of a grid, its digits numbered by first appearance if they may be exchanged.
func (v *picture) grid(grid sudoku.Grid, t symmetry.Transform) sudoku.Grid {
	if v.free {
		image, _ := relabelled(grid, t.Cells)
		return image
	}
	return t.Grid(grid)
}

func (p pictured) compare(q pictured) int {
	return cmp.Or(slices.Compare(p.cells, q.cells), cmp.Compare(p.clauses, q.clauses))
}

// key returns what is equal for the images of a puzzle: the least of them.
func (v *picture) key() []byte {
	least := slices.MinFunc(v.images(), pictured.compare)
	return append(slices.Clone(least.cells), least.clauses...)
}

// symmetries returns the transformations that take the puzzle to itself.
func (v *picture) symmetries() []symmetry.Transform {
	images := v.images()
	var kept []symmetry.Transform
	for _, image := range images {
		if image.compare(images[0]) == 0 {
			kept = append(kept, image.turn)
		}
	}
	return kept
}

// different returns how many solutions are left if those count once that a symmetry turns into each other. Where digits
// may be exchanged, those that are given may not.
func (v *picture) different(solutions []sudoku.Grid) int {
	symmetries := v.symmetries()
	orbits := map[string]bool{}
	for _, solution := range solutions {
		var least sudoku.Grid
		for _, t := range symmetries {
			image := t.Grid(solution)
			if v.free {
				carry(v.puzzle, solution, t.Cells, image)
			}
			if least == nil || slices.Compare(image, least) < 0 {
				least = image
			}
		}
		orbits[string(least)] = true
	}
	return len(orbits)
}

// Picture returns the canonical form of a puzzle with constraints and without soft clues: the image that comes first by
// its cells and clauses, written by what its constraints mean, not by their names; and how many symmetries take the
// puzzle to itself. If there is no room for what they mean, the constraints keep their names.
func Picture(p *sudoku.Puzzle) (canonical *sudoku.Puzzle, automorphisms int) {
	v := newPicture(p)
	images := v.images()
	for _, image := range images {
		if image.compare(images[0]) == 0 {
			automorphisms++
		}
	}
	b, err := p.Geometry().Board()
	slices.SortStableFunc(images, pictured.compare)
	for i, image := range images {
		if canonical != nil && image.compare(images[i-1]) != 0 {
			break
		}
		t := image.turn
		if v.free {
			_, t.Digits = relabelled(p.Givens(), t.Cells)
			labelRest(t.Digits[:p.Geometry().N()+1])
			image.turn = t
		}
		q, named := (*sudoku.Puzzle)(nil), true
		if err == nil {
			q, named = (&speller{p.Geometry(), b}).puzzle(p, image)
		}
		if !named {
			return q, automorphisms
		}
		if q == nil {
			q, _ = t.Puzzle(p)
		}
		if q != nil && (canonical == nil || q.String() < canonical.String()) {
			canonical = q
		}
	}
	return canonical, automorphisms
}
