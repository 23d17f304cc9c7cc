package process

import (
	"io"
	"os"

	goplugin "github.com/hashicorp/go-plugin"

	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
)

// What the simulation checks.
const (
	MaxDeaths   = maxDeaths
	DeathWindow = deathWindow
)

// Simulated returns a process that is none. It goes on until exit is called.
func Simulated(id string, remote *wire.Client, ping func() error) (p *Process, exit func(*os.ProcessState)) {
	read := make(chan struct{})
	close(read)
	p = &Process{Remote: remote, command: Command{ID: id}, tail: &child.Tail{}, folder: &folder{}, client: &goplugin.Client{},
		protocol: pulse{ping: ping}, runner: &runner{
			stdout: newHandshakeOutput(io.NopCloser(nil), nil), stderr: &drained{over: read},
			ends: make([]*os.File, 2), exited: make(chan struct{}),
		}}
	return p, func(state *os.ProcessState) {
		p.runner.mu.Lock()
		p.runner.state = state
		p.runner.mu.Unlock()
		close(p.runner.exited)
	}
}

// Killed reports whether the host wants the process killed.
func (p *Process) Killed() bool { return p.killed.Load() != nil }

// Answers returns how many puzzles the process has answered.
func (p *Process) Answers() int64 { return p.answers.Load() }

type pulse struct {
	goplugin.ClientProtocol
	ping func() error
}

// Ping implements goplugin.ClientProtocol.
func (p pulse) Ping() error { return p.ping() }
