package desk

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// Asking is what requests of all verbs about puzzles have in common.
type Asking struct {
	Line
	Puzzle    string         `json:"puzzle,omitempty" doc:"a puzzle in any notation, or several, one a line" example:"1.3............4"`
	Puzzles   []string       `json:"puzzles,omitempty" doc:"further puzzles"`
	Plugin    string         `json:"plugin,omitempty" doc:"id of a plugin; a fit one if there is none"`
	Settings  map[string]any `json:"settings,omitempty" doc:"of the plugin, which must be named: those that GET /plugins/{id} declares"`
	TimeoutMs int64          `json:"timeout_ms,omitempty" minimum:"0" maximum:"10000" doc:"for each puzzle"`
	Seed      *uint64        `json:"seed,omitempty"`
	Without   []string       `json:"without,omitempty" doc:"techniques that are not used in explanations" example:"[\"x_wing\"]"`
}

// Line is what a line of "sudokuctl pipe" has beside the request.
type Line struct {
	ID int64  `json:"id,omitempty" hidden:"true"`
	Do string `json:"do,omitempty" hidden:"true"`
}

// BySolver, ByGrader and ByExplainer are the plugin of a request by the name that the command line and Python have for
// it.
type (
	BySolver struct {
		Solver string `json:"solver,omitempty" doc:"the same as plugin"`
	}
	ByGrader struct {
		Grader string `json:"grader,omitempty" doc:"the same as plugin"`
	}
	ByExplainer struct {
		Explainer string `json:"explainer,omitempty" doc:"the same as plugin"`
	}
)

// Requests of the verbs.
type (
	SolveQuery struct {
		Asking
		BySolver
		Limit     *int `json:"limit,omitempty" minimum:"0" maximum:"10000" doc:"solutions wanted of each puzzle, by default 2, which proves that a solution is the only one; 0 for all"`
		CountOnly bool `json:"count_only,omitempty" doc:"only how many solutions there are, estimated if counting them takes more than a second"`
	}
	GradeQuery struct {
		Asking
		ByGrader
		Metrics []string `json:"metrics,omitempty" doc:"only these, such as se or techniques"`
	}
	CountQuery struct { // of check and candidates
		Asking
		BySolver
		Limit *int `json:"limit,omitempty" minimum:"0" maximum:"10000" doc:"solutions counted of each puzzle, by default 10,000"`
	}
	ExplainQuery struct {
		Asking
		ByExplainer
		Marks []string `json:"marks,omitempty" doc:"for each cell the candidates that are left, such as \"257\", \"\" for all; of one puzzle"`
	}
	HintQuery struct {
		ExplainQuery
		Level string `json:"level,omitempty" enum:"where,what,why" doc:"how much is told, by default why"`
	}
	StepsQuery struct {
		ExplainQuery
		Values string `json:"values,omitempty" doc:"the puzzle with what has been entered so far, in any notation"`
		Limit  *int   `json:"limit,omitempty" minimum:"0" maximum:"10000" doc:"steps listed at most, by default 200"`
	}
)

// named takes over the plugin of a request by its other name.
func (q *Asking) named(other string) error {
	if q.Plugin != "" && other != "" && q.Plugin != other {
		return problem.Newf(http.StatusBadRequest, "the request names two plugins, %q and %q", q.Plugin, other)
	}
	q.Plugin = cmp.Or(q.Plugin, other)
	return nil
}

// ask is what is asked of a plugin for each puzzle.
func (d *Desk) ask(q *Asking, limit int) runner.Ask {
	return runner.Ask{Limit: limit, Seed: or(q.Seed, 1), Timeout: cmp.Or(time.Duration(q.TimeoutMs)*time.Millisecond,
		d.Options.Time)}
}

// or returns what is given, or something else if nothing is.
func or[T any](given *T, otherwise T) T {
	if given == nil {
		return otherwise
	}
	return *given
}

// MaxPuzzles is how many puzzles a request that computes may have; more is a run.
const MaxPuzzles = 1_000

// Bounds of texts.
var textLimits = formats.Limits{Size: 64 << 20, Bad: 1_000}

const (
	notationSize = 64 << 10 // bytes of the puzzle of an address
	convertSize  = 64 << 20 // bytes of a file that Convert makes
)

