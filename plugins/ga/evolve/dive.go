package evolve

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// dive fills a grid by naked and hidden singles from one choice to the next until it is full or contradictory.
type dive struct {
	*layout
	cand   []sudoku.Digits
	values []uint8 // 0 where nothing has been put
	queue  []int32 // cells with one candidate that are not put yet
}

func newDive(l *layout, cand []sudoku.Digits) *dive {
	d := &dive{layout: l, cand: append([]sudoku.Digits(nil), cand...), values: make([]uint8, l.cells)}
	for c, s := range cand {
		if s.Len() == 1 {
			d.queue = append(d.queue, int32(c))
		}
	}
	return d
}

// begin sets the state to that of another dive.
func (d *dive) begin(from *dive) {
	copy(d.cand, from.cand)
	copy(d.values, from.values)
	d.queue = d.queue[:0]
}

// choose leaves a cell one candidate and follows the singles; false is a contradiction.
func (d *dive) choose(cell int32, digit int) bool {
	d.cand[cell] = sudoku.DigitSet(digit)
	d.queue = append(d.queue, cell)
	return d.settle()
}

// settle puts singles until there are none; false is a contradiction.
func (d *dive) settle() bool {
	for {
		for len(d.queue) > 0 {
			cell := d.queue[len(d.queue)-1]
			d.queue = d.queue[:len(d.queue)-1]
			if !d.put(cell) {
				return false
			}
		}
		if !d.hidden() {
			return false
		}
		if len(d.queue) == 0 {
			return true
		}
	}
}

// put fills a cell with its only candidate and takes that from its peers.
func (d *dive) put(cell int32) bool {
	digit := d.cand[cell]
	d.values[cell] = uint8(digit.Min())
	for _, p := range d.geometry.Peers(int(cell)) {
		before := d.cand[p]
		if before&digit == 0 {
			continue
		}
		after := before &^ digit
		if after == 0 {
			return false
		}
		d.cand[p] = after
		if after&(after-1) == 0 {
			d.queue = append(d.queue, int32(p))
		}
	}
	return true
}

// hidden queues the cells that alone can hold a digit of a house; false when a digit has no place left.
func (d *dive) hidden() bool {
	all := sudoku.AllDigits(d.n)
	for h := range d.houses {
		cells := d.houses[h].Cells
		if len(cells) != d.n {
			continue
		}
		var once, twice, single sudoku.Digits
		for _, c := range cells {
			s := d.cand[c]
			twice |= once & s
			once |= s
			if s&(s-1) == 0 {
				single |= s
			}
		}
		if once != all {
			return false
		}
		if hidden := once &^ twice &^ single; hidden != 0 && !d.queueHidden(cells, hidden) {
			return false
		}
	}
	return true
}

// queueHidden narrows the cells to the hidden singles that they hold; false when a cell would have to hold two.
func (d *dive) queueHidden(cells []int, hidden sudoku.Digits) bool {
	for _, c := range cells {
		s := d.cand[c] & hidden
		if s == 0 || d.cand[c] == s {
			continue
		}
		if s&(s-1) != 0 {
			return false
		}
		d.cand[c] = s
		d.queue = append(d.queue, int32(c))
	}
	return true
}
