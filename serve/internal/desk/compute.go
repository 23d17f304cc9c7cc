package desk

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/check"
	"github.com/sudokuctl/sudokuctl/work/generate"
)

// Asked are the puzzles of a request that computes, and who is to work on them.
type Asked struct {
	Puzzle    string   `json:"puzzle,omitempty" doc:"a puzzle in any notation, or several, one a line" example:"1.3............4"`
	Puzzles   []string `json:"puzzles,omitempty" doc:"further puzzles"`
	Plugin    string   `json:"plugin,omitempty" doc:"id of a plugin; a fit one if there is none"`
	TimeoutMs int64    `json:"timeout_ms,omitempty" minimum:"0" maximum:"10000" doc:"for each puzzle"`
	Limit     *int     `json:"limit,omitempty" minimum:"0" maximum:"10000" doc:"solve: solutions wanted of each puzzle, by default 2; check: counted at most"`
	Seed      *uint64  `json:"seed,omitempty"`
	Metrics   []string `json:"metrics,omitempty" doc:"grade: only these"`
	Level     string   `json:"level,omitempty" enum:"where,what,why" doc:"hint: how much is told, by default why"`
}

func (q *Asked) timeout() time.Duration {
	if q.TimeoutMs == 0 {
		return problem.ComputeTime
	}
	return time.Duration(q.TimeoutMs) * time.Millisecond
}

func (q *Asked) limit(otherwise int) int {
	if q.Limit == nil {
		return otherwise
	}
	return *q.Limit
}

func (q *Asked) seed() uint64 {
	if q.Seed == nil {
		return 1
	}
	return *q.Seed
}

// input returns the puzzles, all of which must be right.
func (q *Asked) input() (*work.Input, error) {
	text := strings.Join(append([]string{q.Puzzle}, q.Puzzles...), "\n")
	if q.Puzzle == "" {
		text = strings.Join(q.Puzzles, "\n")
	}
	n := 0
	for _, err := range formats.Read(strings.NewReader(text), "puzzle") {
		if err != nil {
			return nil, err
		}
		if n++; n > MaxPuzzles {
			return nil, problem.New(http.StatusBadRequest, fmt.Sprintf("more than %d puzzles; start a run for so many", MaxPuzzles))
		}
	}
	if n == 0 {
		return nil, problem.New(http.StatusBadRequest, "no puzzle in it")
	}
	return work.TextInput(text), nil
}

// compute calls f with the puzzles of a request, in a slot and within the time.
func (d *Desk) compute(ctx context.Context, q *Asked, f func(context.Context, []*work.Input) error) error {
	in, err := q.input()
	if err != nil {
		return err
	}
	return d.bounded(ctx, q.Plugin, func(ctx context.Context) error { return f(ctx, []*work.Input{in}) })
}

// bounded calls f in a slot and within the time; plugin is "" or must be one that is used.
func (d *Desk) bounded(ctx context.Context, plugin string, f func(context.Context) error) error {
	if err := d.usable(plugin); err != nil {
		return err
	}
	release, err := d.slots.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, problem.ComputeTime)
	defer cancel()
	d.Computed.Add(1)
	return f(ctx)
}

// usable reports whether ids of plugins are those of plugins that were found: a request can name no other program.
func (d *Desk) usable(ids ...string) error {
	var known []string
	used := map[string]bool{"": true}
	for _, c := range d.Options.Find() {
		if c.Rejected == "" {
			used[c.ID] = true
			known = append(known, c.ID)
		}
	}
	for _, id := range ids {
		if !used[id] {
			p := problem.New(http.StatusBadRequest, fmt.Sprintf("no plugin %q%s", id, problem.DidYouMean(id, known)))
			p.Known = known
			return p
		}
	}
	return nil
}

func (d *Desk) Solve(ctx context.Context, q *Asked) (records []work.SolveRecord, err error) {
	err = d.compute(ctx, q, func(ctx context.Context, in []*work.Input) error {
		req := work.SolveRequest{Inputs: in, Solver: q.Plugin,
			Ask: sudoku.Ask{Limit: q.limit(2), Seed: q.seed(), Timeout: q.timeout()}}
		_, err := work.Solve(ctx, d.Env, req, nil,
			func(solver sudoku.Info, r *sudoku.Result) error {
				records = append(records, work.NewSolveRecord(solver, r, req))
				return nil
			})
		return err
	})
	return records, err
}

