package search

import (
	"encoding/binary"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// family is the sets of digits that some cells can hold together if they differ: those with a sum in a range, or those
// of which any two go together, as the runs of a renban line.
type family struct {
	size  int // digits of each set
	sets  []uint64
	steps int // that making them took
}

// mostSets is how many sets a family may have, and mostSteps how many steps making them may take; cells that need more are
// left to other propagators.
const mostSets, mostSteps = 1 << 12, 1 << 16

// mostFamilies is how many families an engine keeps for puzzles to come.
const mostFamilies = 1 << 10

// family returns the sets of so many of the digits 1 … n that step accepts, which goes from a state, first 0, and the digits
// so far to the next state by a greater digit, and whose last state is an end; nil if they are too many. Families are made
// once for all puzzles of the engine and kept under a key.
func (e *Engine) family(key any, size int, step func(state int, begun uint64, d int) (int, bool), end func(int) bool) *family {
	if f, known := e.families[key]; known {
		return f
	}
	if len(e.families) == mostFamilies {
		clear(e.families)
	}
	f, full := &family{size: size}, true
	var add func(state, next int, begun uint64)
	add = func(state, next int, begun uint64) {
		f.steps++
		open := size - bits.OnesCount64(begun)
		if open == 0 && end(state) {
			f.sets = append(f.sets, begun)
		}
		full = full && f.steps <= mostSteps && len(f.sets) <= mostSets
		for d := next; full && open > 0 && d+open <= e.frame.n; d++ {
			if to, ok := step(state, begun, d); ok {
				add(to, d+1, begun|1<<d)
			}
		}
	}
	add(0, 0, 0)
	if e.spend(16 * f.steps); !full {
		f = nil
	}
	e.families[key] = f
	return f
}

// summing returns the sets with a sum in total.
func (e *Engine) summing(size int, total []clause.Range) *family {
	key, n := []byte{byte(size)}, e.frame.n
	for _, r := range total {
		key = binary.AppendVarint(binary.AppendVarint(key, int64(r.Low)), int64(r.High))
	}
	return e.family(string(key), size, func(sum int, begun uint64, d int) (int, bool) {
		open := size - bits.OnesCount64(begun)
		return sum + d + 1, within(total, sum+open*(2*d+open+1)/2, sum+open*(2*n-open+1)/2)
	}, func(sum int) bool { return within(total, sum, sum) })
}

// related returns the sets any two digits of which are in relation.
func (e *Engine) related(size int, r *clause.Relation) *family {
	return e.family(related{r, size}, size, func(_ int, begun uint64, d int) (int, bool) {
		return 0, begun&^uint64(r.There[d]) == 0
	}, func(int) bool { return true })
}

type related struct {
	relation *clause.Relation
	size     int
}

// accepted returns the sets that an automaton accepts if it accepts each in any order; else nil.
func (k *compiler) accepted(a *clause.Automaton, size int) *family {
	key := unrolled{a, size, true}
	if _, known := k.e.families[key]; !known && k.unordered(a, 0, 1<<k.n-1) == nil {
		k.e.families[key] = nil
	}
	return k.e.family(key, size, func(s int, _ uint64, d int) (int, bool) {
		to := a.Next(int32(s), d+1)
		return int(to), to >= 0
	}, func(s int) bool { return a.Accepts(int32(s)) })
}

// lacks[j] is the truth table of "digit j is not in the set" for sets of up to six digits: bit i stands for set i.
var lacks = [6]uint64{0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff,
	0x00000000ffffffff}

// mostMatched is up to how many cells match is exact; so many digits have 64 sets.
const mostMatched = 6

// match adds to kept what the digits of one set can do in cells, each digit in one of them, and reports whether they can
// at all. It fills the cells in order: forth[i] are the parts of the set that the first i cells can hold, back those that
// the others can complete.
func match(set uint64, cand, kept []uint64) bool {
	var local, forth [mostMatched + 1]uint64
	var digit [mostMatched]uint64
	k := len(cand)
	for j, rest := 0, set; rest != 0; j, rest = j+1, rest&(rest-1) {
		digit[j] = rest & -rest
		for i, c := range cand {
			if c&digit[j] != 0 {
				local[i] |= 1 << j
			}
		}
	}
	forth[0] = 1
	for i := range k {
		for l := local[i]; l != 0; l &= l - 1 {
			j := bits.TrailingZeros64(l)
			forth[i+1] |= forth[i] & lacks[j] << (1 << j)
		}
	}
	if forth[k] == 0 {
		return false
	}
	back := forth[k]
	for i := k - 1; i >= 0; i-- {
		before := uint64(0)
		for l := local[i]; l != 0; l &= l - 1 {
			j := bits.TrailingZeros64(l)
			if with := back >> (1 << j) & lacks[j] & forth[i]; with != 0 {
				before |= with
				kept[i] |= digit[j]
			}
		}
		back = before
	}
	return true
}
