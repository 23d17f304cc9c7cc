package cover

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// node is an item's head (index 1 … items) or an item in an option (after them).
type node struct {
	up, down int32 // ring of the item
	item     int32 // head of the ring
	option   int32
}

// matrix is the exact cover matrix of a geometry. Between searches all its options are linked.
type matrix struct {
	geometry    *sudoku.Geometry
	nodes       []node
	first       []int32 // first node of each option, and the end
	size        []int32 // options linked in each item
	left, right []int32 // ring of the uncovered primary items, through the root 0
	covered     []bool  // items that the givens cover
}

// newMatrix builds the matrix of g. Cells are the first items, then each house with its digits.
func newMatrix(g *sudoku.Geometry) *matrix {
	items := g.Cells() + len(g.Houses())*g.N()
	m := &matrix{geometry: g, nodes: make([]node, items+1), size: make([]int32, items+1),
		left: make([]int32, items+1), right: make([]int32, items+1), covered: make([]bool, items+1)}
	for i := range m.nodes {
		m.nodes[i] = node{up: int32(i), down: int32(i), item: int32(i), option: -1}
	}
	m.linkHeads()
	for c := range g.Cells() {
		for d := range g.N() {
			m.addOption(c, d)
		}
	}
	m.first = append(m.first, int32(len(m.nodes)))
	return m
}

// linkHeads puts the heads of the primary items into one ring; each secondary head is a ring of its own.
func (m *matrix) linkHeads() {
	g, last := m.geometry, int32(0)
	for i := 1; i < len(m.size); i++ {
		if h := (i - 1 - g.Cells()) / g.N(); i > g.Cells() && len(g.Houses()[h].Cells) < g.N() {
			m.left[i], m.right[i] = int32(i), int32(i)
			continue
		}
		m.right[last], m.left[i] = int32(i), last
		last = int32(i)
	}
	m.right[last], m.left[0] = 0, last
}

// addOption appends the nodes of digit d+1 in cell c to the rings of their items.
func (m *matrix) addOption(c, d int) {
	m.first = append(m.first, int32(len(m.nodes)))
	m.addNode(c + 1)
	for _, h := range m.geometry.HousesOf(c) {
		m.addNode(m.geometry.Cells() + h*m.geometry.N() + d + 1)
	}
}

func (m *matrix) addNode(item int) {
	p, last := int32(len(m.nodes)), m.nodes[item].up
	m.nodes = append(m.nodes, node{up: last, down: int32(item), item: int32(item), option: int32(len(m.first) - 1)})
	m.nodes[last].down, m.nodes[item].up = p, p
	m.size[item]++
}

// option returns the number of the option "digit in cell".
func (m *matrix) option(cell, digit int) int32 { return int32(cell*m.geometry.N() + digit - 1) }