func (d *Desk) Grade(ctx context.Context, q *Asked) (records []*work.GradeRecord, err error) {
	graders := d.Env.Graders
	if q.Plugin != "" {
		graders = []string{q.Plugin}
	}
	err = d.compute(ctx, q, func(ctx context.Context, in []*work.Input) error {
		grading, err := work.OpenGrading(ctx, d.Env, work.GradeRequest{Graders: graders, Metrics: q.Metrics,
			Ask: sudoku.Ask{Seed: q.seed(), Timeout: q.timeout()}})
		if err != nil {
			return err
		}
		_, err = grading.Each(ctx, in, nil, func(r *work.GradeRecord) error {
			records = append(records, r)
			return nil
		})
		return err
	})
	return records, err
}

// MaxPuzzles is how many puzzles a request that computes may have; more is a run.
const MaxPuzzles = 1_000

// mostCounted is how many solutions a check counts.
const mostCounted = 10_000

func (d *Desk) Check(ctx context.Context, q *Asked) (records []*check.Record, err error) {
	err = d.compute(ctx, q, func(ctx context.Context, in []*work.Input) error {
		_, err := check.Run(ctx, d.Env, check.Request{Inputs: in, Solver: q.Plugin, Most: q.limit(mostCounted),
			Timeout: q.timeout()}, nil, func(r *check.Record) error {
			records = append(records, r)
			return nil
		})
		return err
	})
	return records, err
}

// Explain returns the records of steps and outcomes.
func (d *Desk) Explain(ctx context.Context, q *Asked) (records []any, err error) {
	err = d.compute(ctx, q, func(ctx context.Context, in []*work.Input) error {
		_, err := work.Explain(ctx, d.Env, work.ExplainRequest{Inputs: in, Explainer: q.Plugin, Timeout: q.timeout()}, nil,
			work.Told{
				Puzzle: func(*sudoku.Puzzle) error { return nil },
				Step: func(before *work.Replay, step sudoku.Step, n int) error {
					records = append(records, work.NewStepRecord(before.Puzzle.Geometry, step, n))
					return nil
				},
				End: func(_ *work.Replay, o *work.OutcomeRecord) error {
					records = append(records, o)
					return nil
				},
			})
		return err
	})
	return records, err
}

// Hint returns the next step of the first puzzle, or as much of it as is wanted.
func (d *Desk) Hint(ctx context.Context, q *Asked) (records []any, err error) {
	err = d.compute(ctx, q, func(ctx context.Context, in []*work.Input) error {
		var p *sudoku.Puzzle
		for r, err := range in[0].Records(ctx) {
			if err != nil {
				return err
			}
			p = r.Puzzle
			break
		}
		h, err := work.Hint(ctx, d.Env, work.HintRequest{Puzzle: p, Explainer: q.Plugin, Timeout: q.timeout()})
		if err != nil {
			return err
		}
		if h.Step == nil {
			return problem.New(http.StatusUnprocessableEntity, noHint(h))
		}
		records = append(records, hintRecord(p.Geometry, h.Step, q.Level))
		return nil
	})
	return records, err
}

func hintRecord(g *sudoku.Geometry, s *sudoku.Step, level string) any {
	switch level {
	case "where":
		return work.HintRecord{Where: work.PlaceText(g, *s)}
	case "what":
		return work.HintRecord{Where: work.PlaceText(g, *s), Technique: s.Technique, Rating: s.Rating}
	}
	return work.NewStepRecord(g, *s, 1)
}

// noHint says why there is no hint.
func noHint(h *work.Hinted) string {
	switch {
	case h.Verdict == sudoku.Invalid:
		return "two givens clash"
	case h.Verdict == sudoku.Impossible:
		return "a value is wrong: from here there is no solution"
	case h.Full:
		return "nothing is left to do: the puzzle is solved"
	case h.TwoWays != "":
		return "no step can be certain, for there are several solutions: " + h.TwoWays
	case h.Late:
		return "the time was up before a step was found"
	}
	return "no technique helps here"
}

