package library

import (
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// ListRecord is what the library knows of a puzzle. Its keys are stable.
type ListRecord struct {
	ID          int64              `json:"id"`
	Puzzle      string             `json:"puzzle"`
	Geometry    string             `json:"geometry"`
	Clues       int                `json:"clues"`
	Verdict     string             `json:"verdict"`
	Level       string             `json:"level,omitempty"` // "" if it is not graded
	Disputed    bool               `json:"disputed,omitempty"`
	Solution    string             `json:"solution,omitempty"`
	Grades      map[string]float64 `json:"grades"`
	Labels      map[string]string  `json:"labels"`
	By          map[string]string  `json:"by"`
	Tags        []string           `json:"tags"`
	Name        string             `json:"name,omitempty"` // that people gave it
	Source      string             `json:"source"`         // file:line
	SHA256      string             `json:"sha256,omitempty"`
	Licence     string             `json:"licence,omitempty"`
	Comment     string             `json:"comment,omitempty"`
	DuplicateOf *int64             `json:"duplicate_of"`
}

// NewListRecord returns the record of a puzzle, with its level among those given.
func NewListRecord(l *store.Listed, levels []store.Level) *ListRecord {
	p := l.Puzzle
	r := &ListRecord{ID: l.ID, Puzzle: p.String(), Geometry: p.Geometry().String(), Clues: p.Clues(),
		Verdict: l.Verdict.String(), Level: work.LevelOf(levels, l.Grades), Disputed: l.Disputed, Grades: map[string]float64{},
		Labels: map[string]string{},
		By:     map[string]string{}, Tags: l.Tags, Name: l.Name, Source: l.Place, SHA256: l.Source.SHA256,
		Licence: l.Source.Licence,
		Comment: p.Comment}
	if l.Solution != nil {
		r.Solution = p.Geometry().FormatGrid(l.Solution)
	}
	if r.Tags == nil {
		r.Tags = []string{}
	}
	for _, g := range l.Grades {
		r.Grades[g.Metric], r.By[g.Metric] = g.Value, g.By
		if g.Label != "" {
			r.Labels[g.Metric] = g.Label
		}
	}
	if l.DuplicateOf != 0 {
		r.DuplicateOf = &l.DuplicateOf
	}
	return r
}

// CompareRecord is one solver in a comparison. Its keys are stable.
type CompareRecord struct {
	Solver    string         `json:"solver"`
	Puzzles   int            `json:"puzzles"`
	Verdicts  map[string]int `json:"verdicts"`
	MedianNs  int64          `json:"median_ns"`
	MeanNs    int64          `json:"mean_ns"`
	P99Ns     int64          `json:"p99_ns"`
	SumNs     int64          `json:"sum_ns"`
	PerSecond float64        `json:"per_second_self"`
	Ratio     float64        `json:"ratio"`
	RatioLow  float64        `json:"ratio_low"`
	RatioHigh float64        `json:"ratio_high"`
	Fastest   int            `json:"fastest"`
	Only      int            `json:"only"`
	SavedNs   int64          `json:"saved_ns"`
}
