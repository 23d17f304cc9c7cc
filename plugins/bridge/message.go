package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// protocolLines and protocolJSON are the levels of the language.
const (
	protocolLines = 0
	protocolJSON  = 1
)

// greeting is the first message in either direction. What the program says of itself completes its manifest.
type greeting struct {
	Hello        int               `json:"hello"` // the protocol's level
	Version      string            `json:"version,omitempty"`
	Summary      string            `json:"summary,omitempty"`
	Licence      string            `json:"licence,omitempty"`
	Reference    string            `json:"reference,omitempty"`
	Capabilities []string          `json:"capabilities,omitempty"`
	Shapes       []string          `json:"shapes,omitempty"`
	Clauses      []string          `json:"clauses,omitempty"`
	Options      []manifest.Option `json:"options,omitempty"`
	Metrics      []manifest.Metric `json:"metrics,omitempty"`
	Aims         []manifest.Aim    `json:"aims,omitempty"`
}

// request is what is asked of the program.
type request struct {
	ID       int64  `json:"id"`
	Do       string `json:"do"`       // solve, grade, explain, steps or generate
	Geometry string `json:"geometry"` // its text, "9"
	// Digits and Houses tell what the geometry is. They are there when it is another than that of the request before.
	Digits int     `json:"digits,omitempty"`
	Houses [][]int `json:"houses,omitempty"` // cells, numbered from 0 row by row

	Puzzle string     `json:"puzzle,omitempty"` // one symbol a cell, "." if it is empty
	Soft   []softClue `json:"soft,omitempty"`
	// Constraints are the names of what the puzzle has beyond houses, in short notation, Clauses what it comes down to.
	Constraints []string `json:"constraints,omitempty"`
	Clauses     []rule   `json:"clauses,omitempty"`

	Limit   int    `json:"limit,omitempty"` // solutions wanted, 0 = all
	Seed    uint64 `json:"seed,omitempty"`  // below 2^53
	Timeout int64  `json:"timeout_ms,omitempty"`
	Order   *order `json:"order,omitempty"`

	// Values and Candidates are a state of the puzzle whose steps are wanted: one symbol a cell, and the digits that
	// are left for each cell, nil for all that the values leave.
	Values     string  `json:"values,omitempty"`
	Candidates [][]int `json:"candidates,omitempty"`
}

// softClue is what is known of a cell that is not given.
type softClue struct {
	Cell    int       `json:"cell"`
	Allowed []int     `json:"allowed"`
	Prob    []float64 `json:"prob,omitempty"` // for each digit
}

// order says which puzzles are to be made; what is left out does not matter.
type order struct {
	Count         int      `json:"count"`
	CluesMin      int      `json:"clues_min,omitempty"`
	CluesMax      int      `json:"clues_max,omitempty"`
	Symmetry      string   `json:"symmetry,omitempty"`
	Pattern       string   `json:"pattern,omitempty"` // one symbol a cell, "1" if it must be given, else "."
	Minimal       bool     `json:"minimal,omitempty"`
	Difficulty    *float64 `json:"difficulty,omitempty"`
	AllowMultiple bool     `json:"allow_multiple,omitempty"`
	Metric        string   `json:"metric,omitempty"`
	MetricMin     *float64 `json:"metric_min,omitempty"` // nil if it has no limit
	MetricMax     *float64 `json:"metric_max,omitempty"`
	Near          string   `json:"near,omitempty"` // a puzzle whose neighbours are wanted
	Constraints   []string `json:"constraints,omitempty"`
}

// reply is a line of an answer. All but the last may lack Done.
type reply struct {
	ID        int64              `json:"id"`
	Solutions []string           `json:"solutions"`
	Grades    map[string]float64 `json:"grades"`
	Labels    map[string]string  `json:"labels"`
	Steps     []step             `json:"steps"`
	Puzzles   []string           `json:"puzzles"`
	Guesses   int64              `json:"guesses"`
	Measures  map[string]float64 `json:"measures"`
	Done      string             `json:"done"`
	Error     string             `json:"error"`
}

