package plugin

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// session serves a Spec with the settings in force.
type session struct {
	mu       sync.Mutex
	spec     *Spec
	settings sudoku.Settings
}

// newSession returns a session of spec with the default settings.
func newSession(spec Spec) (*session, error) {
	settings, err := spec.Info.Resolve(nil)
	return &session{spec: &spec, settings: settings}, err
}

// handlers returns what is served: the powers that the Spec has.
func (s *session) handlers() *wire.Handlers {
	h := &wire.Handlers{Describe: s.describe, Configure: s.configure}
	if s.spec.Solver != nil {
		h.Solve = s.solve
	}
	if s.spec.Grader != nil {
		h.Grade = s.grade
	}
	if s.spec.Explainer != nil {
		h.Explain, h.ListSteps = s.explain, s.listSteps
	}
	if s.spec.Generator != nil {
		h.Generate = s.generate
	}
	return h
}

// current returns the Spec and the settings in force.
func (s *session) current() (*Spec, sudoku.Settings) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.spec, s.settings
}

// describe says what the algorithm is with the settings in force.
func (s *session) describe() sudoku.Info {
	spec, settings := s.current()
	return spec.DescribeWith(settings)
}

// configure checks settings and has each power made once with them before they are in force.
func (s *session) configure(given map[string]any) error {
	spec, _ := s.current()
	settings, err := spec.Info.Resolve(given)
	if err != nil {
		return err
	}
	if err := try(spec, settings); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settings = settings
	return nil
}

// try makes each power once with settings, and returns the first error.
func try(s *Spec, settings sudoku.Settings) error {
	var errs [4]error
	if s.Solver != nil {
		_, errs[0] = s.Solver(settings)
	}
	if s.Grader != nil {
		_, errs[1] = s.Grader(settings)
	}
	if s.Explainer != nil {
		_, errs[2] = s.Explainer(settings)
	}
	if s.Generator != nil {
		_, errs[3] = s.Generator(settings)
	}
	return cmp.Or(errs[:]...)
}

// panicked logs a panic of the author's code and returns it as an error.
func (s *session) panicked(seq uint64, what any, stack []byte) error {
	slog.Error("panic", "panic", fmt.Sprint(what), "puzzle", seq, "stack", string(stack))
	return fmt.Errorf("panic: %v", what)
}

// explain serves the Explain call.
func (s *session) explain(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	return s.explaining(p, func(e sudoku.Explainer) error { return e.Explain(ctx, p, emit) })
}

// listSteps serves the ListSteps call of an explainer with that power.
func (s *session) listSteps(ctx context.Context, state *sudoku.State, emit func(sudoku.Step) bool) error {
	return s.explaining(state.Puzzle, func(e sudoku.Explainer) error {
		lister, ok := e.(sudoku.StepLister)
		if !ok {
			return sudoku.ErrUnsupported
		}
		return lister.ListSteps(ctx, state, emit)
	})
}

// explaining makes an explainer for a puzzle and has it do something.
func (s *session) explaining(p *sudoku.Puzzle, do func(sudoku.Explainer) error) (err error) {
	spec, settings := s.current()
	if err := spec.Info.Fits(p); err != nil {
		return err
	}
	explainer, err := spec.Explainer(settings)
	if err != nil {
		return err
	}
	defer func() {
		if r := recover(); r != nil {
			err = s.panicked(0, r, debug.Stack())
		}
	}()
	return do(explainer)
}

// generate serves the Generate call.
func (s *session) generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (
	stats sudoku.Stats, err error) {
	spec, settings := s.current()
	if !spec.Info.Takes(o.Geometry) {
		return stats, sudoku.ErrUnsupported
	}
	generator, err := spec.Generator(settings)
	if err != nil {
		return stats, err
	}
	if seeder, ok := generator.(sudoku.Seeder); ok {
		seeder.Seed(o.Seed)
	}
	defer func() {
		if r := recover(); r != nil {
			err = s.panicked(0, r, debug.Stack())
		}
	}()
	begin := clock()
	stats, err = generator.Generate(ctx, o, emit)
	stats.Elapsed = time.Duration(clock() - begin)
	return stats, err
}
