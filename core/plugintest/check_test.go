package plugintest_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// honest solves by trying digits in the emptiest cell's order: slow, but it keeps every promise.
type honest struct {
	ctx   context.Context
	p     *sudoku.Puzzle
	grid  sudoku.Grid
	emit  func(sudoku.Grid) bool
	steps int
}

var errEnough = errors.New("enough")

func (h *honest) Solve(ctx context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	*h = honest{ctx: ctx, p: p, grid: p.Givens().Clone(), emit: emit}
	if sudoku.CheckGivens(p) != nil {
		return sudoku.Stats{}, nil
	}
	err := h.descend()
	if errors.Is(err, errEnough) {
		err = nil
	}
	return sudoku.Stats{Guesses: int64(h.steps)}, err
}

func (h *honest) descend() error {
	if h.steps++; h.steps%64 == 0 && h.ctx.Err() != nil {
		return h.ctx.Err()
	}
	best, options := -1, sudoku.Digits(0)
	for c, v := range h.grid {
		if v != 0 {
			continue
		}
		left := h.p.Allowed(c)
		for _, q := range h.p.Geometry().Peers(c) {
			if w := h.grid[q]; w != 0 {
				left = left.Without(int(w))
			}
		}
		if best < 0 || left.Len() < options.Len() {
			best, options = c, left
		}
	}
	if best < 0 {
		if !h.emit(h.grid) {
			return errEnough
		}
		return nil
	}
	defer func() { h.grid[best] = 0 }()
	for d := range options.All {
		h.grid[best] = uint8(d)
		if err := h.descend(); err != nil {
			return err
		}
	}
	return nil
}

// clues grades by the number of givens. With its setting zeal at 3 it counts one more, with a ceiling its
// bound is too high.
type clues struct{ settings sudoku.Settings }

func (c clues) Grade(_ context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	value := float64(p.Clues())
	switch {
	case c.settings["ceiling"].(float64) > 0:
		return []sudoku.Grade{{Metric: "bound", Value: value + 1}}, nil
	case c.settings["zeal"] == 3:
		value++
	}
	return []sudoku.Grade{{Metric: "clues", Value: value, Label: "some"}}, nil
}

func honestSpec() plugin.Spec {
	return plugin.Spec{
		Info: sudoku.Info{ID: "honest", Name: "Honest", Version: "1.0.0", Summary: "Tries.", Licence: "MIT",
			Complete: true, Deterministic: true, SoftClues: true,
			Metrics: []sudoku.Metric{{Name: "clues", Max: 1e6, Source: "counting", Summary: "Givens."},
				{Name: "bound", Max: 1e6, Source: "counting", Summary: "Not less than clues."}},
			Settings: []sudoku.Setting{{Name: "zeal", Default: 2, Min: 1, Max: 3, Summary: "How it counts."},
				{Name: "ceiling", Default: 0.0, Summary: "Where to stop."}}},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return &honest{}, nil },
		Grader: func(s sudoku.Settings) (sudoku.Grader, error) { return clues{s}, nil },
	}
}

func TestAnHonestAlgorithmKeepsEveryPromise(t *testing.T) {
	plugintest.RunWith(t, honestSpec(), plugintest.Setup{Timeout: 2 * time.Second})
}

func TestChecksHaveTheirOwnNames(t *testing.T) {
	var names []string
	for _, c := range plugintest.Checks() {
		if c.Summary == "" || slices.Contains(names, c.Name) {
			t.Errorf("check %q, %q", c.Name, c.Summary)
		}
		names = append(names, c.Name)
	}
	if len(names) < 30 {
		t.Errorf("%d checks", len(names))
	}
}

// unhurried lets every puzzle be answered on a busy machine, too: what is late proves nothing.
var unhurried = plugintest.Setup{Timeout: time.Minute}

// fickle returns another choice of solutions each time.
type fickle struct{ calls int }

func (f *fickle) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	f.calls++
	var all []sudoku.Grid
	_, err := (&honest{}).Solve(ctx, p, func(g sudoku.Grid) bool {
		all = append(all, g.Clone())
		return len(all) < 50
	})
	for i := range all {
		if !emit(all[(i+f.calls)%len(all)]) {
			return sudoku.Stats{}, nil
		}
	}
	return sudoku.Stats{}, err
}

