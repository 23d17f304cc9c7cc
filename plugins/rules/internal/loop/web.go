// Package loop holds HoDoKu's alternating inference chains and nice loops, in which groups and almost locked sets may
// take part. web.go has the nodes and links of a board, niceloop.go the search and the sentence.
package loop

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/als"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// A web is what alternating inference chains run on. Its nodes are candidates, groups (the places of a digit
// where a box and a line cross) and parts (the places of a digit in an almost locked set). A node is on when
// one of its places holds its digit, off when none does.
//
//	on  → off   nodes of the digit all of whose places see all of the node's; in a cell, its other digits
//	off → on    the rest of a house, a cell's other candidate, every other part of the almost locked set
type web struct {
	*board.Board
	marks  []board.Mark // number → candidate
	id     []int32      // cell·n + v → number
	words  int          // of a set of candidates
	nodes  []webNode
	byKey  map[uint64][]int32
	locked []als.Set
	sight  []uint64 // node → the candidates that it puts off, as a set of words words each
	weak   [][]int32
	strong [][]strongLink
	kind   webKind
	sets   *als.Sets
}

// webKind says which nodes a web has beside candidates.
type webKind int

const (
	plainWeb   webKind = iota
	groupedWeb         // groups
	alsWeb             // groups and parts
)

// webNode is a digit and the cells that may hold it. The first nodes are the candidates in their order.
type webNode struct {
	v     int
	cells []int
	set   board.CellSet
	peers board.CellSet // the cells that see all of them
}

// strongLink leads to a node that is on when another is off, in almost locked set number via or, for -1, in a
// house or cell.
type strongLink struct{ to, via int32 }

// weave makes the web of a board.
func (w *web) weave(b *board.Board) {
	w.number(b)
	w.nodes, w.byKey, w.strong, w.locked = w.nodes[:0], map[uint64][]int32{}, w.strong[:0], w.locked[:0]
	for _, m := range w.marks {
		w.nodeOf(m.V, []int{m.Cell})
	}
	w.linkCells()
	for i := range w.Houses {
		if w.Houses[i].Full {
			w.linkHouse(i)
		}
	}
	if w.kind == alsWeb {
		w.linkSets()
	}
	w.look()
	w.linkWeakly()
}

// number lists the candidates of the board, cell by cell.
func (w *web) number(b *board.Board) {
	w.Board, w.marks, w.id = b, w.marks[:0], append(w.id[:0], make([]int32, b.Cells*b.N)...)
	for c, vs := range b.Cand {
		for ; vs != 0; vs &= vs - 1 {
			v := bits.TrailingZeros64(vs)
			w.id[c*b.N+v] = int32(len(w.marks))
			w.marks = append(w.marks, board.Mark{Cell: c, V: v})
		}
	}
	w.words = (len(w.marks) + 63) / 64
}

// idAt returns the number of a candidate.
func (w *web) idAt(cell, v int) int32 { return w.id[cell*w.N+v] }

// nodeOf returns the node of some cells, which are in increasing order, for a digit, made if it is new.
func (w *web) nodeOf(v int, cells []int) int32 {
	key := uint64(v)
	for _, c := range cells {
		key = key*1_000_003 + uint64(c) + 1
	}
	for _, i := range w.byKey[key] {
		if w.nodes[i].v == v && slices.Equal(w.nodes[i].cells, cells) {
			return i
		}
	}
	n := webNode{v: v, cells: slices.Clone(cells), set: board.NewCellSet(w.Cells),
		peers: slices.Clone(w.PeerSets[cells[0]])}
	for _, c := range cells {
		n.set.Add(c)
		n.peers.SetAnd(n.peers, w.PeerSets[c])
	}
	i := int32(len(w.nodes))
	w.nodes, w.strong, w.byKey[key] = append(w.nodes, n), append(w.strong, nil), append(w.byKey[key], i)
	return i
}

// tie says that one of two nodes is on.
func (w *web) tie(a, b, via int32) {
	if !slices.Contains(w.strong[a], strongLink{b, via}) {
		w.strong[a] = append(w.strong[a], strongLink{b, via})
		w.strong[b] = append(w.strong[b], strongLink{a, via})
	}
}

// linkCells ties the two candidates of each bivalue cell.
func (w *web) linkCells() {
	for c, vs := range w.Cand {
		if bits.OnesCount64(vs) == 2 {
			w.tie(w.idAt(c, bits.TrailingZeros64(vs)), w.idAt(c, bits.TrailingZeros64(vs&(vs-1))), -1)
		}
	}
}

