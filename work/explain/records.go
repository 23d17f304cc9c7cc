package explain

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// StepRecord is a step of an explanation, the N-th. Its keys are stable.
type StepRecord struct {
	N         int      `json:"n"`
	Technique string   `json:"technique"`
	Rating    float64  `json:"rating"`
	Place     [][2]any `json:"place"`
	Strike    [][2]any `json:"strike"`
	Why       []string `json:"why"`
	Text      string   `json:"text"`
	Cells     []string `json:"cells"`

	Links []LinkRecord `json:"links"`
	Sets  [][]string   `json:"sets"`
}

// LinkRecord is an inference of a step: weak, strong or lost.
type LinkRecord struct {
	Kind string   `json:"kind"`
	From [][2]any `json:"from"`
	To   [][2]any `json:"to"`
}

// NewStepRecord returns the record of the n-th step.
func NewStepRecord(g *sudoku.Geometry, s sudoku.Step, n int) StepRecord {
	r := StepRecord{N: n, Technique: s.Technique, Rating: s.Rating, Place: candidates(g, s.Place),
		Strike: candidates(g, s.Strike), Why: s.Why, Text: s.Text, Cells: cellNames(g, s.Cells),
		Links: []LinkRecord{}, Sets: [][]string{}}
	if r.Why == nil {
		r.Why = []string{}
	}
	for _, l := range s.Links {
		r.Links = append(r.Links, LinkRecord{l.Kind.String(), candidates(g, l.From), candidates(g, l.To)})
	}
	for _, set := range s.Sets {
		r.Sets = append(r.Sets, cellNames(g, set))
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

// HintRecord is a hint that tells no more than where to look, or what to look for; a StepRecord tells all.
// Its keys are stable.
type HintRecord struct {
	Where     string  `json:"where"`
	Technique string  `json:"technique,omitempty"`
	Rating    float64 `json:"rating,omitempty"`
}
