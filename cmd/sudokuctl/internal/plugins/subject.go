package plugins

import (
	"context"
	"debug/buildinfo"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// subjectOf makes an open plugin the subject of conformance checks. The host is between them: a wrong
// grid comes as the error that the host found.
func subjectOf(h *host.Host, p *host.Plugin, config host.Config) *plugintest.Subject {
	info := p.Info()
	s := &plugintest.Subject{
		Dialect:  dialectOf(p.Candidate()),
		Describe: func(context.Context) (sudoku.Info, error) { return info, nil },
		Configure: func(ctx context.Context, settings map[string]any) error {
			with := config
			with.Settings = settings
			other, err := h.Open(ctx, with)
			if err != nil {
				return err
			}
			return other.Close()
		},
	}
	if info.Has(sudoku.PowerSolve) {
		s.Solve = tried{p}.solve
	}
	if info.Has(sudoku.PowerGrade) {
		s.Grade = tried{p}.grade
	}
	if info.Has(sudoku.PowerExplain) {
		s.Explain = p.Explain
	}
	if info.Has(sudoku.PowerSteps) {
		s.ListSteps = p.ListSteps
	}
	if info.Has(sudoku.PowerGenerate) {
		s.Generate = p.Generate
	}
	return s
}

// dialectOf returns what the author of a plugin writes in.
func dialectOf(c find.Candidate) plugintest.Dialect {
	if c.Kind == "exec" {
		if program, err := app.ProgramOf(c); err == nil && program.Protocol != 0 {
			return plugintest.JSONLines
		}
		return plugintest.Lines
	}
	if _, err := buildinfo.ReadFile(c.Argv[0]); err == nil || c.Origin == find.FromBundled {
		return plugintest.Go
	}
	return plugintest.GRPC
}

// tried is a plugin under test.
type tried struct{ plugin *host.Plugin }

func promiseOptions(o sudoku.Ask) runner.Options {
	o.Workers = max(1, o.Workers)
	return runner.Options{Ask: o}
}

func (t tried) solve(ctx context.Context, puzzles []*sudoku.Puzzle,
	o sudoku.Ask) ([]plugintest.Answer, error) {
	answers := make([]plugintest.Answer, len(puzzles))
	err := t.plugin.Solve(ctx, runner.Numbered(puzzles), promiseOptions(o), func(i uint64, r sudoku.Result) error {
		answers[i] = plugintest.Answer{Grids: r.Solutions, Stats: r.Stats, Err: r.Err,
			Exhausted: r.Err == nil && (o.Limit == 0 || len(r.Solutions) < o.Limit)}
		return nil
	})
	return answers, err
}

func (t tried) grade(ctx context.Context, puzzles []*sudoku.Puzzle,
	o sudoku.Ask) ([]plugintest.Answer, error) {
	answers := make([]plugintest.Answer, len(puzzles))
	err := t.plugin.Grade(ctx, runner.Numbered(puzzles), promiseOptions(o), func(i uint64, g sudoku.Result) error {
		answers[i] = plugintest.Answer{Grades: g.Grades, Stats: g.Stats,
			Err: g.Err}
		return nil
	})
	return answers, err
}
