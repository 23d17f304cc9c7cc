package dataset

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/grade"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// An AuditRequest asks what is wrong with files of puzzles.
type AuditRequest struct {
	Sources  []*Source     // leaks are looked for from each into all after it
	Solver   string        // id of a complete solver, "" for a fast one
	Timeout  time.Duration // for each puzzle
	Graders  []string
	Bands    stats.Bands // puzzles with constraints go by the metric that they have instead
	Sample   int         // puzzles of each source that are graded, 0 for none
	Seed     uint64      // of the sample
	Examples int         // of each finding
}

// AuditRecord is what there is to say about files of puzzles. Its keys are stable.
type AuditRecord struct {
	Files []*SourceRecord `json:"files"`
	Leaks []*LeakRecord   `json:"leaks"`
}

// SourceRecord is what there is to say about one file.
type SourceRecord struct {
	Name       string `json:"name"`
	Puzzles    int64  `json:"puzzles"`
	Bad        int64  `json:"bad_records"`
	Unique     int64  `json:"unique"`
	Multiple   int64  `json:"multiple"`
	Impossible int64  `json:"impossible"` // givens that clash among them
	Unknown    int64  `json:"unknown"`    // not decided within the time

	Right   int64 `json:"solutions_right"`
	Wrong   int64 `json:"solutions_wrong"`
	Missing int64 `json:"solutions_missing"`

	Duplicates int64 `json:"duplicates"`       // images of an earlier puzzle
	Exact      int64 `json:"duplicates_exact"` // of these, with the same text as the first of the class
	Solutions  int64 `json:"solution_classes"`

	Sample *SampleRecord `json:"sample,omitempty"`
	Found  []Finding     `json:"examples"`
}

// SampleRecord says how difficult the puzzles of a sample are.
type SampleRecord struct {
	Size    int           `json:"size"`
	Unrated int           `json:"unrated"`
	Bands   stats.Bands   `json:"bands"`  // of the metric that most of the rated puzzles have
	Shares  []BandedShare `json:"shares"` // of those that are rated
}

// BandedShare is the share of a band.
type BandedShare struct {
	Band string `json:"band"`
	stats.Share
}

// LeakRecord is what a file has in common with an earlier one.
type LeakRecord struct {
	From      string      `json:"from"`      // the earlier file
	Into      string      `json:"into"`      // the later one
	Puzzles   stats.Share `json:"puzzles"`   // of the later file that have an image in the earlier one
	Solutions stats.Share `json:"solutions"` // of those with one solution, whose solution has an image there
	Found     []Finding   `json:"examples"`
}

// Finding is a puzzle with a fault.
type Finding struct {
	Fault  string `json:"fault"`
	Name   string `json:"name"`
	Puzzle string `json:"puzzle"`
	Other  int64  `json:"other,omitempty"` // number, from 1, of the puzzle that it is an image of
}

// The faults of puzzles.
const (
	FaultInvalid    = "givens clash"
	FaultImpossible = "no solution"
	FaultMultiple   = "several solutions"
	FaultWrong      = "wrong solution"
	FaultDuplicate  = "image of an earlier puzzle"
	FaultLeak       = "image of a puzzle of the other file"
	FaultSolution   = "image of a solution of the other file"
)

// Sound reports whether nothing is wrong with any file.
func (a *AuditRecord) Sound() bool {
	for _, f := range a.Files {
		if f.Bad+f.Multiple+f.Impossible+f.Unknown+f.Wrong+f.Duplicates > 0 {
			return false
		}
	}
	for _, l := range a.Leaks {
		if l.Puzzles.Hits+l.Solutions.Hits > 0 {
			return false
		}
	}
	return true
}

// auditing is an audit under way.
type auditing struct {
	AuditRequest
	solver   job.Plugin
	grading  *grade.Grading
	classes  classes
	progress work.Progress
}

