package board

import (
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// differing is the kind of the houses that constraints make: it comes behind those of geometries.
const differing sudoku.HouseKind = 100

// mostDiffering is how many houses constraints make at most; what more they say is left to techniques that ask for it.
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
	"thermo": "thermometer", "slow-thermo": "slow thermometer", "white": "white dot", "black": "black dot", "x": "X", "v": "V",
	"quad": "quadruple", "sandwich": "sandwich clue", "x-sum": "X-sum", "less": "inequality", "equal": "equality sign",
	"extra": "extra region", "or": "choice", "and": "group", "all-dots": "rule of dots", "all-white": "rule of white dots",
	"all-black": "rule of black dots", "all-xv": "rule of X and V", "nonconsecutive": "rule against neighbours that are consecutive",
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
		phrase += " " + strings.ReplaceAll(value, ".", " or ")
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
