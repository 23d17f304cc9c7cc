package opening

// harder places what the easiest technique beyond hidden singles shows, and reports whether one shows something.
func (o *Opening) harder() bool {
	switch {
	case o.rungs > 2 && o.directLocked():
		return true
	case o.rungs <= 3:
		return false
	}
	o.lookAtHouses()
	return o.directPair() || o.rungs > 4 && o.nakedSingle() || o.rungs > 5 && o.directTriplet()
}

// nakedSingle fills the first cell that has one candidate.
func (o *Opening) nakedSingle() bool {
	var some, several plane
	for v := range o.open {
		p := o.places(v)
		several = several.or(some.and(p))
		some = some.or(p)
	}
	single := some.without(several)
	if single.isEmpty() {
		return false
	}
	cell := cellAt(single.first())
	o.note(nakedSingle)
	for v := range o.open {
		if here := o.places(v).and(cell); !here.isEmpty() {
			return o.place(v, here)
		}
	}
	return false
}