// input returns the puzzles, all of which must be right.
func (q *Asking) input(ctx context.Context, marks []string) (*input.Input, error) {
	texts := q.Puzzles
	if q.Puzzle != "" {
		texts = append([]string{q.Puzzle}, texts...)
	}
	var records []formats.Record
	line := 0 // lines before the texts that are read
	for rest := texts; len(rest) > 0; {
		n := 1
		for isClassic(rest[0]) && n < len(rest) && isClassic(rest[n]) {
			n++
		}
		text := strings.Join(rest[:n], "\n")
		for record, err := range textLimits.Read(ctx, strings.NewReader(text), "puzzle", nil) {
			if err != nil {
				return nil, behind(err, line)
			}
			if len(records) == MaxPuzzles {
				return nil, problem.Newf(http.StatusBadRequest, "more than %d puzzles; start a run for so many", MaxPuzzles)
			}
			if number, ok := strings.CutPrefix(record.Puzzle.Name, "puzzle:"); ok {
				if at, err := strconv.Atoi(number); err == nil {
					record.Puzzle.Name = fmt.Sprintf("puzzle:%d", line+at)
				}
			}
			records = append(records, record)
		}
		line, rest = line+strings.Count(text, "\n")+1, rest[n:]
	}
	text := strings.Join(texts, "\n")
	if len(records) == 0 {
		return nil, problem.New(http.StatusBadRequest, "no puzzle in it")
	}
	if marks == nil {
		return input.Known(text, records), nil
	}
	if len(records) > 1 {
		return nil, problem.New(http.StatusBadRequest, "marks are those of one puzzle")
	}
	marked, err := record.WithMarks(records[0].Puzzle, marks)
	if err != nil {
		return nil, problem.New(http.StatusBadRequest, err.Error())
	}
	return input.Text(marked.String()), nil
}

// isClassic reports whether a text may be the 81 cells of a puzzle. Such texts are read together, which is faster. All
// others are read by themselves: lines of sixteen cells are not the rows of one grid if they came as several texts.
func isClassic(text string) bool { return len(text) == 81 && !strings.Contains(text, "\n") }

// behind returns an error about a text with the lines before it counted.
func behind(err error, lines int) error {
	var at *sudoku.ParseError
	if errors.As(err, &at) && at.Line > 0 {
		at.Line += lines
	}
	return err
}

// compute calls f with the puzzles of a request and its environment, in a slot and within the time. role is the other
// name of its plugin.
func (d *Desk) compute(ctx context.Context, q *Asking, role string, marks []string,
	f func(context.Context, *work.Env, []*input.Input) error) error {
	if err := q.named(role); err != nil {
		return err
	}
	return d.bounded(ctx, q.Plugin, func(ctx context.Context) error {
		in, err := q.input(ctx, marks)
		if err != nil {
			return err
		}
		env, release, err := d.configured(ctx, q)
		if err != nil {
			return err
		}
		defer release()
		return f(ctx, env, []*input.Input{in})
	})
}

// configured returns the environment of a request: with the settings that it has for its plugin.
func (d *Desk) configured(ctx context.Context, q *Asking) (env *work.Env, release func(), err error) {
	if len(q.Settings) == 0 && len(q.Without) == 0 {
		return d.Env, func() {}, nil
	}
	var p work.Plugin
	switch {
	case q.Plugin != "":
		p, err = d.Env.Open(ctx, q.Plugin, nil)
	case len(q.Settings) > 0:
		err = problem.New(http.StatusBadRequest, "name the plugin whose settings these are")
	default:
		p, err = d.Env.Pick(ctx, "", work.Explainer)
	}
	if err != nil {
		return nil, nil, err
	}
	settings, err := q.settings(p)
	if err != nil {
		return nil, nil, err
	}
	other, err := d.open(ctx, p.ID(), settings)
	if err != nil {
		if ctx.Err() == nil { // it takes no such settings
			err = problem.New(http.StatusBadRequest, problem.FirstLine(err.Error()))
		}
		return nil, nil, err
	}
	own := *d.Env
	own.Open = func(ctx context.Context, asked string, more map[string]any) (work.Plugin, error) {
		if asked == p.ID() {
			return other, nil
		}
		return d.Env.Open(ctx, asked, more)
	}
	return &own, func() { other.Close() }, nil
}

