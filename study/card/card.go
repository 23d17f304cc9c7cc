// Package card makes report cards of solvers, for solvers that may be wrong: a heuristic, a model that was trained. It says
// how often each finds the solution, by band of difficulty and with intervals, whether images of one puzzle get the
// same answer, and how much of the test was in the training.
//
// A puzzle counts as solved if the host has verified the grid. How many cells of a wrong grid are right is not said: the host
// passes on no grid that solves nothing, and a grid that is nearly right is wrong.
package card

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"text/template"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"github.com/sudokuctl/sudokuctl/study/dataset"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/grade"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// A Request asks for the card of solvers.
type Request struct {
	Tests      []*dataset.Source // the puzzles
	Training   []*dataset.Source // what the solvers were trained with, for the leaks; may be empty
	Most       int               // puzzles taken at most, the first ones
	Images     int               // of each puzzle, beside itself
	Solvers    []string
	Graders    []string
	Bands      stats.Bands
	sudoku.Ask // Limit is 1, whatever it says; Workers is how many puzzles are solved at the same time
}

// Record is the card. Its keys are stable.
type Record struct {
	Tests     []string       `json:"tests"`
	Puzzles   int            `json:"puzzles"`
	LeftOut   int            `json:"left_out"` // without a single solution, or unreadable
	Images    int            `json:"images"`
	Seed      uint64         `json:"seed"`
	TimeoutMS int64          `json:"timeout_ms"`
	Bands     stats.Bands    `json:"bands"`
	Sizes     []BandRecord   `json:"puzzles_by_band"`
	Solvers   []SolverRecord `json:"solvers"`
	// Leaks is what the tests have in common with the training, nil if none was named.
	Leaks []*dataset.LeakRecord `json:"leaks,omitempty"`
}

// BandRecord is how many puzzles are in a band.
type BandRecord struct {
	Band    string `json:"band"`
	Puzzles int    `json:"puzzles"`
}

// SolverRecord is the card of one solver.
type SolverRecord struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Version  string          `json:"version"`
	Licence  string          `json:"licence,omitempty"`
	Settings json.RawMessage `json:"settings"`

	Solved stats.Share   `json:"solved"` // of the puzzles as they are given
	Bands  []stats.Share `json:"solved_by_band"`

	Wrong       int `json:"wrong"` // answers that solve nothing, of the puzzles as they are given
	GaveUp      int `json:"gave_up"`
	Timeout     int `json:"timeout"`
	Crashed     int `json:"crashed"`
	Unsupported int `json:"unsupported"`

	// Of the puzzles with their images: those that are all solved or all not, those that are all solved, and those of which
	// one is solved at least.
	Consistent stats.Share `json:"consistent"`
	All        stats.Share `json:"solved_with_all_images"`
	Any        stats.Share `json:"solved_in_any_image"`

	SelfNs int64   `json:"self_ns_mean"`
	CPUS   float64 `json:"cpu_s"`
}

// unrated is the band of puzzles without the metric of the bands.
const unrated = "unrated"

// carding is a card under way.
type carding struct {
	Request
	env      *work.Env
	progress work.Progress
	puzzles  []*sudoku.Puzzle
	bands    []int // of the puzzles; the last is for those that are not rated
	images   []*sudoku.Puzzle
	record   *Record
}

// Make makes the card of solvers.
func Make(ctx context.Context, env *work.Env, req Request, progress work.Progress) (*Record, error) {
	if req.Most < 1 || req.Images < 0 {
		return nil, work.RequestErrorf("a card takes one puzzle at least, and no fewer than 0 images")
	}
	c := &carding{Request: req, env: env, progress: progress, record: &Record{Images: req.Images, Seed: req.Seed,
		TimeoutMS: req.Timeout.Milliseconds(), Bands: req.Bands}}
	solvers, err := env.OpenAll(ctx, req.Solvers, sudoku.PowerSolve)
	if err != nil {
		return nil, err
	}
	if len(solvers) == 0 {
		return nil, work.RequestErrorf("no solvers to make a card of")
	}
	for _, step := range []func(context.Context) error{c.load, c.grade, c.leaks} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	c.permute()
	for _, s := range solvers {
		r, err := c.solver(ctx, s)
		if err != nil {
			return nil, err
		}
		c.record.Solvers = append(c.record.Solvers, *r)
	}
	return c.record, nil
}

