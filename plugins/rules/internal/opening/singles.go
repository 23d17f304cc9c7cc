package opening

// singles places last cells and hidden singles until there are none, and reports false if two of them clash.
func (o *Opening) singles() bool {
	for o.Left > 0 {
		placed, ok := o.someSingles()
		if !ok {
			return false
		}
		if !placed {
			break
		}
	}
	if o.noted>>lastCell&1 == 0 && complete(o.filled)&^complete(o.start) != 0 {
		o.note(lastCell) // whoever completes a house comes to its last cell
	}
	return true
}

// someSingles places some of the easiest singles, or any once all kinds of hidden singles have been used.
func (o *Opening) someSingles() (placed, ok bool) {
	if o.noted>>hiddenInBox&1 == 1 && o.noted>>hiddenInLine&1 == 1 {
		return o.placeAlone(plane.alone)
	}
	if placed, ok = o.lastCells(); placed || !ok {
		return placed, ok
	}
	if placed, ok = o.placeAlone(plane.aloneInBox); placed || !ok {
		o.note(hiddenInBox)
		return placed, ok
	}
	return o.firstInLine()
}

// placeAlone places the digits that are alone in a house, digit by digit; alone finds the cells of one among its places.
func (o *Opening) placeAlone(alone func(places plane) plane) (placed, ok bool) {
	for v := range o.open {
		for p := o.places(v); !p.isEmpty(); p = o.places(v) {
			cells := alone(p)
			if cells.isEmpty() {
				break
			}
			if !o.place(v, cells) {
				return false, false
			}
			placed = true
		}
	}
	return placed, true
}

// lastCells fills houses that have one empty cell.
func (o *Opening) lastCells() (placed, ok bool) {
	last := everyCell.without(o.filled).alone()
	if last.isEmpty() {
		return false, true
	}
	o.note(lastCell)
	for v := range o.open {
		here := o.open[v].and(last)
		if !o.place(v, here) {
			return false, false
		}
		last = last.without(here)
	}
	return true, last.isEmpty()
}

// firstInLine places the first hidden single of a column, or else of a row, when no box has one.
func (o *Opening) firstInLine() (placed, ok bool) {
	line, digit := 18, 0
	for v := range o.open {
		if first := o.places(v).firstAloneLine(); first < line {
			line, digit = first, v
		}
	}
	if line == 18 {
		return false, true
	}
	o.note(hiddenInLine)
	return true, o.place(digit, o.places(digit).and(houses[9+line]))
}

// complete returns the houses of which all cells are in a plane.
func complete(p plane) uint32 {
	var set uint32
	for h := range houses {
		if p.and(houses[h]) == houses[h] {
			set |= 1 << h
		}
	}
	return set
}
