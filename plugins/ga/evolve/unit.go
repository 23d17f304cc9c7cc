package evolve

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// unit is a gene: one house of the family with the permutations that its candidates allow, stored as a graph. A state
// is the set of digits given to the first cells; an edge gives the next cell one digit. The paths from the first state
// (no digit) to the last (all) are the permutations. States from which the last cannot be reached are left out.
//
//	cells a{1,2} b{2,3} c{1,3}:   ∅ ─a1─ {1} ─b2─ {1,2} ─c3─ {1,2,3}
//	                              └─a2─ {2} ─b3─ {2,3} ─c1─┘
type unit struct {
	cells        []int32 // free cells, in the order of drawing
	choices      []choice
	first        []int32 // edges of state s: edges[first[s]:first[s+1]]; the last state has none
	edges        []edge
	ways         []float64       // by state: paths to the last one
	permutations float64         // how many; an upper bound if wide
	cand         []sudoku.Digits // of all cells of the grid
	taken        sudoku.Digits   // the digits of the cells that are filled
	wide         bool            // too many states for a graph
}

type choice struct {
	cell  int32
	digit uint8
}

type edge struct{ choice, to int32 }

// maxEdges bounds the graph of a unit: 11 free cells of 11 candidates still fit. A wider unit has no graph
// and is drawn in parts.
const maxEdges = 12000

// maxPermutations saves the attempt to make a graph that would be too large anyway.
const maxPermutations = 1e12

// newUnit compiles the house's cells that are not filled. A contradiction shows as permutations == 0.
func newUnit(cells []int, cand []sudoku.Digits) *unit {
	u := &unit{cand: cand}
	for _, c := range cells {
		if cand[c].Len() > 1 {
			u.cells = append(u.cells, int32(c))
		}
	}
	slices.SortStableFunc(u.cells, func(a, b int32) int { return cmp.Compare(cand[a].Len(), cand[b].Len()) })
	filled, ok := filledDigits(cells, cand)
	if !ok {
		return u
	}
	u.taken = filled
	most := bound(u.cells, cand)
	if most < maxPermutations {
		if layers, ok := u.reach(cand, filled); ok {
			u.compile(cand, filled, layers)
			return u
		}
	}
	u.wide = true
	if u.scatter(make([]uint8, len(cand)), &random{}) {
		u.permutations = most
	}
	return u
}

// filledDigits returns the digits of the cells with one candidate; ok is false when one comes twice.
func filledDigits(cells []int, cand []sudoku.Digits) (filled sudoku.Digits, ok bool) {
	for _, c := range cells {
		if cand[c].Len() == 1 {
			if filled&cand[c] != 0 {
				return 0, false
			}
			filled |= cand[c]
		}
	}
	return filled, true
}

// bound is Brègman's upper bound of the number of permutations, the product of (r!)^(1/r) over the cells
// with r candidates.
func bound(cells []int32, cand []sudoku.Digits) float64 {
	log := 0.0
	for _, c := range cells {
		r := float64(cand[c].Len())
		factorial, _ := math.Lgamma(r + 1)
		log += factorial / r
	}
	return math.Exp(log)
}

// reach lists for each number of cells given the sets of digits they can have taken, without those already filled.
func (u *unit) reach(cand []sudoku.Digits, filled sudoku.Digits) (layers [][]sudoku.Digits, ok bool) {
	layers = [][]sudoku.Digits{{filled}}
	edges := 0
	for _, c := range u.cells {
		var next []sudoku.Digits
		for _, s := range layers[len(layers)-1] {
			for rest := cand[c] &^ s; rest != 0; rest &= rest - 1 {
				next = append(next, s|rest&-rest)
			}
		}
		if edges += len(next); edges > maxEdges {
			return nil, false
		}
		slices.Sort(next)
		layers = append(layers, slices.Compact(next))
	}
	return layers, true
}

// compile keeps the states that lead to the end, numbers them from layer to layer, and lists their edges.
func (u *unit) compile(cand []sudoku.Digits, filled sudoku.Digits, layers [][]sudoku.Digits) {
	ways := map[sudoku.Digits]float64{}
	for _, last := range layers[len(u.cells)] {
		ways[last] = 1
	}
	for i := len(u.cells) - 1; i >= 0; i-- {
		for _, s := range layers[i] {
			for rest := cand[u.cells[i]] &^ s; rest != 0; rest &= rest - 1 {
				ways[s] += ways[s|rest&-rest]
			}
		}
	}
	if u.permutations = ways[filled]; u.permutations == 0 {
		return
	}
	number := map[sudoku.Digits]int32{}
	for _, s := range slices.Concat(layers...) {
		if ways[s] > 0 {
			number[s] = int32(len(u.ways))
			u.ways = append(u.ways, ways[s])
		}
	}
	for i, c := range u.cells {
		for _, s := range layers[i] {
			if ways[s] > 0 {
				u.first = append(u.first, int32(len(u.edges)))
			}
			for rest := cand[c] &^ s; rest != 0; rest &= rest - 1 {
				digit := rest & -rest
				if to, ok := number[s|digit]; ok {
					among := bits.OnesCount64(uint64(cand[c] & (digit - 1)))
					u.edges = append(u.edges, edge{int32(len(u.choices) + among), to})
				}
			}
		}
		for d := range cand[c].All {
			u.choices = append(u.choices, choice{c, uint8(d)})
		}
	}
	u.first = append(u.first, int32(len(u.edges)), int32(len(u.edges)))
}

// blind gives a unit a random permutation whatever stands elsewhere: each equally probable, unless the unit is wide.
func (u *unit) blind(values []uint8, rnd *random) {
	if u.wide {
		u.scatter(values, rnd)
		return
	}
	state := int32(0)
	for range u.cells {
		left := rnd.float() * u.ways[state]
		for _, e := range u.edges[u.first[state]:u.first[state+1]] {
			ch := u.choices[e.choice]
			values[ch.cell] = ch.digit
			state = e.to
			if left -= u.ways[e.to]; left < 0 {
				break
			}
		}
	}
}

// scatter gives a wide unit a random permutation, by a matching of its cells in random order; not all are
// equally probable. It reports whether there is one.
func (u *unit) scatter(values []uint8, rnd *random) bool {
	for i := len(u.cells) - 1; i > 0; i-- {
		j := rnd.below(i + 1)
		u.cells[i], u.cells[j] = u.cells[j], u.cells[i]
	}
	local := make([]sudoku.Digits, len(u.cells))
	for i, c := range u.cells {
		local[i] = u.cand[c] &^ u.taken
	}
	m := matcher{avoid: sudoku.Digits(rnd.next())}
	if !m.match(local) {
		return false
	}
	for i, c := range u.cells {
		values[c] = m.digit[i]
	}
	return true
}

// blindGrid fills a grid with random genes around the filled cells.
func (q *problem) blindGrid(values []uint8, rnd *random) {
	copy(values, q.filled)
	for _, u := range q.units {
		u.blind(values, rnd)
	}
}
