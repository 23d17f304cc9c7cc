package bridge

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// speaking makes a plugin of a program that speaks JSON lines. A process is started and greeted, for what it
// says of itself completes what the Program leaves out.
func speaking(ctx context.Context, p *Program) (spec.Spec, error) {
	q := *p
	d := &dialogue{program: &q}
	s, g, err := d.open(ctx)
	if err != nil {
		return spec.Spec{}, err
	}
	d.giveBack(s)
	if err := q.complete(g); err != nil {
		d.waiting.close()
		return spec.Spec{}, fmt.Errorf("its greeting: %w", err)
	}
	spec := spec.Spec{Info: q.info()}
	voice := func(settings sudoku.Settings) *voice { return &voice{dialogue: d, settings: textOf(settings)} }
	if slices.Contains(q.Powers, sudoku.PowerSolve) {
		spec.Solver = func(s sudoku.Settings) (sudoku.Solver, error) { return voice(s), nil }
	}
	if slices.Contains(q.Powers, sudoku.PowerGrade) {
		spec.Grader = func(s sudoku.Settings) (sudoku.Grader, error) { return voice(s), nil }
	}
	if slices.Contains(q.Powers, sudoku.PowerExplain) {
		spec.Explainer = func(s sudoku.Settings) (sudoku.Explainer, error) {
			if slices.Contains(q.Powers, sudoku.PowerSteps) {
				return voice(s), nil
			}
			return struct{ sudoku.Explainer }{voice(s)}, nil // without ListSteps
		}
	}
	if slices.Contains(q.Powers, sudoku.PowerGenerate) {
		spec.Generator = func(s sudoku.Settings) (sudoku.Generator, error) { return voice(s), nil }
	}
	return spec, nil
}

// textOf writes settings as JSON, "" if there are none.
func textOf(settings sudoku.Settings) string {
	if len(settings) == 0 {
		return ""
	}
	text, _ := json.Marshal(settings) // checked settings are texts, finite numbers and truth values
	return string(text)
}

// complete adds declarations of the program that the manifest leaves out.
func (p *Program) complete(g *greeting) error {
	if p.Version == unversioned {
		p.Version = cmp.Or(g.Version, p.Version)
	}
	if p.Licence == unlicensed {
		p.Licence = cmp.Or(g.Licence, p.Licence)
	}
	p.Summary, p.Reference = cmp.Or(p.Summary, g.Summary), cmp.Or(p.Reference, g.Reference)
	claimed := p.Complete || p.Deterministic || p.SoftClues || p.Fast || p.Neighbours || len(p.Powers) > 0
	if !claimed {
		if err := p.Claim(g.Capabilities); err != nil {
			return err
		}
	}
	if len(p.Powers) == 0 {
		p.Powers = []sudoku.Power{sudoku.PowerSolve}
	}
	if len(p.Shapes) == 0 {
		p.Shapes = g.Shapes
	}
	if len(p.Clauses) == 0 {
		p.Clauses = g.Clauses
	}
	if len(p.Options) == 0 {
		p.Options = g.Options
	}
	if len(p.Metrics) == 0 {
		p.Metrics = g.Metrics
	}
	if len(p.Aims) == 0 {
		p.Aims = g.Aims
	}
	return p.Check()
}

// voice has every power of a program that speaks JSON lines, for one worker.
type voice struct {
	dialogue *dialogue
	settings string
	seed     uint64
	limit    int
}

// Seed sets the seed of the next request. Programs without random numbers may ignore it.
func (v *voice) Seed(seed uint64) { v.seed = seed }

// exact is seed as a number that every JSON reader keeps.
func exact(seed uint64) uint64 { return seed & (1<<53 - 1) }

// ask makes a request and returns the last line. An error in that line becomes the error.
func (v *voice) ask(ctx context.Context, g *sudoku.Geometry, r *request, take func(*reply) (bool, error)) (
	*reply, error) {
	r.Seed = exact(v.seed)
	last, err := v.dialogue.ask(ctx, v.settings, g, r.within(ctx), take)
	switch {
	case ctx.Err() != nil && !errors.Is(err, ctx.Err()):
		return &reply{}, ctx.Err()
	case err != nil:
		return &reply{}, err
	}
	return last, last.ending()
}

// Limit says how many solutions of a puzzle the next requests want, 0 for all.
func (v *voice) Limit(n int) { v.limit = n }

// Solve asks for solutions and emits them as they come. When no more are wanted the program is told to cancel.
func (v *voice) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	r := about("solve", p)
	r.Limit = v.limit
	enough := false
	last, err := v.ask(ctx, p.Geometry(), r, func(part *reply) (bool, error) {
		for _, text := range part.Solutions {
			grid, err := gridOf(text, p.Geometry())
			if err != nil {
				return false, err
			}
			if enough = enough || !emit(grid); enough {
				return false, nil
			}
		}
		return true, nil
	})
	if err == nil && !enough && !v.dialogue.program.Complete {
		err = sudoku.ErrGaveUp // whose search proves nothing
	}
	return last.stats(), err
}

