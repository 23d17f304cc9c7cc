package create

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// sketch draws constraints that a solution grid obeys, none over another of its sort.
type sketch struct {
	board    *constraint.Board
	rng      *rand.Rand
	solution sudoku.Grid
	name     string       // of what is drawn
	image    []int        // where each cell goes by the symmetry that is ordered, nil if none is
	taken    map[int]bool // places that constraints take up
	err      error        // the first that the table of constraints had with a constraint, such as a sum of letters
}

// A place is a cell, or a corner or side of it to the right and below, for one sort of constraints.
const (
	lineCell   = iota // lines neither share a cell
	lineCorner        // nor cross
	cageCell
	sideRight
	sideBelow
	singleCell
	corner
	clue  // outside, before the first cell of a line; there are eight directions
	sorts = clue + 9
)

// place returns the number of a place for marks of a sort in a cell.
func place(cell, sort int) int { return cell*sorts + sort }

// tries is how often a place is drawn for a constraint.
const tries = 60

// longestOf is of how many lines that could be drawn the longest is: few long lines take fewer guesses to prove than
// many short ones.
const longestOf = 4

// draw draws a constraint of a name, of some places that are free, and its images, at most so many in all, 0 for any
// number; if other is a grid, it is one that the grid breaks. There are none if no place was found.
func (s *sketch) draw(name string, other sudoku.Grid, most int) (best []constraint.Constraint) {
	k, found, longest := drawables[name], 0, 0
	s.name = name
	for range tries {
		c := k.draw(s, k)
		if c.Lists == nil || slices.ContainsFunc(k.places(s, &c), func(p int) bool { return s.taken[p] }) {
			continue
		}
		c.Name = name
		if !s.value(&c, k) || other != nil && s.holds(&c, other) {
			continue
		}
		orbit := s.orbit(c)
		if orbit == nil || most > 0 && len(orbit) > most {
			continue
		}
		if cells := len(slices.Concat(c.Lists...)); cells > longest {
			best, longest = orbit, cells
		}
		if found++; found == longestOf || k.most == 0 || name == "cage" {
			break
		}
	}
	return best
}

// orbit returns a constraint and its images under the symmetry that is ordered, each with a value of its own; nil if
// one of them has no room, or if the solution breaks it, whichever way its cells are read.
func (s *sketch) orbit(c constraint.Constraint) []constraint.Constraint {
	orbit := []constraint.Constraint{c}
	if s.image == nil {
		return orbit
	}
	k := drawables[c.Name]
	used := map[int]bool{}
	for {
		for _, p := range k.places(s, &c) {
			if s.taken[p] || used[p] {
				return nil
			}
			used[p] = true
		}
		c = s.moved(&c)
		if slices.Equal(cellsOf(&c), cellsOf(&orbit[0])) {
			return orbit
		}
		if c.Value = ""; !s.value(&c, k) {
			c.Value = ""
			if slices.Reverse(c.Lists[0]); len(c.Lists) > 1 || !s.value(&c, k) {
				return nil
			}
		}
		orbit = append(orbit, c)
	}
}

// moved returns a constraint with its cells where the symmetry has them.
func (s *sketch) moved(c *constraint.Constraint) constraint.Constraint {
	to := constraint.Constraint{Name: c.Name}
	for _, list := range c.Lists {
		moved := make([]int, len(list))
		for i, cell := range list {
			moved[i] = s.image[cell]
		}
		to.Lists = append(to.Lists, moved)
	}
	return to
}

// cellsOf returns the cells of a constraint in order.
func cellsOf(c *constraint.Constraint) []int {
	return slices.Sorted(slices.Values(slices.Concat(c.Lists...)))
}

// value gives a constraint of which the cells are known the first value with which the solution obeys it.
func (s *sketch) value(c *constraint.Constraint, k *drawable) bool {
	if k.values == nil || c.Value != "" {
		return s.holds(c, s.solution)
	}
	for _, c.Value = range k.values(s, c.Lists[0]) {
		if s.holds(c, s.solution) {
			return true
		}
	}
	return false
}

// holds reports whether a grid obeys a constraint that says something at all.
func (s *sketch) holds(c *constraint.Constraint, grid sudoku.Grid) bool {
	clauses := s.compiled(c)
	return len(clauses) > 0 && clause.AllHold(clauses, grid)
}

// compiled returns the clauses of a constraint that stands alone, none if the table refuses it.
func (s *sketch) compiled(c *constraint.Constraint) []clause.Clause {
	set, err := constraint.Normalize(s.board, []constraint.Constraint{*c})
	if err != nil && s.err == nil {
		s.err = err
	}
	return set.Clauses
}

// cage draws cells in one piece with different digits, and their sum.
func (s *sketch) cage(k *drawable) (c constraint.Constraint) {
	if cells := s.grow(s.rng.IntN(len(s.solution)), s.cageSize(k), s.freeForCage); len(cells) >= k.least {
		c = s.caged(cells)
	}
	return c
}

