package cover

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// node is an item's head (index 1 … items) or an item in an option (after them).
type node struct {
	up, down int32 // ring of the item
	item     int32 // head of the ring
	option   int32
}

// matrix is the exact cover matrix of a geometry. Before each search, what the givens leave of it is linked.
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

func (m *matrix) addNode(item int) {
	m.nodes = append(m.nodes, node{item: int32(item), option: int32(len(m.first) - 1)})
}

// option returns the number of the option "digit in cell".
func (m *matrix) option(cell, digit int) int32 { return int32(cell*m.geometry.N() + digit - 1) }

// nodesOf returns the nodes of an option.
func (m *matrix) nodesOf(o int32) []node { return m.nodes[m.first[o]:m.first[o+1]] }