// Grade asks for grades. A metric that the program did not declare is an error of the puzzle.
func (v *voice) Grade(ctx context.Context, p *sudoku.Puzzle) (grades []sudoku.Grade, err error) {
	metrics := v.dialogue.program.Metrics
	_, err = v.ask(ctx, p.Geometry(), about("grade", p), func(part *reply) (bool, error) {
		for name := range part.Grades {
			if !slices.ContainsFunc(metrics, func(m manifest.Metric) bool { return m.Name == name }) {
				return false, fmt.Errorf("it graded %q, which is none of its metrics", name)
			}
		}
		for _, m := range metrics {
			if value, ok := part.Grades[m.Name]; ok {
				grades = append(grades, sudoku.Grade{Metric: m.Name, Value: value, Label: part.Labels[m.Name]})
			}
		}
		return true, nil
	})
	return grades, err
}

// Explain asks for the steps to the solution.
func (v *voice) Explain(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	return v.askSteps(ctx, p, about("explain", p), emit)
}

// askSteps makes a request that is answered with steps.
func (v *voice) askSteps(ctx context.Context, p *sudoku.Puzzle, r *request, emit func(sudoku.Step) bool) error {
	_, err := v.ask(ctx, p.Geometry(), r, func(part *reply) (bool, error) {
		for _, said := range part.Steps {
			told, err := said.step(p)
			if err != nil {
				return false, err
			}
			if !emit(told) {
				return false, nil
			}
		}
		return true, nil
	})
	return err
}

// step returns a step of the language of sudoku.
func (s *step) step(p *sudoku.Puzzle) (told sudoku.Step, err error) {
	told = sudoku.Step{Technique: s.Technique, Rating: s.Rating, Order: s.Order, Place: candidates(s.Place),
		Strike: candidates(s.Strike), Cells: s.Cells, Why: s.Why, Sets: s.Sets, Constraints: s.Constraints, Text: s.Text}
	for _, l := range s.Links {
		kind, err := linkKind(l.Kind)
		if err != nil {
			return told, fmt.Errorf("its step %q: %w", s.Technique, err)
		}
		told.Links = append(told.Links, sudoku.Link{Kind: kind, From: candidates(l.From), To: candidates(l.To)})
	}
	if err := told.Check(p); err != nil {
		return told, fmt.Errorf("its step %q: %w", s.Technique, err)
	}
	return told, nil
}

// linkKind returns the kind of a link with a name.
func linkKind(name string) (sudoku.LinkKind, error) {
	for k := sudoku.WeakLink; k <= sudoku.LostLink; k++ {
		if k.String() == name {
			return k, nil
		}
	}
	return 0, fmt.Errorf("link %q: want weak, strong or lost", name)
}

// candidates converts pairs of a cell and a digit.
func candidates(pairs [][2]int) (list []sudoku.Candidate) {
	for _, pair := range pairs {
		list = append(list, sudoku.Candidate{Cell: pair[0], Digit: pair[1]})
	}
	return list
}

// ListSteps asks for the steps that are possible in a state.
func (v *voice) ListSteps(ctx context.Context, state *sudoku.State, emit func(sudoku.Step) bool) error {
	r := about("steps", state.Puzzle)
	r.Values = cellsOf(state.Values, '.')
	for _, digits := range state.Candidates {
		list := []int{}
		for d := range digits.All {
			list = append(list, d)
		}
		r.Candidates = append(r.Candidates, list)
	}
	return v.askSteps(ctx, state.Puzzle, r, emit)
}

// limit returns nil for infinities, which JSON does not have.
func limit(v float64) *float64 {
	if math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// Generate asks for puzzles to an order. A program without the capability for it is never asked.
func (v *voice) Generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (
	sudoku.Stats, error) {
	r := &request{Do: "generate", Geometry: o.Geometry.Shape(),
		Order: &order{Count: o.Count, CluesMin: o.CluesMin, CluesMax: o.CluesMax, Symmetry: o.Symmetry,
			Minimal: o.Minimal, AllowMultiple: o.AllowMultiple, Metric: o.Metric}}
	if o.Metric != "" {
		r.Order.MetricMin, r.Order.MetricMax = limit(o.MetricMin), limit(o.MetricMax)
	}
	if o.Near != nil {
		r.Order.Near = string(appendConstraints(appendCells(nil, o.Near.Givens(), '.'), o.Near))
	}
	for _, wanted := range o.Constraints {
		r.Order.Constraints = append(r.Order.Constraints, wanted.String())
	}
	if o.HasDifficulty {
		r.Order.Difficulty = &o.Difficulty
	}
	for _, given := range o.Pattern {
		symbol := "."
		if given {
			symbol = "1"
		}
		r.Order.Pattern += symbol
	}
	v.seed = o.Seed
	last, err := v.ask(ctx, o.Geometry, r, func(part *reply) (bool, error) {
		for _, text := range part.Puzzles {
			p, err := madeOf(text, o.Geometry)
			if err != nil {
				return false, err
			}
			if !emit(p) {
				return false, nil
			}
		}
		return true, nil
	})
	return last.stats(), err
}
