package app

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// breakages counts the puzzles on which plugins broke. A command whose plugins broke ends with ExitPlugin.
type breakages struct {
	mu      sync.Mutex
	plugin  string // that broke first
	puzzles int    // on which it broke
	first   error  // why, nil if no plugin broke
}

// add records why a plugin broke on a puzzle.
func (b *breakages) add(plugin string, why error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.first == nil {
		b.plugin, b.first = plugin, why
	}
	if b.plugin == plugin {
		b.puzzles++
	}
}

// error returns an error with ExitPlugin if a plugin broke, else nil.
func (b *breakages) error() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.first == nil {
		return nil
	}
	why, _, _ := strings.Cut(strings.TrimPrefix(b.first.Error(), fmt.Sprintf("plugin %q: ", b.plugin)), "\n")
	return &Failure{Code: ExitPlugin, Cause: fmt.Errorf("plugin %q broke on %d %s: %s", b.plugin, b.puzzles,
		screen.Plural(b.puzzles, "puzzle"), why)}
}

// Broke reports whether an answer shows that its plugin broke: it crashed, gave a wrong answer, or failed in a way
// that sudoku.Solver does not know. A plugin that gives up, runs out of time or does not take a puzzle has not broken.
func Broke(r *sudoku.Result) bool {
	switch r.Verdict {
	case sudoku.Wrong, sudoku.Crashed:
		return true
	case sudoku.Invalid, sudoku.Timeout, sudoku.Unsupported:
		return false
	}
	return failed(r.Err)
}

// failed reports whether an error is none that an algorithm may return.
func failed(err error) bool {
	for _, allowed := range []error{sudoku.ErrGaveUp, sudoku.ErrUnsupported, context.DeadlineExceeded, context.Canceled} {
		if errors.Is(err, allowed) {
			return false
		}
	}
	return err != nil
}

// watchedPlugin is a plugin whose breakages count.
type watchedPlugin struct {
	job.Plugin
	broken *breakages
}

// Solve implements runner.Runner.
func (p *watchedPlugin) Solve(ctx context.Context, puzzles iter.Seq2[runner.Item, error], o runner.Options,
	emit func(uint64, sudoku.Result) error) error {
	return p.Plugin.Solve(ctx, puzzles, o, p.watched(emit))
}

// Grade implements runner.Runner.
func (p *watchedPlugin) Grade(ctx context.Context, puzzles iter.Seq2[runner.Item, error], o runner.Options,
	emit func(uint64, sudoku.Result) error) error {
	return p.Plugin.Grade(ctx, puzzles, o, p.watched(emit))
}

// watched returns an emit that counts breakages first.
func (p *watchedPlugin) watched(emit func(uint64, sudoku.Result) error) func(uint64, sudoku.Result) error {
	return func(number uint64, r sudoku.Result) error {
		if Broke(&r) {
			p.broken.add(p.ID(), r.Err)
		}
		return emit(number, r)
	}
}

// Explain implements runner.Runner.
func (p *watchedPlugin) Explain(ctx context.Context, puzzle *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	return p.noted(p.Plugin.Explain(ctx, puzzle, emit))
}

// Generate implements runner.Runner.
func (p *watchedPlugin) Generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	stats, err := p.Plugin.Generate(ctx, o, emit)
	return stats, p.noted(err)
}

// noted returns an error, and counts it if the plugin broke.
func (p *watchedPlugin) noted(err error) error {
	if failed(err) {
		p.broken.add(p.ID(), err)
	}
	return err
}
