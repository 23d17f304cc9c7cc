package board

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Hint is what a technique has found: an optional placement, the candidates it removes, and the pattern
// behind it. One hint is reused for all steps of a puzzle, so that rating allocates nothing.
type Hint struct {
	Technique string
	Rating    float64
	Cell      int    // placed cell, -1 for none
	Digit     int    // placed digit
	Strikes   []Mark // candidates to remove
	Cells     []int  // the pattern's cells
	Houses    []int  // the pattern's houses

	Constraints []int // numbers of those that are argued from, beside houses that they make
	// Only when the engine explains:
	Text  string        // a sentence
	Links []sudoku.Link // in the order of the argument
	Sets  [][]int       // locked and almost locked sets
}

// Technique is one way to make progress on a position.
type Technique interface {
	// each describes uses of the technique in the position's hint, one at a time, and calls done after each
	// until done returns true or there are no more. It reports whether done returned true. A technique that
	// prefers one use to all others calls done for that one alone, unless the position wants all.
	Each(done func() bool) bool
}

// Mark is a candidate: digit v of a cell.
type Mark struct{ Cell, V int }

// Reset begins another hint in the memory of this one.
func (h *Hint) Reset(technique string, rating float64) {
	h.Technique, h.Rating, h.Cell, h.Digit, h.Text = technique, rating, -1, 0, ""
	h.Strikes, h.Cells, h.Houses, h.Constraints = h.Strikes[:0], h.Cells[:0], h.Houses[:0], h.Constraints[:0]
	h.Links, h.Sets = nil, nil
}

// StrikeAll adds the digits vs of a cell that are still candidates.
func (h *Hint) StrikeAll(b *Board, cell int, vs uint64) {
	for vs &= b.Cand[cell]; vs != 0; vs &= vs - 1 {
		h.Strikes = append(h.Strikes, Mark{cell, bits.TrailingZeros64(vs)})
	}
}

// StrikeSlots adds digit v at those slots of house i that have it as a candidate.
func (h *Hint) StrikeSlots(b *Board, i, v int, slots uint64) {
	for slots &= b.Places(i, v); slots != 0; slots &= slots - 1 {
		h.Strikes = append(h.Strikes, Mark{b.CellAt(i, slots), v})
	}
}

// AddSlots adds the cells at some slots of house i to the pattern.
func (h *Hint) AddSlots(b *Board, i int, slots uint64) {
	for ; slots != 0; slots &= slots - 1 {
		h.Cells = append(h.Cells, b.CellAt(i, slots))
	}
}

// Apply strikes the hint's candidates from the board, then places its digit if the cell can still hold it.
func (h *Hint) Apply(b *Board) {
	for _, m := range h.Strikes {
		b.Strike(m.Cell, m.V)
	}
	if h.Cell >= 0 && b.Can(h.Cell, h.Digit) {
		b.Place(h.Cell, h.Digit)
	}
}

// Step turns the hint into what the project's other packages know, for the board before it is applied.
func (h *Hint) Step(b *Board) sudoku.Step {
	s := sudoku.Step{Technique: h.Technique, Rating: h.Rating, Cells: slices.Clone(h.Cells), Links: h.Links,
		Sets: h.Sets, Text: h.Text}
	if h.Cell >= 0 {
		s.Place = []sudoku.Candidate{{Cell: h.Cell, Digit: h.Digit + 1}}
	}
	for _, m := range h.Strikes {
		s.Strike = append(s.Strike, sudoku.Candidate{Cell: m.Cell, Digit: m.V + 1})
	}
	s.Constraints = append(s.Constraints, h.Constraints...) // nil for none
	for _, i := range h.Houses {
		if n := b.Houses[i].Constraint; n == noConstraint {
			s.Why = append(s.Why, b.Houses[i].Name())
		} else if !slices.Contains(s.Constraints, n) {
			s.Constraints = append(s.Constraints, n)
		}
	}
	return s
}

