package iss

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// machine is an automaton as Interactive Sudoku Solver keeps it, which may go several ways: its first states are those
// at which it starts. Written as bits, the highest first, in base64:
//
//	0 or 1 in 2 bits · bits of a state less 1 in 4 · symbols less 1 in 4 · starts · accepting states that are not starts ·
//	for each start whether it accepts · in format 0 also the bits of a count, in 4
//	format 0, for each state: a count, then symbols with the states behind them
//	format 1, for each state: a bit for each symbol, then the states behind those with a 1
type machine struct {
	starts, accepts int
	startAccepts    []bool
	next            []map[int][]int // by state and symbol, from 0
}

// mostWork bounds how many states, in all sets of them, are looked at to find the one way of a machine that goes
// several.
const mostWork = 1 << 22

var errMachine = errors.New("not an automaton")

// bitReader reads bits, the highest first. Beyond the end it reads zeros and sets past.
type bitReader struct {
	data []byte
	at   int
	past bool
}

// left returns how many bits are left.
func (r *bitReader) left() int { return 8*len(r.data) - r.at }

// read returns the next bits as a number.
func (r *bitReader) read(count int) (value int) {
	for range count {
		value <<= 1
		if r.left() <= 0 {
			r.past = true
			continue
		}
		value |= int(r.data[r.at/8]>>(7-r.at%8)) & 1
		r.at++
	}
	return value
}

// decodeMachine reads an automaton in base64.
func decodeMachine(text string) (*machine, error) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errMachine, err)
	}
	r := &bitReader{data: data}
	m := new(machine)
	format, stateBits, symbols := r.read(2), r.read(4)+1, r.read(4)+1
	m.starts, m.accepts = r.read(stateBits), r.read(stateBits)
	if format > 1 || m.starts > r.left() {
		return nil, errMachine
	}
	for range m.starts {
		m.startAccepts = append(m.startAccepts, r.read(1) == 1)
	}
	countBits, symbolBits := symbols, bits.Len(uint(symbols-1))
	if format == 0 {
		countBits = r.read(4)
	}
	for countBits > 0 && r.left() >= countBits {
		next, head := map[int][]int{}, r.read(countBits)
		for i := range symbols {
			if format == 1 && head>>i&1 == 1 {
				next[i] = append(next[i], r.read(stateBits))
			}
		}
		for i := 0; format == 0 && i < head; i++ {
			symbol := r.read(symbolBits)
			next[symbol] = append(next[symbol], r.read(stateBits))
		}
		m.next = append(m.next, next)
	}
	if r.past {
		return nil, fmt.Errorf("%w: it breaks off", errMachine)
	}
	return m, nil
}

// automaton returns the deterministic automaton over n digits of the words that m accepts if it reads its sign n before
// the places that breaks names.
func (m *machine) automaton(n int, breaks []int) (*clause.Automaton, error) {
	type state struct {
		in   string // states, two bytes each
		past int    // cells, as far as the last break
	}
	last := -1
	if len(breaks) > 0 {
		last = breaks[len(breaks)-1]
	}
	start := state{in: pack(func(yield func(int)) {
		for i := range m.starts {
			yield(i)
		}
	})}
	broken := func(s state) string {
		for _, b := range breaks {
			if b == s.past {
				s.in = m.step(s.in, n)
			}
		}
		return s.in
	}
	work := 0
	a, err := clause.Build(n, start, func(s state, digit int) (state, bool) {
		in := broken(s)
		if work += 1 + len(in)/2; work > mostWork {
			return state{}, false
		}
		in = m.step(in, digit-1)
		return state{in, min(s.past+1, last+1)}, in != ""
	}, func(s state) bool {
		return slices.ContainsFunc(unpack(broken(s)), m.accepting)
	})
	if work > mostWork {
		return nil, errors.New("an automaton that goes too many ways")
	}
	return a, err
}

// accepting reports whether a word may end in a state.
func (m *machine) accepting(state int) bool {
	if state < m.starts {
		return m.startAccepts[state]
	}
	return state < m.starts+m.accepts
}

// step returns the states behind a set of states and a symbol.
func (m *machine) step(in string, symbol int) string {
	return pack(func(yield func(int)) {
		for _, s := range unpack(in) {
			if s < len(m.next) {
				for _, to := range m.next[s][symbol] {
					yield(to)
				}
			}
		}
	})
}

// pack writes a set of states as a text, each once, in order.
func pack(states func(yield func(int))) string {
	var all []int
	states(func(s int) { all = append(all, s) })
	slices.Sort(all)
	var text []byte
	for _, s := range slices.Compact(all) {
		text = binary.BigEndian.AppendUint16(text, uint16(s))
	}
	return string(text)
}

// unpack returns the states in a text of two bytes each.
func unpack(text string) []int {
	states := make([]int, len(text)/2)
	for i := range states {
		states[i] = int(binary.BigEndian.Uint16([]byte(text[2*i:])))
	}
	return states
}

// encodeMachine writes an automaton in format 1.
func encodeMachine(a *clause.Automaton) string {
	order := []int{0} // the start, accepting states, others
	for _, accepts := range []bool{true, false} {
		for s := 1; s < a.States(); s++ {
			if a.Accepts(int32(s)) == accepts {
				order = append(order, s)
			}
		}
	}
	number := make([]int, len(order))
	accepting := 0
	for i, s := range order {
		number[s] = i
		if i > 0 && a.Accepts(int32(s)) {
			accepting++
		}
	}
	stateBits := max(1, bits.Len(uint(len(order)-1)))
	if accepting == 1<<stateBits {
		stateBits++
	}
	w := new(bitWriter)
	w.write(1, 2)
	w.write(stateBits-1, 4)
	w.write(a.N()-1, 4)
	w.write(1, stateBits)
	w.write(accepting, stateBits)
	w.write(map[bool]int{true: 1}[a.Accepts(0)], 1)
	for _, s := range order {
		mask, targets := 0, []int(nil)
		for digit := 1; digit <= a.N(); digit++ {
			if to := a.Next(int32(s), digit); to >= 0 {
				mask |= 1 << (digit - 1)
				targets = append(targets, number[to])
			}
		}
		w.write(mask, a.N())
		for _, to := range targets {
			w.write(to, stateBits)
		}
	}
	return base64.RawURLEncoding.EncodeToString(w.data)
}

// bitWriter writes bits, the highest first.
type bitWriter struct {
	data []byte
	room int // bits of the last byte that are free
}

// write appends a number in so many bits.
func (w *bitWriter) write(value, count int) {
	for i := count - 1; i >= 0; i-- {
		if w.room == 0 {
			w.data, w.room = append(w.data, 0), 8
		}
		w.room--
		w.data[len(w.data)-1] |= byte(value >> i & 1 << w.room)
	}
}
