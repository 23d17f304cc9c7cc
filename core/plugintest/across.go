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
type rowStream[Row any] interface {
	Send(first uint64, puzzles []*sudoku.Puzzle) error
	CloseSend() error
	Recv() (iter.Seq[Row], error)
}

// sendAll sends puzzles in batches of one geometry.
func sendAll[Row any](s rowStream[Row], puzzles []*sudoku.Puzzle) error {
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

func (r remote) solve(ctx context.Context, puzzles []*sudoku.Puzzle, o sudoku.Ask) ([]Answer, error) {
	stream, err := r.client.Solve(ctx, wire.Options{Ask: o})
	if err != nil {
		return nil, err
	}
	return gather(stream, puzzles, func(k *keeper, row *wire.Answer) {
		a := k.row(row.Seq, row.Ending)
		for g := range slices.Chunk(row.Grids, puzzles[row.Seq].Geometry().Cells()) {
			a.Grids = append(a.Grids, slices.Clone(g))
		}
		a.Stats, a.Err = row.Stats, row.Err
	})
}

func (r remote) grade(ctx context.Context, puzzles []*sudoku.Puzzle, o sudoku.Ask) ([]Answer, error) {
	stream, err := r.client.Grade(ctx, wire.Options{Ask: o})
	if err != nil {
		return nil, err
	}
	return gather(stream, puzzles, func(k *keeper, row *wire.GradeAnswer) {
		a := k.row(row.Seq, row.Ending)
		a.Grades, a.Err, a.Stats.Elapsed = row.Grades, row.Err, row.Self
	})
}

// gather sends puzzles and keeps the answers, as take makes them of the rows that come back.
func gather[Row any](s rowStream[Row], puzzles []*sudoku.Puzzle, take func(k *keeper, row Row)) ([]Answer, error) {
	if err := sendAll(s, puzzles); err != nil {
		return nil, err
	}
	k := &keeper{answers: make([]Answer, len(puzzles)), final: make([]int, len(puzzles))}
	for {
		rows, err := s.Recv()
		if err != nil {
			return k.all(err)
		}
		for row := range rows {
			take(k, row)
		}
	}
}

// keeper keeps the answers of a stream and counts them.
type keeper struct {
	answers []Answer
	final   []int // final answers of each puzzle
}

func (k *keeper) row(seq uint64, ending wire.Ending) *Answer {
	if ending != wire.Part {
		k.final[seq]++
		k.answers[seq].Exhausted = ending == wire.Exhausted
	}
	return &k.answers[seq]
}

// all returns the answers when err is the regular end of the stream and each puzzle has one.
func (k *keeper) all(err error) ([]Answer, error) {
	if !errors.Is(err, io.EOF) {
		return nil, err
	}
	for i, n := range k.final {
		if n != 1 {
			return nil, fmt.Errorf("puzzle %d of %d was answered %d times", i+1, len(k.final), n)
		}
	}
	return k.answers, nil
}
