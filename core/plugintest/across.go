package plugintest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Across serves a Spec within this process and returns the subject that talks to it over the protocol. The
// server is there until stop is called.
func Across(ctx context.Context, spec plugin.Spec) (s *Subject, stop func(), err error) {
	config, err := plugin.ServeConfig(spec)
	if err != nil {
		return nil, nil, err
	}
	config.Logger = hclog.NewNullLogger()
	serving, cancel := context.WithCancel(ctx)
	reattach, closed := make(chan *goplugin.ReattachConfig, 1), make(chan struct{})
	config.Test = &goplugin.ServeTestConfig{Context: serving, ReattachConfigCh: reattach, CloseCh: closed}
	go goplugin.Serve(config)
	var server *goplugin.ReattachConfig
	select {
	case server = <-reattach:
	case <-closed:
		cancel()
		return nil, nil, fmt.Errorf("serving the plugin: no server came up; its socket is in %q, and the path of a "+
			"socket holds about 100 bytes", os.TempDir())
	}
	host := goplugin.NewClient(&goplugin.ClientConfig{
		HandshakeConfig:  wire.Handshake,
		Plugins:          wire.Plugins(nil)[wire.Version],
		Reattach:         server,
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		Logger:           hclog.NewNullLogger(),
	})
	stop = func() {
		cancel()
		<-closed
		host.Kill()
	}
	s, err = dispense(host, spec)
	if err != nil {
		stop()
	}
	return s, stop, err
}

// dispense returns the plugin behind the protocol as a subject.
func dispense(host *goplugin.Client, spec plugin.Spec) (*Subject, error) {
	protocol, err := host.Client()
	if err != nil {
		return nil, err
	}
	raw, err := protocol.Dispense(wire.Name)
	if err != nil {
		return nil, err
	}
	client := raw.(*wire.Client)
	settings, err := spec.Info.Resolve(nil)
	if err != nil {
		return nil, err
	}
	return (&Subject{Describe: client.Describe, Configure: client.Configure, Solve: across(client.Solve), Grade: across(client.Grade),
		Explain: client.Explain, ListSteps: client.ListSteps, Generate: client.Generate}).of(spec, settings), nil
}

// sendAll sends puzzles in batches of one geometry.
func sendAll(s *wire.HostStream, puzzles []*sudoku.Puzzle) error {
	const batch = 64
	for from := 0; from < len(puzzles); {
		to := from + 1
		for to < len(puzzles) && to-from < batch && puzzles[to].Geometry() == puzzles[from].Geometry() {
			to++
		}
		if err := s.Send(uint64(from), puzzles[from:to]); err != nil {
			return err
		}
		from = to
	}
	return s.CloseSend()
}

// across asks a plugin by a call of the protocol, and returns the answers if each puzzle has one.
func across(call func(context.Context, wire.Options) (*wire.HostStream, error)) func(context.Context, []*sudoku.Puzzle,
	runner.Ask) ([]Answer, error) {
	return func(ctx context.Context, puzzles []*sudoku.Puzzle, o runner.Ask) ([]Answer, error) {
		stream, err := call(ctx, wire.Options{Ask: o})
		if err == nil {
			err = sendAll(stream, puzzles)
		}
		if err != nil {
			return nil, err
		}
		return gather(stream, puzzles)
	}
}

// gather receives the answers to puzzles, if each puzzle has one.
func gather(s *wire.HostStream, puzzles []*sudoku.Puzzle) ([]Answer, error) {
	answers, final := make([]Answer, len(puzzles)), make([]int, len(puzzles))
	for {
		m, err := s.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		end := m.First + uint64(m.Len())
		if m.First >= uint64(len(puzzles)) || end > uint64(len(puzzles)) || end < m.First {
			return nil, fmt.Errorf("the plugin answers puzzles %d to %d, which do not wait for an answer", m.First, end)
		}
		rows, err := m.Rows(puzzles[m.First].Geometry().Cells())
		if err != nil {
			return nil, err
		}
		for row := range rows {
			a := &answers[row.Seq]
			if row.Ending != wire.Part {
				final[row.Seq]++
				a.Exhausted = row.Ending == wire.Exhausted
			}
			a.Grids = slices.AppendSeq(a.Grids, slices.Chunk(sudoku.Grid(row.Grids), puzzles[row.Seq].Geometry().Cells()))
			a.Grades, a.Stats, a.Err = row.Grades, row.Stats, row.Err
		}
	}
	for i, n := range final {
		if n != 1 {
			return nil, fmt.Errorf("puzzle %d of %d was answered %d times", i+1, len(final), n)
		}
	}
	return answers, nil
}