// freeForCage reports whether a cell is in no cage yet.
func (s *sketch) freeForCage(cell int) bool { return !s.taken[place(cell, cageCell)] }

// cageSize draws the size of a cage: two or three cells often, five seldom. Of large ones fewer would do, but puzzles
// with few cages take long to prove.
func (s *sketch) cageSize(k *drawable) int {
	sizes := [...]int{2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5}
	return min(sizes[s.rng.IntN(len(sizes))], k.most, max(k.least, s.board.N-1))
}

// grow returns up to so many cells in one piece from a cell on, all of them free and their digits different.
func (s *sketch) grow(from, size int, free func(cell int) bool) []int {
	if !free(from) {
		return nil
	}
	cells, digits := []int{from}, clause.Digits(0).With(int(s.solution[from]))
	for len(cells) < size {
		var next []int
		for _, c := range cells {
			for _, q := range s.beside(c) {
				if free(q) && !digits.Has(int(s.solution[q])) && !slices.Contains(cells, q) {
					next = append(next, q)
				}
			}
		}
		if next == nil {
			break
		}
		c := next[s.rng.IntN(len(next))]
		cells, digits = append(cells, c), digits.With(int(s.solution[c]))
	}
	return cells
}

// tight grows a cage so many times and returns the one that says most of its cells, among those of most cells, and its
// images: where little is left open it takes few guesses to prove that a puzzle has one solution, and needs all it has.
func (s *sketch) tight(from, size, tries int) (best []constraint.Constraint) {
	var tightest []int
	for range tries {
		cells := s.grow(from, size, s.freeForCage)
		if len(cells) < drawables["cage"].least || len(cells) < len(tightest) ||
			len(cells) == len(tightest) && s.loose(cells) >= s.loose(tightest) {
			continue
		}
		if orbit := s.orbit(s.caged(cells)); orbit != nil {
			best, tightest = orbit, cells
		}
	}
	return best
}

// loose estimates how much a cage leaves open: in how many ways its digits can be arranged, in bits, for sums are
// nearly normal about their mean; less one and a half for each cell, so that large cages have a chance beside small
// ones.
func (s *sketch) loose(cells []int) (bits float64) {
	n, k := float64(s.board.N), float64(len(cells))
	off := -k * (n + 1) / 2
	for i, c := range cells {
		bits += math.Log2(n-float64(i)) - 1.5
		off += float64(s.solution[c])
	}
	return bits - math.Log2E*off*off*6/max(1, k*(n-k)*(n+1))
}

// onePiece reports whether cells are in one piece and their digits differ.
func (s *sketch) onePiece(cells []int) bool {
	return len(s.grow(cells[0], len(cells), func(c int) bool { return slices.Contains(cells, c) })) == len(cells)
}

// caged returns a cage of cells.
func (s *sketch) caged(cells []int) constraint.Constraint {
	return constraint.Constraint{Name: "cage", Value: total(s, cells)[0],
		Lists: [][]int{slices.Sorted(slices.Values(cells))}}
}

// cagePlaces returns the places that a cage takes.
func (s *sketch) cagePlaces(c *constraint.Constraint) (places []int) {
	for _, cell := range c.Lists[0] {
		places = append(places, place(cell, cageCell))
	}
	return places
}

// beside returns the cells that share a side with a cell.
func (s *sketch) beside(cell int) []int {
	var cells []int
	for _, step := range [...][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
		if q := s.step(cell, step[0], step[1]); q >= 0 {
			cells = append(cells, q)
		}
	}
	return cells
}

// step returns the cell that lies some rows below and columns to the right of a cell, -1 if there is none.
func (s *sketch) step(cell, down, right int) int {
	row, col := cell/s.board.Cols+down, cell%s.board.Cols+right
	if row < 0 || row >= s.board.Rows || col < 0 || col >= s.board.Cols {
		return -1
	}
	return row*s.board.Cols + col
}

// line walks from a random cell to cells that touch the one before, and returns the longest way that the solution
// obeys.
func (s *sketch) line(k *drawable) (best constraint.Constraint) {
	path := []int{s.rng.IntN(len(s.solution))}
	length := k.least + s.rng.IntN(k.most-k.least+1)
	for len(path) < length {
		next, obeyed := s.next(k, path)
		if next == nil {
			break
		}
		if path = next; obeyed && len(path) >= k.least {
			best = s.along(k, path)
		}
	}
	if best.Lists != nil && !s.value(&best, k) {
		best.Lists = nil
	}
	return best
}

// next returns a line by a cell longer, nil if there is no way, and whether the solution obeys it.
func (s *sketch) next(k *drawable, path []int) (longer []int, obeyed bool) {
	last := path[len(path)-1]
	for _, i := range s.rng.Perm(9) {
		cell := s.step(last, i/3-1, i%3-1)
		if cell < 0 || slices.Contains(path, cell) || len(path) > 1 && slices.Contains(s.beside(path[len(path)-2]), cell) {
			continue // it does not turn back sharply
		}
		longer = append(slices.Clone(path), cell)
		c := s.along(k, longer)
		if places := s.linePlaces(&c); slices.ContainsFunc(places,
			func(p int) bool { return s.taken[p] }) || repeats(places) {
			continue
		}
		obeyed = (k.grows || len(longer) >= k.least) && s.value(&c, k)
		if obeyed || !k.grows {
			return longer, obeyed
		}
	}
	return nil, false
}

