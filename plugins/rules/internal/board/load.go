package board

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// Load sets b to a puzzle of its geometry. Givens that clash leave b broken.
func (b *Board) Load(p *sudoku.Puzzle) { b.LoadAt(p, p.Givens()) }

// LoadAt sets b to a puzzle of its geometry with values in place of the givens.
func (b *Board) LoadAt(p *sudoku.Puzzle, values sudoku.Grid) {
	b.empty()
	for _, s := range p.Soft() {
		b.Cand[s.Cell] &= uint64(s.Allowed)
	}
	for i, clauses := 0, p.Clauses(); i < len(clauses); i++ {
		if c := &clauses[i]; c.Kind == clause.In {
			b.Cand[c.Cells[0]] &= uint64(c.Digits[0])
		}
	}
	for c, v := range values {
		if v != 0 {
			b.give(c, int(v)-1)
		}
	}
	b.fillCells()
	b.fillHouses()
	b.renew()
}

// empty takes all values off the board; Pos and what follows from it are still to be worked out.
func (b *Board) empty() {
	clear(b.Value)
	clear(b.Placed)
	clear(b.used)
	clear(b.Pos)
	copy(b.Cand, b.Fresh)
	copy(b.Empty, b.sizes)
	b.Left, b.Broken = b.Cells, false
}

// give writes a digit. If there is no room for it b is broken.
func (b *Board) give(cell, v int) {
	bit := uint64(1) << uint(v)
	b.Broken = b.Broken || b.Cand[cell]&bit == 0
	seats := b.Seats[cell]
	for i := range seats {
		h := seats[i].House
		b.Broken = b.Broken || b.used[h]&bit != 0
		b.used[h] |= bit
		b.Empty[h]--
	}
	b.Cand[cell] = 0
	b.Value[cell] = uint8(v + 1)
	b.Placed[v]++
	b.Left--
}

// fillCells takes from every empty cell the digits of its houses, and notes in Pos which are left.
func (b *Board) fillCells() {
	for c, v := range b.Value {
		if v != 0 {
			continue
		}
		seats := b.Seats[c]
		vs := b.Cand[c]
		for i := range seats {
			vs &^= b.used[seats[i].House]
		}
		b.Cand[c] = vs
		b.Broken = b.Broken || vs == 0
		for i := range seats {
			s := &seats[i]
			pos := b.Pos[s.Row:][:b.N]
			for m := vs; m != 0; m &= m - 1 {
				pos[bits.TrailingZeros64(m)] |= s.Bit
			}
		}
	}
}

// fillHouses notes which digits have one place left in each full house.
func (b *Board) fillHouses() {
	for h := range b.Houses {
		if !b.Houses[h].Full {
			continue
		}
		var some, several uint64
		for v, m := range b.Pos[h*b.N:][:b.N] {
			some |= one(m) << uint(v)
			several |= one(m&(m-1)) << uint(v)
		}
		b.setSingle(h, some&^several)
		b.Broken = b.Broken || bits.OnesCount64(some) != int(b.Empty[h])
	}
}

// differing is the kind of the houses that constraints make: it comes behind those of geometries.
const differing sudoku.HouseKind = 100

// mostDiffering limits the houses that constraints make. Techniques that ask for constraints find the rest.
const mostDiffering = 1000

// addDiffering adds cells that differ because of constraints, if no house before them says so.
func (f builder) addDiffering() {
	if f.Puzzle == nil {
		return
	}
	room := len(f.Houses) + mostDiffering
	clauses := f.Puzzle.Clauses()
	for i := range clauses {
		c := &clauses[i]
		if c.Kind != clause.Differ && (c.Kind != clause.Pair || !parts(c.Relation)) || len(f.Houses) == room {
			continue
		}
		cells := slices.Sorted(slices.Values(c.Cells))
		said := slices.ContainsFunc(f.Houses, func(h House) bool {
			return !slices.ContainsFunc(cells, func(cell int) bool { return !slices.Contains(h.House.Cells, cell) })
		})
		if !said && len(cells) > 1 {
			f.Houses = append(f.Houses, newHouse(sudoku.House{Kind: differing, Cells: cells}, c.Constraint))
		}
	}
}

// parts reports whether a relation keeps two cells from holding the same digit.
func parts(r *clause.Relation) bool {
	for d := range r.There {
		if r.Holds(d+1, d+1) {
			return false
		}
	}
	return true
}

// nouns are the names of constraints in sentences, if they are not those of the notation with blanks for dashes.
var nouns = map[string]string{
	"thermo": "thermometer", "slow-thermo": "slow thermometer", "white": "white dot", "black": "black dot", "x": "X",
	"v":    "V",
	"quad": "quadruple", "sandwich": "sandwich clue", "x-sum": "X-sum", "less": "inequality", "equal": "equality sign",
	"extra": "extra region", "or": "choice", "and": "group", "all-dots": "rule of dots", "all-white": "rule of white dots",
	"all-black": "rule of black dots", "all-xv": "rule of X and V",
	"nonconsecutive":          "rule against neighbours that are consecutive",
	"diagonal-nonconsecutive": "rule against diagonal neighbours that are consecutive", "between": "between line",
	"lockout": "lockout line", "modular": "modular line", "entropic": "entropic line", "parity": "parity line",
	"whisper": "whisper line", "renban": "renban line", "nabner": "nabner line", "zipper": "zipper line",
	"regex": "expression", "word": "automaton", "pair": "relation", "contain": "outline that contains",
	"contain-exactly": "outline that contains exactly",
}

// ConstraintName returns a constraint by number as sentences name it: "the cage 15 at r1c345".
func (f *Frame) ConstraintName(number int) string {
	text, cells, _ := strings.Cut(f.texts()[number], ":")
	name, value, _ := strings.Cut(text, "=")
	noun, known := nouns[name]
	if !known {
		noun = strings.ReplaceAll(name, "-", " ")
	}
	phrase := "the " + noun
	if value != "" && !strings.Contains(" regex word pair ", " "+name+" ") {
		or := " or "
		if strings.Contains(" contain contain-exactly quad ", " "+name+" ") {
			or = " and " // each of them
		}
		phrase += " " + strings.ReplaceAll(value, ".", or)
	}
	if cells != "" && !strings.Contains(cells, "~") {
		phrase += " at " + cells
	}
	return phrase
}

// texts returns the constraints in short notation.
func (f *Frame) texts() []string {
	if f.constraintTexts == nil {
		f.constraintTexts = f.Puzzle.ConstraintTexts()
	}
	return f.constraintTexts
}

// ConstraintSentence says what a constraint asks for, without the full stop.
func (f *Frame) ConstraintSentence(number int) string {
	b, err := f.Geometry.Board()
	if err != nil {
		panic(err) // there was one when the constraints were made
	}
	return strings.TrimSuffix(f.Puzzle.Constraints()[number].Sentence(b), ".")
}
