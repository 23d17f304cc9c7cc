package paper

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
)

// eliminator runs the elimination techniques of Maji & Pal (2010), section III, in the order of their listings:
//
//	ET-I    naked singles, cell by cell, until no more cells can be confirmed
//	ET-II   solitary numbers (hidden singles) in minigrids, rows, columns; ET-I after each scan that changed something
//	ET-III  clones (naked pairs) in rows, minigrids, columns; then ET-II and ET-I
//	ET-IV   triads (naked triplets with one cell that holds all three) in minigrids, rows, columns; then ET-III, II, I
type eliminator struct {
	*board.Position
	level    int // 1 … 4: the last technique that may be used
	counts   [5]int64
	rowFirst []int                    // houses in the order of ET-III
	boxFirst []int                    // houses in the order of ET-II and ET-IV
	told     func(h *board.Hint) bool // hears of each step before it is applied; false stops
	stopped  bool
	verbose  bool
	sets     [sudoku.MaxSize]uint64
}

// Level returns the last elimination technique that a choice of techniques allows, 0 for another choice.
func Level(techniques string) int {
	switch techniques {
	case "et1", "et2", "et3", "et4":
		return int(techniques[2] - '0')
	case "paper":
		return 4
	}
	return 0
}

// newEliminator returns the techniques up to a level.
func newEliminator(level int) *eliminator { return &eliminator{level: level} }

// begin sets the eliminator to a puzzle.
func (m *eliminator) begin(ctx context.Context, p *sudoku.Puzzle) {
	if m.Position == nil || !m.Lays(p) {
		m.lay(board.NewFrame(p.Geometry()))
	}
	m.Set(ctx, p)
	m.Load(p)
	m.counts, m.stopped = [5]int64{}, false
}

// lay makes the eliminator one for a geometry.
func (m *eliminator) lay(f *board.Frame) {
	m.Position = board.NewPosition(f)
	m.Position.Verbose = m.verbose
	m.rowFirst = ordered(f, sudoku.Row, sudoku.Box, sudoku.Column)
	m.boxFirst = ordered(f, sudoku.Box, sudoku.Row, sudoku.Column)
}

