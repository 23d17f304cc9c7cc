package plugintest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"

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
	settings, err := sudoku.ResolveSettings(spec.Info.Settings, nil)
	if err != nil {
		return nil, err
	}
	r := remote{client}
	return (&Subject{Describe: client.Describe, Configure: client.Configure, Solve: r.solve, Grade: r.grade, Explain: client.Explain,
		ListSteps: client.ListSteps, Generate: client.Generate}).of(spec, settings), nil
}

// remote asks a plugin over the protocol.
type remote struct{ client *wire.Client }

// rowStream takes puzzles and answers in rows.
type rowStream interface {
	Send(first uint64, puzzles []*sudoku.Puzzle) error
	CloseSend() error
	Recv() (iter.Seq[*wire.Answer], error)
}

// sendAll sends puzzles in batches of one geometry.
func sendAll(s rowStream, puzzles []*sudoku.Puzzle) error {
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

func (r remote) solve(ctx context.Context, puzzles []*sudoku.Puzzle, o runner.Ask) ([]Answer, error) {
	stream, err := r.client.Solve(ctx, wire.Options{Ask: o})
	if err != nil {
		return nil, err
	}
	return gather(stream, puzzles)
}

func (r remote) grade(ctx context.Context, puzzles []*sudoku.Puzzle, o runner.Ask) ([]Answer, error) {
	stream, err := r.client.Grade(ctx, wire.Options{Ask: o})
	if err != nil {
		return nil, err
	}
	return gather(stream, puzzles)
}

// gather sends puzzles and returns the answers, if each puzzle has one.
func gather(s rowStream, puzzles []*sudoku.Puzzle) ([]Answer, error) {
	if err := sendAll(s, puzzles); err != nil {
		return nil, err
	}
	answers, final := make([]Answer, len(puzzles)), make([]int, len(puzzles))
	for {
		rows, err := s.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
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
