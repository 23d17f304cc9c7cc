package beyond

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// leaves is a technique that strikes what a part leaves its cells no more, one part at a time.
type leaves struct {
	*view
	name   string
	rating float64
	fits   func(p *part, empty int) bool // whether it reads a part with so many empty cells
}

// makeLeaves makes a technique that reads single constraints which fit.
func makeLeaves(name string, rating float64, fits func(p *part, empty int) bool) board.Maker {
	return func(p *board.Position) board.Technique { return &leaves{viewOf(p), name, rating, fits} }
}

// The techniques that read one part. Each strikes from the cells of a part what no way of filling the part has there. A
// way is digits for all cells, of those left to each, with which the part holds; cells of a sum that see each other
// differ, if they are read one after the other.
var (
	// LastOfSum (1.5) reads a sum with one empty cell.
	LastOfSum = makeLeaves("last_of_sum", 1.5, func(p *part, empty int) bool { return p.sort <= sum && empty == 1 })
	// CageSets (2.3) reads cells that all differ and have a sum.
	CageSets = makeLeaves("cage_sets", 2.3, func(p *part, empty int) bool { return p.sort == cage && empty > 1 })
	// Bounds (2.4) reads other sums, with cells that may be equal or weigh otherwise, and lines along which digits
	// rise.
	Bounds = makeLeaves("bounds", 2.4, func(p *part, empty int) bool { return p.sort == sum && empty > 1 || p.sort == order })
	// LineDigits (2.8) reads all other lines, relations of cells, counts and choices.
	LineDigits = makeLeaves("line_digits", 2.8, func(p *part, _ int) bool { return p.sort == line })
)

// Innie (2.6; 3.4) reads a sum of cells that follows from houses and cages in them, if one cell is empty, or else two
// or three.
func Innie(several bool) board.Maker { return makeRemains("innie", innie, several) }

// Outie (2.6; 3.4) does so if cells are outside the houses.
func Outie(several bool) board.Maker { return makeRemains("outie", outie, several) }

// makeRemains makes the technique of one cell, or several, that houses and cages leave over.
func makeRemains(name string, s sort, several bool) board.Maker {
	if several {
		return makeLeaves(name+"s", 3.4, func(p *part, empty int) bool {
			return p.sort == s && empty > 1 && empty <= mostUnknown
		})
	}
	return makeLeaves(name, 2.6, func(p *part, empty int) bool { return p.sort == s && empty == 1 })
}

// Each goes through the parts in their order.
func (t *leaves) Each(done func() bool) bool {
	for _, p := range t.parts {
		empty := t.open(p.of)
		if len(empty) == 0 || !t.fits(p, len(empty)) {
			continue
		}
		a := t.read(p)
		if !a.ok {
			return false
		}
		if t.describe(p, a, empty) && done() {
			return true
		}
	}
	return false
}

// describe fills in the hint if the part leaves less than there is: a placement if it has one empty cell with one digit
// left.
func (t *leaves) describe(p *part, a *answer, empty []int) bool {
	t.StartHint(t.name, t.rating)
	for i, c := range p.of {
		t.StrikeOnce(c, ^a.left[i])
	}
	only := a.left[slices.Index(p.of, empty[0])]
	placed := len(empty) == 1 && only&(only-1) == 0 && t.name != "line_digits"
	if len(t.Hint.Strikes) == 0 && !placed {
		return false
	}
	if p.sort == line && !t.Whole {
		t.simplify()
	}
	if placed {
		t.Hint.Strikes = t.Hint.Strikes[:0]
		t.Hint.Cell, t.Hint.Digit = empty[0], bits.TrailingZeros64(only)
	}
	t.argue(p)
	if t.Verbose {
		t.Hint.Text = t.sentence(p, a, empty)
	}
	return true
}

// mostStruck is how many cells of a long line one step strikes different digits from.
const mostStruck = 3

// simplify leaves a hint that strikes from many cells the digit that goes from most, and others that go from the same
// cells: a step that can be followed. The rest is the next step's. If all steps are wanted, nothing may be left to a
// later one.
func (t *leaves) simplify() {
	var cells [65][]int // by digit
	struck, first := map[int]bool{}, 0
	for _, m := range t.Hint.Strikes {
		struck[m.Cell] = true
		if cells[m.V] = append(cells[m.V], m.Cell); len(cells[m.V]) > len(cells[first]) {
			first = m.V
		}
	}
	if len(struck) > mostStruck {
		t.Hint.Strikes = slices.DeleteFunc(t.Hint.Strikes, func(m board.Mark) bool { return !slices.Equal(cells[m.V], cells[first]) })
	}
}

// strikeAll describes that a part does not leave its cells all candidates, if so, with a text, and reports whether done
// returned true; not ok if there is no way to fill the part.
func (v *view) strikeAll(p *part, technique string, rating float64, text func() string, done func() bool) (stop, ok bool) {
	a := v.read(p)
	if !a.ok {
		return false, false
	}
	v.StartHint(technique, rating)
	for i, c := range p.of {
		v.Hint.StrikeAll(v.Board, c, ^a.left[i])
	}
	if len(v.Hint.Strikes) == 0 {
		return false, true
	}
	v.argue(p)
	if v.Verbose {
		v.Hint.Text = text()
	}
	return done(), true
}

// argue adds what a part follows from to the hint, and its cells.
func (v *view) argue(p *part) {
	v.AddCells(p.of...)
	v.AddHouses(p.houses...)
	v.AddConstraints(p.constraints...)
}
