package opening

import "math/bits"

// lookAtHouses finds the slots of each digit in each house, and which digits have few.
func (o *Opening) lookAtHouses() {
	clear(o.few[:])
	for v := range o.open {
		p := o.places(v)
		upper, middle, lower := uint32(p.upper), uint32(p.upper>>32), uint32(p.lower)
		for i, band := range [3]uint32{upper, middle, lower} {
			o.see(3*i, v, band&7|band>>6&0o70|band>>12&0o700)
			o.see(3*i+1, v, band>>3&7|band>>9&0o70|band>>15&0o700)
			o.see(3*i+2, v, band>>6&7|band>>12&0o70|band>>18&0o700)
			o.see(18+3*i, v, band&0o777)
			o.see(18+3*i+1, v, band>>9&0o777)
			o.see(18+3*i+2, v, band>>18&0o777)
		}
		for column := range 9 {
			// The rows of each band are nine bits apart and should be one.
			m := upper>>column&0x40201 | middle>>column&0x40201<<3 | lower>>column&0x40201<<6
			o.see(9+column, v, (m|m>>8|m>>16)&0o777)
		}
	}
}

// see notes the slots of a digit in a house.
func (o *Opening) see(h, v int, slots uint32) {
	o.slots[h][v] = slots
	afterTwo := slots & (slots - 1)
	afterTwo &= afterTwo - 1
	afterThree := afterTwo & (afterTwo - 1)
	some := (slots + 511) >> 9 // one or none
	two, three := some&^((afterTwo+511)>>9), some&^((afterThree+511)>>9)
	o.few[h] |= (two | three<<16) << v
}

// directPair finds two digits that have two slots of a house between them and leave one slot there to another digit. Here and
// in directTriplet the highest digit decides which set comes first, as in board.Pick.
func (o *Opening) directPair() bool {
	for h := range o.slots {
		slots := &o.slots[h]
		two := o.few[h] & 0o777
		for high := two; high != 0; high &= high - 1 {
			bit := high & -high
			pair := slots[bits.TrailingZeros32(high)%9]
			for low := two & (bit - 1); low != 0; low &= low - 1 {
				if slots[bits.TrailingZeros32(low)%9] == pair && o.placeBeside(bit|low&-low, pair, h, directPair) {
					return true
				}
			}
		}
	}
	return false
}

// directTriplet finds three digits that have three slots of a house between them and leave one slot there to another digit.
func (o *Opening) directTriplet() bool {
	for h := range o.slots {
		slots := &o.slots[h]
		few := o.few[h] >> 16
		for high := few; high != 0; high &= high - 1 {
			first := high & -high
			for middle := few & (first - 1); middle != 0; middle &= middle - 1 {
				second := middle & -middle
				two := slots[bits.TrailingZeros32(high)%9] | slots[bits.TrailingZeros32(middle)%9]
				if !upToThree(two) {
					continue
				}
				for low := few & (second - 1); low != 0; low &= low - 1 {
					three := two | slots[bits.TrailingZeros32(low)%9]
					if upToThree(three) && o.placeBeside(first|second|low&-low, three, h, directTriplet) {
						return true
					}
				}
			}
		}
	}
	return false
}

// upToThree reports whether a set has at most three members.
func upToThree(set uint32) bool {
	set &= set - 1
	set &= set - 1
	return set&(set-1) == 0
}

// placeBeside places the first digit, other than those of a set, that has one place left in a house beside the set's slots.
func (o *Opening) placeBeside(set, slots uint32, h int, t Technique) bool {
	for v, m := range o.slots[h] {
		rest := m &^ slots
		if set>>v&1 == 1 || rest == 0 || rest&(rest-1) != 0 {
			continue
		}
		o.note(t)
		return o.place(v, o.places(v).and(cellOf(h, bits.TrailingZeros32(rest))))
	}
	return false
}

// cellOf returns the cell at a slot of a house.
func cellOf(h, slot int) plane {
	c := 9*(h%9) + slot // of a row
	switch h / 9 {
	case 0:
		c = h/3*27 + h%3*3 + slot/3*9 + slot%3
	case 1:
		c = 9*slot + h - 9
	}
	return cellAt(int(positions[c]))
}
