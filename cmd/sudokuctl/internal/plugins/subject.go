package plugins

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// subjectOf makes an open plugin the subject of conformance checks. The host stands between them: a wrong
// grid comes as the error that the host found.
func subjectOf(h *host.Host, p *host.Plugin, config host.Config) *plugintest.Subject {
	info := p.Info()
	s := &plugintest.Subject{
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
	if info.Has("solve") {
		s.Solve = tried{p}.solve
	}
	if info.Has("grade") {
		s.Grade = tried{p}.grade
	}
	if info.Has("explain") {
		s.Explain = p.Explain
	}
	if info.Has("generate") {
		s.Generate = p.Generate
	}
	return s
}

// tried is a plugin under test.
type tried struct{ plugin *host.Plugin }

func promiseOptions(o sudoku.Ask) host.SolveOptions {
	o.Workers = max(1, o.Workers)
	return host.SolveOptions{Ask: o}
}

func (t tried) solve(ctx context.Context, puzzles []*sudoku.Puzzle,
	o sudoku.Ask) ([]plugintest.Answer, error) {
	answers := make([]plugintest.Answer, len(puzzles))
	err := t.plugin.Solve(ctx, host.Numbered(puzzles), promiseOptions(o), func(i uint64, r sudoku.Result) error {
		answers[i] = plugintest.Answer{Grids: r.Solutions, Stats: r.Stats, Err: r.Err,
			Exhausted: r.Err == nil && (o.Limit == 0 || len(r.Solutions) < o.Limit)}
		return nil
	})
	return answers, err
}

func (t tried) grade(ctx context.Context, puzzles []*sudoku.Puzzle,
	o sudoku.Ask) ([]plugintest.Answer, error) {
	answers := make([]plugintest.Answer, len(puzzles))
	err := t.plugin.Grade(ctx, host.Numbered(puzzles), promiseOptions(o), func(i uint64, g sudoku.Result) error {
		answers[i] = plugintest.Answer{Grades: g.Grades, Stats: g.Stats,
			Err: g.Err}
		return nil
	})
	return answers, err
}