// Audit examines files of puzzles. It keeps the classes of all puzzles and solutions in memory, but for those of the last
// file.
func Audit(ctx context.Context, env *work.Env, req AuditRequest, progress work.Progress) (*AuditRecord, error) {
	if len(req.Sources) == 0 {
		return nil, work.RequestErrorf("no files to audit")
	}
	a := &auditing{AuditRequest: req, classes: newClasses(), progress: progress}
	var err error
	if a.solver, err = env.CompleteSolver(ctx, req.Solver); err != nil {
		return nil, err
	}
	if req.Sample > 0 {
		r := grade.Request{Graders: req.Graders, Ask: sudoku.Ask{Timeout: req.Timeout},
			Metrics: slices.Compact([]string{req.Bands.Metric, besideConstraints(req.Bands.Metric)})}
		if a.grading, err = grade.Open(ctx, env, r); err != nil { // perhaps no grader measures puzzles with constraints
			r.Metrics = r.Metrics[:1]
			a.grading, err = grade.Open(ctx, env, r)
		}
		if err != nil {
			return nil, err
		}
	}
	record := &AuditRecord{Leaks: []*LeakRecord{}}
	var before []*index
	for _, s := range req.Sources {
		r, x, leaks, err := a.source(ctx, s, before)
		if err != nil {
			return nil, err
		}
		record.Files, record.Leaks = append(record.Files, r), append(record.Leaks, leaks...)
		before = append(before, x)
	}
	return record, nil
}

// examined is a puzzle and what was found out about it.
type examined struct {
	formats.Record
	verdict              sudoku.Verdict
	class, solutionClass Class
}

// together is how many puzzles are examined at once.
const together = 2048

// examine calls each with the puzzles of a source, by portions that are solved and put into classes together.
func (a *auditing) examine(ctx context.Context, s *Source, each func([]examined)) (bad int64, err error) {
	var portion []formats.Record
	flush := func() error {
		found, err := a.portion(ctx, portion)
		if err == nil {
			each(found)
			a.progress.Report(work.Advanced(len(found)))
		}
		portion = portion[:0]
		return err
	}
	for r, err := range s.Records(ctx) {
		var broken *sudoku.ParseError
		switch {
		case errors.As(err, &broken):
			bad++
			a.progress.Report(work.BadRecord{Err: broken})
			continue
		case err != nil:
			return bad, err
		}
		if portion = append(portion, r); len(portion) == together {
			if err := flush(); err != nil {
				return bad, err
			}
		}
	}
	return bad, flush()
}

func (a *auditing) portion(ctx context.Context, records []formats.Record) ([]examined, error) {
	found := make([]examined, len(records))
	puzzles := make([]*sudoku.Puzzle, len(records))
	var valid []*sudoku.Puzzle
	var at []int
	for i, r := range records {
		found[i], puzzles[i] = examined{Record: r, verdict: sudoku.Invalid}, r.Puzzle
		if sudoku.CheckGivens(r.Puzzle) == nil {
			valid, at = append(valid, r.Puzzle), append(at, i)
		}
	}
	results, err := runner.SolveAll(ctx, a.solver, valid, runner.Options{Ask: sudoku.Ask{Limit: 2, Timeout: a.Timeout}}, nil)
	if err != nil {
		return nil, err
	}
	solutions := make([]sudoku.Grid, len(records))
	for k, r := range results {
		if found[at[k]].verdict = r.Verdict; r.Verdict == sudoku.Unique {
			solutions[at[k]] = r.Solutions[0]
		}
	}
	of, ofSolutions := a.classes.of(puzzles), a.classes.of(filled(puzzles, solutions))
	for i := range found {
		found[i].class, found[i].solutionClass = of[i], ofSolutions[i]
	}
	return found, nil
}

// source examines one source and compares it with those before.
func (a *auditing) source(ctx context.Context, s *Source, before []*index) (*SourceRecord, *index, []*LeakRecord, error) {
	r := &SourceRecord{Name: s.Name, Found: []Finding{}}
	x := newIndex(s.Name)
	leaks := make([]*LeakRecord, len(before))
	hits := make([][2]int64, len(before))
	for i, b := range before {
		leaks[i] = &LeakRecord{From: b.name, Into: s.Name, Found: []Finding{}}
	}
	sample := &reservoir{size: a.Sample, random: rand.New(rand.NewPCG(a.Seed, uint64(len(before))))}
	err := func() (err error) {
		defer a.progress.Stage(work.Begun{Stage: "examining " + s.Name})()
		r.Bad, err = a.examine(ctx, s, func(portion []examined) {
			for _, e := range portion {
				a.enter(r, x, &e)
				if e.verdict == sudoku.Unique {
					sample.offer(e.Puzzle)
				}
				for i, b := range before {
					a.leak(leaks[i], &hits[i], b, &e)
				}
			}
		})
		return err
	}()
	if err != nil {
		return nil, nil, nil, err
	}
	r.Solutions = int64(len(x.solutions))
	for i := range leaks {
		leaks[i].Puzzles = stats.ShareOf(hits[i][0], r.Puzzles)
		leaks[i].Solutions = stats.ShareOf(hits[i][1], r.Unique)
	}
	if a.grading != nil {
		r.Sample, err = a.grade(ctx, sample.kept)
	}
	return r, x, leaks, err
}

