package process

import (
	"context"
	"fmt"
	"io"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
)

// pipeGrace is how long a grandchild may hold the pipes of a process that is gone before the host closes its ends.
const pipeGrace = 200 * time.Millisecond

// runner runs one plugin process for go-plugin, whose own runner hands on the host's standard input, kills
// the process but not what it started, and cannot tell how the process ended. A runner is used once.
type runner struct {
	cmd      *exec.Cmd
	order    func(*os.Process) error // see Command.Stop
	launcher *Launcher
	stdout   *handshakeOutput
	stderr   *drained
	ends     []*os.File // the process's ends of the pipes, closed once it runs

	socketDir string // the folder for its sockets

	exited chan struct{} // closed when the process is gone and state is set

	mu      sync.Mutex
	started bool
	family  family // once it is started
	state   *os.ProcessState
}

// newRunner prepares a command: null device as standard input, pipes for the two outputs. What the process writes
// to its standard output after the handshake goes to rest.
func newRunner(c Command, l *Launcher, rest io.Writer) (*runner, error) {
	outReader, outWriter, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("opening a pipe: %w", err)
	}
	errReader, errWriter, err := os.Pipe()
	if err != nil {
		outReader.Close()
		outWriter.Close()
		return nil, fmt.Errorf("opening a pipe: %w", err)
	}
	c.Cmd.Stdin, c.Cmd.Stdout, c.Cmd.Stderr = nil, outWriter, errWriter
	return &runner{
		cmd: c.Cmd, order: c.Stop, launcher: l,
		stdout: newHandshakeOutput(outReader, rest),
		stderr: &drained{File: errReader, over: make(chan struct{})},
		ends:   []*os.File{outWriter, errWriter}, exited: make(chan struct{}),
	}, nil
}

// Start starts the process and watches for its end, whichever side caused it.
func (r *runner) Start(context.Context) error {
	err := r.launcher.start(r.cmd)
	for _, f := range r.ends {
		f.Close()
	}
	if err != nil {
		r.closePipes()
		return err
	}
	r.mu.Lock()
	r.started, r.family = true, newFamily(r.cmd.Process)
	r.mu.Unlock()
	go r.watch()
	return nil
}

// watch reaps the process, then kills what is left of its family and lets go of the pipes.
func (r *runner) watch() {
	_ = r.cmd.Wait() // the error repeats what ProcessState says
	r.mu.Lock()
	r.state = r.cmd.ProcessState
	r.mu.Unlock()
	r.family.end()
	close(r.exited)
	time.AfterFunc(pipeGrace, r.closePipes)
}

// drained is the host's end of a pipe that tells when the last byte has been read.
type drained struct {
	*os.File
	once sync.Once
	over chan struct{}
}

// Read reads from the pipe and closes over at its end, because the process may be waited for only after everything
// that it wrote was read.
func (d *drained) Read(p []byte) (int, error) {
	n, err := d.File.Read(p)
	if err != nil {
		d.once.Do(func() { close(d.over) })
	}
	return n, err
}

// closePipes closes both outputs of the program.
func (r *runner) closePipes() {
	r.stdout.Close()
	r.stderr.Close()
}

// Wait blocks until the process is gone, as go-plugin asks of a runner.
func (r *runner) Wait(context.Context) error {
	<-r.exited
	return nil
}

// Kill is what go-plugin calls when a start went wrong, often because the process is just about to exit. It
// may do so by itself first, so that its own exit status is what people read.
func (r *runner) Kill(context.Context) error {
	select {
	case <-r.exited:
	case <-time.After(pipeGrace):
		r.killNow()
	}
	return nil
}

// stopPatience is how long a process that was ordered to end all that it started may take, before it is killed.
const stopPatience = 2 * time.Second

// killNow kills the process with its family, or orders it to end all that it started. It does nothing once the
// process has been reaped.
func (r *runner) killNow() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.started || r.state != nil {
		return
	}
	if r.order == nil || r.order(r.cmd.Process) != nil {
		r.family.kill()
		return
	}
	time.AfterFunc(stopPatience, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.state == nil {
			r.family.kill()
		}
	})
}

// abandon closes the pipes of a runner that is not going to be started.
func (r *runner) abandon() {
	if r.pid() == 0 {
		r.ends[0].Close()
		r.ends[1].Close()
		r.closePipes()
	}
}

// exitState returns how the process ended, nil while it lives.
func (r *runner) exitState() *os.ProcessState {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state
}

// pid returns the process id, 0 before the start.
func (r *runner) pid() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.started {
		return 0
	}
	return r.cmd.Process.Pid
}

// Stdout returns what go-plugin reads the handshake from.
func (r *runner) Stdout() io.ReadCloser { return r.stdout }

// Stderr returns the standard error of the process, which go-plugin copies to the log.
func (r *runner) Stderr() io.ReadCloser { return r.stderr }

// Name returns the path of the program, which go-plugin writes into its errors and logs.
func (r *runner) Name() string { return r.cmd.Path }

// ID returns the process id, "" before the start: go-plugin takes that as nothing to kill.
func (r *runner) ID() string {
	if pid := r.pid(); pid != 0 {
		return fmt.Sprint(pid)
	}
	return ""
}

// Diagnose returns nothing: StartError says more than go-plugin's guesses.
func (r *runner) Diagnose(context.Context) string { return "" }

// PluginToHost returns where go-plugin is to connect to. The process says it, but nobody trusts it: an address
// elsewhere would have the host, which is in no sandbox, connect for it.
func (r *runner) PluginToHost(network, address string) (string, string, error) {
	if runtime.GOOS == "windows" { // there go-plugin listens so
		if at, err := netip.ParseAddrPort(address); network != "tcp" || err != nil || !at.Addr().IsLoopback() {
			return "", "", fmt.Errorf("%w: it offers a connection to %s %q", lifecycle.ErrProtocol, child.Printable(network),
				child.Printable(address))
		}
		return network, address, nil
	}
	path, err := r.takeSocket(network, address)
	return "unix", path, err
}

// takeSocket moves the socket of a process out of the folder that it was given, so that it cannot be exchanged for a
// link.
func (r *runner) takeSocket(network, address string) (string, error) {
	if network != "unix" || !filepath.IsAbs(address) {
		return "", fmt.Errorf("%w: it offers a connection to %s %q, not a Unix socket in its own folder %s",
			lifecycle.ErrProtocol,
			child.Printable(network), child.Printable(address), r.socketDir)
	}
	own, err := os.Stat(r.socketDir)
	if err != nil {
		return "", fmt.Errorf("looking for the socket: %w", err)
	}
	there, err := os.Stat(filepath.Dir(address))
	if err != nil || !os.SameFile(own, there) {
		return "", fmt.Errorf("%w: its socket %q is not in its own folder %s", lifecycle.ErrProtocol,
			child.Printable(address), r.socketDir)
	}
	path := filepath.Join(filepath.Dir(r.socketDir), "socket")
	if err := os.Rename(filepath.Join(r.socketDir, filepath.Base(address)), path); err != nil {
		return "", fmt.Errorf("%w: taking its socket: %w", lifecycle.ErrProtocol, err)
	}
	if !isSocket(path) {
		return "", fmt.Errorf("%w: %q is not a socket", lifecycle.ErrProtocol, child.Printable(address))
	}
	return path, nil
}

// isSocket reports whether there is a socket at path, and not a link to one.
func isSocket(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().Type() == os.ModeSocket
}

// HostToPlugin returns an address unchanged: host and plugin see the same file system, the sandbox included.
func (r *runner) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
