package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// MergedInto says what a library got from the parts of a plan.
type MergedInto struct {
	Run     int64
	Puzzles int64 // rows of the parts
	New     int64 // puzzles that the library did not have
	Answers int64 // results and grades that the library did not have

	tags    []string // for every puzzle
	licence string   // of the source
}

// MergeInto stores the puzzles, answers and grades of all parts of a plan that is whole as one run of the library. What the
// library has already is left as it is.
func MergeInto(ctx context.Context, plan *Plan, dir string, s *store.Store, version string, progress work.Progress) (MergedInto, error) {
	run := store.NewRun("merge")
	run.Version, run.Options = version, map[string]any{"plan": plan.ID(), "parts": dir}
	return inRun(ctx, s, run, func(m *MergedInto) error {
		defer progress.Stage(work.Begun{Stage: "storing parts", Total: int64(plan.once())})()
		for chunk := range plan.once() { // later repetitions have the same answers
			if err := m.add(ctx, plan, chunk, filepath.Join(dir, part.Name(chunk)), s); err != nil {
				return err
			}
			progress.Report(work.Advanced(1))
		}
		return nil
	})
}

// inRun calls add within a run of the library.
func inRun(ctx context.Context, s *store.Store, run store.Run, add func(*MergedInto) error) (merged MergedInto, err error) {
	if merged.Run, err = s.StartRun(ctx, run, store.Selection{Sources: []int64{}}); err != nil {
		return merged, err
	}
	if err = add(&merged); err == nil {
		err = s.EndImports(ctx)
	}
	state := store.StateDone
	switch {
	case ctx.Err() != nil:
		state = store.StateInterrupted
	case err != nil:
		state = store.StateFailed
	}
	return merged, cmp.Or(err, s.SetRunState(context.WithoutCancel(ctx), merged.Run, state))
}

// add verifies one part and stores it.
func (m *MergedInto) add(ctx context.Context, plan *Plan, chunk int, path string, s *store.Store) error {
	p, err := part.Open(path)
	if err != nil {
		return err
	}
	defer p.Close()
	if plan == nil { // nothing of a part that is wrong anywhere is stored
		_, _, err = p.Verify()
	} else {
		err = plan.Verify(plan.ID(), chunk, p)
	}
	if err != nil {
		return err
	}
	rows := make(map[string]*part.Row, p.Header.Rows)
	var readErr error
	imported, err := s.ImportMore(ctx, store.Source{Name: filepath.Base(path), SHA256: p.Header.ContentHash, Licence: m.licence},
		func(yield func(store.Entry) bool) {
			for r, err := range p.Rows() {
				if err != nil {
					readErr = err
					return
				}
				row := *r
				row.Answers = append([]part.Answer(nil), r.Answers...)
				rows[r.Puzzle.String()] = &row
				if !yield(store.Entry{Puzzle: r.Puzzle, Tags: m.tags, Solution: r.Solution, Stated: statedOf(p.Header.Tasks, &row),
					Origin: origin(plan, r)}) {
					return
				}
			}
		})
	if err := errors.Join(err, readErr); err != nil {
		return fmt.Errorf("storing %q: %w", path, err)
	}
	m.Puzzles += p.Header.Rows
	m.New += int64(imported.New)
	for k, t := range p.Header.Tasks {
		if t.Plugin == stated {
			continue
		}
		n, err := saveTask(ctx, s, m.Run, store.Selection{Sources: []int64{imported.Source}}, t, k, rows, p.Header.Plan == "")
		if err != nil {
			return fmt.Errorf("storing %q: %w", path, err)
		}
		m.Answers += n
	}
	return nil
}

// statedOf returns the grades of a row that are only stated.
func statedOf(tasks []job.Task, r *part.Row) (grades []sudoku.Grade) {
	for k, t := range tasks {
		if t.Plugin == stated {
			grades = append(grades, r.Answers[k].Grades...)
		}
	}
	return grades
}

