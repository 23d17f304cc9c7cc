package opening

import (
	"encoding/binary"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Ladder are the techniques, as Sudoku Explainer's ladder begins with them.
var Ladder = [...]string{"last_cell", "hidden_single", "direct_locked", "direct_hidden_pair", "naked_single", "direct_hidden_triplet"}

// Technique is a technique as steps are named, which tells hidden singles in boxes from others, and pointing from claiming.
type Technique uint8

const (
	lastCell Technique = iota
	hiddenInBox
	hiddenInLine
	directPointing
	directClaiming
	directPair
	nakedSingle
	directTriplet
	techniques
)

// Steps are the names and ratings of the techniques.
var Steps = [techniques]struct {
	Name   string
	Rating float64
}{
	lastCell: {"last_cell", 1.0}, hiddenInBox: {"hidden_single_box", 1.2}, hiddenInLine: {"hidden_single", 1.5},
	directPointing: {"direct_pointing", 1.7}, directClaiming: {"direct_claiming", 1.9}, directPair: {"direct_hidden_pair", 2.0},
	nakedSingle: {"naked_single", 2.3}, directTriplet: {"direct_hidden_triplet", 2.5},
}

// Opening plays one puzzle after the other.
type Opening struct {
	Values [81]uint8   // as in a sudoku.Grid
	Left   int         // empty cells
	Used   []Technique // what was used, in the order of first use: its first entry is the first step's
	rungs  int         // how many techniques of Ladder it may use
	noted  uint32      // the set of Used
	start  plane       // the givens' cells
	filled plane
	open   [9]plane      // where each digit is possible, and some filled cells
	slots  [27][9]uint32 // where each digit is possible in each house, when sets are looked for
	few    [27]uint32    // house → digits that have up to two slots there, and from bit 16 those that have up to three
}

// New returns an opening that uses the first so many techniques of Ladder, two at least.
func New(rungs int) *Opening { return &Opening{rungs: rungs, Used: make([]Technique, 0, techniques)} }

// Begin sets the opening to the givens of a puzzle, and reports false if they clash.
func (o *Opening) Begin(givens sudoku.Grid) bool {
	copy(o.Values[:], givens)
	o.Used, o.noted = o.Used[:0], 0
	o.start = filledCells(&o.Values)
	o.filled = o.start
	var used [16]uint32 // by digit, as in given
	for m := o.start.upper; m != 0; m &= m - 1 {
		at := bits.TrailingZeros64(m)
		used[o.Values[cells[at]%81]&15] |= given[at]
	}
	for m := o.start.lower; m != 0; m &= m - 1 {
		at := 64 + bits.TrailingZeros64(m)
		used[o.Values[cells[at&127]%81]&15] |= given[at&127]
	}
	clues := bits.OnesCount64(o.start.upper) + bits.OnesCount64(o.start.lower)
	o.Left = 81 - clues
	seats := 0
	for v := range o.open {
		free := ^used[v+1]
		seats += 27 - bits.OnesCount32(free<<5)
		columns := uint64(free>>9&fromRow) * fromColumn
		o.open[v] = plane{
			columns & (rowsOf[free&7] | rowsOf[free>>3&7]<<32) & (boxesOf[free>>18&7] | boxesOf[free>>21&7]<<32),
			columns & rowsOf[free>>6&7] & boxesOf[free>>24&7],
		}
	}
	return seats == 3*clues
}

// filledCells returns the cells that have a value, eight at a time.
func filledCells(values *[81]uint8) plane {
	var low, high uint64 // cells 0 … 63 and 64 … 80
	for i := range 8 {
		low |= filledOfEight(values[8*i:]) << (8 * i)
	}
	high = filledOfEight(values[64:]) | filledOfEight(values[72:])<<8
	if values[80] != 0 {
		high |= 1 << 16
	}
	return plane{low&0x07FFFFFF | low>>27&0x07FFFFFF<<32, (low>>54 | high<<10) & 0x07FFFFFF}
}

// filledOfEight returns which of the first eight values are not 0, for values below 128.
func filledOfEight(values []uint8) uint64 {
	some := (binary.LittleEndian.Uint64(values) + 0x7F7F7F7F7F7F7F7F) & 0x8080808080808080
	return some >> 7 * 0x0102040810204080 >> 56
}

// Play goes on until the puzzle is solved or no technique helps, and if stop is not 0 to the first step after the singles that
// is rated as high as stop. It reports false if steps clash: then the puzzle has no solution.
func (o *Opening) Play(stop float64) bool {
	for o.singles() {
		if o.Left == 0 || !o.harder() || stop > 0 && Steps[o.Used[len(o.Used)-1]].Rating >= stop {
			return true
		}
	}
	return false
}

// note notes that a technique is used.
func (o *Opening) note(t Technique) {
	if o.noted>>t&1 == 0 {
		o.noted |= 1 << t
		o.Used = append(o.Used, t)
	}
}

// places returns the places of a digit.
func (o *Opening) places(v int) plane { return o.open[v].without(o.filled) }

// place writes a digit into some cells, which are places of it, and reports false if one is a peer of another.
func (o *Opening) place(v int, where plane) bool {
	var reach plane
	for m := where.upper; m != 0; m &= m - 1 {
		reach = reach.or(o.write(v, bits.TrailingZeros64(m)))
	}
	for m := where.lower; m != 0; m &= m - 1 {
		reach = reach.or(o.write(v, 64+bits.TrailingZeros64(m)))
	}
	o.open[v] = o.open[v].without(reach)
	o.filled = o.filled.or(where)
	return where.and(reach).isEmpty()
}

// write writes a digit into the cell at a position and returns the cell's peers.
func (o *Opening) write(v, at int) plane {
	o.Values[cells[at&127]%81] = uint8(v + 1)
	o.Left--
	return peers[at&127]
}

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
