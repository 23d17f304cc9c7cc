package evolve

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// unit is a gene: one house of the family with the permutations that its candidates allow, stored as a
// graph. A state is the set of digits given to the first cells; an edge gives the next cell one digit. The
// paths from the first state (no digit) to the last (all) are the permutations. States from which the last
// cannot be reached are left out.
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

// compile numbers the states from the last layer back, keeps those that lead to the end, and turns the
// numbers round so that every edge leads to a greater one.
func (u *unit) compile(cand []sudoku.Digits, filled sudoku.Digits, layers [][]sudoku.Digits) {
	numbered := map[sudoku.Digits]int32{}
	paths := []float64{}
	var leaving [][]edge
	for _, s := range layers[len(layers)-1] {
		numbered[s] = int32(len(leaving))
		leaving, paths = append(leaving, nil), append(paths, 1)
	}
	u.listChoices(cand)
	from := len(u.choices)
	for i := len(u.cells) - 1; i >= 0; i-- {
		c := u.cells[i]
		from -= cand[c].Len()
		for _, s := range layers[i] {
			edges, count := follow(s, cand[c], int32(from), numbered, paths)
			if count > 0 {
				numbered[s] = int32(len(leaving))
				leaving, paths = append(leaving, edges), append(paths, count)
			}
		}
	}
	start, ok := numbered[filled]
	if !ok {
		return
	}
	u.permutations = paths[start]
	u.flatten(leaving, paths)
}

func (u *unit) listChoices(cand []sudoku.Digits) {
	for _, c := range u.cells {
		for d := range cand[c].All {
			u.choices = append(u.choices, choice{c, uint8(d)})
		}
	}
}

// follow returns the edges of state s that give the next cell a digit and lead to a numbered state.
func follow(
	s, cand sudoku.Digits, from int32, numbered map[sudoku.Digits]int32, paths []float64,
) (edges []edge, count float64) {
	for rest := cand &^ s; rest != 0; rest &= rest - 1 {
		digit := rest & -rest
		if to, ok := numbered[s|digit]; ok {
			edges = append(edges, edge{from + int32(bits.OnesCount64(uint64(cand&(digit-1)))), to})
			count += paths[to]
		}
	}
	return edges, count
}

func (u *unit) flatten(leaving [][]edge, paths []float64) {
	last := int32(len(leaving) - 1)
	for s := last; s >= 0; s-- {
		u.first = append(u.first, int32(len(u.edges)))
		u.ways = append(u.ways, paths[s])
		for _, e := range leaving[s] {
			u.edges = append(u.edges, edge{e.choice, last - e.to})
		}
	}
	u.first = append(u.first, int32(len(u.edges)))
}