// load takes the puzzles that have one solution.
func (c *carding) load(ctx context.Context) error {
	solver, err := c.env.CompleteSolver(ctx, "")
	if err != nil {
		return err
	}
	var puzzles []*sudoku.Puzzle
	for _, s := range c.Tests {
		c.record.Tests = append(c.record.Tests, s.Name)
		for r, err := range s.Records(ctx) {
			var bad *sudoku.ParseError
			if errors.As(err, &bad) {
				c.record.LeftOut++
				c.progress.Report(work.BadRecord{Err: bad})
				continue
			}
			if err != nil {
				return err
			}
			if len(puzzles) == c.Most {
				break
			}
			puzzles = append(puzzles, r.Puzzle)
		}
	}
	results, err := runner.SolveAll(ctx, solver, puzzles, runner.Options{Ask: sudoku.Ask{Limit: 2, Timeout: c.Timeout}}, nil)
	for i, r := range results {
		if r.Verdict == sudoku.Unique {
			c.puzzles = append(c.puzzles, puzzles[i])
		} else {
			c.record.LeftOut++
		}
	}
	if c.record.Puzzles = len(c.puzzles); err == nil && len(c.puzzles) == 0 {
		err = work.RequestErrorf("no puzzles with a single solution to make a card of")
	}
	return err
}

// grade finds the bands of the puzzles.
func (c *carding) grade(ctx context.Context) error {
	grading, err := grade.Open(ctx, c.env, grade.Request{Graders: c.Graders, Metrics: []string{c.Bands.Metric},
		Ask: sudoku.Ask{Timeout: c.Timeout}})
	if err != nil {
		return err
	}
	defer c.progress.Stage(work.Begun{Stage: "grading"})()
	records, err := grading.Measure(ctx, c.puzzles)
	if err != nil {
		return err
	}
	names := append(c.Bands.Names(), unrated)
	for _, name := range names {
		c.record.Sizes = append(c.record.Sizes, BandRecord{Band: name})
	}
	c.bands = make([]int, len(c.puzzles))
	for i, r := range records {
		c.bands[i] = len(names) - 1
		if value, ok := r.Grades[c.Bands.Metric]; ok {
			c.bands[i] = c.Bands.Band(value)
		}
		c.record.Sizes[c.bands[i]].Puzzles++
	}
	return nil
}

// leaks compares the tests with the training.
func (c *carding) leaks(ctx context.Context) error {
	if len(c.Training) == 0 {
		return nil
	}
	audit, err := dataset.Audit(ctx, c.env, dataset.AuditRequest{Sources: append(c.Training[:len(c.Training):len(c.Training)], c.Tests...),
		Timeout: c.Timeout, Examples: 1}, c.progress)
	if err != nil {
		return err
	}
	training := map[string]bool{}
	for _, s := range c.Training {
		training[s.Name] = true
	}
	for _, l := range audit.Leaks {
		if training[l.From] && !training[l.Into] {
			c.record.Leaks = append(c.record.Leaks, l)
		}
	}
	return nil
}

// permute draws the images, which are the same for all solvers. A puzzle comes first among its images.
func (c *carding) permute() {
	random := rand.New(rand.NewPCG(c.Seed, 0))
	for _, p := range c.puzzles {
		c.images = append(c.images, p)
		for range c.Images {
			c.images = append(c.images, symmetry.RandomImage(p, random))
		}
	}
}