// linkHouse ties the nodes that a digit's places in a house fall into: a place and the other, or the places
// where another house crosses and the rest.
func (w *web) linkHouse(h int) {
	for v := range w.N {
		m := w.Places(h, v)
		if bits.OnesCount64(m) == 2 {
			w.tie(w.nodeAt(h, v, m&-m), w.nodeAt(h, v, m&(m-1)), -1)
			continue
		}
		for _, x := range w.CrossedAt[h] {
			rest := m &^ x
			if w.kind != plainWeb && m&x != 0 && rest != 0 && (rest&(rest-1) == 0 || w.isGroup(h, rest)) {
				w.tie(w.nodeAt(h, v, m&x), w.nodeAt(h, v, rest), -1)
			}
		}
	}
}

// isGroup reports whether another house holds all of some slots of house h.
func (w *web) isGroup(h int, slots uint64) bool {
	return slices.ContainsFunc(w.CrossedAt[h], func(x uint64) bool { return slots&^x == 0 })
}

// nodeAt returns the node of digit v at some slots of house h.
func (w *web) nodeAt(h, v int, slots uint64) int32 {
	var cells []int
	for ; slots != 0; slots &= slots - 1 {
		cells = append(cells, w.CellAt(h, slots))
	}
	slices.Sort(cells)
	return w.nodeOf(v, cells)
}

// linkSets ties the parts of every almost locked set of two cells or more.
func (w *web) linkSets() {
	for _, a := range w.sets.Here() {
		if len(a.Cells) < 2 {
			continue
		}
		via := int32(len(w.locked))
		w.locked = append(w.locked, a)
		var parts []int32
		for vs := a.Digits; vs != 0; vs &= vs - 1 {
			v := bits.TrailingZeros64(vs)
			parts = append(parts, w.nodeOf(v, slices.Collect(a.At[v].All)))
		}
		for i, p := range parts {
			for _, q := range parts[:i] {
				w.tie(p, q, via)
			}
		}
	}
}

// look fills in the candidates that each node puts off.
func (w *web) look() {
	w.sight = append(w.sight[:0], make([]uint64, len(w.nodes)*w.words)...)
	for i := range w.nodes {
		n, sight := &w.nodes[i], w.sightOf(int32(i))
		putOff := func(c, v int) {
			q := w.idAt(c, v)
			sight[q/64] |= 1 << uint(q%64)
		}
		if c := n.cells[0]; len(n.cells) == 1 {
			for vs := w.Cand[c] &^ (1 << uint(n.v)); vs != 0; vs &= vs - 1 {
				putOff(c, bits.TrailingZeros64(vs))
			}
		}
		for c := range n.peers.All {
			if w.Can(c, n.v) {
				putOff(c, n.v)
			}
		}
	}
}

// sightOf returns the candidates that a node puts off.
func (w *web) sightOf(node int32) []uint64 {
	return w.sight[int(node)*w.words : int(node+1)*w.words]
}

// linkWeakly lists for each node the groups and parts that it puts off.
func (w *web) linkWeakly() {
	w.weak = append(w.weak[:0], make([][]int32, len(w.nodes))...)
	many := make([][]int32, w.N)
	for i := len(w.marks); i < len(w.nodes); i++ {
		v := w.nodes[i].v
		many[v] = append(many[v], int32(i))
	}
	for i := range w.nodes {
		for _, q := range many[w.nodes[i].v] {
			if within := w.nodes[i].peers; w.nodes[q].set.IsIn(within) {
				w.weak[i] = append(w.weak[i], q)
			}
		}
	}
}

// common appends to list the candidates that both of two nodes put off, which are impossible if one is on.
func (w *web) common(list []board.Mark, a, b int32) []board.Mark {
	p, q := w.sightOf(a), w.sightOf(b)
	for i := range p {
		for m := p[i] & q[i]; m != 0; m &= m - 1 {
			list = append(list, w.marks[i*64+bits.TrailingZeros64(m)])
		}
	}
	return list
}

// haveCommon reports whether two nodes put off a common candidate.
func (w *web) haveCommon(a, b int32) bool {
	p, q := w.sightOf(a), w.sightOf(b)
	for i := range p {
		if p[i]&q[i] != 0 {
			return true
		}
	}
	return false
}

// putsOff reports whether node b is off when node a is on.
func (w *web) putsOff(a, b int32) bool {
	if int(b) < len(w.marks) {
		return w.sightOf(a)[b/64]>>uint(b%64)&1 == 1
	}
	return slices.Contains(w.weak[a], b)
}
