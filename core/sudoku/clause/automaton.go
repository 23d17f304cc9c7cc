package clause

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MaxStates is how many states an automaton may have. The search keeps a set of states for each cell, so more would
// take its time and memory.
const MaxStates = 4096

var errTooMany = fmt.Errorf("an automaton of more than %d states", MaxStates)

// most is how many states are looked at while an automaton is built, before equal ones are joined.
const most = 1 << 15

// Automaton is a deterministic one over the digits 1 … n, state 0 being its start. It is minimal, and its states are
// numbered breadth first by increasing digits: equal languages are equal tables, and one pointer, unless very many
// others were made between.
type Automaton struct {
	n       int
	next    []int32 // by state and digit: state·n + d-1; -1 rejects
	accepts []bool  // by state
}

// N returns how many digits the automaton reads. All clauses of a puzzle have the N of its geometry.
func (a *Automaton) N() int { return a.n }

// States returns how many states the automaton has, at least one. State 0 is the start.
func (a *Automaton) States() int { return len(a.accepts) }

// Next returns the state behind a digit, -1 if no word that goes on so is accepted.
func (a *Automaton) Next(state int32, digit int) int32 {
	return a.next[int(state)*a.n+digit-1]
}

// Accepts reports whether a word may end in a state.
func (a *Automaton) Accepts(state int32) bool { return a.accepts[state] }

var (
	automata kept[Automaton]
	built    kept[cached]
)

// cached is an automaton and what building it took.
type cached struct {
	*Automaton
	cost int
}

// Cached returns the automaton that was last built under a key, and what building it took; it builds it if there is
// none.
func Cached(key string, make func() (a *Automaton, cost int, err error)) (a *Automaton, cost int, err error) {
	known := built.get(key)
	if known == nil {
		if a, cost, err = make(); err != nil {
			return nil, 0, err
		}
		known = built.only(key, &cached{a, cost}, len(a.next))
	}
	return known.Automaton, known.cost, nil
}

// Build makes the automaton of the words of digits 1 … n along which step leads from start to a state that accepts;
// step returns false where no word goes on. States must be finitely many, or the automaton has too many.
func Build[S comparable](n int, start S, step func(s S, digit int) (S, bool), accepts func(S) bool) (*Automaton,
	error) {
	return build(n, most, start, step, accepts)
}

// build is Build with at most limit states before equal ones are joined.
func build[S comparable](n, limit int, start S, step func(s S, digit int) (S, bool), accepts func(S) bool) (*Automaton,
	error) {
	number := map[S]int32{start: 0}
	states := []S{start}
	var next []int32
	var accepting []bool
	for i := 0; i < len(states); i++ {
		accepting = append(accepting, accepts(states[i]))
		for d := 1; d <= n; d++ {
			to, ok := step(states[i], d)
			if !ok {
				next = append(next, -1)
				continue
			}
			k, known := number[to]
			if !known {
				if k = int32(len(states)); int(k) == limit {
					return nil, errTooMany
				}
				number[to] = k
				states = append(states, to)
			}
			next = append(next, k)
		}
	}
	return minimal(n, next, accepting)
}

// NewAutomaton makes an automaton of a table, next[state][digit-1], -1 where a word is rejected, and of its accepting
// states.
func NewAutomaton(n int, next [][]int, accepting []int) (*Automaton, error) {
	if len(next) == 0 || len(next) > MaxStates {
		return nil, fmt.Errorf("an automaton of %d states; 1 to %d are allowed", len(next), MaxStates)
	}
	flat, accepts := make([]int32, 0, len(next)*n), make([]bool, len(next))
	for s, row := range next {
		if len(row) != n {
			return nil, fmt.Errorf("state %d of an automaton has %d digits instead of %d", s, len(row), n)
		}
		for _, to := range row {
			if to < -1 || to >= len(next) {
				return nil, fmt.Errorf("state %d of an automaton leads to state %d of %d", s, to, len(next))
			}
			flat = append(flat, int32(to))
		}
	}
	for _, s := range accepting {
		if s < 0 || s >= len(next) {
			return nil, fmt.Errorf("accepting state %d of %d", s, len(next))
		}
		accepts[s] = true
	}
	return minimal(n, flat, accepts)
}

// ReadAutomaton makes an automaton of the table of another one: next by state and digit, -1 where a word is rejected.
// States must be numbered breadth first by increasing digits. That it is minimal is not checked.
func ReadAutomaton(n int, next []int32, accepts []bool) (*Automaton, error) {
	states := len(accepts)
	if n < 1 || states == 0 || states > MaxStates || len(next) != states*n {
		return nil, fmt.Errorf("an automaton of %d states with %d steps for %d digits; 1 to %d states are allowed", states,
			len(next), n, MaxStates)
	}
	last := int32(0) // the last state that a step has led to
	for i, to := range next {
		if int32(i/n) > last || to < -1 || to > last+1 || int(to) >= states {
			return nil, fmt.Errorf("state %d of an automaton of %d states: their numbers are not breadth first", i/n, states)
		}
		last = max(last, to)
	}
	a := &Automaton{n: n, next: next, accepts: accepts}
	return automata.only(strconv.Itoa(n)+" "+a.Text(), a, len(a.next)), nil
}

