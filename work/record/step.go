package record

import (
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