// repeats reports whether a place comes twice.
func repeats(places []int) bool {
	sorted := slices.Sorted(slices.Values(places))
	return len(slices.Compact(sorted)) < len(places)
}

// along returns a constraint of a line of cells.
func (s *sketch) along(k *drawable, path []int) constraint.Constraint {
	if k.lists == nil {
		return constraint.Constraint{Name: s.name, Lists: [][]int{path}}
	}
	return constraint.Constraint{Name: s.name, Lists: k.lists(path)}
}

// linePlaces returns the cells of a line and the corners that its diagonal steps pass.
func (s *sketch) linePlaces(c *constraint.Constraint) (places []int) {
	path, cols := slices.Concat(c.Lists...), s.board.Cols
	for i, cell := range path {
		places = append(places, place(cell, lineCell))
		if i > 0 && cell/cols != path[i-1]/cols && cell%cols != path[i-1]%cols {
			places = append(places, place(min(cell/cols, path[i-1]/cols)*cols+min(cell%cols, path[i-1]%cols), lineCorner))
		}
	}
	return places
}

// pair draws two cells that share a side, the lesser digit first if their order counts.
func (s *sketch) pair(*drawable) (c constraint.Constraint) {
	cell, right := s.rng.IntN(len(s.solution)), s.rng.IntN(2)
	if other := s.step(cell, 1-right, right); other >= 0 {
		c.Lists = [][]int{{cell, other}}
		if s.solution[cell] > s.solution[other] {
			slices.Reverse(c.Lists[0])
		}
	}
	return c
}

// pairPlaces returns the place between two cells.
func (s *sketch) pairPlaces(c *constraint.Constraint) []int {
	low, high := slices.Min(c.Lists[0]), slices.Max(c.Lists[0])
	if high == low+1 {
		return []int{place(low, sideRight)}
	}
	return []int{place(low, sideBelow)}
}

// single returns a constraint of a random cell.
func (s *sketch) single(*drawable) constraint.Constraint {
	return constraint.Constraint{Lists: [][]int{{s.rng.IntN(len(s.solution))}}}
}

// singlePlaces returns the place of a mark in a cell.
func (s *sketch) singlePlaces(c *constraint.Constraint) []int {
	return []int{place(c.Lists[0][0], singleCell)}
}

// square draws the four cells about a corner.
func (s *sketch) square(*drawable) (c constraint.Constraint) {
	cell := s.rng.IntN(len(s.solution))
	if s.step(cell, 1, 1) >= 0 {
		below := cell + s.board.Cols
		c.Lists = [][]int{{cell, cell + 1, below, below + 1}}
	}
	return c
}

// squarePlaces returns the place at a corner.
func (s *sketch) squarePlaces(c *constraint.Constraint) []int {
	return []int{place(c.Lists[0][0], corner)}
}

// house draws a row from the left or a column from the top.
func (s *sketch) house(*drawable) constraint.Constraint {
	first, right := s.rng.IntN(s.board.Rows), s.rng.IntN(2)
	return constraint.Constraint{Lists: [][]int{s.ray(first*(right*s.board.Cols+1-right), 1-right, right)}}
}

// outside draws a row or column, seen from either end.
func (s *sketch) outside(k *drawable) constraint.Constraint {
	c := s.house(k)
	if s.rng.IntN(2) == 0 {
		slices.Reverse(c.Lists[0])
	}
	return c
}

// diagonal draws a diagonal from the first row down, or from the last one up.
func (s *sketch) diagonal(k *drawable) (c constraint.Constraint) {
	first, down, right := s.rng.IntN(s.board.Cols), 1, 1-2*s.rng.IntN(2)
	if s.rng.IntN(2) == 0 {
		first, down = first+(s.board.Rows-1)*s.board.Cols, -1
	}
	if cells := s.ray(first, down, right); len(cells) >= k.least {
		c.Lists = [][]int{cells}
	}
	return c
}

// ray returns the cells from one on to the edge.
func (s *sketch) ray(cell, down, right int) (cells []int) {
	for ; cell >= 0; cell = s.step(cell, down, right) {
		cells = append(cells, cell)
	}
	return cells
}

// rayPlaces returns the one place outside the grid from which a line is seen.
func (s *sketch) rayPlaces(c *constraint.Constraint) []int {
	first, second := c.Lists[0][0], c.Lists[0][1]
	down, right := second/s.board.Cols-first/s.board.Cols, second%s.board.Cols-first%s.board.Cols
	return []int{place(first, clue+3*(down+1)+right+1)}
}
