package canon

import (
	"cmp"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// maplexer finds smallest images under a list of cell maps.
type maplexer struct {
	maps  [][]int // of each: image cell -> source cell
	form  sudoku.Grid
	label []uint8
	best  []int
}

// run tries all maps, keeps the one with the smallest image, and returns how many lead to it.
func (m *maplexer) run(grid sudoku.Grid) int64 {
	count := int64(0)
	m.form = nil
	for _, cells := range m.maps {
		image, label := relabelled(grid, cells)
		switch c := slices.Compare(image, m.form); {
		case m.form == nil || c < 0:
			m.form, m.label, m.best, count = image, label, cells, 1
		case c == 0:
			count++
		}
	}
	return count
}

// relabelled returns the image of a grid under a cell map, its digits labelled by first appearance, and the labels.
func relabelled(grid sudoku.Grid, cells []int) (image sudoku.Grid, label []uint8) {
	image, label = make(sudoku.Grid, len(grid)), make([]uint8, sudoku.MaxSize+1)
	next := uint8(0)
	for i, c := range cells {
		d := grid[c]
		if d != 0 && label[d] == 0 {
			next++
			label[d] = next
		}
		image[i] = label[d]
	}
	return image, label
}

// transform writes the map that leads to the smallest image.
func (m *maplexer) transform(to *symmetry.Transform) {
	copy(to.Cells, m.best)
	copy(to.Digits, m.label)
}

// houseMaps returns the cell maps that take every house to a house. If there are more than mostMaps, or
// finding them takes too long, it returns the rotations and reflections among them and false.
func houseMaps(g *sudoku.Geometry) (maps [][]int, whole bool) {
	if g.Layers() == 1 { // the group of a cube is far too large
		if s := newMapSearch(g, make(sudoku.Grid, g.Cells())); s.extend(0) {
			return s.found, true
		}
	}
	for k := range 8 {
		if k&1 == 1 && g.Rows() != g.Cols() {
			continue
		}
		if t := symmetry.Reflection(g, k); t.Keeps(g) {
			maps = append(maps, t.Cells)
		}
	}
	return maps, false
}

const (
	mostMaps  = 20_000
	mostSteps = 100_000_000 // comparisons of two cells
)

// mapSearch assigns an image to one cell after the other. Two cells and their images must share as many
// houses, and givens go to givens, equal ones to equal ones.
type mapSearch struct {
	g      *sudoku.Geometry
	givens sudoku.Grid
	label  [sudoku.MaxSize + 1]uint8 // digit -> digit of the images, 0 while there is none
	source [sudoku.MaxSize + 1]uint8 // the other way round
	shared [][]uint8                 // shared[a][b]: houses that hold both; shared[a][a]: houses of a
	order  []int                     // cells in the order in which they get images, givens first
	images []int                     // of order's first cells
	taken  []bool
	found  [][]int
	steps  int
}

// newMapSearch returns a search that counts how many houses each two cells share, which a map must keep.
func newMapSearch(g *sudoku.Geometry, givens sudoku.Grid) *mapSearch {
	s := &mapSearch{g: g, givens: givens, shared: make([][]uint8, g.Cells()), taken: make([]bool, g.Cells())}
	for a := range s.shared {
		s.shared[a] = make([]uint8, g.Cells())
		for _, h := range g.HousesOf(a) {
			for _, b := range g.Houses()[h].Cells {
				s.shared[a][b]++
			}
		}
	}
	for _, empty := range []bool{false, true} {
		for a, d := range givens {
			if (d == 0) == empty {
				s.order = append(s.order, a)
			}
		}
	}
	return s
}

// extend finds the images of the cells from order's k-th on; false means that there are too many.
func (s *mapSearch) extend(k int) bool {
	if k == s.g.Cells() {
		t := symmetry.Identity(s.g)
		for i, image := range s.images {
			t.Cells[s.order[i]] = image
		}
		if t.Keeps(s.g) {
			s.found = append(s.found, t.Cells)
		}
		return len(s.found) <= mostMaps
	}
	a := s.order[k]
	for image := range s.g.Cells() {
		if s.taken[image] || !s.fits(a, image) {
			continue
		}
		d, e := s.givens[a], s.givens[image]
		before := s.label[d]
		s.label[d], s.source[e] = e, d
		s.taken[image] = true
		s.images = append(s.images, image)
		ok := s.extend(k + 1)
		s.images = s.images[:k]
		s.taken[image] = false
		if before == 0 {
			s.label[d], s.source[e] = 0, 0
		}
		if !ok || s.steps > mostSteps {
			return false
		}
	}
	return true
}

// fits reports whether cell a can go to image beside the cells that are mapped already.
func (s *mapSearch) fits(a, image int) bool {
	d, e := s.givens[a], s.givens[image]
	if (d == 0) != (e == 0) || s.label[d] != 0 && s.label[d] != e || s.source[e] != 0 && s.source[e] != d {
		return false
	}
	if s.shared[a][a] != s.shared[image][image] {
		return false
	}
	for i, at := range s.images {
		s.steps++
		if s.shared[a][s.order[i]] != s.shared[image][at] {
			return false
		}
	}
	return true
}

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

// newPicture returns the symmetries of a puzzle with constraints.
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

// compare orders images by their cells, then by their clauses.
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

// different counts solutions up to symmetry. Where digits may be exchanged, given digits may not.
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
