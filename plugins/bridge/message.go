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
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
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
	// Constraints are the puzzle's constraints in short notation, Clauses their meaning.
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

// order says which puzzles to make. A missing member does not matter.
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
	return fmt.Errorf("its line %q is not a message (%w): print nothing but messages to standard output", shorten(line),
		err)
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

// stats returns the guesses and measures of an answer.
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

// within adds the time that ctx leaves to the request.
func (r *request) within(ctx context.Context) *request {
	if deadline, ok := ctx.Deadline(); ok {
		r.Timeout = max(1, time.Until(deadline).Milliseconds())
	}
	return r
}

// housesOf returns the cells of each house.
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
			return nil, fmt.Errorf("its grid %q holds %q, which is none of the %d digits", shorten(text), text[i], g.N())
		}
	}
	return grid, nil
}

// rule is a clause in a request, with its tables written out.
type rule struct {
	Kind       string   `json:"kind"`       // differ, pair, sum, count, word or any; in within any
	Constraint int      `json:"constraint"` // number in constraints, from 0
	Cells      []int    `json:"cells,omitempty"`
	Digits     [][]int  `json:"digits,omitempty"`   // in, count: of each cell
	Weights    []int    `json:"weights,omitempty"`  // sum, count: of each cell; left out: all 1
	Total      [][2]int `json:"total,omitempty"`    // sum, count: ranges, both ends included
	Relation   [][]int  `json:"relation,omitempty"` // pair: for each digit of the first cell those of the second
	Next       [][]int  `json:"next,omitempty"`     // word: for each state and digit the next state, -1 to reject
	Accepting  []int    `json:"accepting,omitempty"`
	Either     [][]rule `json:"either,omitempty"` // any
}

// rules returns clauses as a request has them.
func rules(clauses []clause.Clause) []rule {
	list := make([]rule, len(clauses))
	for i := range clauses {
		list[i] = newRule(&clauses[i])
	}
	return list
}

// newRule returns a clause in the form of the JSON lines.
func newRule(c *clause.Clause) rule {
	r := rule{Kind: c.Kind.String(), Constraint: c.Constraint, Cells: c.Cells, Digits: lists(c.Digits), Weights: c.Weights}
	for _, total := range c.Total {
		r.Total = append(r.Total, [2]int{total.Low, total.High})
	}
	switch c.Kind {
	case clause.Pair:
		r.Relation = lists(c.Relation.There)
	case clause.Word:
		for state := range int32(c.Automaton.States()) {
			next := make([]int, c.Automaton.N())
			for d := range next {
				next[d] = int(c.Automaton.Next(state, d+1))
			}
			r.Next = append(r.Next, next)
			if c.Automaton.Accepts(state) {
				r.Accepting = append(r.Accepting, int(state))
			}
		}
	}
	for _, alternative := range c.Either {
		r.Either = append(r.Either, rules(alternative))
	}
	return r
}

// lists returns sets of digits as lists.
func lists(sets []clause.Digits) [][]int {
	var all [][]int
	for _, set := range sets {
		all = append(all, append([]int{}, slices.Collect(set.All)...))
	}
	return all
}

// declared are the kinds that a program can declare; clauses of single cells are soft clues.
var declared = (^clause.Kinds(0)).Names()[1:]

// checkConstraints says which constraints or kinds of clauses a program cannot declare.
func (p *Program) checkConstraints() error {
	switch {
	case p.Protocol == protocolLines && len(p.Clauses) > 0:
		return errors.New("clauses are of protocol 1; a program of protocol 0, lines, declares constraints by name")
	case p.Protocol == protocolJSON && len(p.Constraints) > 0:
		return errors.New("constraints are of protocol 0, lines; a program of protocol 1 declares clauses")
	}
	for _, kind := range p.Clauses {
		if !slices.Contains(declared, kind) {
			return fmt.Errorf("clauses: %q is none of %v", kind, declared)
		}
	}
	known := constraint.Names()
	for _, name := range p.Constraints {
		if !slices.Contains(known, name) {
			return fmt.Errorf("constraints: %w", &constraint.UnknownError{Name: name})
		}
	}
	return nil
}

// kinds returns the kinds of clauses that puzzles for the program may have.
func (p *Program) kinds() []string {
	if len(p.Constraints) > 0 || p.Mode == Dimacs {
		return declared // what constraints come down to depends on their values
	}
	return p.Clauses
}

// knows reports why a program of lines does not take a puzzle: constraints that it has not declared, or symbols of
// another alphabet in their values.
func (p *Program) knows(q *sudoku.Puzzle) error {
	constraints := q.Constraints()
	if constraints == nil || p.Mode == Dimacs {
		return nil
	}
	if q.Geometry().Shape() != q.Geometry().String() {
		return fmt.Errorf("%w: constraints in digits other than 1 to %d", sudoku.ErrUnsupported, q.Geometry().N())
	}
	return p.knowsAll(constraints)
}

// knowsAll returns an error for a constraint that the program does not take.
func (p *Program) knowsAll(constraints []constraint.Constraint) error {
	for i := range constraints {
		if !slices.Contains(p.Constraints, constraints[i].Name) {
			return fmt.Errorf("%w: constraint %q", sudoku.ErrUnsupported, constraints[i].Name)
		}
		if err := p.knowsAll(constraints[i].Either); err != nil {
			return err
		}
	}
	return nil
}