// enter counts a puzzle.
func (a *auditing) enter(r *SourceRecord, x *index, e *examined) {
	r.Puzzles++
	find := func(fault string, other int64) {
		r.Found = a.example(r.Found, Finding{fault, e.Puzzle.Name, e.Puzzle.String(), other})
	}
	switch e.verdict {
	case sudoku.Unique:
		r.Unique++
	case sudoku.Multiple:
		r.Multiple++
		find(FaultMultiple, 0)
	case sudoku.Invalid:
		r.Impossible++
		find(FaultInvalid, 0)
	case sudoku.Impossible:
		r.Impossible++
		find(FaultImpossible, 0)
	default:
		r.Unknown++
	}
	switch {
	case e.Solution == nil:
		r.Missing++
	case sudoku.Verify(e.Puzzle, e.Solution) == nil:
		r.Right++
	default:
		r.Wrong++
		find(FaultWrong, 0)
	}
	if first, exact := x.add(e); first > 0 {
		r.Duplicates++
		if exact {
			r.Exact++
		}
		find(FaultDuplicate, first)
	}
}

// leak compares a puzzle with an earlier source.
func (a *auditing) leak(l *LeakRecord, hits *[2]int64, before *index, e *examined) {
	fault, other := "", uint32(0)
	if e.verdict == sudoku.Unique {
		if number, ok := before.solutions[e.solutionClass]; ok {
			hits[1]++
			fault, other = FaultSolution, number
		}
	}
	if place, ok := before.puzzles[e.class]; ok {
		hits[0]++
		fault, other = FaultLeak, place.number
	}
	if fault != "" {
		l.Found = a.example(l.Found, Finding{fault, e.Puzzle.Name, e.Puzzle.String(), int64(other)})
	}
}

// example adds a finding unless there are enough of its kind.
func (a *auditing) example(found []Finding, f Finding) []Finding {
	n := 0
	for _, g := range found {
		if g.Fault == f.Fault {
			n++
		}
	}
	if n < a.Examples {
		found = append(found, f)
	}
	return found
}

// besideConstraints returns the metric that puzzles with constraints have instead of another.
func besideConstraints(metric string) string {
	if metric == UsualBands.Metric {
		return UsualBesideConstraints.Metric
	}
	return metric
}

// grade measures a sample.
func (a *auditing) grade(ctx context.Context, puzzles []*sudoku.Puzzle) (*SampleRecord, error) {
	defer a.progress.Stage(work.Begun{Stage: "grading a sample"})()
	records, err := a.grading.Measure(ctx, puzzles)
	if err != nil {
		return nil, err
	}
	s := &SampleRecord{Size: len(puzzles), Bands: a.Bands}
	counts := make([]int64, len(a.Bands.Names()))
	beside, constrained := besideConstraints(a.Bands.Metric), 0
	for _, r := range records {
		if value, ok := r.Grades[a.Bands.Metric]; ok {
			counts[a.Bands.Band(value)]++
		} else if value, ok := r.Grades[beside]; ok {
			counts[a.Bands.Band(value)]++
			constrained++
		} else {
			s.Unrated++
		}
	}
	if 2*constrained > s.Size-s.Unrated {
		s.Bands.Metric = beside
	}
	for i, name := range a.Bands.Names() {
		s.Shares = append(s.Shares, BandedShare{name, stats.ShareOf(counts[i], int64(len(puzzles)-s.Unrated))})
	}
	return s, nil
}

// reservoir keeps a sample in which each puzzle that was offered is with the same probability (Vitter 1985, algorithm R).
type reservoir struct {
	size    int
	offered int
	kept    []*sudoku.Puzzle
	random  *rand.Rand
}

func (r *reservoir) offer(p *sudoku.Puzzle) {
	r.offered++
	if len(r.kept) < r.size {
		r.kept = append(r.kept, p)
		return
	}
	if i := r.random.IntN(r.offered); i < r.size {
		r.kept[i] = p
	}
}
