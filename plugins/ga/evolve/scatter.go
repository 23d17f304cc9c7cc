package evolve

import "github.com/sudokuctl/sudokuctl/core/sudoku"

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
	rnd.shuffleCells(u.cells)
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