// Say writes the sentence of a hint that removes candidates, if sentences are wanted, and appends the candidates.
func (p *Position) Say(format string, args ...any) {
	if p.Verbose {
		p.Hint.Text = p.Sentence(format, args...) + "; this removes " + p.Hint.Struck(p.Frame) + "."
	}
}

// Sentence puts names into a sentence: %c is a cell or some, %h a house or some, %d a digit or a set of digits, %s a
// text.
func (f *Frame) Sentence(format string, args ...any) string {
	parts := strings.Split(format, "%")
	text := parts[0]
	for i, part := range parts[1:] {
		switch arg := args[i].(type) {
		case string:
			text += arg
		case uint64:
			text += f.DigitNames(arg)
		case []int:
			if part[0] == 'h' {
				text += f.HouseNames(arg)
			} else {
				text += f.CellNames(arg)
			}
		case int:
			text += map[byte]func(int) string{'c': f.CellName, 'd': f.DigitName, 'h': f.HouseName}[part[0]](arg)
		}
		text += part[1:]
	}
	return text
}

// Words for sentences.

// CellName returns the name of a cell, "r1c2", for the texts of steps.
func (f *Frame) CellName(c int) string { return f.Geometry.CellName(c) }

// CellNames joins the names of cells: "r1c2, r1c3 and r4c2".
func (f *Frame) CellNames(cells []int) string {
	return list(each(cells, f.CellName))
}

// each returns the names of things.
func each[T any](things []T, name func(T) string) []string {
	names := make([]string, len(things))
	for i, t := range things {
		names[i] = name(t)
	}
	return names
}

// DigitName returns the symbol of digit v, which counts from 0 here, in the alphabet of the puzzle.
func (f *Frame) DigitName(v int) string { return f.Geometry.Alphabet().Symbol(v + 1) }

// DigitNames joins the symbols of a set of digits.
func (f *Frame) DigitNames(vs uint64) string {
	var names []string
	for ; vs != 0; vs &= vs - 1 {
		names = append(names, f.DigitName(bits.TrailingZeros64(vs)))
	}
	return list(names)
}

// HouseName returns "box 3", "column 5" and so on, and of a house that a constraint makes "the cage 15 at r1c345".
func (f *Frame) HouseName(i int) string {
	h := f.Houses[i]
	if h.Constraint != noConstraint {
		return f.ConstraintName(h.Constraint)
	}
	number := strings.TrimLeft(h.Name(), "abcdefghijklmnopqrstuvwxyz")
	return cmp.Or(kindNames[h.Kind], "house") + " " + number
}

// HouseNames joins the names of houses for a sentence: "row 1, row 4 and box 2".
func (f *Frame) HouseNames(is []int) string {
	return list(each(is, f.HouseName))
}

var kindNames = map[sudoku.HouseKind]string{sudoku.Row: "row", sudoku.Column: "column", sudoku.Box: "box",
	sudoku.Diagonal: "diagonal", sudoku.Window: "window", sudoku.Group: "group", sudoku.Line: "line",
	sudoku.Block: "block"}

// list joins words as a sentence does: "a", "a and b", "a, b and c".
func list(words []string) string {
	switch len(words) {
	case 0:
		return "nothing"
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Struck says what the hint removes: "4 from r1c2; 5 and 6 from r2c2 and r3c2".
func (h *Hint) Struck(f *Frame) string {
	var digits []uint64 // of each part
	var places [][]int  // its cells
	for v := range f.N {
		var cells []int
		for _, m := range h.Strikes {
			if m.V == v {
				cells = append(cells, m.Cell)
			}
		}
		if len(cells) == 0 {
			continue
		}
		slices.Sort(cells)
		same := slices.IndexFunc(places, func(known []int) bool { return slices.Equal(known, cells) })
		if same < 0 {
			digits, places = append(digits, 0), append(places, cells)
			same = len(places) - 1
		}
		digits[same] |= 1 << uint(v)
	}
	if len(places) == 0 {
		return "nothing"
	}
	parts := make([]string, len(places))
	for i, cells := range places {
		parts[i] = f.DigitNames(digits[i]) + " from " + f.CellNames(cells)
	}
	return strings.Join(parts, "; ")
}
