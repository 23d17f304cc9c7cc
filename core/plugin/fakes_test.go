package plugin_test

import (
	"context"
	"testing"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// connect serves spec within the test's own process and returns the host's end.
func connect(t testing.TB, spec plugin.Spec) *wire.Client {
	t.Helper()
	config, err := plugin.ServeConfig(spec)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	reattach, closed := make(chan *goplugin.ReattachConfig, 1), make(chan struct{})
	config.Test = &goplugin.ServeTestConfig{Context: ctx, ReattachConfigCh: reattach, CloseCh: closed}
	go goplugin.Serve(config)
	client := goplugin.NewClient(&goplugin.ClientConfig{
		HandshakeConfig:  wire.Handshake,
		Plugins:          wire.Plugins(nil)[wire.Version],
		Reattach:         <-reattach,
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		Logger:           hclog.NewNullLogger(),
	})
	t.Cleanup(func() {
		cancel()
		<-closed
		client.Kill()
	})
	protocol, err := client.Client()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := protocol.Dispense(wire.Name)
	if err != nil {
		t.Fatal(err)
	}
	return raw.(*wire.Client)
}

// solverFunc is a solver made of a function.
type solverFunc func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error)

func (f solverFunc) Solve(ctx context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	return f(ctx, p, emit)
}

// solving returns a Spec of one solver.
func solving(f solverFunc) plugin.Spec {
	return plugin.Spec{
		Info:   sudoku.Info{ID: "fake", Name: "Fake", Version: "1.0.0", Complete: true, Deterministic: true},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return f, nil },
	}
}

// echo emits the givens.
func echo(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	emit(p.Givens())
	return sudoku.Stats{Guesses: 1}, nil
}
