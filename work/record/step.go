package record

import (
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Step is a step of an explanation, the N-th.
type Step struct {
	N         int      `json:"n"`
	Technique string   `json:"technique"`
	Rating    float64  `json:"rating"`
	Place     [][2]any `json:"place"`
	Strike    [][2]any `json:"strike"`
	Why       []string `json:"why"`
	Text      string   `json:"text"`
	Cells     []string `json:"cells"`

	Links []Link     `json:"links"`
	Sets  [][]string `json:"sets"`

	Constraints []string `json:"constraints,omitempty"` // that it argues from, in short notation
	Several     string   `json:"several,omitempty"`     // of a hint, if the puzzle has several solutions: where two differ
}

// Link is an inference of a step: weak, strong or lost.
type Link struct {
	Kind string   `json:"kind"`
	From [][2]any `json:"from"`
	To   [][2]any `json:"to"`
}

// NewStep returns the record of the n-th step of a puzzle.
func NewStep(p *sudoku.Puzzle, s sudoku.Step, n int) Step {
	g := p.Geometry()
	r := Step{N: n, Technique: s.Technique, Rating: s.Rating, Place: candidates(g, s.Place),
		Strike: candidates(g, s.Strike), Why: s.Why, Text: s.Text, Cells: cellNames(g, s.Cells),
		Links: []Link{}, Sets: [][]string{}}
	if r.Why == nil {
		r.Why = []string{}
	}
	for _, l := range s.Links {
		r.Links = append(r.Links, Link{l.Kind.String(), candidates(g, l.From), candidates(g, l.To)})
	}
	for _, set := range s.Sets {
		r.Sets = append(r.Sets, cellNames(g, set))
	}
	if s.Constraints != nil {
		texts := p.ConstraintTexts()
		for _, c := range s.Constraints {
			r.Constraints = append(r.Constraints, texts[c])
		}
	}
	return r
}

// candidates writes candidates as pairs of a cell's name and a digit.
func candidates(g *sudoku.Geometry, list []sudoku.Candidate) [][2]any {
	pairs := make([][2]any, len(list))
	for i, c := range list {
		pairs[i] = [2]any{g.CellName(c.Cell), c.Digit}
	}
	return pairs
}

func cellNames(g *sudoku.Geometry, cells []int) []string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = g.CellName(c)
	}
	return names
}

// techniqueWords are the words of techniques that are written otherwise than in their names.
var techniqueWords = map[string]string{"x": "X", "y": "Y", "xy": "XY", "xyz": "XYZ", "xz": "XZ", "w": "W", "wxyz": "WXYZ",
	"vwxyz": "VWXYZ", "als": "ALS", "bug": "BUG", "coq": "Coq", "sue": "Sue", "nishio": "Nishio", "franken": "Franken"}

// TechniqueText writes the name of a technique as people do: "X-wing", "finned swordfish", "ALS-XZ".
func TechniqueText(technique string) string {
	technique = strings.TrimSuffix(technique, "_box")
	var b strings.Builder
	joined := false // the next word belongs to the letters before it
	for i, word := range strings.Split(technique, "_") {
		if i > 0 {
			b.WriteString(map[bool]string{true: "-", false: " "}[joined])
		}
		shown, special := techniqueWords[word]
		if !special {
			shown = word
		}
		b.WriteString(shown)
		joined = special && word != "bug" && strings.ToUpper(word) == shown
	}
	return b.String()
}

// houseWords are the kinds of houses in words.
var houseWords = map[sudoku.HouseKind]string{sudoku.Row: "row", sudoku.Column: "column", sudoku.Box: "box",
	sudoku.Diagonal: "diagonal", sudoku.Window: "window", sudoku.Group: "group", sudoku.Line: "line", sudoku.Block: "block"}

// houseText writes a house in words and a number: "box", "2" for "b2". A name that the geometry does not have, or
// that has no number, stays as it is.
func houseText(g *sudoku.Geometry, name string) (word, number string) {
	i := slices.IndexFunc(g.Houses(), func(h sudoku.House) bool { return h.Name() == name })
	number = strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
	if i < 0 || number == "" || houseWords[g.Houses()[i].Kind] == "" {
		return name, ""
	}
	return houseWords[g.Houses()[i].Kind], number
}

// widePattern is how many cells of a pattern are named as a place to look at; of a wider one, as of long
// chains, only the cells that it changes.
const widePattern = 8

// Place names where a step is: its houses, else its cells.
func Place(g *sudoku.Geometry, s sudoku.Step) []string {
	if len(s.Why) > 0 {
		return s.Why
	}
	var cells []string
	pattern := s.Cells
	if len(pattern) > widePattern {
		pattern = nil
	}
	for _, c := range pattern {
		cells = append(cells, g.CellName(c))
	}
	for _, c := range slices.Concat(s.Place, s.Strike) {
		if len(pattern) == 0 && !slices.Contains(cells, g.CellName(c.Cell)) {
			cells = append(cells, g.CellName(c.Cell))
		}
	}
	return cells
}

// PlaceText says where a step is: "in box 2", "in rows 3 and 7", "at r1c2 and r4c2".
func PlaceText(g *sudoku.Geometry, s sudoku.Step) string {
	if len(s.Why) == 0 {
		return "at " + enumerate(Place(g, s))
	}
	var words []string
	var numbers [][]string // of each of the words
	for _, name := range s.Why {
		word, number := houseText(g, name)
		if last := len(words) - 1; last >= 0 && number != "" && words[last] == word {
			numbers[last] = append(numbers[last], number)
			continue
		}
		words, numbers = append(words, word), append(numbers, []string{number})
	}
	for i, word := range words {
		if len(numbers[i]) > 1 {
			word = strings.Replace(word+"s", "xs", "xes", 1)
		}
		words[i] = strings.TrimSpace(word + " " + enumerate(numbers[i]))
	}
	return "in " + enumerate(words)
}

// enumerate joins words as a sentence does: "a", "a and b", "a, b and c".
func enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
