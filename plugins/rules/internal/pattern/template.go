package pattern

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// A template is a way to place a digit in all full houses at once, such that every other digit still has one that
// leaves its cells alone. A cell in all templates of a digit has that digit; a cell in none cannot have it.

// template is a set of cells, of 128 at most.
type template [2]uint64

// meets reports whether two templates share a cell.
func (t template) meets(o template) bool { return t[0]&o[0]|t[1]&o[1] != 0 }

// templates walks through the templates of one digit.
type templates struct {
	*board.Board
	v     int
	house []bool // whether it holds the digit already
	now   template
	found []template
}

// maxPairs bounds the work of comparing the templates of two digits.
const maxPairs = 4_000_000

// templatesOf returns the templates of every digit in the empty cells.
func templatesOf(b *board.Board) [][]template {
	all := make([][]template, b.N)
	for v := range all {
		t := templates{Board: b, v: v, house: make([]bool, len(b.Houses))}
		for c, x := range b.Value {
			if int(x) == v+1 {
				t.put(c, true)
			}
		}
		t.now = template{}
		t.walk(0)
		all[v] = t.found
	}
	for changed := true; changed; {
		changed = false
		for v := range all {
			for w := range all {
				if v != w && len(all[v])*len(all[w]) <= maxPairs {
					changed = thin(&all[v], all[w]) || changed
				}
			}
		}
	}
	return all
}

// thin removes the templates that meet all of another digit, and reports whether there were any.
func thin(ts *[]template, others []template) bool {
	before := len(*ts)
	*ts = slices.DeleteFunc(*ts, func(t template) bool {
		return !slices.ContainsFunc(others, func(o template) bool { return !t.meets(o) })
	})
	return len(*ts) < before
}

// put marks the houses of a cell.
func (t *templates) put(cell int, taken bool) {
	for _, s := range t.Seats[cell] {
		t.house[s.House] = taken
	}
	if bit := uint64(1) << uint(cell%64); taken {
		t.now[cell/64] |= bit
	} else {
		t.now[cell/64] &^= bit
	}
}

// walk places the digit in the first open house from house h on, in turn in each cell that sees no other of the
// template.
func (t *templates) walk(h int) {
	for h < len(t.Houses) && (!t.Houses[h].Full || t.house[h]) {
		h++
	}
	if h == len(t.Houses) {
		t.found = append(t.found, t.now)
		return
	}
	for m := t.Places(h, t.v); m != 0; m &= m - 1 {
		c := t.CellAt(h, m)
		if !slices.ContainsFunc(t.Seats[c], func(s board.Seat) bool { return t.house[s.House] }) {
			t.put(c, true)
			t.walk(h + 1)
			t.put(c, false)
		}
	}
}

// templateTest has the result of the templates of a digit: the cells that are in all of them, and the cells that are in
// any.
type templateTest struct {
	*board.Position
	name, part string
	strike     func(t *templateTest, v int, common, union board.CellSet)
}

// TemplateSet places a digit in the cells that are in all its templates: the first cell is placed, and the
// others lose all other candidates.
func TemplateSet(p *board.Position) board.Technique {
	return &templateTest{p, "template_set", "are in all", (*templateTest).strikeAround}
}

// TemplateDelete removes a digit from the cells that are in no template.
func TemplateDelete(p *board.Position) board.Technique {
	return &templateTest{p, "template_delete", "are in some", (*templateTest).strikeUnused}
}

// strikeAround makes the hint of cells that are in all templates.
func (t *templateTest) strikeAround(v int, common, union board.CellSet) {
	for c := range common.All {
		t.Hint.StrikeAll(t.Board, c, ^(1 << uint(v)))
		t.Hint.Cells = append(t.Hint.Cells, c)
	}
}

// strikeUnused makes the hint of cells that are in no template.
func (t *templateTest) strikeUnused(v int, common, union board.CellSet) {
	for c := range t.CellsOf(v).All {
		if !union.Has(c) {
			t.Hint.Strikes = append(t.Hint.Strikes, board.Mark{Cell: c, V: v})
		}
	}
	for c := range union.All {
		t.Hint.Cells = append(t.Hint.Cells, c)
	}
}

// Each compares all ways to place each digit in the grid: a cell of every way is placed, a cell of none is struck.
func (t *templateTest) Each(done func() bool) bool {
	if t.Frame.Cells > 81 {
		return false
	}
	for v, ts := range templatesOf(t.Board) {
		if len(ts) == 0 {
			continue
		}
		common, union := ts[0], template{}
		for _, one := range ts {
			for i := range one {
				common[i] &= one[i]
				union[i] |= one[i]
			}
		}
		t.StartHint(t.name, 0)
		t.strike(t, v, common[:], union[:])
		if len(t.Hint.Strikes) == 0 {
			continue
		}
		t.Say("Of all ways to place %d, %c %s", v, t.Hint.Cells, t.part)
		if done() {
			return true
		}
	}
	return false
}