// seeding is fickle, though it claims to draw from its seed.
type seeding struct{ fickle }

func (*seeding) Seed(uint64) {}

func TestAPluginIsJudgedByWhatItPromises(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		solver sudoku.Solver
		same   bool // it declares that it is deterministic
		broken bool
	}{
		{"nothing is promised", &fickle{}, false, false},
		{"deterministic", &fickle{}, true, true},
		{"seeded", &seeding{}, false, true},
	} {
		spec := honestSpec()
		spec.Info.Deterministic = c.same
		spec.Solver = func(sudoku.Settings) (sudoku.Solver, error) { return c.solver, nil }
		subject, err := plugintest.Direct(spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, check := range plugintest.Checks() {
			if check.Name != "solve/same-again" && check.Name != "solve/workers" {
				continue
			}
			var found *plugintest.Fault
			if err := check.Run(t.Context(), subject, unhurried); errors.As(err, &found) != c.broken {
				t.Errorf("%s: %s: %v", c.name, check.Name, err)
			}
		}
	}
}

// solve makes a solver of a function that spoils what the honest one does.
type solve func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error)

func (f solve) Solve(ctx context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	return f(ctx, p, emit)
}

// TestEveryLieIsFound spoils the honest algorithm in one way at a time and looks whether the check finds it.
func TestEveryLieIsFound(t *testing.T) {
	t.Parallel()
	truth := func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
		return (&honest{}).Solve(ctx, p, emit)
	}
	lazy := func(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
		if p.Clues() < p.Geometry().Cells() {
			return sudoku.Stats{}, sudoku.ErrGaveUp
		}
		emit(p.Givens())
		return sudoku.Stats{}, nil
	}
	calls := 0
	for _, lie := range []struct {
		check string
		solve solve
		info  func(*sudoku.Info)
	}{
		{check: "describe/id", info: func(i *sudoku.Info) { i.ID = "Not OK" }},
		{check: "describe/version", info: func(i *sudoku.Info) { i.Version = "v1" }},
		{check: "describe/texts", info: func(i *sudoku.Info) { i.Licence = "" }},
		{check: "describe/shapes", info: func(i *sudoku.Info) { i.Shapes = []string{"9/3x3"} }},
		{check: "describe/metrics", info: func(i *sudoku.Info) { i.Metrics = nil }},
		{check: "describe/settings", info: func(i *sudoku.Info) { i.Settings[0].Summary = "" }},
		{check: "describe/shortcuts", info: func(i *sudoku.Info) { i.Metrics[0].Labels = []string{"few", "few"} }},
		{check: "describe/shortcuts", info: func(i *sudoku.Info) {
			i.Metrics[0].Alone = map[string]any{"zeal": 4}
		}},
		{check: "describe/shortcuts", info: func(i *sudoku.Info) { i.Metrics[0].Ceiling = "zeal" }},
		{check: "describe/aims", info: func(i *sudoku.Info) { i.Aims = []sudoku.Aim{{Metric: "clues"}} }},
		{check: "grade/labels", info: func(i *sudoku.Info) { i.Metrics[0].Labels = []string{"few"} }},
		{check: "grade/alone", info: func(i *sudoku.Info) { i.Metrics[0].Alone = map[string]any{"zeal": 3} }},
		{check: "grade/ceiling", info: func(i *sudoku.Info) {
			i.Metrics[0].Alone, i.Metrics[0].Ceiling, i.Metrics[0].Bound = map[string]any{"zeal": 1}, "ceiling", "bound"
		}},
		{check: "grade/declared", info: func(i *sudoku.Info) { i.Metrics[0].Max = 3 }},
		{"solve/easy", func(context.Context, *sudoku.Puzzle, func(sudoku.Grid) bool) (sudoku.Stats, error) {
			return sudoku.Stats{}, nil
		}, nil},
		{"solve/easy", lazy, func(i *sudoku.Info) { i.Complete = false }},
		{"solve/easy", lazy, func(i *sudoku.Info) { i.Complete, i.Shapes = false, []string{"16"} }},
		{"solve/easy", lazy, func(i *sudoku.Info) { i.Complete, i.Shapes = false, []string{"20"} }},
		{"solve/17-clues", func(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats,
			error) {
			emit(p.Givens())
			return sudoku.Stats{}, nil
		}, nil},
		{"solve/several", func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats,
			error) {
			n := 0
			return truth(ctx, p, func(g sudoku.Grid) bool { n++; return emit(g) && n < 30 })
		}, nil},
		{"solve/distinct", func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats,
			error) {
			return truth(ctx, p, func(g sudoku.Grid) bool {
				more := emit(g)
				return more && emit(g)
			})
		}, nil},
		{"solve/deep-contradiction", func(context.Context, *sudoku.Puzzle, func(sudoku.Grid) bool) (sudoku.Stats,
			error) {
			return sudoku.Stats{}, errors.New("boom")
		}, nil},
		{"solve/no-false-proof", nil, func(i *sudoku.Info) { i.Complete = false }},
		{"solve/puzzle-kept", func(ctx context.Context, p *sudoku.Puzzle,
			emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
			kept := p.Givens()
			defer func() { kept[0] = 1 + kept[0]%4 }()
			return truth(ctx, p, emit)
		}, nil},
		{"solve/same-again", func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats,
			error) {
			calls++
			skipped := calls % 2
			return truth(ctx, p, func(g sudoku.Grid) bool { skipped--; return skipped == 0 || emit(g) })
		}, nil},
	} {
		t.Run(lie.check, func(t *testing.T) {
			spec := honestSpec()
			if lie.solve != nil {
				spec.Solver = func(sudoku.Settings) (sudoku.Solver, error) { return lie.solve, nil }
			}
			if lie.info != nil {
				lie.info(&spec.Info)
			}
			subject, err := plugintest.Direct(spec)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range plugintest.Checks() {
				var found *plugintest.Fault
				if c.Name == lie.check && !errors.As(c.Run(t.Context(), subject, unhurried), &found) {
					t.Errorf("%s was not noticed", c.Name)
				}
			}
		})
	}
}

