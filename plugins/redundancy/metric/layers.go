package metric

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// masks are the sets of cells that statements lie on, as bits, for one geometry.
type masks struct {
	g      *sudoku.Geometry
	n      int
	words  int        // of 64 cells, for one set
	peers  []uint64   // of each cell, words each
	houses [][]uint64 // of each cell its houses without itself, one after the other
}

// newMasks returns the peers and houses of each cell as sets of bits.
func newMasks(g *sudoku.Geometry) *masks {
	m := &masks{g: g, n: g.N(), words: (g.Cells() + 63) / 64, houses: make([][]uint64, g.Cells())}
	m.peers = make([]uint64, g.Cells()*m.words)
	for cell := range g.Cells() {
		for _, peer := range g.Peers(cell) {
			m.peersOf(cell)[peer/64] |= 1 << (peer % 64)
		}
		for _, h := range g.HousesOf(cell) {
			house := make([]uint64, m.words)
			for _, c := range g.Houses()[h].Cells {
				house[c/64] |= 1 << (c % 64)
			}
			house[cell/64] &^= 1 << (cell % 64)
			m.houses[cell] = append(m.houses[cell], house...)
		}
	}
	return m
}

// peersOf returns the peers of a cell.
func (m *masks) peersOf(cell int) []uint64 { return m.peers[cell*m.words:][:m.words] }

// layers is the Sudoku tensor of one puzzle: for each digit sets of cells. The set of digit d+1 begins at d·words.
type layers struct {
	*masks
	clues int
	index []int // of the clue in each cell, by increasing cell

	filled       []uint64 // cells with a clue, whatever its digit
	given        []uint64 // cells with a clue of the digit
	once, twice  []uint64 // places with m(t) ≥ 1, ≥ 2
	said, resaid []uint64 // places with s(t) ≥ 1, ≥ 2

	totals
}

// newLayers returns the layers of the tensor, a set of cells for each digit.
func newLayers(g *sudoku.Geometry) *layers {
	m := newMasks(g)
	sets := make([]uint64, (5*m.n+1)*m.words)
	l := &layers{masks: m, index: make([]int, g.Cells())}
	for _, part := range []*[]uint64{&l.given, &l.once, &l.twice, &l.said, &l.resaid} {
		*part, sets = sets[:m.n*m.words], sets[m.n*m.words:]
	}
	l.filled = sets
	return l
}

// layer returns the set of digit d+1.
func (m *masks) layer(sets []uint64, d int) []uint64 { return sets[d*m.words:][:m.words] }

// lay makes l the tensor of givens.
func (l *layers) lay(givens sudoku.Grid) {
	for _, sets := range [][]uint64{l.filled, l.given, l.once, l.twice, l.said, l.resaid} {
		clear(sets)
	}
	l.clues, l.totals = 0, totals{}
	for cell, v := range givens {
		if v != 0 {
			l.put(int(v)-1, cell)
			l.index[cell] = l.clues
			l.clues++
			l.laid += len(l.g.Peers(cell)) + l.n - 1
		}
	}
	for d := range l.n {
		l.cross(d)
	}
	l.shared = l.laid - (l.covered - l.twoClues)
}

// put lays the statements of one clue about the houses of its cell.
func (l *layers) put(d, cell int) {
	bit := uint64(1) << (cell % 64)
	l.filled[cell/64] |= bit
	l.layer(l.given, d)[cell/64] |= bit
	add(l.layer(l.once, d), l.layer(l.twice, d), l.peersOf(cell))
	said, resaid := l.layer(l.said, d), l.layer(l.resaid, d)
	for houses := l.houses[cell]; len(houses) > 0; houses = houses[l.words:] {
		add(said, resaid, houses[:l.words])
	}
}

// add counts the members of a set: those counted before are counted twice now.
func add(once, twice, set []uint64) {
	once, twice = once[:len(set)], twice[:len(set)]
	for w, s := range set {
		twice[w] |= once[w] & s
		once[w] |= s
	}
}

// cross lays the statements of all clues about their own cells over the layer of digit d+1, and adds up what
// the layer holds.
func (l *layers) cross(d int) {
	given, once, twice := l.layer(l.given, d), l.layer(l.once, d), l.layer(l.twice, d)
	said, resaid := l.layer(l.said, d), l.layer(l.resaid, d)
	for w, filled := range l.filled {
		others := filled &^ given[w]
		twice[w] |= once[w] & others
		once[w] |= others
		resaid[w] |= said[w] & others
		l.covered += bits.OnesCount64(once[w])
		l.twoClues += bits.OnesCount64(twice[w])
		l.repeated += bits.OnesCount64(resaid[w])
	}
}

