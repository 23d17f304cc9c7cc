package host

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// launch verifies the plugin, starts one process, describes and configures it.
func (p *Plugin) launch(ctx context.Context) (*process.Process, error) {
	h := p.host
	seal, err := p.verify()
	if err != nil {
		return nil, err
	}
	p.supervisor.Enter(lifecycle.Verified)
	timeout := cmp.Or(p.config.StartTimeout, h.options.StartTimeout)
	late := fmt.Errorf("%w of %v", process.ErrStartTimeout, timeout)
	limited, cancel := context.WithTimeoutCause(ctx, timeout, late)
	defer cancel()
	p.supervisor.Enter(lifecycle.Starting)
	proc, err := h.start(limited, p.candidate, p.config, seal)
	if err != nil {
		p.supervisor.Enter(lifecycle.Exited)
		return nil, err
	}
	if err := p.introduce(limited, proc, seal); err != nil {
		proc.Stop(false)
		p.supervisor.Enter(lifecycle.Exited)
		return nil, err
	}
	h.options.Logger.Debug("plugin is ready", "plugin", p.candidate.ID, "version", p.info.Version, "pid", proc.PID())
	return proc, nil
}

// verify compares the plugin's files with the sums that were accepted.
func (p *Plugin) verify() (find.Seal, error) {
	accept := ""
	if p.host.options.Accept != nil {
		accept = p.host.options.Accept(p.candidate.ID)
	}
	return p.candidate.Verify(p.config.Sums, accept)
}

// start starts a process of a candidate.
func (h *Host) start(ctx context.Context, c find.Candidate, config Config, s find.Seal) (*process.Process, error) {
	cmd, stop, err := h.command(c, config, s)
	if err != nil {
		return nil, err
	}
	return h.launcher.Start(ctx, process.Command{ID: c.ID, Cmd: cmd, Stop: stop, Shown: c.Command()})
}

// command makes the command of a candidate, with its environment and, if the host has a wrapper, wrapped.
func (h *Host) command(c find.Candidate, config Config, s find.Seal) (
	cmd *exec.Cmd, stop func(*os.Process) error, err error) {
	cmd = exec.Command(c.Argv[0], c.Argv[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = append(Environ(config.Env...), wire.ParentEnv+"="+strconv.Itoa(os.Getpid()))
	if c.Kind == "exec" && config.Sums != nil {
		sums, err := json.Marshal(config.Sums)
		if err != nil {
			return nil, nil, fmt.Errorf("writing the checksums of plugin %q: %w", c.ID, err)
		}
		cmd.Env = append(cmd.Env, wire.SumsEnv+"="+string(sums))
	}
	if h.options.Wrap != nil {
		if stop, err = h.options.Wrap(c, cmd); err != nil {
			return nil, nil, fmt.Errorf("preparing the command of plugin %q: %w", c.ID, err)
		}
	}
	if identity := s.Identity(c.Argv[0]); stop != nil && identity != "" { // for the warden
		cmd.Env = append(cmd.Env, wire.VerifiedEnv+"="+identity)
	}
	return cmd, stop, nil
}

// introduce asks a process what it is and configures it, and asks again what it measures with the settings.
// After a restart it must be the same as before.
func (p *Plugin) introduce(ctx context.Context, proc *process.Process, s find.Seal) error {
	if path, ok := s.StillHolds(); !ok {
		return fmt.Errorf("starting plugin %q: %w: %s, during the start", p.candidate.ID, find.ErrChecksum, path)
	}
	info, err := proc.Remote.Describe(ctx)
	if err != nil {
		return p.unready(ctx, proc, "describing", err)
	}
	if err := p.recognise(info); err != nil {
		return err
	}
	if err := proc.Remote.Configure(ctx, p.config.Settings); err != nil {
		if ctx.Err() == nil && proc.Responded(err) {
			return &runner.SettingsError{ID: p.candidate.ID, Err: err}
		}
		return p.unready(ctx, proc, "configuring", err)
	}
	if p.measured || len(p.config.Settings) == 0 {
		return nil
	}
	if info, err = proc.Remote.Describe(ctx); err != nil {
		return p.unready(ctx, proc, "describing", err)
	}
	if err := checkMetrics(info.Metrics); err != nil {
		return fmt.Errorf("describing plugin %q: %w: %w", p.candidate.ID, lifecycle.ErrProtocol, err)
	}
	p.info.Metrics, p.measured = info.Metrics, true
	return nil
}

// recognise keeps what the plugin says of itself at its first start. Later it must say the same, or else
// results of two algorithms would be mixed up.
func (p *Plugin) recognise(info sudoku.Info) error {
	if p.settings != "" {
		if info.ID != p.info.ID || info.Version != p.info.Version {
			return fmt.Errorf("starting plugin %q: %w: it was %s %s and is now %s %s", p.candidate.ID, find.ErrChecksum,
				p.info.ID, p.info.Version, info.ID, info.Version)
		}
		return nil
	}
	if err := checkMetrics(info.Metrics); err != nil {
		return fmt.Errorf("describing plugin %q: %w: %w", p.candidate.ID, lifecycle.ErrProtocol, err)
	}
	p.info = info
	return p.resolve()
}

// unready explains why a process that shook hands did not become ready: it returned an error, hung or ended.
func (p *Plugin) unready(ctx context.Context, proc *process.Process, doing string, err error) error {
	switch {
	case ctx.Err() != nil:
		proc.Kill(lifecycle.ErrHung, "no answer in time")
		return proc.StartError(context.Cause(ctx))
	case proc.Responded(err):
		return fmt.Errorf("%s plugin %q: %w", doing, p.candidate.ID, err)
	}
	return proc.StartError(proc.Failed(err))
}

const (
	maxMetrics    = 256
	maxMetricName = 64
)

var metricName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// checkMetrics checks what a plugin says of its metrics: their names become columns and words of conditions.
func checkMetrics(metrics []sudoku.Metric) error {
	if len(metrics) > maxMetrics {
		return fmt.Errorf("it declares %d metrics, more than %d", len(metrics), maxMetrics)
	}
	seen := map[string]bool{}
	for _, m := range metrics {
		switch {
		case len(m.Name) > maxMetricName || !metricName.MatchString(m.Name):
			return fmt.Errorf("metric %q: a name has lower-case letters, digits and single underscores, %d at most", m.Name,
				maxMetricName)
		case seen[m.Name]:
			return fmt.Errorf("metric %q: declared twice", m.Name)
		case !(m.Min <= m.Max): // NaN too
			return fmt.Errorf("metric %q: no values lie between %v and %v", m.Name, m.Min, m.Max)
		}
		seen[m.Name] = true
	}
	return nil
}