// settings returns those that a request has for a plugin; techniques that it leaves out are in one of them.
func (q *Asking) settings(p work.Plugin) (map[string]any, error) {
	for name, v := range q.Settings {
		if text, ok := v.(string); ok && strings.ContainsAny(text, `/\`) {
			return nil, problem.Newf(http.StatusBadRequest, "setting %q: %q may be a path, which no request can name",
				name, text)
		}
	}
	if _, err := p.Info().Resolve(q.Settings); err != nil {
		return nil, problem.New(http.StatusBadRequest, err.Error())
	}
	settings := map[string]any{}
	if len(q.Without) > 0 {
		var now struct{ Techniques any } // which are used, and after commas which not
		if err := json.Unmarshal([]byte(p.Settings()), &now); err != nil {
			return nil, fmt.Errorf("reading the settings of plugin %q: %w", p.ID(), err)
		}
		settings["techniques"] = now.Techniques
	}
	maps.Copy(settings, q.Settings)
	for _, technique := range q.Without {
		chosen, ok := settings["techniques"].(string)
		if !ok {
			return nil, problem.Newf(http.StatusBadRequest, "plugin %q cannot leave techniques out", p.ID())
		}
		if technique == "" || strings.ContainsAny(technique, ", +-") {
			return nil, problem.Newf(http.StatusBadRequest, "%q is not a technique", technique)
		}
		settings["techniques"] = chosen + ",-" + technique
	}
	return settings, nil
}

// appendTo returns a function that appends to records.
func appendTo[T any](records *[]T) func(T) error {
	return func(r T) error {
		*records = append(*records, r)
		return nil
	}
}

// bounded calls f, which runs a plugin, in a slot and within the time; plugin is "" or must be one that is used.
func (d *Desk) bounded(ctx context.Context, plugin string, f func(context.Context) error) error {
	if err := d.usable(plugin); err != nil {
		return err
	}
	return d.within(ctx, d.Options.Time, func(ctx context.Context) error {
		d.Computed.Add(1)
		ctx, release := d.using(ctx)
		defer release()
		return f(ctx)
	})
}

// within calls f in a slot and within a time.
func (d *Desk) within(ctx context.Context, limit time.Duration, f func(context.Context) error) error {
	release, err := d.slots.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return f(ctx)
}

// usable reports whether ids of plugins are those of plugins that were found: a request can name no other program.
func (d *Desk) usable(ids ...string) error {
	var known []string
	used := map[string]bool{"": true}
	for _, c := range d.find() {
		if c.Rejected == "" {
			used[c.ID] = true
			known = append(known, c.ID)
		}
	}
	for _, id := range ids {
		if !used[id] {
			return problem.Unknown("plugin", id, known)
		}
	}
	return nil
}

// Solve answers the verb solve: solutions of each puzzle, and a proof whether they are all.
func (d *Desk) Solve(ctx context.Context, q *SolveQuery) (records []record.Solve, err error) {
	err = d.compute(ctx, &q.Asking, q.Solver, nil, func(ctx context.Context, env *work.Env, in []*input.Input) error {
		var guessed sync.Map // estimates by puzzle
		req := ask.SolveRequest{Inputs: in, Solver: q.Plugin, CountOnly: q.CountOnly,
			Ask:       d.ask(&q.Asking, or(q.Limit, 2)),
			Estimated: func(p *sudoku.Puzzle, e record.Estimate) { guessed.Store(p, &e) }}
		_, err := ask.Solve(ctx, env, req, nil,
			func(solver sudoku.Info, r *sudoku.Result) error {
				answer := record.NewSolve(solver, r, req.Limit, q.CountOnly)
				if e, ok := guessed.Load(r.Puzzle); ok && !answer.Complete {
					answer.Estimate = e.(*record.Estimate)
				}
				records = append(records, answer)
				return nil
			})
		return err
	})
	return records, err
}

// Grade answers the verb grade with the graders of the config, or with the one that is named.
func (d *Desk) Grade(ctx context.Context, q *GradeQuery) (records []*record.Grade, err error) {
	err = d.compute(ctx, &q.Asking, q.Grader, nil, func(ctx context.Context, env *work.Env, in []*input.Input) error {
		graders := env.Graders
		if q.Plugin != "" {
			graders = []string{q.Plugin}
		}
		grading, err := ask.OpenGraders(ctx, env, ask.GradeRequest{Graders: graders, Metrics: q.Metrics,
			Ask: d.ask(&q.Asking, 0)})
		if err != nil {
			return err
		}
		_, err = grading.Each(ctx, in, nil, appendTo(&records))
		return err
	})
	return records, err
}

// Check answers the verb check: valid, unique and minimal or not, and why.
func (d *Desk) Check(ctx context.Context, q *CountQuery) (records []*record.Check, err error) {
	err = d.compute(ctx, &q.Asking, q.Solver, nil, func(ctx context.Context, env *work.Env, in []*input.Input) error {
		_, err := ask.Check(ctx, env, ask.CheckRequest{Inputs: in, Solver: q.Plugin, Most: or(q.Limit, record.MostCounted),
			Timeout: d.ask(&q.Asking, 0).Timeout}, nil, appendTo(&records))
		return err
	})
	return records, err
}

// Candidates answers the verb candidates: which candidates are in a solution, and in how many of those counted.
func (d *Desk) Candidates(ctx context.Context, q *CountQuery) (records []*ask.CandidatesRecord, err error) {
	err = d.compute(ctx, &q.Asking, q.Solver, nil, func(ctx context.Context, env *work.Env, in []*input.Input) error {
		_, err := ask.Candidates(ctx, env, ask.CandidatesRequest{Inputs: in, True: true, Solver: q.Plugin,
			Ask: d.ask(&q.Asking, or(q.Limit, record.MostCounted))}, nil, appendTo(&records))
		return err
	})
	return records, err
}

// Form is the record of the verb canonical: the form that a puzzle has in common with its images.
type Form struct {
	Name      string `json:"name"`
	Puzzle    string `json:"puzzle"`
	Canonical string `json:"canonical,omitempty"` // left out if there are soft clues
}

// Canonical returns the canonical forms of puzzles, without solving any.
func (d *Desk) Canonical(ctx context.Context, q *Asking) (forms []Form, err error) {
	err = d.compute(ctx, q, "", nil, func(ctx context.Context, _ *work.Env, in []*input.Input) error {
		var checker record.Checker
		for r, err := range in[0].Records(ctx) {
			if err != nil {
				return err
			}
			known := checker.New(r.Puzzle)
			forms = append(forms, Form{known.Name, known.Puzzle, known.Canonical})
		}
		return nil
	})
	return forms, err
}

// Explain answers the verb explain with the records of steps and outcomes.
func (d *Desk) Explain(ctx context.Context, q *ExplainQuery) (records []any, err error) {
	err = d.explain(ctx, q, func(before *record.Replay, step sudoku.Step, n int) error {
		records = append(records, record.NewStep(before.Puzzle, step, n))
		return nil
	}, func(o *record.Outcome) { records = append(records, o) })
	return records, err
}

// explain calls step with each step of an explanation and what it changes, and end with how it ended.
func (d *Desk) explain(ctx context.Context, q *ExplainQuery,
	step func(*record.Replay, sudoku.Step, int) error, end func(*record.Outcome)) error {
	return d.compute(ctx, &q.Asking, q.Explainer, q.Marks,
		func(ctx context.Context, env *work.Env, in []*input.Input) error {
			_, err := ask.Explain(ctx, env, ask.ExplainRequest{Inputs: in, Explainer: q.Plugin,
				Timeout: d.ask(&q.Asking, 0).Timeout}, nil, record.Events{
				Puzzle: func(*sudoku.Puzzle) error { return nil },
				Step:   step,
				End: func(_ *record.Replay, o *record.Outcome) error {
					end(o)
					return nil
				},
			})
			return err
		})
}

// Steps returns the steps that are possible in a state of a puzzle, the easiest first.
func (d *Desk) Steps(ctx context.Context, q *StepsQuery) (records []record.Step, err error) {
	most := or(q.Limit, record.MostSteps)
	if err := q.named(q.Explainer); err != nil {
		return nil, err
	}
	err = d.bounded(ctx, q.Plugin, func(ctx context.Context) error {
		state, err := q.state(ctx)
		if err != nil {
			return err
		}
		env, release, err := d.configured(ctx, &q.Asking)
		if err != nil {
			return err
		}
		defer release()
		r := ask.StepsRequest{State: state, Explainer: q.Plugin, Timeout: d.ask(&q.Asking, 0).Timeout}
		return ask.Steps(ctx, env, r, func(step sudoku.Step) bool {
			if len(records) == most {
				return false
			}
			records = append(records, record.NewStep(state.Puzzle, step, len(records)+1))
			return true
		})
	})
	if errors.Is(err, sudoku.ErrGaveUp) {
		err = nil // no technique helps
	}
	return records, err
}

// state reads a puzzle with the entered digits and the struck candidates.
func (q *StepsQuery) state(ctx context.Context) (*sudoku.State, error) {
	p, err := onePuzzle(ctx, q.Puzzle)
	if err != nil {
		return nil, err
	}
	entered := p
	if q.Values != "" {
		if entered, err = onePuzzle(ctx, q.Values); err != nil {
			return nil, err
		}
	}
	state, err := record.NewState(p, entered, q.Marks)
	if err != nil {
		return nil, problem.New(http.StatusBadRequest, err.Error())
	}
	return state, nil
}

// onePuzzle reads the first puzzle of a text.
func onePuzzle(ctx context.Context, text string) (*sudoku.Puzzle, error) {
	for record, err := range textLimits.Read(ctx, strings.NewReader(text), "puzzle", nil) {
		return record.Puzzle, err
	}
	return nil, problem.New(http.StatusBadRequest, "no puzzle in it")
}

// Hint returns the next step of the first puzzle, or as much of it as is wanted.
func (d *Desk) Hint(ctx context.Context, q *HintQuery) (records []any, err error) {
	err = d.compute(ctx, &q.Asking, q.Explainer, q.Marks, func(ctx context.Context, env *work.Env,
		in []*input.Input) error {
		var p *sudoku.Puzzle
		for r, err := range in[0].Records(ctx) {
			if err != nil {
				return err
			}
			p = r.Puzzle
			break
		}
		h, err := ask.Hint(ctx, env, ask.HintRequest{Puzzle: p, Explainer: q.Plugin, Timeout: d.ask(&q.Asking, 0).Timeout})
		if err != nil {
			return err
		}
		if h.Step == nil {
			return problem.New(http.StatusUnprocessableEntity, h.Missing())
		}
		records = append(records, h.Record(p, q.Level))
		return nil
	})
	return records, err
}

// Convert writes the puzzles of a text, all of which must be right, in a format of files, or draws them.
func (d *Desk) Convert(ctx context.Context, to string, how *Printing, text []byte) ([]byte, error) {
	var b bytes.Buffer
	err := d.within(ctx, d.Options.Time, func(ctx context.Context) error {
		out, err := newWriter(ctx, &b, to, how)
		if err != nil {
			return err
		}
		for r, err := range textLimits.Read(ctx, bytes.NewReader(text), "upload", nil) {
			if err == nil {
				err = out.Write(r)
			}
			if err == nil && b.Len() > convertSize {
				err = problem.Newf(http.StatusBadRequest, "the file would be longer than %d MiB", convertSize>>20)
			}
			if err != nil {
				return err
			}
		}
		return out.Close()
	})
	return b.Bytes(), err
}

// ReadRecord is what a text holds. Its keys are stable.
type ReadRecord struct {
	Puzzle  string      `json:"puzzle" doc:"the first, in short notation"`
	Read    int         `json:"read" doc:"how many there are"`
	Puzzles []string    `json:"puzzles" doc:"the first hundred"`
	Bad     []BadRecord `json:"bad" doc:"the first hundred that were left out"`
	BadAll  int         `json:"bad_all"`
	Ended   string      `json:"ended,omitempty" doc:"why the rest of the text was not read; left out if all was"`

	First *sudoku.Puzzle `json:"-"`
}

// maxRead is how many puzzles of a text are returned.
const maxRead = 100

// Read reads puzzles in any format. The error is that of the first bad record if there is no good one.
func (d *Desk) Read(ctx context.Context, text []byte) (r *ReadRecord, err error) {
	err = d.within(ctx, d.Options.Time, func(ctx context.Context) error {
		r, err = read(ctx, bytes.NewReader(text), textLimits)
		return err
	})
	return r, err
}

// ReadNotation reads the puzzle of an address or a form, or several. They are so short that no slot is taken.
func ReadNotation(ctx context.Context, text string) (*ReadRecord, error) {
	return read(ctx, strings.NewReader(text), formats.Limits{Size: notationSize, Bad: maxBad})
}

func read(ctx context.Context, text io.Reader, limits formats.Limits) (*ReadRecord, error) {
	r := &ReadRecord{Bad: []BadRecord{}}
	var first error
	for record, err := range limits.Read(ctx, text, "puzzle", nil) {
		var parse *sudoku.ParseError
		var limit *formats.LimitError
		switch {
		case err == nil:
			if r.Read++; r.Read == 1 {
				r.First, r.Puzzle = record.Puzzle, record.Puzzle.String()
			}
			if len(r.Puzzles) < maxRead {
				r.Puzzles = append(r.Puzzles, record.Puzzle.String())
			}
		case ctx.Err() != nil:
			return nil, err
		case errors.As(err, &limit):
			r.Ended = limit.Error()
		case errors.As(err, &parse):
			if r.BadAll++; len(r.Bad) < maxBad {
				r.Bad = append(r.Bad, BadRecord{parse.Line, parse.Column, parse.Err.Error()})
			}
		}
		if first == nil {
			first = err
		}
	}
	if r.Read > 0 {
		return r, nil
	}
	if first == nil {
		first = problem.New(http.StatusBadRequest, "there is no puzzle in it")
	}
	if r.Ended != "" && r.BadAll > 0 {
		p := problem.Of(first, nil) // of a bad record, which is not logged
		p.Detail += "; " + r.Ended
		first = p
	}
	return nil, first
}

// Order says which puzzles are to be made, in the members of POST /generate.
type Order struct {
	Line
	Geometry string `json:"geometry,omitempty" default:"9" doc:"see docs/formats.md"`
	Number   int    `json:"number,omitempty" default:"1" minimum:"1" maximum:"100"`
	CluesMin int    `json:"clues_min,omitempty" minimum:"0"`
	CluesMax int    `json:"clues_max,omitempty" minimum:"0"`
	Symmetry string `json:"symmetry,omitempty" enum:"rot90,rot180,mirror_h,mirror_v,diagonal,antidiagonal,"`
	Minimal  bool   `json:"minimal,omitempty"`
	// Constraints are names, each with how many or with as many as it takes.
	Constraints []string `json:"constraints,omitempty"`

	Level  string  `json:"level,omitempty" doc:"a level of the config"`
	Metric string  `json:"metric,omitempty" doc:"of which a range is wanted"`
	Min    float64 `json:"min,omitempty"`
	Below  float64 `json:"below,omitempty"`
	Seed   *uint64 `json:"seed,omitempty" doc:"the same seed makes the same puzzles; another one each time if there is none"`
	Plugin string  `json:"plugin,omitempty"`

	Generator string `json:"generator,omitempty" doc:"the same as plugin"`
}

// tries is how many searches towards a range may be in vain.
const tries = 20

// Generate calls emit with each puzzle that an order makes; one without a seed gets one. If fewer can be made than were
// ordered the error says so.
func (d *Desk) Generate(ctx context.Context, o *Order, emit func(record.Made) error) error {
	named := Asking{Plugin: o.Plugin}
	if err := named.named(o.Generator); err != nil {
		return err
	}
	g, err := sudoku.ParseGeometry(cmp.Or(o.Geometry, "9"))
	if err != nil {
		return problem.New(http.StatusBadRequest, err.Error())
	}
	if o.Seed == nil {
		seed := rand.Uint64()
		o.Seed = &seed
	}
	var wanted []constraint.Wanted
	for _, text := range o.Constraints {
		w, err := constraint.ParseWanted(text)
		var unknown *constraint.UnknownError
		if errors.As(err, &unknown) {
			p := problem.Unknown("constraint", unknown.Name, constraint.Names())
			p.Detail = err.Error()
			return p
		}
		if err != nil {
			return problem.New(http.StatusBadRequest, err.Error())
		}
		wanted = append(wanted, w)
	}
	target, err := d.target(o, wanted)
	if err != nil {
		return err
	}
	return d.bounded(ctx, named.Plugin, func(ctx context.Context) error {
		return ask.Generate(ctx, d.Env, ask.GenerateRequest{Generator: named.Plugin, Target: target, Graders: d.Env.Graders,
			Attempts: tries, Timeout: problem.ComputeTime, Order: sudoku.Order{Geometry: g,
				Count: max(1, o.Number), CluesMin: o.CluesMin,
				CluesMax: o.CluesMax, Symmetry: o.Symmetry, Minimal: o.Minimal, Constraints: wanted, Seed: *o.Seed}}, nil,
			func(p *sudoku.Puzzle) error {
				return emit(record.NewMade(p))
			})
	})
}

// Generated returns what Generate makes; with an error those that were made before it.
func (d *Desk) Generated(ctx context.Context, o *Order) (made []record.Made, err error) {
	err = d.Generate(ctx, o, appendTo(&made))
	return made, err
}

// target returns the range that an order asks for, nil if it asks for none.
func (d *Desk) target(o *Order, wanted []constraint.Wanted) (*ask.Range, error) {
	if o.Level == "" {
		if o.Metric == "" {
			return nil, nil
		}
		return &ask.Range{Metric: o.Metric, Min: o.Min, Below: o.Below}, nil
	}
	if target := ask.RangeOfLevel(d.Env.Levels, o.Level, wanted); target != nil {
		return target, nil
	}
	var known []string
	for _, l := range d.Env.Levels {
		known = append(known, l.Name)
	}
	return nil, problem.Unknown("level", o.Level, known)
}
