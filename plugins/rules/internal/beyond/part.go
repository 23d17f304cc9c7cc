package beyond

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// sort says what a part is, for the technique that reads it.
type sort uint8

const (
	cage  sort = iota // cells that differ and have a sum
	sum               // cells with a sum of which some may be equal, or weigh otherwise
	order             // a line along which digits rise or stay
	line              // any other line, relation, count or choice
	innie             // a sum that follows from houses, all of its cells inside them
	outie             // the same with cells outside
)

// part is what a constraint, or several with houses, ask of some cells. Read cell by cell it goes from memory to
// memory.
type part struct {
	sort
	constraints []int // numbers
	houses      []int // that it follows from
	of          []int // cells, in the order of reading
	step        func(at int, m memory, digit int) (memory, bool)
	ends        func(m memory) bool
	choice      [][]*part // instead of step: the parts of at least one list hold

	weights []int // of a sum
	total   []clause.Range
	sets    bool // the memory at the end has the digits of all cells, which differ
	mixed   bool // a sum that follows from sums whose cells weigh differently, too

	asked  []uint64 // candidates for which the answer below holds
	answer answer
}

// memory is what reading digits has come to: a sum, or a state or the last digit, and digits that were read.
type memory struct {
	sum  int
	used uint64
}

// answer is what a part leaves its cells: candidates by place in of, and the memories at the end.
type answer struct {
	left []uint64
	ends []memory
	ok   bool // there is a way to fill the cells
}

// read returns what candidates leave of a part. The answer is kept until they change.
func (p *part) read(w *sweeper, cand []uint64) *answer {
	if !slices.Equal(p.asked, cand) {
		p.asked = append(p.asked[:0], cand...)
		p.answer = p.look(w, cand)
	}
	return &p.answer
}

// look returns the digits that are in a way to fill the cells.
func (p *part) look(w *sweeper, cand []uint64) answer {
	if p.choice != nil {
		return p.choose(w, cand)
	}
	return w.sweep(cand, p.step, p.ends)
}

// choose gives each list of parts its turn. What a list leaves a cell is what each of its parts does.
func (p *part) choose(w *sweeper, cand []uint64) answer {
	a := answer{left: make([]uint64, len(cand))}
	for _, list := range p.choice {
		left, ok := slices.Clone(cand), true
		for before := []uint64(nil); ok && !slices.Equal(before, left); {
			before = slices.Clone(left)
			for _, q := range list {
				own := make([]uint64, len(q.of))
				for i, c := range q.of {
					own[i] = left[slices.Index(p.of, c)]
				}
				found := q.look(w, own)
				ok = ok && found.ok
				for i, c := range q.of {
					left[slices.Index(p.of, c)] &= found.left[i]
				}
			}
		}
		if ok {
			a.ok = true
			for i := range left {
				a.left[i] |= left[i]
			}
		}
	}
	return a
}

// supposed reports whether a part is read to follow a candidate: a constraint, or a sum of few cells that houses leave
// over.
func (p *part) supposed() bool { return p.sort < innie || len(p.of) <= mostUnknown }
