package clause

import (
	"encoding/binary"
	"slices"
)

// mostReversed bounds the work of reading an automaton backwards: the states of all sets of states that are looked at.
const mostReversed = 1 << 18

var reversed kept[Automaton] // one without digits stands for none

// reversed returns the automaton of the same words backwards, nil if it has more states than a or takes too much work.
// A state of it is the set of states from which the digits read so far, backwards, lead to an accepting one. No two of
// these sets are equal in what they accept, for each state of a is reached by some word (Brzozowski).
func (a *Automaton) reversed() *Automaton {
	key := string(binary.AppendUvarint(nil, uint64(a.n))) + a.Text()
	if b := reversed.get(key); b != nil {
		return b.orNone()
	}
	from := make([][]int32, len(a.next)) // by state and digit, the states that lead there
	var ends []int32
	for i, to := range a.next {
		if to >= 0 {
			back := int(to)*a.n + i%a.n
			from[back] = append(from[back], int32(i/a.n))
		}
	}
	for s, accepts := range a.accepts {
		if accepts {
			ends = append(ends, int32(s))
		}
	}
	looked := 0
	b, err := build(a.n, a.States(), packed(ends), func(set string, digit int) (string, bool) {
		var before []int32
		for s := range unpacked(set) {
			before = append(before, from[int(s)*a.n+digit-1]...)
		}
		slices.Sort(before)
		before = slices.Compact(before)
		looked += len(before)
		return packed(before), len(before) > 0 && looked <= mostReversed
	}, func(set string) bool { return len(set) >= 4 && set[:4] == packed([]int32{0}) })
	if err != nil || looked > mostReversed {
		b = &Automaton{}
	}
	return reversed.only(key, b, len(b.next)).orNone()
}

func (a *Automaton) orNone() *Automaton {
	if a.n == 0 {
		return nil
	}
	return a
}

// packed writes a sorted set of states.
func packed(states []int32) string {
	var text []byte
	for _, s := range states {
		text = binary.LittleEndian.AppendUint32(text, uint32(s))
	}
	return string(text)
}

// unpacked yields the states of a set.
func unpacked(set string) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		for i := 0; i < len(set) && yield(int32(binary.LittleEndian.Uint32([]byte(set[i:i+4])))); i += 4 {
		}
	}
}

// sorted returns the cells of a word with neighbours in order whose digits the automaton takes in either order.
func (a *Automaton) sorted(cells []int) []int {
	cells = slices.Clone(cells)
	reached, begin := []int32{0}, 0 // states before a cell; the first cell of those that may be exchanged
	for i := range cells {
		if i+1 == len(cells) || !a.commutes(reached) {
			slices.Sort(cells[begin : i+1])
			begin = i + 1
		}
		reached = a.behind(reached)
	}
	return cells
}

// behind returns the states to which a digit leads from others.
func (a *Automaton) behind(states []int32) (next []int32) {
	for _, s := range states {
		for d := 1; d <= a.n; d++ {
			if to := a.Next(s, d); to >= 0 {
				next = append(next, to)
			}
		}
	}
	slices.Sort(next)
	return slices.Compact(next)
}

// commutes reports whether two digits lead from each of the states to one state in either order.
func (a *Automaton) commutes(states []int32) bool {
	two := func(s int32, d, e int) int32 {
		if s = a.Next(s, d); s >= 0 {
			s = a.Next(s, e)
		}
		return s
	}
	for _, s := range states {
		for d := 1; d <= a.n; d++ {
			for e := d + 1; e <= a.n; e++ {
				if two(s, d, e) != two(s, e, d) {
					return false
				}
			}
		}
	}
	return true
}
