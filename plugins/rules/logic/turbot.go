package logic

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Two houses in which a digit has two places each (strong links a-b and c-d), with b and c in one house: the
// digit stands in a or in d. Two parallel lines make a skyscraper, two crossing lines with b and c in one box
// a 2-string kite, any two links a turbot fish.

// link is a house in which digit v has exactly two places.
type link struct{ house, a, b int }

// linksOfDigit returns the strong links of a digit in houses.
func (e *engine) linksOfDigit(v int) []link {
	e.digitLinks = e.digitLinks[:0]
	for h := range e.houses {
		m := e.places(h, v)
		if rest := m & (m - 1); rest != 0 && rest&(rest-1) == 0 && e.houses[h].full {
			e.digitLinks = append(e.digitLinks, link{h, e.cellAt(h, m), e.cellAt(h, rest)})
		}
	}
	return e.digitLinks
}

// A shape says which pairs of links, joined by their second cell and third, make a pattern.
type shape func(e *engine, x, y link, cells [4]int) bool

// isSkyscraper wants parallel lines joined by a third; joined at both ends they are an X-wing.
func (e *engine) isSkyscraper(x, y link, cells [4]int) bool {
	return e.houses[x.house].IsLine() && e.houses[x.house].Kind == e.houses[y.house].Kind &&
		e.shareLine(cells[1], cells[2]) && !e.shareLine(cells[0], cells[3])
}

func (e *engine) isKite(x, y link, cells [4]int) bool {
	h, i := e.houses[x.house], e.houses[y.house]
	return h.IsLine() && i.IsLine() && h.Kind != i.Kind && e.shareBox(cells[1], cells[2])
}

func (e *engine) isTurbot(x, y link, cells [4]int) bool { return true }

// shareLine reports whether two cells are in one row or column.
func (f *frame) shareLine(b, c int) bool {
	for _, s := range f.seats[b] {
		if f.houses[s.house].IsLine() && f.slotIn(int(s.house), c) >= 0 {
			return true
		}
	}
	return false
}

// shareBox reports whether two cells are in one box.
func (f *frame) shareBox(b, c int) bool {
	for _, s := range f.seats[b] {
		if k := f.houses[s.house].Kind; k == sudoku.Box && f.slotIn(int(s.house), c) >= 0 {
			return true
		}
	}
	return false
}

// eachTurbot calls done with every pattern of a shape in e.hint until it returns true.
func (e *engine) eachTurbot(name string, fits shape, done func() bool) bool {
	for v := range e.n {
		links := e.linksOfDigit(v)
		for i, x := range links {
			for _, y := range links[:i] {
				for turn := range 4 {
					a, b, c, d := x.a, x.b, y.a, y.b
					if turn&1 == 1 {
						a, b = b, a
					}
					if turn&2 == 2 {
						c, d = d, c
					}
					if e.arePeers(b, c) && a != d && a != c && b != d && fits(e, x, y, [4]int{a, b, c, d}) &&
						e.hintTurbot(name, v, x, y, [4]int{a, b, c, d}) && done() {
						return true
					}
				}
			}
		}
	}
	return false
}

func (e *engine) hintTurbot(name string, v int, x, y link, cells [4]int) bool {
	e.set(name, 0)
	e.strikeBoth(cells[0], cells[3], v)
	if len(e.hint.strikes) == 0 {
		return false
	}
	e.hint.cells = append(e.hint.cells, cells[:]...)
	e.hint.houses = append(e.hint.houses, x.house, y.house)
	if e.verbose {
		e.hint.text = fmt.Sprintf("%s has two places in %s and two in %s; %s and %s exclude each other, so it "+
			"stands in %s or %s; this removes %s.", e.digitName(v), e.houseName(x.house), e.houseName(y.house),
			e.cellName(cells[1]), e.cellName(cells[2]), e.cellName(cells[0]), e.cellName(cells[3]),
			e.hint.struck(e.frame))
	}
	return true
}

// strikeBoth strikes v from the cells that see both a and b.
func (e *engine) strikeBoth(a, b, v int) {
	for _, p := range e.peers[a] {
		if int(p) != b && e.peerSets[b].has(int(p)) {
			e.hint.strikeAll(e.board, int(p), 1<<uint(v))
		}
	}
}

func (e *engine) eachSkyscraper(done func() bool) bool {
	return e.eachTurbot("skyscraper", (*engine).isSkyscraper, done)
}

func (e *engine) eachKite(done func() bool) bool {
	return e.eachTurbot("two_string_kite", (*engine).isKite, done)
}

func (e *engine) eachTurbotFish(done func() bool) bool {
	return e.eachTurbot("turbot_fish", (*engine).isTurbot, done)
}
