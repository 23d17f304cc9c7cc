package cnf

import (
	"encoding/binary"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// mostSteps is how many steps from state to state an unrolled automaton may have.
const mostSteps = 1_000_000

// dead is the successor where nothing is accepted any more.
const dead = -1

// layer is what an unrolled automaton can be in between two cells. Each state has a literal, 0 if it is the only one:
// then it is the state.
type layer struct {
	lits []int32
	next [][]int // by state and digit - 1: the state of the next layer, or dead
}

// line says that an automaton accepts the digits of cells. It begins in state 0 and is asked for the state behind the
// i-th cell, false if there is none.
func (e *encoder) line(cells []int, next func(i, state, digit int) (int, bool), accepts func(state int) bool) {
	layers := e.unroll(cells, next, accepts)
	if layers == nil {
		return
	}
	if len(layers[0].lits) == 0 {
		e.add()
		return
	}
	for i := range layers {
		if len(layers[i].lits) > 1 {
			for s := range layers[i].lits {
				layers[i].lits[s] = e.fresh()
			}
		}
	}
	for i, cell := range cells {
		if e.ended() {
			return
		}
		e.forth(cell, &layers[i], &layers[i+1])
		e.back(cell, &layers[i], &layers[i+1])
	}
}

// unroll returns the layers, one more than there are cells: in each the states that can be reached and from which the
// end can be, equal ones joined. The first has one state, none if nothing is accepted. It returns nil if they are too
// many, or it is late.
func (e *encoder) unroll(cells []int, next func(i, state, digit int) (int, bool),
	accepts func(state int) bool) []layer {
	reached, steps := e.reach(cells, next)
	if e.err != nil {
		return nil
	}
	layers := make([]layer, len(cells)+1)
	class := make([]int, len(reached[len(cells)])) // of each state that is reached, its number in the layer, or dead
	for s, state := range reached[len(cells)] {
		class[s] = dead
		if accepts(state) {
			class[s], layers[len(cells)].lits = 0, make([]int32, 1)
		}
	}
	for i := len(cells) - 1; i >= 0; i-- {
		if e.ended() {
			return nil
		}
		class = layers[i].join(e.n, steps[i], class)
	}
	return layers
}

// reach returns the states behind each number of cells, and the steps between them: by state and digit - 1 the index of
// the state behind, or dead.
func (e *encoder) reach(cells []int, next func(i, state, digit int) (int, bool)) (reached, steps [][]int) {
	reached, steps = make([][]int, len(cells)+1), make([][]int, len(cells))
	reached[0] = []int{0}
	left := mostSteps
	for i, cell := range cells {
		if left -= len(reached[i]) * e.n; left < 0 {
			e.err = errTooLarge
		}
		if e.ended() {
			return nil, nil
		}
		index := map[int]int{}
		for _, state := range reached[i] {
			for d := 1; d <= e.n; d++ {
				to, ok := next(i, state, d)
				if !ok || !e.allowed[cell].Has(d) {
					steps[i] = append(steps[i], dead)
					continue
				}
				k, known := index[to]
				if !known {
					k = len(reached[i+1])
					index[to] = k
					reached[i+1] = append(reached[i+1], to)
				}
				steps[i] = append(steps[i], k)
			}
		}
	}
	return reached, steps
}

// join fills a layer with one state for each class of equal continuations. Each state has n steps, which lead to states
// of the given classes. It returns the class of each state.
func (l *layer) join(n int, steps, classes []int) []int {
	seen := map[string]int{}
	var joined []int
	key := make([]byte, 4*n)
	for from := 0; from < len(steps); from += n {
		follows := make([]int, n)
		alive := false
		for d, to := range steps[from : from+n] {
			follows[d] = dead
			if to != dead {
				follows[d] = classes[to]
			}
			alive = alive || follows[d] != dead
			binary.LittleEndian.PutUint32(key[4*d:], uint32(follows[d]))
		}
		if !alive {
			joined = append(joined, dead)
			continue
		}
		k, known := seen[string(key)]
		if !known {
			k = len(l.next)
			seen[string(key)] = k
			l.next, l.lits = append(l.next, follows), append(l.lits, 0)
		}
		joined = append(joined, k)
	}
	return joined
}

// forth says to which states the digits of a cell lead.
func (e *encoder) forth(cell int, from, to *layer) {
	for d := range e.allowed[cell].All {
		x := e.holds(cell, d)
		begin := []int32{-x} // some state from which the digit goes on
		for s, lit := range from.lits {
			switch t := from.next[s][d-1]; {
			case t == dead:
				e.add(-lit, -x)
				continue
			case to.lits[t] != 0:
				e.add(-lit, -x, to.lits[t])
			}
			begin = append(begin, lit)
		}
		if len(from.lits) > 1 {
			e.add(begin...)
		}
	}
}

// origin is a state from which some digits lead to another one.
type origin struct {
	lit    int32
	digits clause.Digits
}

// origins returns where each state of the next layer comes from.
func (l *layer) origins(states int) [][]origin {
	all := make([][]origin, states)
	for s, follows := range l.next {
		digits := map[int]clause.Digits{}
		for d, t := range follows {
			if t != dead {
				digits[t] = digits[t].With(d + 1)
			}
		}
		for _, t := range follows {
			if set := digits[t]; set != 0 {
				all[t] = append(all[t], origin{l.lits[s], set})
				delete(digits, t)
			}
		}
	}
	return all
}

// back says from which states, and by which digits of a cell, each state comes.
func (e *encoder) back(cell int, from, to *layer) {
	for t, origins := range from.origins(len(to.lits)) {
		lit := to.lits[t]
		states := []int32{-lit}
		for _, o := range origins {
			states = append(states, o.lit)
			if e.allowed[cell]&^o.digits != 0 {
				e.add(append(e.digits(cell, o.digits), -lit, -o.lit)...)
			}
		}
		if len(from.lits) == 1 {
			continue
		}
		e.add(states...)
		if lit == 0 {
			continue // where a digit may begin is said by forth
		}
		for d := range e.allowed[cell].All {
			before := []int32{-lit, -e.holds(cell, d)}
			for _, o := range origins {
				if o.digits.Has(d) {
					before = append(before, o.lit)
				}
			}
			e.add(before...)
		}
	}
}

// mostSets is how many sets of digits a sum of cells that differ is encoded by.
const mostSets = 200

// sets encodes a sum of cells that differ by the sets of digits that make it; it is false if there are too many.
func (e *encoder) sets(c *clause.Clause) bool {
	if c.Kind != clause.Sum || slices.ContainsFunc(c.Weights,
		func(w int) bool { return w != c.Weights[0] }) || !e.apart(c.Cells) {
		return false
	}
	sets, ok := e.makeUp(c)
	if !ok {
		return false
	}
	present := make([]int32, e.n+1)
	for d := 1; d <= e.n; d++ {
		present[d] = e.present(c.Cells, d)
	}
	chosen := make([]int32, len(sets))
	for i := range chosen {
		chosen[i] = e.fresh()
	}
	e.add(chosen...)
	for d := 1; d <= e.n; d++ {
		with, without := []int32{-present[d]}, []int32{present[d]}
		for i, set := range sets {
			if set.Has(d) {
				with = append(with, chosen[i])
				e.add(-chosen[i], present[d])
			} else {
				without = append(without, chosen[i])
				e.add(-chosen[i], -present[d])
			}
		}
		e.add(with...)
		e.add(without...)
	}
	return true
}

// apart reports whether cells all differ, because they are in one house or in one clause that says so.
func (e *encoder) apart(cells []int) bool {
	if sorted := slices.Sorted(slices.Values(cells)); len(slices.Compact(sorted)) < len(cells) {
		return false
	}
	holdsAll := func(all []int) bool {
		return !slices.ContainsFunc(cells, func(cell int) bool { return !slices.Contains(all, cell) })
	}
	g := e.puzzle.Geometry()
	for _, h := range g.HousesOf(cells[0]) {
		if holdsAll(g.Houses()[h].Cells) {
			return true
		}
	}
	return slices.ContainsFunc(e.differing, holdsAll)
}

// makeUp returns the sets of as many digits as a sum has cells, which are allowed in them and make it.
func (e *encoder) makeUp(c *clause.Clause) (sets []clause.Digits, ok bool) {
	var allowed clause.Digits
	for _, cell := range c.Cells {
		allowed |= e.allowed[cell]
	}
	var choose func(from, left, sum int, set clause.Digits)
	choose = func(from, left, sum int, set clause.Digits) {
		if left == 0 && slices.ContainsFunc(c.Total, func(r clause.Range) bool { return r.Low <= sum && sum <= r.High }) {
			sets = append(sets, set)
		}
		for d := from; left > 0 && d <= e.n-left+1 && len(sets) <= mostSets; d++ {
			if allowed.Has(d) {
				choose(d+1, left-1, sum+d*c.Weight(0), set.With(d))
			}
		}
	}
	choose(1, len(c.Cells), 0, 0)
	return sets, len(sets) <= mostSets
}

// present returns a literal that says whether a digit stands in one of some cells. If it does, it stands nowhere else
// in their houses.
func (e *encoder) present(cells []int, digit int) int32 {
	lit := e.fresh()
	places := []int32{-lit}
	for _, cell := range cells {
		if e.allowed[cell].Has(digit) {
			places = append(places, e.holds(cell, digit))
			e.add(-e.holds(cell, digit), lit)
		}
	}
	e.add(places...)
	for _, other := range e.puzzle.Geometry().Peers(cells[0]) {
		if e.allowed[other].Has(digit) && !slices.Contains(cells, other) && e.seesAll(other, cells) {
			e.add(-lit, -e.holds(other, digit))
		}
	}
	return lit
}

// seesAll reports whether a cell differs from all of some others by a house.
func (e *encoder) seesAll(cell int, others []int) bool {
	peers := e.puzzle.Geometry().Peers(cell)
	return !slices.ContainsFunc(others, func(other int) bool {
		_, found := slices.BinarySearch(peers, other)
		return !found
	})
}
