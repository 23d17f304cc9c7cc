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

// family returns the sets of so many of the digits 1 … n with a sum in total, if that is not nil, any two of which are in
// relation, if that is not nil; nil if they are too many. Families are made once for all puzzles of the engine.
func (e *Engine) family(size int, total []clause.Range, relation *clause.Relation) *family {
	key := []byte{byte(size)}
	for _, r := range total {
		key = binary.AppendVarint(binary.AppendVarint(key, int64(r.Low)), int64(r.High))
	}
	if relation != nil {
		for _, with := range relation.There {
			key = binary.BigEndian.AppendUint64(key, uint64(with))
		}
	}
	if f, known := e.families[string(key)]; known {
		return f
	}
	if len(e.families) == mostFamilies {
		clear(e.families)
	}
	f := &family{size: size}
	full := f.add(e.frame.n, 0, 0, 0, total, relation)
	if e.spend(16 * f.steps); !full {
		f = nil
	}
	e.families[string(key)] = f
	return f
}

// add adds the sets that begin with those digits, of which the least that may follow is next+1.
func (f *family) add(n, next, sum int, begun uint64, total []clause.Range, relation *clause.Relation) bool {
	if f.steps++; f.steps > mostSteps {
		return false
	}
	open := f.size - bits.OnesCount64(begun)
	if open == 0 {
		if total == nil || within(total, sum, sum) {
			f.sets = append(f.sets, begun)
		}
		return len(f.sets) <= mostSets
	}
	for d := next; d+open <= n; d++ {
		if total != nil && !within(total, sum+open*(2*d+open+1)/2, sum+open*(2*n-open+1)/2) {
			continue
		}
		if relation != nil && begun&^uint64(relation.There[d]) != 0 {
			continue
		}
		if !f.add(n, d+1, sum+d+1, begun|1<<d, total, relation) {
			return false
		}
	}
	return true
}

// accepted returns the sets of so many digits that an automaton accepts if it accepts each in any order; else nil, or if they
// are too many. They are found once for all puzzles of the engine, as the layers of a word.
func (k *compiler) accepted(a *clause.Automaton, size int) *family {
	known, key := &k.e.words.families, unrolled{a, size}
	if f, found := (*known)[key]; found {
		return f
	}
	f, full := &family{size: size}, k.unordered(a, 0, 1<<k.n-1) != nil
	var add func(state int32, begun, rest uint64)
	add = func(state int32, begun, rest uint64) {
		f.steps++
		full = full && f.steps < mostSteps && len(f.sets) <= mostSets
		switch open := size - bits.OnesCount64(begun); {
		case !full || state < 0 || bits.OnesCount64(rest) < open:
		case open > 0:
			add(after(a, state, rest), begun|rest&-rest, rest&(rest-1))
			add(state, begun, rest&(rest-1))
		case a.Accepts(state):
			f.sets = append(f.sets, begun)
		}
	}
	if add(0, 0, 1<<k.n-1); !full {
		f = nil
	}
	if *known == nil || len(*known) == mostFamilies {
		*known = map[unrolled]*family{}
	}
	(*known)[key] = f
	return f
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