// zealot grades as if it counted with more zeal once puzzles were solved.
type zealot struct{ solved *bool }

func (z zealot) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	zeal := 2
	if *z.solved {
		zeal = 3
	}
	return clues{sudoku.Settings{"zeal": zeal, "ceiling": 0.0}}.Grade(ctx, p)
}

func TestGradesThatSolvingChangesAreFound(t *testing.T) {
	spec, solved := honestSpec(), false
	spec.Solver = func(sudoku.Settings) (sudoku.Solver, error) {
		return solve(func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
			solved = true
			return (&honest{}).Solve(ctx, p, emit)
		}), nil
	}
	spec.Grader = func(sudoku.Settings) (sudoku.Grader, error) { return zealot{&solved}, nil }
	subject, err := plugintest.Direct(spec)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range plugintest.Checks() {
		var found *plugintest.Fault
		if c.Name == "grade/same-again" && !errors.As(c.Run(t.Context(), subject, unhurried), &found) {
			t.Error("it was not noticed")
		}
	}
}

// What a Spec measures because its settings ask for it is declared, too, with and without the protocol.
func TestMetricsThatComeWithSettingsAreDeclared(t *testing.T) {
	s := honestSpec()
	declared := s.Info.Metrics
	s.Info.Metrics = nil
	s.Metrics = func(sudoku.Settings) []sudoku.Metric { return declared }
	direct, err := plugintest.Direct(s)
	if err != nil {
		t.Fatal(err)
	}
	across, stop, err := plugintest.Across(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	for way, subject := range map[string]*plugintest.Subject{"direct": direct, "across": across} {
		for _, c := range plugintest.Checks() {
			if c.Name == "describe/metrics" || c.Name == "grade/declared" {
				if err := c.Run(t.Context(), subject, unhurried); err != nil {
					t.Errorf("%s: %s: %v", way, c.Name, err)
				}
			}
		}
	}
}
