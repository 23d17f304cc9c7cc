package process

import (
	"io"
	"os"
	"os/exec"

	goplugin "github.com/hashicorp/go-plugin"

	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
)

// What the simulation checks.
const (
	MaxDeaths   = maxDeaths
	DeathWindow = deathWindow
)

// noProcess is a process id that no system gives.
const noProcess = 1 << 30

// Simulated returns a process that is none. It goes on until exit is called; killed is called when the host kills it.
func Simulated(id string, remote *wire.Client, ping func() error, killed func()) (p *Process, exit func(*os.ProcessState)) {
	read := make(chan struct{})
	close(read)
	p = &Process{Remote: remote, command: Command{ID: id}, tail: &child.Tail{}, folder: &folder{}, client: &goplugin.Client{},
		protocol: pulse{ping: ping}, runner: &runner{
			cmd: &exec.Cmd{Process: &os.Process{Pid: noProcess}}, started: true,
			order:  func(*os.Process) error { killed(); return nil },
			stdout: &handshakeOutput{file: io.NopCloser(nil)}, stderr: &drained{over: read},
			ends: make([]*os.File, 2), exited: make(chan struct{}),
		}}
	return p, func(state *os.ProcessState) {
		p.runner.mu.Lock()
		p.runner.state = state
		p.runner.mu.Unlock()
		close(p.runner.exited)
	}
}

// Answers returns how many puzzles the process has answered.
func (p *Process) Answers() int64 { return p.answers.Load() }

type pulse struct {
	goplugin.ClientProtocol
	ping func() error
}

// Ping implements goplugin.ClientProtocol.
func (p pulse) Ping() error { return p.ping() }
