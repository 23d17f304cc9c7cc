package dataset

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/study/dataset/table"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/grade"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// A MakeRequest asks for a data set of puzzles that are made for it.
type MakeRequest struct {
	Dir         string // that of the data set: new, or begun with the same request
	Train, Test int64  // rows
	Generator   string // id of a plugin
	Graders     []string
	Metrics     []string
	Bands       stats.Bands  // of one of the metrics
	Order       sudoku.Order // geometry, clues, symmetry, minimal, constraints, seed; the rest does not count
	FileRows    int          // puzzles of a chunk; who is killed loses no more
}

// UsualBands are those of data sets and report cards if nobody asks for others.
var UsualBands = stats.Bands{Metric: "se", Borders: []float64{1.5, 2.5, 5, 7}}

// UsualMetrics are those of data sets if nobody asks for others.
var UsualMetrics = []string{"se", "human_seconds", "techniques"}

// UsualBesideConstraints are the bands and metrics of data sets of puzzles with constraints, on the scale of se.
var (
	UsualBesideConstraints        = stats.Bands{Metric: "variant_step", Borders: UsualBands.Borders}
	UsualMetricsBesideConstraints = []string{"variant_step", "variant_seconds"}
)

// making is a data set under way.
type making struct {
	Recipe
	dir       string
	geometry  *sudoku.Geometry
	wanted    []constraint.Wanted
	generator job.Plugin
	solver    job.Plugin
	grading   *grade.Grading
	layout    layout
	classes   classes
	seen      map[uint64]struct{} // numbers of the classes of puzzles
	left      [2]int64            // rows that are still wanted
	progress  work.Progress
}

// The sides of a split.
const (
	train = iota
	test
)

var sideNames = [2]string{"train", "test"}

// Make makes a data set, or goes on where an earlier call with the same request ended, and returns its card. The same
// request makes the same files.
func Make(ctx context.Context, env *work.Env, req MakeRequest, progress work.Progress) (*Card, error) {
	m, err := begin(ctx, env, req, progress)
	if err != nil {
		return nil, err
	}
	if err := m.settle(req.Dir); err != nil {
		return nil, err
	}
	if err := m.chunks(ctx); err != nil {
		return nil, err
	}
	card, err := newCard(ctx, env, m)
	if err != nil {
		return nil, err
	}
	if err := card.save(req.Dir); err != nil {
		return nil, err
	}
	if err := os.Remove(filepath.Join(req.Dir, progressName)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("ending a data set: %w", err)
	}
	return card, nil
}

// begin checks a request and opens the plugins.
func begin(ctx context.Context, env *work.Env, req MakeRequest, progress work.Progress) (*making, error) {
	g := req.Order.Geometry
	switch {
	case req.Train < 0 || req.Test < 0 || req.Train+req.Test < 1:
		return nil, work.RequestErrorf("a data set has one row at least")
	case req.FileRows < 1:
		return nil, work.RequestErrorf("a file has one row at least")
	case !slices.Contains(req.Metrics, req.Bands.Metric):
		return nil, work.RequestErrorf("the bands are of %s, which is none of the metrics", req.Bands.Metric)
	case !canon.New(g).Whole():
		return nil, work.RequestErrorf("geometry %s has too many symmetries to list, so equivalent puzzles cannot be recognised", g)
	}
	m := &making{dir: req.Dir, geometry: g, wanted: req.Order.Constraints, progress: progress, classes: newClasses(),
		seen: map[uint64]struct{}{}, left: [2]int64{req.Train, req.Test}}
	var err error
	if m.generator, err = env.Generator(ctx, req.Generator); err != nil {
		return nil, err
	}
	if m.solver, err = env.CompleteSolver(ctx, ""); err != nil {
		return nil, err
	}
	graders, err := gradersOf(ctx, env, req.Graders, req.Metrics)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, p := range graders {
		ids = append(ids, p.ID())
	}
	if m.grading, err = grade.Open(ctx, env, grade.Request{Graders: ids, Metrics: req.Metrics}); err != nil {
		return nil, err
	}
	m.layout = newLayout(req.Metrics, req.Bands, m.grading.Metric, m.wanted != nil)
	o := req.Order
	m.Recipe = Recipe{Schema: Schema, Train: req.Train, Test: req.Test, Seed: o.Seed, Geometry: g.String(), CluesMin: o.CluesMin,
		CluesMax: o.CluesMax, Symmetry: o.Symmetry, Minimal: o.Minimal, Metrics: req.Metrics, Bands: req.Bands, FileRows: req.FileRows}
	for _, w := range m.wanted {
		m.Constraints = append(m.Constraints, w.String())
	}
	m.plugin("generate", m.generator)
	m.plugin("solve", m.solver)
	for _, p := range graders {
		m.plugin("grade", p)
	}
	return m, nil
}

func (r *Recipe) plugin(role string, p job.Plugin) {
	r.Plugins = append(r.Plugins, PluginRecord{role, p.ID(), p.Info().Version, json.RawMessage(cmp.Or(p.Settings(), "{}"))})
}

// gradersOf opens as few graders as measure all metrics, the first ones of a list.
func gradersOf(ctx context.Context, env *work.Env, ids, metrics []string) (graders []job.Plugin, err error) {
	var known []string
	missing := slices.Clone(metrics)
	for _, id := range ids {
		if len(missing) == 0 {
			break
		}
		p, err := env.Open(ctx, id, nil)
		if err != nil {
			return nil, err
		}
		info := p.Info()
		before := len(missing)
		missing = slices.DeleteFunc(missing, func(name string) bool { return info.Metric(name) != nil })
		if len(missing) < before {
			graders = append(graders, p)
		}
		for _, m := range info.Metrics {
			known = append(known, m.Name)
		}
	}
	if len(missing) > 0 {
		return nil, work.UnknownWord(missing[0], known, "no grader has a metric %q", missing[0])
	}
	return graders, nil
}