// solver makes the card of one solver.
func (c *carding) solver(ctx context.Context, p job.Plugin) (*SolverRecord, error) {
	info := p.Info()
	r := &SolverRecord{ID: p.ID(), Name: info.Name, Version: info.Version, Licence: info.Licence, Settings: json.RawMessage("{}")}
	if s := p.Settings(); s != "" {
		r.Settings = json.RawMessage(s)
	}
	defer c.progress.Stage(work.Begun{Stage: "solving", Plugin: p.ID(), Total: int64(len(c.images))})()
	ask := c.Ask
	ask.Limit = 1
	verdicts := make([]sudoku.Verdict, len(c.images))
	self := time.Duration(0)
	before, _ := p.Usage()
	answers, err := runner.SolveAll(ctx, p, c.images, runner.Options{Ask: ask}, c.progress.Step)
	if err != nil {
		return nil, err
	}
	for i, answer := range answers {
		verdicts[i] = answer.Verdict
		self += answer.Stats.Elapsed
	}
	after, _ := p.Usage()
	r.CPUS = (after.User + after.System - before.User - before.System).Seconds()
	r.SelfNs = self.Nanoseconds() / int64(len(c.images))
	c.count(r, verdicts)
	return r, nil
}

// count sums up the verdicts on all images.
func (c *carding) count(r *SolverRecord, verdicts []sudoku.Verdict) {
	n := int64(len(c.puzzles))
	var solved, consistent, all, anyOf int64
	byBand := make([]int64, len(c.record.Sizes))
	each := 1 + c.Images
	for i := range c.puzzles {
		hits := 0
		for _, v := range verdicts[i*each : (i+1)*each] {
			if isSolved(v) {
				hits++
			}
		}
		first := verdicts[i*each]
		if isSolved(first) {
			solved++
			byBand[c.bands[i]]++
		}
		r.fault(first)
		if hits == 0 || hits == each {
			consistent++
		}
		if hits == each {
			all++
		}
		if hits > 0 {
			anyOf++
		}
	}
	r.Solved, r.Consistent, r.All, r.Any = stats.ShareOf(solved, n), stats.ShareOf(consistent, n),
		stats.ShareOf(all, n), stats.ShareOf(anyOf, n)
	for i, b := range c.record.Sizes {
		r.Bands = append(r.Bands, stats.ShareOf(byBand[i], int64(b.Puzzles)))
	}
}

func isSolved(v sudoku.Verdict) bool { return v == sudoku.Solved || v == sudoku.Unique }

// fault counts an answer that is no solution. That a puzzle with one solution has none, or several, is as wrong as a grid
// that solves nothing.
func (r *SolverRecord) fault(v sudoku.Verdict) {
	switch v {
	case sudoku.Solved, sudoku.Unique:
	case sudoku.Timeout:
		r.Timeout++
	case sudoku.Crashed:
		r.Crashed++
	case sudoku.Unsupported:
		r.Unsupported++
	case sudoku.Unknown:
		r.GaveUp++
	default:
		r.Wrong++
	}
}

// Markdown writes the card for people.
func (r *Record) Markdown(w io.Writer) error {
	if err := page().Execute(w, r); err != nil {
		return fmt.Errorf("writing a card: %w", err)
	}
	return nil
}

// shown are the bands that have puzzles.
func (r *Record) shown() (bands []int) {
	for i, b := range r.Sizes {
		if b.Puzzles > 0 {
			bands = append(bands, i)
		}
	}
	return bands
}

// Head is the head of the table by bands.
func (r *Record) Head() string {
	head, rule := "| solver |", "|---|"
	for _, i := range r.shown() {
		head += fmt.Sprintf(" %s %s (%d) |", r.Bands.Metric, r.Sizes[i].Band, r.Sizes[i].Puzzles)
		rule += "---:|"
	}
	return head + "\n" + rule
}

// Row is the row of a solver in the table by bands.
func (r *Record) Row(s SolverRecord) string {
	row := "| " + cell(s.ID) + " |"
	for _, i := range r.shown() {
		row += " " + s.Bands[i].String() + " |"
	}
	return row
}

// Mean is the mean self time.
func (s SolverRecord) Mean() string {
	return time.Duration(s.SelfNs).Round(100 * time.Nanosecond).String()
}

// cell makes a text safe for a cell of a table.
func cell(text string) string { return strings.NewReplacer("|", "\\|", "\n", " ").Replace(text) }

//go:embed card.md.tmpl
var pageText string

// page is read when it is needed: no other command waits for it.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("card").Funcs(template.FuncMap{"cell": cell, "join": strings.Join,
		"seconds": func(ms int64) string { return (time.Duration(ms) * time.Millisecond).String() },
		"share":   func(s stats.Share) string { return s.String() }}).Parse(pageText))
})