// Direct returns the subject that calls the functions of a Spec, without protocol and process.
func Direct(spec plugin.Spec) (*Subject, error) {
	here, err := runner.Here(spec, nil)
	if err != nil {
		return nil, err
	}
	d := &direct{spec, here}
	return (&Subject{
		Describe:  func(context.Context) (sudoku.Info, error) { return d.here.Info(), nil },
		Configure: d.configure,
		Solve:     d.solve,
		Grade:     d.grade,
		Explain: func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
			return d.here.Explain(ctx, p, emit)
		},
		ListSteps: func(ctx context.Context, s *sudoku.State, emit func(sudoku.Step) bool) error {
			return d.here.ListSteps(ctx, s, emit)
		},
		Generate: func(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
			return d.here.Generate(ctx, o, emit)
		},
	}).of(spec, here.Settings()), nil
}

// of takes from a subject the powers that a Spec does not have, and says whether its solver takes a seed: then the same
// seed must get the same answer.
func (s *Subject) of(spec plugin.Spec, settings sudoku.Settings) *Subject {
	if spec.Solver == nil {
		s.Solve = nil
	} else if solver, err := spec.Solver(settings); err == nil {
		_, s.Seeded = solver.(sudoku.Seeder)
	}
	if spec.Grader == nil {
		s.Grade = nil
	}
	lists := false
	if spec.Explainer == nil {
		s.Explain = nil
	} else if explainer, err := spec.Explainer(settings); err == nil {
		_, lists = explainer.(sudoku.StepLister)
	}
	if !lists {
		s.ListSteps = nil
	}
	if spec.Generator == nil {
		s.Generate = nil
	}
	return s
}

// direct asks the functions of a Spec. What a runner verifies and interprets is to be seen here as it comes.
type direct struct {
	spec plugin.Spec
	here *runner.Local
}

// configure gives the algorithm new settings.
func (d *direct) configure(_ context.Context, given map[string]any) error {
	here, err := runner.Here(d.spec, given)
	if err == nil {
		d.here = here
	}
	return err
}

// solve solves puzzles in this process.
func (d *direct) solve(ctx context.Context, puzzles []*sudoku.Puzzle, o runner.Ask) ([]Answer, error) {
	solver, err := d.spec.Solver(d.here.Settings())
	if err != nil {
		return nil, err
	}
	return d.each(ctx, puzzles, o, solver, func(ctx context.Context, p *sudoku.Puzzle, a *Answer) error {
		enough := false
		var err error
		a.Stats, err = solver.Solve(ctx, p, func(g sudoku.Grid) bool {
			if enough || ctx.Err() != nil {
				return false
			}
			a.Grids = append(a.Grids, g.Clone())
			enough = len(a.Grids) == o.Limit
			return !enough
		})
		if err == nil && !enough {
			err = ctx.Err()
		}
		a.Exhausted = err == nil && !enough
		return err
	}), nil
}

// grade grades puzzles in this process.
func (d *direct) grade(ctx context.Context, puzzles []*sudoku.Puzzle, o runner.Ask) ([]Answer, error) {
	grader, err := d.spec.Grader(d.here.Settings())
	if err != nil {
		return nil, err
	}
	return d.each(ctx, puzzles, o, grader, func(ctx context.Context, p *sudoku.Puzzle, a *Answer) (err error) {
		a.Grades, err = grader.Grade(ctx, p)
		return err
	}), nil
}

// each calls work as the SDK does: not for what was not declared, seeded, within the budget, with its time taken.
func (d *direct) each(ctx context.Context, puzzles []*sudoku.Puzzle, o runner.Ask, algorithm any,
	work func(context.Context, *sudoku.Puzzle, *Answer) error) []Answer {
	answers := make([]Answer, len(puzzles))
	for i, p := range puzzles {
		a := &answers[i]
		if a.Err = d.spec.Info.Fits(p); a.Err != nil {
			continue
		}
		within, cancel := ctx, context.CancelFunc(func() {})
		if o.Timeout > 0 {
			within, cancel = context.WithTimeout(ctx, o.Timeout)
		}
		if s, ok := algorithm.(sudoku.Seeder); ok {
			s.Seed(o.Seed)
		}
		begin := time.Now()
		a.Err = work(within, p, a)
		a.Stats.Elapsed = time.Since(begin)
		cancel()
	}
	return answers
}