// chunks makes chunk after chunk until both sides are full.
func (m *making) chunks(ctx context.Context) error {
	if err := removeUnfinished(m.dir); err != nil {
		return fmt.Errorf("tidying the folder of a data set: %w", err)
	}
	if _, err := os.Stat(filepath.Join(m.dir, cardName)); err == nil {
		m.left = [2]int64{} // it is complete
		return nil
	}
	done, err := noted(m.dir)
	if err != nil {
		return err
	}
	defer m.progress.Stage(work.Begun{Stage: "making puzzles", Plugin: m.generator.ID(), Total: m.Train + m.Test})()
	for _, c := range done {
		if err := m.recall(c); err != nil {
			return err
		}
	}
	for chunk := len(done); m.left[train] > 0 || m.left[test] > 0; chunk++ {
		c, err := m.chunk(ctx, chunk)
		if err != nil {
			return err
		}
		if err := note(m.dir, c); err != nil {
			return err
		}
		m.count(c)
	}
	return nil
}

// recall takes over a chunk that is done.
func (m *making) recall(c chunkRecord) error {
	for _, f := range []*FileRecord{c.Train, c.Test} {
		if f == nil {
			continue
		}
		for r, err := range m.rows(filepath.Join(m.dir, f.Name)) {
			if err != nil {
				return err
			}
			m.seen[r.class.number()] = struct{}{}
		}
	}
	m.count(c)
	return nil
}

func (m *making) count(c chunkRecord) {
	for side, f := range []*FileRecord{c.Train, c.Test} {
		if f != nil {
			m.left[side] -= f.Rows
			m.progress.Report(work.Advanced(f.Rows))
		}
	}
}

// size is how many puzzles a chunk has: fewer if that will do for what is left.
func (m *making) size() int {
	share := m.testShare()
	enough := max(float64(m.left[train])/(1-share), float64(m.left[test])/share)
	if m.left[test] == 0 {
		enough = float64(m.left[train]) / (1 - share)
	}
	if m.left[train] == 0 {
		enough = float64(m.left[test]) / share
	}
	return int(min(float64(m.FileRows), 1.1*enough+64))
}

// row is a puzzle of a data set.
type row struct {
	puzzle               *sudoku.Puzzle
	solution             sudoku.Grid
	class, solutionClass Class
	grades               *record.Grade
}

// chunk makes a chunk and writes its files.
func (m *making) chunk(ctx context.Context, chunk int) (chunkRecord, error) {
	record := chunkRecord{Chunk: chunk, Made: m.size()}
	rows, err := m.make(ctx, chunk, record.Made)
	if err != nil {
		return record, err
	}
	var sides [2][]*row
	for _, r := range rows {
		side := train
		if m.isTest(r.solutionClass) {
			side = test
		}
		if _, again := m.seen[r.class.number()]; again || int64(len(sides[side])) == m.left[side] {
			continue
		}
		m.seen[r.class.number()] = struct{}{}
		sides[side] = append(sides[side], r)
	}
	if err := m.grade(ctx, slices.Concat(sides[:]...)); err != nil {
		return record, err
	}
	if record.Train, err = m.write(chunk, train, sides[train]); err != nil {
		return record, err
	}
	record.Test, err = m.write(chunk, test, sides[test])
	return record, err
}

// make generates puzzles, solves them and finds their classes.
func (m *making) make(ctx context.Context, chunk, count int) ([]*row, error) {
	puzzles, err := runner.GenerateAll(ctx, m.generator, m.order(chunk, count), nil)
	if err != nil {
		return nil, err
	}
	results, err := runner.SolveAll(ctx, m.solver, puzzles, runner.Options{Ask: sudoku.Ask{Limit: 2}}, nil)
	if err != nil {
		return nil, err
	}
	rows, solutions := make([]*row, len(puzzles)), make([]sudoku.Grid, len(puzzles))
	for i, r := range results {
		if r.Verdict != sudoku.Unique {
			return nil, fmt.Errorf("plugin %q made %s, which is %s and not unique", m.generator.ID(), puzzles[i], r.Verdict)
		}
		solutions[i] = r.Solutions[0]
		rows[i] = &row{puzzle: puzzles[i], solution: solutions[i]}
	}
	of, ofSolutions := m.classes.of(puzzles), m.classes.of(filled(puzzles, solutions))
	for i, r := range rows {
		r.class, r.solutionClass = of[i], ofSolutions[i]
	}
	return rows, nil
}

func (m *making) grade(ctx context.Context, rows []*row) error {
	puzzles := make([]*sudoku.Puzzle, len(rows))
	for i, r := range rows {
		puzzles[i] = r.puzzle
	}
	records, err := m.grading.Measure(ctx, puzzles)
	for i, r := range records {
		rows[i].grades = r
	}
	return err
}

// write writes the rows of one side of a chunk, if there are any.
func (m *making) write(chunk, side int, rows []*row) (*FileRecord, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	name := fmt.Sprintf("%s/%s-%05d.parquet", dataName, sideNames[side], chunk)
	f, err := writeWhole(filepath.Join(m.dir, filepath.FromSlash(name)), func(b *bytes.Buffer) error {
		w := table.NewWriter(b, m.layout.columns, map[string]string{"schema": Schema, "licence": Licence, "geometry": m.Geometry})
		for _, r := range rows {
			if err := w.Write(m.layout.cells(r)); err != nil {
				return err
			}
		}
		return w.Close()
	})
	f.Name, f.Rows = name, int64(len(rows))
	return &f, err
}
