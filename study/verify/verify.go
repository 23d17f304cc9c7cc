package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// A Request asks for claims to be judged.
type Request struct {
	Puzzle    *sudoku.Puzzle // that the first claims are about, nil if the claims begin with one
	Claims    io.Reader      // JSON lines
	Explainer string         // id of a plugin that lists steps, "" for any
	Timeout   time.Duration  // for looking for a technique, for each claim; 0 for any time
}

// The judgements of claims.
const (
	Proved     = "proved"
	Other      = "other technique"
	Unproved   = "unproved"
	Known      = "known"
	False      = "false"
	Unreadable = "unreadable"
)

// Judgements are all of them, the good ones first.
var Judgements = []string{Proved, Other, Unproved, Known, False, Unreadable}

// Record is what there is to say of one claim. Its keys are stable.
type Record struct {
	Puzzle    string   `json:"puzzle"`
	N         int      `json:"n"` // of the claim, from 1 for each puzzle
	Line      int      `json:"line"`
	Judgement string   `json:"judgement"`
	Claimed   string   `json:"claimed,omitempty"`    // technique
	Technique []string `json:"techniques,omitempty"` // that give what is claimed, the easiest for each part
	Rating    float64  `json:"rating,omitempty"`     // of the hardest of them
	Reason    string   `json:"reason,omitempty"`     // what is wrong with it
}

// SumRecord is what the claims about one puzzle come to. Its keys are stable.
type SumRecord struct {
	Puzzle string         `json:"puzzle"`
	Claims int            `json:"claims"`
	Counts map[string]int `json:"counts"`
	Solved bool           `json:"solved"` // the true ones fill the grid
	First  int            `json:"first_wrong,omitempty"`
	Reason string         `json:"first_wrong_reason,omitempty"`
}

// Sound reports whether every claim is true and given by the technique named, or known.
func (s *SumRecord) Sound() bool { return s.Counts[Proved]+s.Counts[Known] == s.Claims }

// verifying is claims being judged.
type verifying struct {
	Request
	env    *work.Env
	lister job.Plugin
	known  []string // techniques, in words
	show   func(*Record) error
	end    func(*SumRecord) error

	replay   *record.Replay
	solution sudoku.Grid
	sum      *SumRecord
}

// Claims judges claims one after the other. It calls show with each, and end with what those about a puzzle come to; an
// error of either ends the work. A puzzle that cannot be read or has no single solution is an error, since nothing is true of its
// cells.
func Claims(ctx context.Context, env *work.Env, req Request, show func(*Record) error, end func(*SumRecord) error) error {
	v := &verifying{Request: req, env: env, show: show, end: end}
	var err error
	if v.lister, err = env.StepLister(ctx, req.Explainer); err != nil {
		return err
	}
	info := v.lister.Info()
	for _, m := range info.Metrics {
		for _, name := range m.Labels {
			v.known = append(v.known, words(name))
		}
	}
	if req.Puzzle != nil {
		if err := v.begin(ctx, req.Puzzle); err != nil {
			return err
		}
	}
	for e, err := range entries(req.Claims, req.Puzzle) {
		switch {
		case err != nil:
		case e.puzzle != nil:
			err = v.begin(ctx, e.puzzle)
		case e.begins:
			err = v.finish() // the claims that follow are about no puzzle
		}
		if err == nil && (e.claim != nil || e.err != nil) {
			err = v.enter(ctx, &e)
		}
		if err != nil {
			return err
		}
	}
	return v.finish()
}

// begin turns to a puzzle.
func (v *verifying) begin(ctx context.Context, p *sudoku.Puzzle) error {
	if err := v.finish(); err != nil {
		return err
	}
	solver, err := v.env.CompleteSolver(ctx, "")
	if err != nil {
		return err
	}
	r, err := runner.SolveOne(ctx, solver, p, sudoku.Ask{Limit: 2})
	if err != nil {
		return err
	}
	if r.Verdict != sudoku.Unique {
		return &NotUniqueError{Puzzle: p, Verdict: r.Verdict}
	}
	v.replay, v.solution = record.NewReplay(p), r.Solutions[0].Clone()
	v.sum = &SumRecord{Puzzle: p.String(), Counts: map[string]int{}}
	return nil
}

// A NotUniqueError says that claims are about a puzzle that has no solution, or several.
type NotUniqueError struct {
	Puzzle  *sudoku.Puzzle
	Verdict sudoku.Verdict
}

func (e *NotUniqueError) Error() string {
	return fmt.Sprintf("judging claims about %s: it is %s, and only with a single solution is a claim true or false", e.Puzzle, e.Verdict)
}

// finish says what the claims about a puzzle come to.
func (v *verifying) finish() error {
	if v.sum == nil {
		return nil
	}
	v.sum.Solved = sudoku.Verify(v.replay.Puzzle, v.replay.Values) == nil
	s := v.sum
	v.sum = nil
	return v.end(s)
}

func (v *verifying) enter(ctx context.Context, e *entry) error {
	if v.sum == nil { // no puzzle yet
		return work.RequestErrorf("line %d: %w", e.number, e.err)
	}
	v.sum.Claims++
	r := &Record{Puzzle: v.sum.Puzzle, N: v.sum.Claims, Line: e.number}
	if e.err != nil {
		r.Judgement, r.Reason = Unreadable, e.err.Error()
	} else if err := v.judge(ctx, e.claim, r); err != nil {
		return err
	}
	v.sum.Counts[r.Judgement]++
	if r.Judgement != Proved && r.Judgement != Known && v.sum.First == 0 {
		v.sum.First, v.sum.Reason = r.N, r.Reason
	}
	return v.show(r)
}