func (d *Desk) Convert(ctx context.Context, to string, text []byte) ([]byte, error) {
	var b bytes.Buffer
	out, err := formats.NewWriter(&b, to)
	if err != nil {
		p := problem.New(http.StatusBadRequest, fmt.Sprintf("no format %q%s", to, problem.DidYouMean(to, formats.Names())))
		p.Known = formats.Names()
		return nil, p
	}
	var bad error
	_, err = work.Convert(ctx, []*work.Input{work.ReaderInput("upload", bytes.NewReader(text))}, func(e work.Event) {
		if b, ok := e.(work.BadRecord); ok && bad == nil {
			bad = b.Err
		}
	}, out.Write)
	if bad != nil {
		err = bad
	}
	if err != nil {
		return nil, err
	}
	if err := out.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Order says which puzzles are to be made.
type Order struct {
	Geometry string  `json:"geometry,omitempty" default:"9" doc:"see docs/formats.md"`
	Number   int     `json:"number,omitempty" default:"1" minimum:"1" maximum:"100"`
	CluesMin int     `json:"clues_min,omitempty" minimum:"0"`
	CluesMax int     `json:"clues_max,omitempty" minimum:"0"`
	Symmetry string  `json:"symmetry,omitempty" enum:"rot90,rot180,mirror_h,mirror_v,diagonal,antidiagonal,"`
	Minimal  bool    `json:"minimal,omitempty"`
	Level    string  `json:"level,omitempty" doc:"a level of the config"`
	Metric   string  `json:"metric,omitempty" doc:"of which a range is wanted"`
	Min      float64 `json:"min,omitempty"`
	Below    float64 `json:"below,omitempty"`
	Seed     uint64  `json:"seed,omitempty" doc:"the same seed makes the same puzzles"`
	Plugin   string  `json:"plugin,omitempty"`
}

// MadeRecord is a puzzle that was made. Its keys are stable.
type MadeRecord struct {
	Puzzle   string `json:"puzzle"`
	Geometry string `json:"geometry"`
	Clues    int    `json:"clues"`
}

// tries is how many searches towards a range may be in vain.
const tries = 20

func (d *Desk) Generate(ctx context.Context, o *Order) (made []MadeRecord, err error) {
	g, err := sudoku.ParseGeometry(o.Geometry)
	if err != nil {
		return nil, problem.New(http.StatusBadRequest, err.Error())
	}
	target, err := d.target(o)
	if err != nil {
		return nil, err
	}
	err = d.bounded(ctx, o.Plugin, func(ctx context.Context) error {
		generator, err := d.Env.Generator(ctx, o.Plugin)
		if err != nil {
			return err
		}
		return generate.Run(ctx, d.Env.Open, generate.Request{Generator: generator.ID(), Target: target, Graders: d.Env.Graders,
			Attempts: tries, Timeout: problem.ComputeTime, Order: sudoku.Order{Geometry: g, Count: o.Number, CluesMin: o.CluesMin,
				CluesMax: o.CluesMax, Symmetry: o.Symmetry, Minimal: o.Minimal, Seed: o.Seed}}, nil,
			func(p *sudoku.Puzzle) error {
				made = append(made, MadeRecord{p.String(), p.Geometry.String(), p.Clues()})
				return nil
			})
	})
	if len(made) > 0 && err != nil && ctx.Err() == nil {
		return made, nil // fewer than ordered
	}
	return made, err
}

// target returns the range that an order asks for, nil if it asks for none.
func (d *Desk) target(o *Order) (*generate.Range, error) {
	if o.Level == "" {
		if o.Metric == "" {
			return nil, nil
		}
		return &generate.Range{Metric: o.Metric, Min: o.Min, Below: o.Below}, nil
	}
	var known []string
	from := math.Inf(-1)
	for _, l := range d.Env.Levels {
		if l.Name == o.Level {
			return &generate.Range{Metric: l.Metric, Min: from, Below: l.Below}, nil
		}
		known, from = append(known, l.Name), l.Below
	}
	p := problem.New(http.StatusBadRequest, fmt.Sprintf("no level %q%s", o.Level, problem.DidYouMean(o.Level, known)))
	p.Known = known
	return nil, p
}
