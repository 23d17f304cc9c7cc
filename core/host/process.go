package host

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	grunner "github.com/hashicorp/go-plugin/runner"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
)

// process is one life of a plugin: from the start of the process to its end. A new one is made for each
// restart, because a go-plugin client cannot be started twice (its Start returns nil and starts nothing).
type process struct {
	candidate Candidate
	runner    *runner
	client    *goplugin.Client
	protocol  goplugin.ClientProtocol
	remote    *wire.Client
	tail      *tail
	folder    *folder
	stopAfter time.Duration

	answers atomic.Int64 // puzzles answered in this life
	shot    atomic.Pointer[shot]
	stop    sync.Once
}

// shot is why the host killed a process.
type shot struct {
	cause error // ErrHung, ErrProtocol or ErrExited
	why   string
}

// start runs the candidate's command and shakes hands before ctx ends. On an error nothing is left running.
func (h *Host) start(ctx context.Context, c Candidate, config Config) (*process, error) {
	p := &process{candidate: c, tail: &tail{}, stopAfter: h.options.StopTimeout}
	talk := &talk{tail: p.tail, logger: h.options.Logger.With("plugin", c.ID)}
	cmd, err := h.command(c, config)
	if err != nil {
		return nil, err
	}
	h.sweep.Do(func() { go sweep(socketBase()) })
	if p.folder, err = newFolder(socketBase()); err != nil {
		return nil, fmt.Errorf("making a folder for the socket of plugin %q: %w", c.ID, err)
	}
	if p.runner, err = newRunner(cmd, h.launcher, talk); err != nil {
		p.folder.remove()
		return nil, fmt.Errorf("starting plugin %q: %w", c.ID, err)
	}
	p.client = goplugin.NewClient(p.clientConfig(ctx, config, talk))
	if err := p.connect(ctx); err != nil {
		why := p.whyNotStarted(err)
		p.end(false)
		return nil, why
	}
	return p, nil
}

// command makes the command of a candidate with its environment and, where the host has one, its wrapper.
func (h *Host) command(c Candidate, config Config) (*exec.Cmd, error) {
	cmd := exec.Command(c.Argv[0], c.Argv[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = append(Environ(config.Env...), wire.ParentEnv+"="+strconv.Itoa(os.Getpid()))
	if c.Kind == "exec" && config.Sums != nil {
		sums, err := json.Marshal(config.Sums)
		if err != nil {
			return nil, fmt.Errorf("writing the checksums of plugin %q: %w", c.ID, err)
		}
		cmd.Env = append(cmd.Env, wire.SumsEnv+"="+string(sums))
	}
	if h.options.Wrap != nil {
		if err := h.options.Wrap(c, cmd); err != nil {
			return nil, fmt.Errorf("preparing the command of plugin %q: %w", c.ID, err)
		}
	}
	return cmd, nil
}

func (p *process) clientConfig(ctx context.Context, config Config, talk *talk) *goplugin.ClientConfig {
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
		Stderr:           talk,
		SyncStdout:       talk,
		SyncStderr:       talk,
		GRPCDialOptions:  wire.DialOptions(),
		// go-plugin parses the lines of standard error only for its logger, and panics when a field has
		// another type than it expects; talk does that work.
		Logger: hclog.New(&hclog.LoggerOptions{Level: hclog.Off}),
		RunnerFunc: func(_ hclog.Logger, cmd *exec.Cmd, socketDir string) (grunner.Runner, error) {
			p.runner.socketDir = socketDir
			p.runner.cmd.Env = append(p.runner.cmd.Env, cmd.Env...) // cookie, versions, the socket's folder
			return p.runner, nil
		},
	}
}

// connect runs the process and waits for its handshake. go-plugin knows no context: what ends its waiting is
// the end of the process.
func (p *process) connect(ctx context.Context) error {
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
	p.protocol, p.remote = protocol, raw.(*wire.Client)
	return nil
}
