// Package process runs the processes of plugins: it starts one, shakes hands, keeps the end of its standard error,
// reports what it has used, stops it with all that it started, and starts the next one after a delay that grows.
package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	grunner "github.com/hashicorp/go-plugin/runner"

	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
)

// ErrHostClosed refuses a start after Close, so that a call that is late leaves no process behind.
var ErrHostClosed = errors.New("host is closed")

// Launcher starts the processes of a host, from one thread that lives as long as the host.
type Launcher struct {
	logger      *slog.Logger
	stopTimeout time.Duration
	sweep       sync.Once
	thread      *child.Thread
}

// NewLauncher returns a launcher; it starts nothing yet. A process that is asked to leave is killed after stopTimeout.
func NewLauncher(logger *slog.Logger, stopTimeout time.Duration) *Launcher {
	return &Launcher{logger: logger, stopTimeout: stopTimeout, thread: child.NewThread()}
}

// Close ends the thread, and with it whatever still runs. It may be called once.
func (l *Launcher) Close() { l.thread.Close() }

// start starts cmd in its own process group, to be killed by the kernel when the host dies, if the system can.
func (l *Launcher) start(cmd *exec.Cmd) (err error) {
	cmd.SysProcAttr = processAttr(cmd.SysProcAttr)
	if l.thread.Do(func() { err = cmd.Start() }) != nil {
		return ErrHostClosed
	}
	return err
}

// Process is one life of a plugin: from the start of the process to its end. A new one is made for each
// restart, because a go-plugin client cannot be started twice (its Start returns nil and starts nothing).
type Process struct {
	Remote *wire.Client // the plugin itself

	command     Command
	runner      *runner
	client      *goplugin.Client
	protocol    goplugin.ClientProtocol
	tail        *child.Tail
	folder      *folder
	stopTimeout time.Duration

	answers atomic.Int64 // puzzles answered in this life
	killed  atomic.Pointer[kill]
	stop    sync.Once
}

// Command is a program to start as a plugin, with all that the launcher has to know of it.
type Command struct {
	ID    string                  // of the plugin
	Cmd   *exec.Cmd               // Start completes its environment
	Stop  func(*os.Process) error // orders the process to end with all that it started; nil = its family is killed
	Shown []string                // the command as people know it
}

// kill is why the host killed a process.
type kill struct {
	cause error // ErrHung, ErrProtocol or ErrExited
	why   string
}

// Start runs a command and shakes hands before ctx ends. On an error nothing is left running.
func (l *Launcher) Start(ctx context.Context, c Command) (*Process, error) {
	p := &Process{command: c, tail: &child.Tail{}, stopTimeout: l.stopTimeout}
	stderr := &stderrLog{tail: p.tail, logger: l.logger.With("plugin", c.ID)}
	l.sweep.Do(func() { go sweep(socketBase()) })
	var err error
	if p.folder, err = newFolder(socketBase()); err != nil {
		return nil, fmt.Errorf("making a folder for the socket of plugin %q: %w", c.ID, err)
	}
	if p.runner, err = newRunner(c, l, stderr); err != nil {
		p.folder.remove()
		return nil, fmt.Errorf("starting plugin %q: %w", c.ID, err)
	}
	p.client = goplugin.NewClient(p.clientConfig(ctx, stderr))
	if err := p.connect(ctx); err != nil {
		why := p.StartError(err)
		p.Stop(false)
		return nil, why
	}
	return p, nil
}

// PID returns the number that the system gave the process, for messages and logs. The process may have ended, and
// another may have the number by then.
func (p *Process) PID() int { return p.runner.pid() }

// Ping waits for a sign of life: any reply is one, "unimplemented" too.
func (p *Process) Ping() { _ = p.protocol.Ping() }

// Answered counts n puzzles more that the process has answered. A process that answered some before it died does not
// count towards quarantine.
func (p *Process) Answered(n int) { p.answers.Add(int64(n)) }

// Usage returns what the process and its group have taken so far, if the system reports that of running processes.
func (p *Process) Usage() (lifecycle.Usage, bool) { return liveUsage(p.runner.pid()) }

// TreeUsage is Usage without processes that outlived their parents. It takes the same time on a machine with thousands
// of processes, so that it can be asked for each portion of a run.
func (p *Process) TreeUsage() (lifecycle.Usage, bool) { return treeUsage(p.runner.pid()) }

// clientConfig returns the settings of go-plugin for this process. Its own timeout is longer than that of ctx, whose
// error says more.
func (p *Process) clientConfig(ctx context.Context, stderr io.Writer) *goplugin.ClientConfig {
	timeout := time.Minute
	if deadline, ok := ctx.Deadline(); ok {
		timeout = time.Until(deadline) + time.Second // ctx ends first and says more
	}
	return &goplugin.ClientConfig{
		HandshakeConfig:  wire.Handshake,
		VersionedPlugins: wire.Plugins(nil),
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		SkipHostEnv:      true,
		StartTimeout:     timeout,
		UnixSocketConfig: &goplugin.UnixSocketConfig{TempDir: p.folder.path},
		Stderr:           stderr,
		SyncStdout:       stderr,
		SyncStderr:       stderr,
		GRPCDialOptions:  wire.DialOptions(),
		// go-plugin parses the lines of standard error only for its logger, and panics when a field has
		// another type than it expects; stderrLog does that work.
		Logger: hclog.New(&hclog.LoggerOptions{Level: hclog.Off}),
		RunnerFunc: func(_ hclog.Logger, cmd *exec.Cmd, socketDir string) (grunner.Runner, error) {
			p.runner.socketDir = socketDir
			p.runner.cmd.Env = append(p.runner.cmd.Env, cmd.Env...) // cookie, versions, the socket's folder
			return p.runner, nil
		},
	}
}

// connect runs the process and waits for its handshake. go-plugin knows no context, so only the end of the process ends
// its waiting.
func (p *Process) connect(ctx context.Context) error {
	release := context.AfterFunc(ctx, p.runner.killNow)
	protocol, err := p.client.Client()
	var raw any
	if err == nil {
		raw, err = protocol.Dispense(wire.Name)
	}
	if !release() {
		return context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	p.protocol, p.Remote = protocol, raw.(*wire.Client)
	return nil
}
