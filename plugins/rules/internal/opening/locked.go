package opening

import "math/bits"

// A find is a placement by a locked digit, and when it comes: before all that are greater.
type find struct {
	// The kind of the two houses, the first one, the second one and the digit: pointing to columns, pointing to rows, claiming
	// from columns, claiming from rows. All ones if nothing has been found.
	order uint32
	where plane
}

// directLocked finds a digit that is confined to a ninth in a box or in a line and therefore has one place left in another.
func (o *Opening) directLocked() bool {
	best := find{order: ^uint32(0)}
	for v := range o.open {
		if p := o.places(v); !p.isEmpty() {
			best.improve(v, p)
		}
	}
	if best.order == ^uint32(0) {
		return false
	}
	if best.order>>kindShift < 2 {
		o.note(directPointing)
	} else {
		o.note(directClaiming)
	}
	return o.place(int(best.order&15), best.where)
}

const (
	secondShift = 4
	firstShift  = 8
	kindShift   = 12
)

// improve looks at a digit, whose places are p.
func (f *find) improve(v int, p plane) {
	var columns, severalColumns [3]uint32 // of each band: those that have a place there, and several
	for band, m := range p.bands() {
		x, y, z := ninthsOf[m&511], ninthsOf[m>>9&511], ninthsOf[m>>18&511]
		some := x&7 | y&7<<3 | z&7<<6
		if pointing[some]|claiming[some] != 0 {
			f.inChute(chute{v: v, p: p, some: some, several: x>>3 | y>>3<<3 | z>>3<<6, line: 18 + 3*band, box: 3 * band, boxStep: 1, kind: 1})
		}
		a, b := m>>9, m>>18
		columns[band], severalColumns[band] = m|a|b, m&a|(m|a)&b
	}
	for stack := range 3 {
		by := 3 * stack
		some := turned[columns[0]>>by&7|columns[1]>>by&7<<3|columns[2]>>by&7<<6]
		if pointing[some]|claiming[some] == 0 {
			continue
		}
		several := turned[severalColumns[0]>>by&7|severalColumns[1]>>by&7<<3|severalColumns[2]>>by&7<<6]
		f.inChute(chute{v: v, p: p, some: some, several: several, line: 9 + by, box: stack, boxStep: 3})
	}
}

// chute is a digit in a chute.
type chute struct {
	v             int
	p             plane  // its places
	some, several uint16 // the ninths where it has a place, and several
	line, box     int    // the chute's first line and first box, by their places in houses
	boxStep       int    // from one box to the next
	kind          uint32 // 0 for stacks, 1 for bands
}

// inChute looks at one chute.
func (f *find) inChute(c chute) {
	for m := pointing[c.some]; m != 0; m &= m - 1 {
		line, box := ninth(m)
		order := c.kind<<kindShift | uint32(c.box+box*c.boxStep)<<firstShift | uint32(c.line+line)%9<<secondShift | uint32(c.v)
		for other := 0; other < 3 && order < f.order; other++ {
			if other != box {
				f.take(order, &c, c.some&crossedBy[other]&^linesOf[line])
			}
		}
	}
	for m := claiming[c.some]; m != 0; m &= m - 1 {
		line, box := ninth(m)
		order := (2+c.kind)<<kindShift | uint32(c.line+line)%9<<firstShift | uint32(c.box+box*c.boxStep)<<secondShift | uint32(c.v)
		for other := 0; other < 3 && order < f.order; other++ {
			if other != line {
				f.take(order, &c, c.some&linesOf[other]&^crossedBy[box])
			}
		}
	}
}

// take notes the placement that rest, the ninths of a house that are still open to the digit, shows if it is one cell.
func (f *find) take(order uint32, c *chute, rest uint16) {
	if rest == 0 || rest&(rest-1) != 0 || rest&c.several != 0 {
		return
	}
	line, box := ninth(rest)
	f.order, f.where = order, c.p.and(houses[c.line+line]).and(houses[c.box+box*c.boxStep])
}

// ninth returns the line and the box of the first of some ninths.
func ninth(m uint16) (line, box int) {
	i := bits.TrailingZeros16(m)
	return i / 3, i % 3
}