// minimal joins the states from which the same words are accepted, drops those from which none is, and numbers the rest
// breadth first. It refines classes of states until none splits (Moore), beginning with the lengths of shortest
// accepted words, which tells states in a row apart at once instead of one in a round.
func minimal(n int, next []int32, accepts []bool) (*Automaton, error) {
	class := live(n, next, accepts) // of each state
	for classes := 0; ; {
		seen := map[string]int32{}
		refined := make([]int32, len(class))
		key := make([]byte, 4*(n+1))
		for s := range class {
			binary.LittleEndian.PutUint32(key, uint32(class[s]))
			for d, to := range next[s*n : (s+1)*n] {
				c := int32(-1)
				if to >= 0 {
					c = class[to]
				}
				binary.LittleEndian.PutUint32(key[4*d+4:], uint32(c))
			}
			k, ok := seen[string(key)]
			if !ok {
				k = int32(len(seen))
				seen[string(key)] = k
			}
			refined[s] = k
		}
		class = refined
		if len(seen) == classes {
			break
		}
		classes = len(seen)
	}
	return numbered(n, next, accepts, class)
}

// live turns steps to states from which no word is accepted into steps that reject. It returns how many steps each
// state is from one that accepts, -1 if none is reached.
func live(n int, next []int32, accepts []bool) []int32 {
	from := make([][]int32, len(accepts))
	for i, to := range next {
		if to >= 0 {
			from[to] = append(from[to], int32(i/n))
		}
	}
	steps := slices.Repeat([]int32{-1}, len(accepts))
	var queue []int32
	for s, a := range accepts {
		if a {
			steps[s], queue = 0, append(queue, int32(s))
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, f := range from[queue[i]] {
			if steps[f] < 0 {
				steps[f], queue = steps[queue[i]]+1, append(queue, f)
			}
		}
	}
	for i, to := range next {
		if to >= 0 && steps[to] < 0 {
			next[i] = -1
		}
	}
	return steps
}

// numbered makes the automaton whose states are the classes of states that can be reached.
func numbered(n int, next []int32, accepts []bool, class []int32) (*Automaton, error) {
	a := &Automaton{n: n}
	number, states := map[int32]int32{class[0]: 0}, []int32{0}
	for i := 0; i < len(states); i++ {
		s := states[i]
		a.accepts = append(a.accepts, accepts[s])
		for _, to := range next[int(s)*n : (int(s)+1)*n] {
			if to < 0 {
				a.next = append(a.next, -1)
				continue
			}
			k, ok := number[class[to]]
			if !ok {
				k = int32(len(states))
				number[class[to]] = k
				states = append(states, to)
			}
			a.next = append(a.next, k)
		}
	}
	if len(states) > MaxStates {
		return nil, errTooMany
	}
	return automata.only(strconv.Itoa(n)+" "+a.Text(), a, len(a.next)), nil
}

// letters stand for digits in the text of an automaton: a for 1, b for 2, …
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"

// Text writes the automaton for ParseAutomaton, equal for equal ones: its states parted by "_", a "Z" in front of
// accepting states, then digits as letters and the number of the next state. "a0b1_Zab1" accepts words of 1 and 2 with
// a 2 in them.
func (a *Automaton) Text() string {
	if len(a.accepts) == 1 && !a.accepts[0] && slices.Max(a.next) < 0 {
		return "_" // nothing is accepted; no text is empty
	}
	var text []byte
	for s, accepts := range a.accepts {
		if s > 0 {
			text = append(text, '_')
		}
		if accepts {
			text = append(text, 'Z')
		}
		next := a.next[s*a.n : (s+1)*a.n]
		for d, to := range next {
			if to < 0 || slices.Contains(next[:d], to) {
				continue
			}
			for e := d; e < a.n; e++ {
				if next[e] == to {
					text = append(text, letters[e])
				}
			}
			text = strconv.AppendInt(text, int64(to), 10)
		}
	}
	return string(text)
}

// ParseAutomaton reads what Text wrote, for n digits; the automaton need not be minimal.
func ParseAutomaton(n int, text string) (*Automaton, error) {
	states := strings.Split(text, "_")
	table := make([][]int, len(states))
	if len(table) > MaxStates {
		return nil, errTooMany
	}
	var accepting []int
	for s, state := range states {
		rest, accepts := strings.CutPrefix(state, "Z")
		if accepts {
			accepting = append(accepting, s)
		}
		table[s] = slices.Repeat([]int{-1}, n)
		for rest != "" {
			digits := rest[:len(rest)-len(strings.TrimLeft(rest, letters))]
			number := rest[len(digits):]
			number = number[:len(number)-len(strings.TrimLeft(number, "0123456789"))]
			to, err := strconv.Atoi(number)
			if digits == "" || err != nil {
				return nil, fmt.Errorf("state %d of an automaton: %q instead of digits as letters and a state", s, rest)
			}
			for _, letter := range []byte(digits) {
				d := strings.IndexByte(letters[:n], letter)
				if d < 0 || table[s][d] >= 0 {
					return nil, fmt.Errorf("state %d of an automaton: %q stands for no digit, or comes twice", s, letter)
				}
				table[s][d] = to
			}
			rest = rest[len(digits)+len(number):]
		}
	}
	return NewAutomaton(n, table, accepting)
}