// origin is the place in the input of the plan that a puzzle is from.
func origin(plan *Plan, r *part.Row) *store.Origin {
	if plan == nil {
		name, line, ok := cutLine(r.Puzzle.Name)
		if !ok {
			return nil
		}
		return &store.Origin{Line: int64(line), Source: store.Source{Name: name}}
	}
	record := r.Record
	for _, s := range plan.Inputs {
		if record < s.Records {
			name, line, ok := cutLine(r.Puzzle.Name)
			if s.Kind == FromLibrary && ok {
				return &store.Origin{Line: int64(line), Source: store.Source{Name: name}}
			}
			return &store.Origin{Line: int64(line), Source: store.Source{Name: s.Name, SHA256: s.SHA256}}
		}
		record -= s.Records
	}
	return nil
}

// saveBatch is how many answers are stored in one transaction.
const saveBatch = 5_000

// saveTask stores the answers of one task to the puzzles of a source that the library has none for. In a sparse part the
// task was not asked of every puzzle.
func saveTask(ctx context.Context, s *store.Store, run int64, sel store.Selection, t job.Task, k int,
	rows map[string]*part.Row, sparse bool) (saved int64, err error) {
	var settings sudoku.Settings
	if len(t.Settings) > 0 {
		if err := json.Unmarshal(t.Settings, &settings); err != nil {
			return 0, fmt.Errorf("settings of plugin %q: %w", t.Plugin, err)
		}
	}
	info := sudoku.Info{ID: t.Plugin, Version: t.Version}
	for _, m := range t.Metrics {
		info.Metrics = append(info.Metrics, sudoku.Metric{Name: m.Name, Unit: m.Unit, Min: math.Inf(-1), Max: math.Inf(1),
			HigherIsHarder: m.Harder, Summary: m.Summary})
	}
	task, err := s.StartTask(ctx, run, store.Work{Plugin: store.Plugin{Info: info, Settings: settings,
		SHA256: t.SHA256, Checksum: t.Checksum},
		Grade: t.Kind == job.Grade, Limit: t.Limit, Timeout: time.Duration(t.TimeoutMS) * time.Millisecond})
	if err != nil {
		return 0, err
	}
	for items, err := range task.Pending(ctx, sel, saveBatch) {
		if err != nil {
			return saved, err
		}
		if t.Kind == job.Grade {
			var graded []store.Graded
			for _, item := range items {
				if row := rows[item.Puzzle.String()]; row != nil && (!sparse || len(row.Answers[k].Grades) > 0) {
					a := row.Answers[k]
					graded = append(graded, store.Graded{ID: item.ID, Grades: a.Grades, Err: failure(a)})
				}
			}
			err = task.SaveGrades(ctx, graded)
			saved += int64(len(graded))
		} else {
			var answered []store.Answered
			for _, item := range items {
				if row := rows[item.Puzzle.String()]; row != nil {
					answered = append(answered, store.Answered{ID: item.ID, Result: result(item.Puzzle, row, k)})
				}
			}
			err = task.SaveResults(ctx, answered)
			saved += int64(len(answered))
		}
		if err != nil {
			return saved, err
		}
	}
	return saved, nil
}

// result is what a solver answered to a puzzle, as far as its row has it.
func result(p *sudoku.Puzzle, row *part.Row, k int) sudoku.Result {
	a := row.Answers[k]
	r := sudoku.Result{Puzzle: p, Verdict: a.Verdict, Count: a.Count, Err: failure(a),
		Stats: sudoku.Stats{Elapsed: a.Self, Guesses: a.Guesses}}
	switch {
	case a.Verdict == sudoku.Multiple:
		r.Solutions = []sudoku.Grid{row.Solution, row.Second}
	case a.Count > 0:
		r.Solutions = []sudoku.Grid{row.Solution}
	}
	return r
}

func failure(a part.Answer) error {
	if a.Error == "" {
		return nil
	}
	return errors.New(a.Error)
}
