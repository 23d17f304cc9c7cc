package record

import (
	"fmt"
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
var techniqueWords = map[string]string{"x": "X", "y": "Y", "xy": "XY", "xyz": "XYZ", "xz": "XZ",
	"w": "W", "wxyz": "WXYZ",
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

// TechniquesText writes a list of names of techniques as people do.
func TechniquesText(names string) string {
	all := strings.Split(names, ",")
	for i, name := range all {
		all[i] = TechniqueText(name)
	}
	return strings.Join(all, ", ")
}

// houseWords are the kinds of houses in words.
var houseWords = map[sudoku.HouseKind]string{sudoku.Row: "row", sudoku.Column: "column", sudoku.Box: "box",
	sudoku.Diagonal: "diagonal", sudoku.Window: "window", sudoku.Group: "group",
	sudoku.Line: "line", sudoku.Block: "block"}

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

// MostSteps is how many steps of a state are listed, unless somebody asks for others.
const MostSteps = 200

// WithMarks returns a puzzle of which a person has struck candidates. Marks has for each cell those that are left, such
// as "257", or "" for all.
func WithMarks(p *sudoku.Puzzle, marks []string) (*sudoku.Puzzle, error) {
	g := p.Geometry()
	if len(marks) != g.Cells() {
		return nil, fmt.Errorf("%d marks for %d cells", len(marks), g.Cells())
	}
	var soft []sudoku.SoftClue
	for cell, text := range marks {
		allowed := p.Allowed(cell)
		if left, err := digits(g, text); err != nil {
			return nil, fmt.Errorf("marks of %s: %w", g.CellName(cell), err)
		} else if left != 0 {
			allowed &= left
		}
		switch {
		case p.Givens()[cell] != 0:
		case allowed == 0:
			return nil, fmt.Errorf("marks of %s: the puzzle allows none of %s", g.CellName(cell), text)
		case allowed != sudoku.AllDigits(g.N()):
			soft = append(soft, sudoku.SoftClue{Cell: cell, Allowed: allowed})
		}
	}
	return p.With(sudoku.Soft(soft...))
}

// digits reads the digits of marks: symbols one after the other, or with blanks between them.
func digits(g *sudoku.Geometry, text string) (all sudoku.Digits, err error) {
	symbols := strings.Fields(text)
	if len(symbols) == 1 && !g.Alphabet().Spaced() {
		symbols = strings.Split(symbols[0], "")
	}
	for _, symbol := range symbols {
		d := 1
		for d <= g.N() && g.Alphabet().Symbol(d) != symbol {
			d++
		}
		if d > g.N() {
			return 0, fmt.Errorf("%q is not a digit", symbol)
		}
		all = all.With(d)
	}
	return all, nil
}

// NewState returns the state of a puzzle with the givens of another as what has been entered so far, and with marks,
// nil for all that the values leave.
func NewState(p, entered *sudoku.Puzzle, marks []string) (*sudoku.State, error) {
	if entered.Geometry().String() != p.Geometry().String() {
		return nil, fmt.Errorf("the values are those of another geometry, %s", entered.Geometry())
	}
	state := &sudoku.State{Puzzle: p, Values: entered.Givens()}
	if marks != nil {
		marked, err := WithMarks(p.WithGivens(state.Values), marks)
		if err != nil {
			return nil, err
		}
		state.Candidates = marked.Candidates()
	}
	return state, state.Check()
}

// Replay is the state of a puzzle while the steps of an explanation are followed: values and pencil marks.
type Replay struct {
	Puzzle *sudoku.Puzzle
	Values sudoku.Grid
	Marks  []sudoku.Digits // of empty cells; a filled cell has its digit alone
}

// NewReplay returns the puzzle before the first step.
func NewReplay(p *sudoku.Puzzle) *Replay {
	return &Replay{Puzzle: p, Values: p.Givens().Clone(), Marks: p.Candidates()}
}

// Apply does what a step says: it strikes candidates and enters values, and what these exclude.
func (r *Replay) Apply(s sudoku.Step) {
	for _, c := range s.Strike {
		r.Marks[c.Cell] = r.Marks[c.Cell].Without(c.Digit)
	}
	for _, c := range s.Place {
		r.Values[c.Cell] = uint8(c.Digit)
		r.Marks[c.Cell] = sudoku.DigitSet(c.Digit)
		for _, peer := range r.Puzzle.Geometry().Peers(c.Cell) {
			if r.Values[peer] == 0 {
				r.Marks[peer] = r.Marks[peer].Without(c.Digit)
			}
		}
	}
}

// solved reports whether every cell is filled and the grid solves the puzzle.
func (r *Replay) solved() bool { return sudoku.Verify(r.Puzzle, r.Values) == nil }

// contradiction names a cell without a candidate or a house without a place for a digit, "" if there is none.
func (r *Replay) contradiction() string {
	g := r.Puzzle.Geometry()
	for cell, marks := range r.Marks {
		if marks == 0 {
			return g.CellName(cell) + " has no candidate left"
		}
	}
	for _, h := range g.Houses() {
		var has sudoku.Digits
		for _, cell := range h.Cells {
			has |= r.Marks[cell]
		}
		for d := range (sudoku.AllDigits(g.N()) &^ has).All {
			if len(h.Cells) == g.N() {
				return h.Name() + " has no place left for " + g.Alphabet().Symbol(d)
			}
		}
	}
	return ""
}