// judge judges a claim and enters it if it is true.
func (v *verifying) judge(ctx context.Context, c *Claim, r *Record) error {
	g := v.replay.Puzzle.Geometry()
	r.Claimed = c.Technique
	for _, p := range c.Place {
		if int(v.solution[p.Cell]) != p.Digit {
			r.Judgement, r.Reason = False, fmt.Sprintf("%s is not %s", g.CellName(p.Cell), g.Alphabet().Symbol(p.Digit))
			return nil
		}
	}
	for _, s := range c.Strike {
		if int(v.solution[s.Cell]) == s.Digit {
			r.Judgement, r.Reason = False, fmt.Sprintf("%s is %s, which is struck", g.CellName(s.Cell), g.Alphabet().Symbol(s.Digit))
			return nil
		}
	}
	todo := v.fresh(c)
	if len(todo.Place)+len(todo.Strike) == 0 {
		r.Judgement, r.Reason = Known, "it says nothing new"
		return nil
	}
	if err := v.prove(ctx, &todo, r); err != nil {
		return err
	}
	v.replay.Apply(sudoku.Step{Place: todo.Place, Strike: todo.Strike})
	return nil
}

// fresh returns what of a claim is new.
func (v *verifying) fresh(c *Claim) Claim {
	return Claim{Technique: c.Technique,
		Place:  slices.DeleteFunc(slices.Clone(c.Place), func(p sudoku.Candidate) bool { return v.replay.Values[p.Cell] != 0 }),
		Strike: slices.DeleteFunc(slices.Clone(c.Strike), func(s sudoku.Candidate) bool { return !v.replay.Marks[s.Cell].Has(s.Digit) })}
}

// proof is which parts of a claim some technique gives.
type proof struct {
	place, strike []sudoku.Candidate // not given yet
	techniques    []string
	rating        float64
}

func newProof(c *Claim) *proof {
	return &proof{place: slices.Clone(c.Place), strike: slices.Clone(c.Strike)}
}

func (p *proof) whole() bool { return len(p.place)+len(p.strike) == 0 }

// add takes what a step gives.
func (p *proof) add(s *sudoku.Step, peers func(a, b int) bool) {
	before := len(p.place) + len(p.strike)
	p.place = slices.DeleteFunc(p.place, func(c sudoku.Candidate) bool { return slices.Contains(s.Place, c) })
	p.strike = slices.DeleteFunc(p.strike, func(c sudoku.Candidate) bool {
		return slices.Contains(s.Strike, c) || slices.ContainsFunc(s.Place, func(q sudoku.Candidate) bool {
			return q.Cell == c.Cell && q.Digit != c.Digit || q.Digit == c.Digit && peers(q.Cell, c.Cell)
		})
	})
	if len(p.place)+len(p.strike) < before {
		if name := s.Technique; !slices.Contains(p.techniques, name) {
			p.techniques = append(p.techniques, name)
		}
		p.rating = max(p.rating, s.Rating)
	}
}

// prove looks for techniques that give a claim.
func (v *verifying) prove(ctx context.Context, c *Claim, r *Record) error {
	budget, cancel := ctx, context.CancelFunc(func() {})
	if v.Timeout > 0 {
		budget, cancel = context.WithTimeout(ctx, v.Timeout)
	}
	defer cancel()
	named, wanted, anyway := newProof(c), words(c.Technique), newProof(c)
	state := &sudoku.State{Puzzle: v.replay.Puzzle, Values: v.replay.Values, Candidates: v.replay.Marks}
	g := v.replay.Puzzle.Geometry()
	peers := func(a, b int) bool { return slices.Contains(g.Peers(a), b) }
	err := v.lister.ListSteps(budget, state, func(s sudoku.Step) bool {
		if words(s.Technique) == wanted {
			named.add(&s, peers)
		}
		anyway.add(&s, peers)
		return !named.whole() && (wanted != "" || !anyway.whole())
	})
	if errors.Is(err, sudoku.ErrUnsupported) {
		r.Judgement, r.Reason = Unproved, fmt.Sprintf("it is true, but %s does not take such puzzles", v.lister.ID())
		return nil
	}
	if err != nil && !errors.Is(err, sudoku.ErrGaveUp) && !(budget.Err() != nil && ctx.Err() == nil) {
		return err
	}
	late := ""
	if err != nil && budget.Err() != nil {
		late = ", as far as could be seen within " + v.Timeout.String()
	}
	found := anyway
	switch {
	case named.whole():
		r.Judgement, found = Proved, named
	case anyway.whole() && wanted == "":
		r.Judgement = Proved
	case anyway.whole():
		r.Judgement, r.Reason = Other, fmt.Sprintf("it follows, but not by %q%s", c.Technique, late)
		if !slices.Contains(v.known, wanted) {
			r.Reason = fmt.Sprintf("it follows, but %s knows no technique %q", v.lister.ID(), c.Technique)
		}
	default:
		r.Judgement, r.Reason = Unproved, "it is true, but no technique gives all of it in one step"+late
		return nil
	}
	r.Technique, r.Rating = found.techniques, found.rating
	return nil
}

// words writes techniques alike, whoever names them: "X-wing", "x_wing" and "x wing" are one.
func words(technique string) string {
	return strings.NewReplacer("-", "_", " ", "_").Replace(
		strings.ToLower(record.TechniqueText(strings.ToLower(strings.TrimSpace(technique)))))
}