// totals are the counts from which the closed-form metrics follow.
type totals struct {
	covered  int // Cov: places that some clue covers
	laid     int // sum of m(t): 28 a clue on the classic 9×9
	shared   int // sum of m(t) where m(t) ≥ 2: the numerator of equation 2
	repeated int // places with s(t) ≥ 2: the numerator of equation 5
	twoClues int // places with m(t) ≥ 2
}

// An edge is a set of at least two clues and the number of places that exactly these clues cover. A
// bipartition of the clues makes those places count when it splits the set.
type edge struct {
	clues  []int // increasing indexes
	weight int
}

// hypergraph is what the bipartition metrics need to know of a puzzle: n clues and the sets of clues that
// share places. Places covered by the same two clues are merged; larger sets are seldom equal.
type hypergraph struct {
	n     int
	edges []edge
}

// hypergraph collects the clues that cover each place with m(t) ≥ 2. Clues are numbered by their cells.
func (l *layers) hypergraph() *hypergraph {
	h := &hypergraph{n: l.clues, edges: make([]edge, 0, l.twoClues)}
	pairs := make([]int, l.clues*l.clues)
	members := make([]int, 0, l.laid)
	for d := range l.n {
		for w, twice := range l.layer(l.twice, d) {
			for ; twice != 0; twice &= twice - 1 {
				first := len(members)
				members = l.coverers(members, d, w*64+bits.TrailingZeros64(twice))
				if set := members[first:]; len(set) == 2 {
					pairs[set[0]*l.clues+set[1]]++
					members = members[:first]
				} else {
					h.edges = append(h.edges, edge{set[:len(set):len(set)], 1})
				}
			}
		}
	}
	for i, weight := range pairs {
		if weight > 0 {
			h.edges = append(h.edges, edge{[]int{i / l.clues, i % l.clues}, weight})
		}
	}
	return h
}

// coverers appends the indexes of the clues that cover the place of digit d+1 in a cell.
func (l *layers) coverers(to []int, d, cell int) []int {
	own, peers := l.layer(l.given, d), l.peersOf(cell)
	for w, cells := range own {
		covering := cells & peers[w]
		if w == cell/64 {
			covering |= l.filled[w] &^ cells & (1 << (cell % 64))
		}
		for ; covering != 0; covering &= covering - 1 {
			to = append(to, l.index[w*64+bits.TrailingZeros64(covering)])
		}
	}
	return to
}

// split returns the number of places that both parts of a bipartition cover: J of the paper.
func (h *hypergraph) split(inA []bool) int {
	total := 0
	for _, e := range h.edges {
		for _, k := range e.clues[1:] {
			if inA[k] != inA[e.clues[0]] {
				total += e.weight
				break
			}
		}
	}
	return total
}

// places returns the number of places that at least two clues cover.
func (h *hypergraph) places() int {
	total := 0
	for _, e := range h.edges {
		total += e.weight
	}
	return total
}

// weigh returns the totals of a puzzle whose constraints are clues as its givens are. What a clue covers are the places
// that propagation strikes if the clue stands alone in the grid: those of a given are the same as in its layer and
// about its cell. It returns false if a clue alone has no solution.
func (g *Grader) weigh(p *sudoku.Puzzle) (t totals, ok bool) {
	if g.engine == nil || g.engine.Geometry() != p.Geometry() {
		g.engine = search.New(p.Geometry())
	}
	covers := make([]int, p.Geometry().Cells()*p.Geometry().N()) // by place: how many clues cover it
	for cell, v := range p.Givens() {
		if v != 0 {
			alone := make(sudoku.Grid, len(p.Givens()))
			alone[cell] = v
			if !g.lay(sudoku.MustPuzzle(p.Geometry(), alone), covers) {
				return t, false
			}
		}
	}
	texts := p.ConstraintTexts()
	for i := range texts {
		var of []clause.Clause
		for _, c := range p.Clauses() {
			if c.Constraint == i {
				of = append(of, c)
			}
		}
		alone, err := sudoku.NewPuzzle(p.Geometry(), nil, sudoku.Received(texts, of))
		if err != nil || !g.lay(alone, covers) {
			return t, false
		}
	}
	for _, m := range covers {
		t.laid += m
		if m > 0 {
			t.covered++
		}
		if m > 1 {
			t.shared, t.twoClues = t.shared+m, t.twoClues+1
		}
	}
	return t, t.covered > 0
}

// lay counts the places that a puzzle of one clue covers.
func (g *Grader) lay(alone *sudoku.Puzzle, covers []int) bool {
	if !g.engine.Load(alone) || !g.engine.Propagate() {
		return false
	}
	n := alone.Geometry().N()
	for cell := range alone.Givens() {
		for d := range (sudoku.AllDigits(n) &^ g.engine.Candidates(cell)).All {
			covers[cell*n+d-1]++
		}
	}
	return true
}
