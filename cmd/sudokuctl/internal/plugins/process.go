package plugins

import (
	"bufio"
	"cmp"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/bridge"
)

const (
	leaveTime = 2 * time.Second  // that a process under test may take to go
	flushTime = 15 * time.Second // that a program may be silent about an easy puzzle, its start included
)

// processUnderTest lets the checks start further processes of a plugin, and end them.
func processUnderTest(a *app.App, p *host.Plugin, config host.Config) *plugintest.Process {
	t := &plugintest.Process{Start: func(ctx context.Context) (*plugintest.Instance, error) {
		return instance(ctx, a, config)
	}}
	if info := p.Info(); processesOf != nil && info.Has(sudoku.PowerSolve) {
		t.Orphan = func(ctx context.Context) (bool, error) { return orphan(ctx, a, config) }
	}
	c := p.Candidate()
	if program, err := app.ProgramOf(c); err == nil && c.Kind == "exec" && program.Protocol == 0 {
		program.Run = c.Program
		if program.Check() == nil && program.Mode != bridge.Oneshot && program.Mode != bridge.Dimacs &&
			!strings.Contains(strings.Join(program.Run, " "), "{") {
			t.Silent = program.Mode != bridge.Line
			t.Talk = func(ctx context.Context, text string, wanted int, over bool) (plugintest.Talk, error) {
				return talk(ctx, a, c, strings.ReplaceAll(text, ".", program.Empty), wanted, over)
			}
		}
	}
	return t
}

// instance opens the plugin once more, in a host of its own that is patient at the end.
func instance(ctx context.Context, a *app.App, config host.Config) (*plugintest.Instance, error) {
	options := a.HostOptions()
	options.StopTimeout = 2 * leaveTime
	h := host.New(options)
	p, err := h.Open(ctx, config)
	if err != nil {
		return nil, cmp.Or(err, h.Close())
	}
	return &plugintest.Instance{
		Subject: subjectOf(h, p, config),
		Memory: func() (int64, bool) {
			u, ok := p.Usage()
			return u.PeakRSS, ok && u.PeakRSS > 0
		},
		Leave: func() (bool, error) {
			begin := time.Now()
			err := h.Close()
			return time.Since(begin) < leaveTime, err // go-plugin kills a process after these two seconds
		},
	}, nil
}

