package work

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Env is what work is done with. A function that neither stores nor reads puzzles needs no Store.
type Env struct {
	Open job.Open

	// Plugins yields the ids of plugins that may be asked if a request names none, the preferred ones first; nil if
	// every request has to name one.
	Plugins iter.Seq[string]

	// Shared says that Open may return a plugin that others use too: it may have worked for them before, and stays open.
	Shared bool

	Graders []string // asked for the words that conditions on techniques may use

	Store    *store.Store
	Database string        // the name of the store, as runs record it
	Levels   []store.Level // what conditions and listings call levels
	Version  string        // of the program, as runs record it
}

// NewEnv returns an Env with the plugins of a host, none of them configured.
func NewEnv(h *host.Host, s *store.Store) *Env {
	return &Env{
		Open: func(ctx context.Context, id string, settings map[string]any) (job.Plugin, error) {
			p, err := h.Open(ctx, host.Config{ID: id, Settings: settings})
			if err != nil {
				return nil, err // and no interface of a nil pointer
			}
			return p, nil
		},
		Plugins: func(yield func(string) bool) {
			for _, c := range h.Find() {
				if c.Rejected == "" && !yield(c.ID) {
					return
				}
			}
		},
		Store: s,
	}
}

// close closes a plugin that nobody here needs, unless others may use it.
func (e *Env) close(p job.Plugin) {
	if !e.Shared {
		p.Close()
	}
}

// able opens a plugin and requires a power of it.
func (e *Env) able(ctx context.Context, id string, power sudoku.Power) (job.Plugin, error) {
	p, err := e.open(ctx, id, power)
	if err != nil {
		return nil, err
	}
	if err := requirePower(p, id, power); err != nil {
		return nil, err
	}
	return p, nil
}

func requirePower(p job.Plugin, id string, power sudoku.Power) error {
	if info := p.Info(); !info.Has(power) {
		return RequestErrorf("plugin %q cannot %s; it can %s", id, power, info.Can())
	}
	return nil
}

// pick returns the named plugin, which must be fit, or the first fit one if none is named. Among several that
// are, one that is preferred wins.
func (e *Env) pick(ctx context.Context, id string, power sudoku.Power, fit, preferred func(*sudoku.Info) bool, what string) (job.Plugin,
	error) {
	if id != "" {
		p, err := e.open(ctx, id, power)
		if err != nil {
			return nil, err
		}
		if info := p.Info(); !fit(&info) {
			return nil, RequestErrorf("plugin %q is not a %s; it can %s", id, what, info.Can())
		}
		return p, nil
	}
	if e.Plugins == nil {
		return nil, RequestErrorf("name a %s", what)
	}
	var second job.Plugin
	var failed []error
	for id := range e.Plugins {
		p, err := e.Open(ctx, id, nil)
		if err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			failed = append(failed, err)
			continue // another one may do
		}
		info := p.Info()
		switch {
		case fit(&info) && preferred(&info):
			return p, nil
		case fit(&info) && second == nil:
			second = p
		}
	}
	if second == nil && len(failed) == 1 {
		return nil, failed[0]
	}
	if second == nil && failed != nil {
		return nil, fmt.Errorf("looking for a %s: %w", what, errors.Join(failed...))
	}
	if second == nil {
		return nil, RequestErrorf("there is no %s among the plugins", what)
	}
	return second, nil
}

// CompleteSolver returns the named solver, or a fast one if none is named; it proves what it says.
func (e *Env) CompleteSolver(ctx context.Context, id string) (job.Plugin, error) {
	return e.pick(ctx, id, sudoku.PowerSolve, func(i *sudoku.Info) bool { return i.Complete && i.Has(sudoku.PowerSolve) },
		func(i *sudoku.Info) bool { return i.Fast }, "complete solver")
}

// Explainer returns the named explainer, or any if none is named.
func (e *Env) Explainer(ctx context.Context, id string) (job.Plugin, error) {
	if id != "" {
		return e.able(ctx, id, sudoku.PowerExplain)
	}
	return e.pick(ctx, "", sudoku.PowerExplain, func(i *sudoku.Info) bool { return i.Has(sudoku.PowerExplain) },
		func(*sudoku.Info) bool { return true }, "plugin that explains")
}

// StepLister returns the named plugin, or any that lists steps if none is named.
func (e *Env) StepLister(ctx context.Context, id string) (job.Plugin, error) {
	return e.pick(ctx, id, sudoku.PowerSteps, func(i *sudoku.Info) bool { return i.Has(sudoku.PowerSteps) },
		func(*sudoku.Info) bool { return true }, "plugin that lists steps")
}

// Generator returns the named generator, or any if none is named.
func (e *Env) Generator(ctx context.Context, id string) (job.Plugin, error) {
	return e.pick(ctx, id, sudoku.PowerGenerate, func(i *sudoku.Info) bool { return i.Has(sudoku.PowerGenerate) },
		func(i *sudoku.Info) bool { return i.Takes(sudoku.Classic()) }, "generator")
}