// step is one application of a technique; place and strike, and the ends of links, hold pairs of a cell and a digit.
type step struct {
	Technique string   `json:"technique"`
	Rating    float64  `json:"rating"`
	Order     float64  `json:"order"`
	Place     [][2]int `json:"place"`
	Strike    [][2]int `json:"strike"`
	Cells     []int    `json:"cells"`
	Why       []string `json:"why"`
	Links     []link   `json:"links"`
	Sets      [][]int  `json:"sets"`
	Text      string   `json:"text"`

	Constraints []int `json:"constraints"`
}

// link is an inference from some candidates to others.
type link struct {
	Kind string   `json:"kind"`
	From [][2]int `json:"from"`
	To   [][2]int `json:"to"`
}

// decode reads a message of the program. Keys that nobody knows are errors, for they are misspelt ones.
func decode(line string, into any) error {
	d := json.NewDecoder(bytes.NewReader([]byte(line)))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return fmt.Errorf("its line %q is not a message: %q has the wrong type, %s", shorten(line), wrong.Field, wrong.Value)
	}
	if key, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		return fmt.Errorf("its line %q is not a message: unknown key %s", shorten(line), key)
	}
	return fmt.Errorf("its line %q is not a message (%w): print nothing but messages to standard output", shorten(line), err)
}

// ending returns what the last line of an answer says as the error of its power.
func (r *reply) ending() error {
	switch r.Done {
	case "finished":
		return nil
	case "gave_up":
		return sudoku.ErrGaveUp
	case "timed_out":
		return context.DeadlineExceeded
	case "unsupported":
		return sudoku.ErrUnsupported
	case "error":
		return fmt.Errorf("the program says: error: %s", r.Error)
	}
	return fmt.Errorf("done %q: want finished, gave_up, timed_out, unsupported or error", r.Done)
}

func (r *reply) stats() sudoku.Stats {
	s := sudoku.Stats{Guesses: r.Guesses}
	for name, value := range r.Measures {
		s.Extra = append(s.Extra, sudoku.Measure{Name: name, Value: value})
	}
	slices.SortFunc(s.Extra, func(a, b sudoku.Measure) int { return strings.Compare(a.Name, b.Name) })
	return s
}

// about returns the request for a puzzle.
func about(do string, p *sudoku.Puzzle) *request {
	r := &request{Do: do, Geometry: p.Geometry().Shape(), Puzzle: cellsOf(p.Givens(), '.')}
	for _, s := range p.Soft() {
		clue := softClue{Cell: s.Cell, Prob: s.Prob}
		for d := range s.Allowed.All {
			clue.Allowed = append(clue.Allowed, d)
		}
		r.Soft = append(r.Soft, clue)
	}
	r.Constraints, r.Clauses = p.ConstraintTexts(), rules(p.Clauses())
	return r
}

func (r *request) within(ctx context.Context) *request {
	if deadline, ok := ctx.Deadline(); ok {
		r.Timeout = max(1, time.Until(deadline).Milliseconds())
	}
	return r
}

func housesOf(g *sudoku.Geometry) [][]int {
	var all [][]int
	for _, h := range g.Houses() {
		all = append(all, h.Cells)
	}
	return all
}

// gridOf reads one symbol a cell; "." and "0" are empty cells.
func gridOf(text string, g *sudoku.Geometry) (sudoku.Grid, error) {
	if len(text) != g.Cells() {
		return nil, fmt.Errorf("its grid %q has %d symbols for %d cells", shorten(text), len(text), g.Cells())
	}
	grid := make(sudoku.Grid, len(text))
	for i := range len(text) {
		if text[i] == '.' || text[i] == '0' {
			continue
		}
		if grid[i] = valueOf(text[i], g.N()); grid[i] == 0 {
			return nil, fmt.Errorf("its grid %q holds %q, which is none of the %d digits", shorten(text), text[i],
				g.N())
		}
	}
	return grid, nil
}
