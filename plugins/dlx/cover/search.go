package cover

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// checkEvery is how many nodes of the search tree pass between two looks at the context.
const checkEvery = 1024

// search is one run over a matrix.
type search struct {
	*matrix
	ctx            context.Context
	emit           func(sudoku.Grid) bool
	grid           sudoku.Grid
	nodes, guesses int64
	err            error
}

// descend emits all exact covers of the uncovered items. It returns false when the search must stop; the links are then
// restored as well.
func (s *search) descend() bool {
	if s.right[0] == 0 {
		return s.emit(s.grid)
	}
	item := s.choose()
	if s.size[item] == 0 {
		return true
	}
	s.cover(item)
	goOn := true
	for p := s.matrix.nodes[item].down; p != item && goOn; p = s.matrix.nodes[p].down {
		if s.matrix.nodes[p].down != item {
			s.guesses++ // the last option left is a conclusion, not a guess
		}
		goOn = s.try(p)
	}
	s.uncover(item)
	return goOn
}

// try chooses the option of node p, whose own item is covered already, and descends.
func (s *search) try(p int32) bool {
	if s.nodes++; s.nodes%checkEvery == 0 && s.ctx.Err() != nil {
		s.err = s.ctx.Err()
		return false
	}
	o := s.matrix.nodes[p].option
	n := s.geometry.N()
	s.grid[int(o)/n] = uint8(int(o)%n + 1)
	for q := s.first[o]; q < s.first[o+1]; q++ {
		if q != p {
			s.cover(s.matrix.nodes[q].item)
		}
	}
	goOn := s.descend()
	for q := s.first[o+1] - 1; q >= s.first[o]; q-- {
		if q != p {
			s.uncover(s.matrix.nodes[q].item)
		}
	}
	return goOn
}

// node is an item's head (index 1 … items) or an item in an option (after them).
type node struct {
	up, down int32 // ring of the item
	item     int32 // head of the ring
	option   int32
}

// matrix is the exact cover matrix of a geometry. Before each search the options that the givens leave are linked.
type matrix struct {
	geometry    *sudoku.Geometry
	nodes       []node
	first       []int32 // first node of each option, and the end
	primary     []int32 // items that must be held, increasing
	size        []int32 // options linked in each item
	left, right []int32 // ring of the uncovered primary items, through the root 0
	taken       []bool  // items that the givens hold
}

// newMatrix builds the matrix of g. Cells are the first items, then each house with its digits.
func newMatrix(g *sudoku.Geometry) *matrix {
	items := g.Cells() + len(g.Houses())*g.N()
	m := &matrix{geometry: g, nodes: make([]node, items+1), size: make([]int32, items+1),
		left: make([]int32, items+1), right: make([]int32, items+1), taken: make([]bool, items+1)}
	for i := range m.nodes {
		m.nodes[i] = node{item: int32(i), option: -1}
	}
	for i := 1; i <= items; i++ {
		if h := (i - 1 - g.Cells()) / g.N(); i <= g.Cells() || len(g.Houses()[h].Cells) == g.N() {
			m.primary = append(m.primary, int32(i))
		}
	}
	for c := range g.Cells() {
		for d := range g.N() {
			m.addOption(c, d)
		}
	}
	m.first = append(m.first, int32(len(m.nodes)))
	return m
}

// addOption appends the nodes of digit d+1 in cell c.
func (m *matrix) addOption(c, d int) {
	m.first = append(m.first, int32(len(m.nodes)))
	m.addNode(c + 1)
	for _, h := range m.geometry.HousesOf(c) {
		m.addNode(m.geometry.Cells() + h*m.geometry.N() + d + 1)
	}
}

// addNode appends a node of the last option.
func (m *matrix) addNode(item int) {
	m.nodes = append(m.nodes, node{item: int32(item), option: int32(len(m.first) - 1)})
}

// option returns the number of the option "digit in cell".
func (m *matrix) option(cell, digit int) int32 { return int32(cell*m.geometry.N() + digit - 1) }

// nodesOf returns the nodes of an option.
func (m *matrix) nodesOf(o int32) []node { return m.nodes[m.first[o]:m.first[o+1]] }

// linkHeads empties all rings and puts the heads of the primary items that are not taken into one; every
// other head is a ring of its own.
func (m *matrix) linkHeads() {
	for i := range m.size {
		m.nodes[i].up, m.nodes[i].down = int32(i), int32(i)
		m.left[i], m.right[i] = int32(i), int32(i)
	}
	clear(m.size)
	last := int32(0)
	for _, i := range m.primary {
		if !m.taken[i] {
			m.right[last], m.left[i] = i, last
			last = i
		}
	}
	m.right[last], m.left[0] = 0, last
}

// free reports whether an option holds no item that is taken.
func (m *matrix) free(o int32) bool {
	for _, n := range m.nodesOf(o) {
		if m.taken[n.item] {
			return false
		}
	}
	return true
}

// link appends the nodes of an option to the rings of their items.
func (m *matrix) link(o int32) {
	for q := m.first[o]; q < m.first[o+1]; q++ {
		item := m.nodes[q].item
		last := m.nodes[item].up
		m.nodes[q].up, m.nodes[q].down = last, item
		m.nodes[last].down, m.nodes[item].up = q, q
		m.size[item]++
	}
}