// ordered lists all full houses, those of the given kinds first.
func ordered(f *board.Frame, kinds ...sudoku.HouseKind) []int {
	var order []int
	for i, h := range f.Houses {
		if h.Full {
			order = append(order, i)
		}
	}
	rank := func(i int) int {
		if at := slices.Index(kinds, f.Houses[i].Kind); at >= 0 {
			return at
		}
		return len(kinds)
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	return order
}

// tell reports the hint and applies it.
func (m *eliminator) tell(et int) bool {
	m.counts[et]++
	if m.verbose {
		m.Hint.Text = m.words(et)
	}
	if m.told != nil && !m.told(&m.Hint) {
		m.stopped = true
		return false
	}
	m.Hint.Apply(m.Board)
	return !m.Broken
}

// over reports that no more steps make sense.
func (m *eliminator) over() bool { return m.stopped || m.Broken || m.Left == 0 || m.Ctx.Err() != nil }

// run applies the techniques up to a level until none helps. After each scan that changed something the easier ones
// come again; after each step of ET-II does ET-I.
func (m *eliminator) run(level int) {
	if level > 1 {
		m.run(level - 1)
	}
	for again := true; again && !m.over(); {
		switch level {
		case 1:
			again = m.scanCells()
		case 2:
			again = m.scanPlaces()
		case 3:
			again = m.scanSets(m.rowFirst, 2, 3)
		default:
			again = m.scanSets(m.boxFirst, 3, 4)
		}
		if again && level > 2 {
			m.run(level - 1)
		}
	}
}

// scanCells confirms cells with one candidate, and reports whether the last was one of them.
func (m *eliminator) scanCells() (again bool) {
	for c := 0; c < m.Cells && !m.over(); c++ {
		if vs := m.Cand[c]; vs != 0 && vs&(vs-1) == 0 {
			pattern.HintNakedSingle(m.Position, c)
			again = m.tell(1)
		}
	}
	return again
}

// scanPlaces confirms solitary numbers.
func (m *eliminator) scanPlaces() (again bool) {
	for _, h := range m.boxFirst {
		for m.Single[h] != 0 && !m.over() {
			pattern.HintSingle(m.Position, h, "hidden_single", 1.5)
			m.tell(2)
			m.run(1)
			again = true
		}
	}
	return again
}

// scanSets applies every naked set of k cells in the houses, each once, as technique et.
func (m *eliminator) scanSets(houses []int, k, et int) (changed bool) {
	for _, h := range houses {
		for !m.over() && m.sameSetIn(h, k) {
			changed = true
			m.tell(et)
		}
	}
	return changed
}

// sameSetIn finds k cells of a house with k digits between them of which one cell holds all: a clone for k =
// 2, the three varieties of a triad for k = 3. Three cells with 45, 56 and 46 are none of them.
func (m *eliminator) sameSetIn(h, k int) bool {
	sets := m.sets[:len(m.Houses[h].Cells)]
	for slot, c := range m.Houses[h].Cells {
		sets[slot] = board.Within(m.Cand[c], k)
	}
	p := board.Pick{Sets: sets, K: k, Accept: func(chosen, union uint64) bool {
		for s := chosen; s != 0; s &= s - 1 {
			if sets[bits.TrailingZeros64(s)] == union {
				return pattern.HintNakedSet(m.Position, h, chosen, union)
			}
		}
		return false
	}}
	return p.Search()
}

// words writes the hint in the words of the paper: cells by column and row, boxes as minigrids; a hidden single is a
// solitary number, a naked pair clones, a naked triplet a triad.
func (m *eliminator) words(et int) string {
	h := &m.Hint
	if et == 1 {
		return fmt.Sprintf("ET-I: %s is the only possible value for cell %s.", m.DigitName(h.Digit), m.cell(h.Cell))
	}
	house := m.minigrid(h.Houses[0])
	if et == 2 {
		return fmt.Sprintf("ET-II: %s is a solitary number of %s, in cell %s.", m.DigitName(h.Digit), house, m.cell(h.Cell))
	}
	var values, gone uint64
	for _, c := range h.Cells {
		values |= m.Cand[c]
	}
	var from []int
	for _, s := range h.Strikes {
		gone |= 1 << s.V
		if !slices.Contains(from, s.Cell) {
			from = append(from, s.Cell)
		}
	}
	what := "ET-III: clones"
	if et == 4 {
		what = "ET-IV: a triad"
	}
	possible := "possible values"
	if bits.OnesCount64(gone) == 1 {
		possible = "a possible value"
	}
	return fmt.Sprintf("%s %s in cells %s of %s; we can eliminate %s as %s for %s.", what, m.digits(values),
		m.cellList(h.Cells), house, m.DigitNames(gone), possible, m.cellList(from))
}

// cell names a cell by its column, then its row: "(7,2)".
func (m *eliminator) cell(c int) string {
	if m.Geometry.Layers() > 1 {
		return m.CellName(c)
	}
	return fmt.Sprintf("(%d,%d)", c%m.Geometry.Cols()+1, c/m.Geometry.Cols()+1)
}

// cellList lists cells in the paper's notation.
func (m *eliminator) cellList(cells []int) string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = m.cell(c)
	}
	return strings.Join(names, ", ")
}

// minigrid names a house: boxes are minigrids.
func (m *eliminator) minigrid(house int) string {
	name := m.HouseName(house)
	if m.Houses[house].Kind == sudoku.Box {
		return "minigrid" + strings.TrimPrefix(name, "box")
	}
	return name
}

// digits writes digits without a space: "23".
func (m *eliminator) digits(set uint64) (text string) {
	for ; set != 0; set &= set - 1 {
		text += m.DigitName(bits.TrailingZeros64(set))
	}
	return text
}
