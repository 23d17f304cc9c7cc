package pattern

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Colouring: the strong links of one digit tie cells into groups in which two colours alternate; all cells of
// one colour hold the digit, or all of the other.

// coloring looks at cells that strong links of a digit part in two colours.
type coloring struct {
	*board.Position
	links strongLinks
	look  func(t *coloring, v int, groups [][2][]int, done func() bool) bool
}

// SimpleColors makes the technique that colours one group of strong links of a digit.
func SimpleColors(p *board.Position) board.Technique {
	return &coloring{Position: p, look: (*coloring).simple}
}

// MultiColors makes the technique that colours two groups of strong links and compares them.
func MultiColors(p *board.Position) board.Technique {
	return &coloring{Position: p, look: (*coloring).multi}
}

// Each looks at the colours of each digit.
func (t *coloring) Each(done func() bool) bool {
	for v := range t.N {
		if t.look(t, v, t.groups(v), done) {
			return true
		}
	}
	return false
}

// groups returns the groups of the cells of digit v: of each the cells of either colour.
func (t *coloring) groups(v int) (groups [][2][]int) {
	coloured := board.NewCellSet(t.Cells)
	links := t.links.of(t.Position, v)
	for _, x := range links {
		if !coloured.Has(x.a) {
			groups = append(groups, [2][]int{})
			spread(links, x.a, 0, &groups[len(groups)-1], coloured)
		}
	}
	return groups
}

// spread gives a cell a colour and all cells linked to it the other.
func spread(links []link, cell, colour int, group *[2][]int, coloured board.CellSet) {
	coloured.Add(cell)
	group[colour] = append(group[colour], cell)
	for _, x := range links {
		for _, ends := range x.turns() {
			if ends[0] == cell && !coloured.Has(ends[1]) {
				spread(links, ends[1], 1-colour, group, coloured)
			}
		}
	}
}

// simple looks for wraps (two peers of one colour, which is false) and traps (a cell that sees both colours).
func (t *coloring) simple(v int, groups [][2][]int, done func() bool) bool {
	for _, g := range groups {
		if t.colorWrap(g, v) && done() || t.colorTrap(g[0], g[1], v) && done() {
			return true
		}
	}
	return false
}

// colorWrap looks for a colour of which two cells see each other.
func (t *coloring) colorWrap(g [2][]int, v int) bool {
	for side, cells := range g {
		for _, c := range cells {
			if t.Sees(c, cells) {
				t.StartHint("simple_colors_wrap", 0)
				return t.falseColor(cells, g[1-side], v)
			}
		}
	}
	return false
}

// falseColor describes that the cells of one colour cannot hold v.
func (t *coloring) falseColor(cells, others []int, v int) bool {
	for _, c := range cells {
		t.Hint.StrikeAll(t.Board, c, 1<<uint(v))
	}
	t.Hint.Cells = append(append(t.Hint.Cells, cells...), others...)
	if t.Verbose {
		t.linkColours(v)
		t.Say("%d cannot stand in all of %c, which strong links tie together", v, cells)
	}
	return len(t.Hint.Strikes) > 0
}

// colorTrap describes that v stands in one of the cells a or one of b, so leaves what sees both.
func (t *coloring) colorTrap(a, b []int, v int) bool {
	t.StartHint("simple_colors_trap", 0)
	t.strikeBetween(a, b, v)
	t.Hint.Cells = append(append(t.Hint.Cells, a...), b...)
	if t.Verbose {
		t.linkColours(v)
		t.Say("%d stands in all of %c or in all of %c, as strong links tie them", v, a, b)
	}
	return len(t.Hint.Strikes) > 0
}

// strikeBetween strikes v from cells that see one of a and one of b.
func (t *coloring) strikeBetween(a, b []int, v int) {
	for c := range t.Cand {
		if t.Can(c, v) && t.Sees(c, a) && t.Sees(c, b) {
			t.StrikeOnce(c, 1<<uint(v))
		}
	}
}

// multi compares groups. A colour that sees both colours of another group is false; if a colour of one group
// excludes a colour of the other, one of the two others is true.
func (t *coloring) multi(v int, groups [][2][]int, done func() bool) bool {
	for i, g := range groups {
		for j, h := range groups {
			if i != j && (t.falseSide(g, h, v) && done() || i < j && t.colorPair(g, h, v) && done()) {
				return true
			}
		}
	}
	return false
}

// falseSide looks for a colour of g that sees both colours of h.
func (t *coloring) falseSide(g, h [2][]int, v int) bool {
	for side := range 2 {
		if t.AnySees(g[side], h[0]) && t.AnySees(g[side], h[1]) {
			t.StartHint("multi_colors_2", 0)
			return t.falseColor(g[side], g[1-side], v)
		}
	}
	return false
}

// colorPair looks for colours of either group that exclude each other, and strikes cells that see both of the other two
// colours.
func (t *coloring) colorPair(g, h [2][]int, v int) bool {
	t.StartHint("multi_colors_1", 0)
	var a, b []int
	for pair := range 4 {
		x, y := pair&1, pair>>1
		if !t.AnySees(g[x], h[y]) {
			continue
		}
		a, b = g[1-x], h[1-y]
		t.strikeBetween(a, b, v)
	}
	t.Hint.Cells = append(append(append(append(t.Hint.Cells, g[0]...), g[1]...), h[0]...), h[1]...)
	if t.Verbose && len(a) > 0 {
		t.linkColours(v)
		t.Say("%d stands in all of %c or in all of %c, as strong links tie them", v, a, b)
	}
	return len(t.Hint.Strikes) > 0
}

// linkColours adds the strong links among the cells of the pattern.
func (t *coloring) linkColours(v int) {
	for _, x := range t.links.of(t.Position, v) {
		link := sudoku.Link{Kind: sudoku.StrongLink, From: board.At(v, x.a), To: board.At(v, x.b)}
		same := func(l sudoku.Link) bool { return l.From[0] == link.From[0] && l.To[0] == link.To[0] }
		if slices.Contains(t.Hint.Cells, x.a) && slices.Contains(t.Hint.Cells, x.b) &&
			!slices.ContainsFunc(t.Hint.Links, same) {
			t.Strong(link.From, link.To)
			t.AddHouses(x.house)
		}
	}
}