// cover takes an item out of the ring of heads, if it is in there, and its options out of their other items.
func (m *matrix) cover(item int32) {
	m.left[m.right[item]], m.right[m.left[item]] = m.left[item], m.right[item]
	for p := m.nodes[item].down; p != item; p = m.nodes[p].down {
		m.hide(p)
	}
}

// uncover undoes the latest cover.
func (m *matrix) uncover(item int32) {
	for p := m.nodes[item].up; p != item; p = m.nodes[p].up {
		m.unhide(p)
	}
	m.left[m.right[item]], m.right[m.left[item]] = item, item
}

// hide unlinks the other nodes of p's option.
func (m *matrix) hide(p int32) {
	o := m.nodes[p].option
	for q := m.first[o]; q < m.first[o+1]; q++ {
		if q != p {
			m.unlink(q)
		}
	}
}

// unhide undoes the latest hide.
func (m *matrix) unhide(p int32) {
	o := m.nodes[p].option
	for q := m.first[o+1] - 1; q >= m.first[o]; q-- {
		if q != p {
			m.relink(q)
		}
	}
}

// unlink takes a node out of its item's ring.
func (m *matrix) unlink(q int32) {
	n := m.nodes[q]
	m.nodes[n.up].down, m.nodes[n.down].up = n.down, n.up
	m.size[n.item]--
}

// relink puts a node back into its item's ring.
func (m *matrix) relink(q int32) {
	n := m.nodes[q]
	m.nodes[n.up].down, m.nodes[n.down].up = q, q
	m.size[n.item]++
}

// choose returns the uncovered primary item with the fewest options, the first that has at most one.
func (m *matrix) choose() int32 {
	best := m.right[0]
	for i := best; i != 0; i = m.right[i] {
		if m.size[i] < m.size[best] {
			best = i
		}
		if m.size[best] <= 1 {
			break
		}
	}
	return best
}

// Solver finds all solutions of a puzzle of any geometry. It keeps the matrix of the latest geometry.
type Solver struct {
	search
	allowed []sudoku.Digits // in each cell, by soft clues
}

// New returns a solver without a matrix; the first puzzle of a geometry builds it.
func New() *Solver { return &Solver{} }

// Solve emits every solution. Guesses counts the options tried that were not the last of their item; the
// measure nodes all options tried.
func (s *Solver) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	s.prepare(p.Geometry())
	s.ctx, s.emit, s.err = ctx, emit, ctx.Err()
	s.search.nodes, s.guesses = 0, 0
	if s.err == nil {
		s.run(p)
	}
	s.ctx, s.emit = nil, nil
	nodes := sudoku.Measure{Name: "nodes", Value: float64(s.search.nodes)}
	return sudoku.Stats{Guesses: s.guesses, Extra: []sudoku.Measure{nodes}}, s.err
}

// prepare makes the matrix of a geometry, unless it is there.
func (s *Solver) prepare(g *sudoku.Geometry) {
	if s.matrix != nil && s.geometry == g {
		return
	}
	s.matrix = newMatrix(g)
	s.grid = make(sudoku.Grid, g.Cells())
	s.allowed = make([]sudoku.Digits, g.Cells())
}

// run chooses the givens, links the rest and searches.
func (s *Solver) run(p *sudoku.Puzzle) {
	if s.chooseGivens(p.Givens()) {
		s.linkRest(p)
		s.descend()
	}
}

// chooseGivens marks the items of the givens. It returns false at the first given that clashes with an earlier one.
func (s *Solver) chooseGivens(givens sudoku.Grid) bool {
	clear(s.taken)
	for c, v := range givens {
		if v == 0 {
			continue
		}
		for _, n := range s.nodesOf(s.option(c, int(v))) {
			if s.taken[n.item] {
				return false
			}
			s.taken[n.item] = true
		}
		s.grid[c] = v
	}
	return true
}

// linkRest links what the givens leave: the items that they do not hold, and the options that hold none of
// theirs and that soft clues allow.
func (s *Solver) linkRest(p *sudoku.Puzzle) {
	s.linkHeads()
	for c := range s.allowed {
		s.allowed[c] = sudoku.AllDigits(s.geometry.N())
	}
	for _, c := range p.Soft() {
		s.allowed[c.Cell] = c.Allowed
	}
	for c, v := range p.Givens() {
		if v != 0 {
			continue
		}
		for d := 1; d <= s.geometry.N(); d++ {
			if o := s.option(c, d); s.allowed[c].Has(d) && s.free(o) {
				s.link(o)
			}
		}
	}
}

// Spec describes the plugin dlx, a complete solver without settings.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:            "dlx",
			Name:          "Dancing links",
			Version:       "0.1.0",
			Summary:       "Knuth's Algorithm X on the exact cover of any geometry, shortest column first",
			Licence:       "MIT",
			Reference:     "D. E. Knuth, Dancing Links, 2000; baseline G of Gunther & Moon 2012, Table I [gunther2012]",
			Complete:      true,
			Deterministic: true,
			SoftClues:     true,
			Fast:          true,
		},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return New(), nil },
	}
}