// orphan solves a puzzle in another process of this program, kills it, and looks whether all that it started goes.
func orphan(ctx context.Context, a *app.App, config host.Config) (gone bool, err error) {
	exe, err := os.Executable()
	if err != nil {
		return false, err
	}
	args := []string{"solve", "-o", "jsonl", "--solver", config.ID}
	if config.Path != "" {
		args = []string{"solve", "-o", "jsonl", "--plugin", config.Path}
	}
	if a.ConfigFile != "" {
		args = append(args, "--config", a.ConfigFile)
	}
	for _, dir := range a.PluginDirs {
		args = append(args, "--plugin-dir", dir)
	}
	c := exec.CommandContext(ctx, exe, append(args, "-")...)
	in, err1 := c.StdinPipe()
	out, err2 := c.StdoutPipe()
	if err := cmp.Or(err1, err2, c.Start()); err != nil {
		return false, fmt.Errorf("starting a host: %w", err)
	}
	_, err = io.WriteString(in, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n")
	if err == nil {
		_, err = bufio.NewReader(out).ReadString('\n')
	}
	family := processesOf(c.Process.Pid)
	_ = c.Process.Kill()
	_ = c.Wait() // it was killed
	if err == nil && len(family) == 0 {
		err = errors.New("it has started no process")
	}
	if err != nil {
		return false, fmt.Errorf("solving with a host to be killed: %w", err)
	}
	for until := time.Now().Add(leaveTime); time.Now().Before(until); time.Sleep(leaveTime / 100) {
		if !slices.ContainsFunc(family, running) {
			return true, nil
		}
	}
	return false, nil
}

// talk starts a program that speaks lines, in the sandbox as the bridge would, and tells what it prints.
func talk(ctx context.Context, a *app.App, candidate find.Candidate, text string, wanted int, over bool) (
	t plugintest.Talk, err error) {
	folder, remove, err := host.PrivateFolder()
	if err != nil {
		return t, err
	}
	defer remove()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	runtime.LockOSThread() // a warden's life is tied to it
	defer runtime.UnlockOSThread()
	rights := a.Sandbox().Rights(candidate)
	rights.Proc = false // no bridge is between
	c, err := wardedCommand(ctx, rights, folder, candidate.Program)
	if err != nil {
		return t, err
	}
	c.Dir, c.WaitDelay = candidate.Dir, time.Second
	in, err1 := c.StdinPipe()
	out, err2 := c.StdoutPipe()
	if err := cmp.Or(err1, err2, c.Start()); err != nil {
		return t, fmt.Errorf("starting %q: %w", candidate.Program[0], err)
	}
	lines, ended := make(chan string), make(chan struct{})
	go func() {
		defer close(ended)
		for s := bufio.NewScanner(out); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	if _, err = io.WriteString(in, text); over {
		in.Close()
	}
	silence := time.After(flushTime)
	if over {
		silence = time.After(2 * flushTime)
	}
	for err == nil && len(t.Lines) < wanted {
		select {
		case line := <-lines:
			t.Lines = append(t.Lines, line)
			continue
		case <-ended:
			t.Ended = true
		case <-silence:
		}
		break
	}
	cancel()
	_ = c.Wait() // it may have been killed
	return t, err
}

// subjectOf makes an open plugin the subject of conformance checks. The host is between them: a wrong
// grid comes as the error that the host found.
func subjectOf(h *host.Host, p *host.Plugin, config host.Config) *plugintest.Subject {
	info := p.Info()
	s := &plugintest.Subject{
		Dialect:  dialectOf(p.Candidate()),
		Describe: func(context.Context) (sudoku.Info, error) { return info, nil },
		Configure: func(ctx context.Context, settings map[string]any) error {
			with := config
			with.Settings = settings
			other, err := h.Open(ctx, with)
			if err != nil {
				return err
			}
			return other.Close()
		},
	}
	if info.Has(sudoku.PowerSolve) {
		s.Solve = tried{p}.solve
	}
	if info.Has(sudoku.PowerGrade) {
		s.Grade = tried{p}.grade
	}
	if info.Has(sudoku.PowerExplain) {
		s.Explain = p.Explain
	}
	if info.Has(sudoku.PowerSteps) {
		s.ListSteps = p.ListSteps
	}
	if info.Has(sudoku.PowerGenerate) {
		s.Generate = p.Generate
	}
	return s
}

// dialectOf returns what the author of a plugin writes in.
func dialectOf(c find.Candidate) plugintest.Dialect {
	if c.Kind == "exec" {
		if program, err := app.ProgramOf(c); err == nil && program.Protocol != 0 {
			return plugintest.JSONLines
		}
		return plugintest.Lines
	}
	if _, err := buildinfo.ReadFile(c.Argv[0]); err == nil || c.Origin == find.FromBundled {
		return plugintest.Go
	}
	return plugintest.GRPC
}

// tried is a plugin under test.
type tried struct{ plugin *host.Plugin }

func promiseOptions(o runner.Ask) runner.Options {
	o.Workers = max(1, o.Workers)
	return runner.Options{Ask: o}
}

func (t tried) solve(ctx context.Context, puzzles []*sudoku.Puzzle,
	o runner.Ask) ([]plugintest.Answer, error) {
	answers := make([]plugintest.Answer, len(puzzles))
	err := t.plugin.Solve(ctx, runner.Numbered(puzzles), promiseOptions(o), func(i uint64, r sudoku.Result) error {
		answers[i] = plugintest.Answer{Grids: r.Solutions, Stats: r.Stats, Err: r.Err,
			Exhausted: r.Err == nil && (o.Limit == 0 || len(r.Solutions) < o.Limit)}
		return nil
	})
	return answers, err
}

func (t tried) grade(ctx context.Context, puzzles []*sudoku.Puzzle,
	o runner.Ask) ([]plugintest.Answer, error) {
	answers := make([]plugintest.Answer, len(puzzles))
	err := t.plugin.Grade(ctx, runner.Numbered(puzzles), promiseOptions(o), func(i uint64, g sudoku.Result) error {
		answers[i] = plugintest.Answer{Grades: g.Grades, Stats: g.Stats,
			Err: g.Err}
		return nil
	})
	return answers, err
}
