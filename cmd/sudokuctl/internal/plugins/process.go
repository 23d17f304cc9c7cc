package plugins

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/bridge"
)

const (
	leaveTime  = 2 * time.Second  // that a process under test may take to go
	orphanTime = 10 * time.Second // that it may take if its host was killed, also on a busy machine
	flushTime  = 15 * time.Second // that a program may be silent about an easy puzzle, its start included
)

// addProcesses lets the checks start further processes of a plugin, and end them.
func addProcesses(t *plugintest.Process, a *app.App, p *host.Plugin, config host.Config) {
	t.Start = func(ctx context.Context) (*plugintest.Instance, error) { return instance(ctx, a, config) }
	if info := p.Info(); runtime.GOOS == "linux" && info.Has(sudoku.PowerSolve) {
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
	subject, _ := subjectOf(h, p, config) // the host closes all that it has opened
	return &plugintest.Instance{
		Subject: subject,
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
	for until := time.Now().Add(orphanTime); time.Now().Before(until); time.Sleep(leaveTime / 100) {
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
	rights := a.Rights(candidate)
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

// subjectOf makes an open plugin the subject of conformance checks, until closed. The host is between them: a wrong
// grid comes as the error that the host found.
func subjectOf(h *host.Host, p *host.Plugin, config host.Config) (s *plugintest.Subject, closed func()) {
	info := p.Info()
	t := &tried{host: h, config: config, first: p, plugin: p}
	s = &plugintest.Subject{
		Describe:  func(context.Context) (sudoku.Info, error) { return info, nil },
		Configure: t.configure,
		Process:   &plugintest.Process{Losses: t.losses},
	}
	if info.Has(sudoku.PowerSolve) {
		s.Solve = t.solve
	}
	if info.Has(sudoku.PowerGrade) {
		s.Grade = t.grade
	}
	if info.Has(sudoku.PowerExplain) {
		s.Explain = func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
			return t.plugin.Explain(ctx, p, emit)
		}
	}
	if info.Has(sudoku.PowerSteps) {
		s.ListSteps = func(ctx context.Context, state *sudoku.State, emit func(sudoku.Step) bool) error {
			return t.plugin.ListSteps(ctx, state, emit)
		}
	}
	if info.Has(sudoku.PowerGenerate) {
		s.Generate = t.generate
	}
	return s, t.back
}

// tried is a plugin under test.
type tried struct {
	host   *host.Host
	config host.Config
	first  *host.Plugin // as it is configured
	plugin *host.Plugin // with the settings of the checks
	lost   int          // processes of those that were closed
}

// configure opens the plugin once more with settings, nil for those that it is configured with.
func (t *tried) configure(ctx context.Context, settings map[string]any) error {
	if settings == nil {
		t.back()
		return nil
	}
	with := t.config
	with.Settings = settings
	other, err := t.host.Open(ctx, with)
	if err != nil {
		return err
	}
	t.back()
	t.plugin = other
	return nil
}

// back closes what configure has opened.
func (t *tried) back() {
	if t.plugin != t.first {
		t.lost += t.plugin.Losses()
		_ = t.plugin.Close()
		t.plugin = t.first
	}
}

// losses returns how often processes of the plugin were lost.
func (t *tried) losses() int {
	if t.plugin == t.first {
		return t.lost + t.first.Losses()
	}
	return t.lost + t.first.Losses() + t.plugin.Losses()
}

// generate returns no error if the plugin has none: the host takes an end that came early for giving up.
func (t *tried) generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	stats, err := t.plugin.Generate(ctx, o, emit)
	if errors.Is(err, host.ErrEndedEarly) {
		err = nil
	}
	return stats, err
}

// solve solves puzzles through the host.
func (t *tried) solve(ctx context.Context, puzzles []*sudoku.Puzzle, o runner.Ask) ([]plugintest.Answer, error) {
	return answers(ctx, t.plugin.Solve, puzzles, o, func(r *sudoku.Result) plugintest.Answer {
		return plugintest.Answer{Grids: r.Solutions, Stats: r.Stats, Err: r.Err,
			Exhausted: r.Err == nil && (o.Limit == 0 || len(r.Solutions) < o.Limit)}
	})
}

// grade grades puzzles through the host.
func (t *tried) grade(ctx context.Context, puzzles []*sudoku.Puzzle, o runner.Ask) ([]plugintest.Answer, error) {
	return answers(ctx, t.plugin.Grade, puzzles, o, func(r *sudoku.Result) plugintest.Answer {
		return plugintest.Answer{Grades: r.Grades, Stats: r.Stats, Err: r.Err}
	})
}

// answers asks a plugin about puzzles and returns its answers in their order.
func answers(ctx context.Context, ask func(context.Context, iter.Seq2[runner.Item, error], runner.Options,
	func(uint64, sudoku.Result) error) error, puzzles []*sudoku.Puzzle, o runner.Ask,
	answer func(*sudoku.Result) plugintest.Answer) ([]plugintest.Answer, error) {
	o.Workers = max(1, o.Workers)
	all := make([]plugintest.Answer, len(puzzles))
	err := ask(ctx, runner.Numbered(puzzles), runner.Options{Ask: o}, func(i uint64, r sudoku.Result) error {
		all[i] = answer(&r)
		return nil
	})
	return all, err
}

const (
	probePatience = 30 * time.Second // for a program that is asked its first puzzle
	probeLeave    = 3 * time.Second  // for the report of what came
)

// probe asks a program one puzzle, to see that it answers and how it wants to be asked. It runs with the
// rights that it will have as a plugin, in a process of its own: "sudokuctl plugin probe PROGRAM".
func probe(ctx context.Context, a *app.App, p *bridge.Program, rights confine.Rights) (mode string, err error) {
	exe, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("finding this program: %w", err)
	}
	text, err := p.Argument()
	if err != nil {
		return "", err
	}
	folder, remove, err := host.PrivateFolder()
	if err != nil {
		return "", err
	}
	defer remove()
	ctx, cancel := context.WithTimeout(ctx, probePatience+probeLeave)
	defer cancel()
	if confine.Available() {
		runtime.LockOSThread() // the warden's life is tied to it
		defer runtime.UnlockOSThread()
	}
	cmd, err := wardedCommand(ctx, rights, folder, []string{exe, "plugin", "probe", text})
	if err != nil {
		return "", err
	}
	out, err := cmd.Output()
	var exit *exec.ExitError
	if ctx.Err() == context.DeadlineExceeded {
		return "", fmt.Errorf("it did not answer an easy puzzle within %v", probePatience)
	}
	if errors.As(err, &exit) {
		said := strings.TrimSpace(strings.TrimPrefix(string(exit.Stderr), "sudokuctl: "))
		return "", errors.New(cmp.Or(said, "it ended with "+exit.String()))
	}
	return strings.TrimSpace(string(out)), err
}

// wardedCommand returns a command with the environment and the rights of a plugin, which may write to a
// folder. It must be started on a thread that lives as long as it.
func wardedCommand(ctx context.Context, rights confine.Rights, folder string,
	argv []string) (*exec.Cmd, error) {
	env := host.Environ(app.SocketDirEnv + "=" + folder)
	if !confine.Available() {
		cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
		cmd.Env = env
		return cmd, nil
	}
	warden, grant, err := app.Warded(rights, argv)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, warden[0], warden[1:]...)
	cmd.Env, cmd.SysProcAttr, cmd.WaitDelay = append(env, grant), confine.Attr(), time.Second
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	return cmd, nil
}

// ServeProgram is the process of a bridge: it serves the program that the argument describes as a plugin. The host
// wrote the argument.
func ServeProgram(argument string) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // until Serve logs to the host; an error quotes what was said before
	p, err := bridge.Parse(argument)
	var spec plugin.Spec
	if err == nil {
		spec, err = bridge.Spec(context.Background(), p)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sudokuctl:", err)
		os.Exit(app.ExitUsage)
	}
	plugin.Serve(spec)
}

// ServeProbe probes the program that the argument describes and prints the mode that suits it.
func ServeProbe(argument string) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // standard error is for the error alone
	mode := ""
	p, err := bridge.Parse(argument)
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), probePatience)
		defer cancel()
		mode, err = bridge.Probe(ctx, p)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sudokuctl:", err)
		os.Exit(app.ExitPlugin)
	}
	fmt.Println(mode)
}

// processesOf returns the numbers of all processes that a process has started, directly or not.
func processesOf(pid int) []int {
	parents := map[int]int{}
	entries, _ := os.ReadDir("/proc") // without it nothing is known
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			_, parents[n] = stateOf(n)
		}
	}
	family := []int{pid}
	for i := 0; i < len(family); i++ {
		for n, parent := range parents {
			if parent == family[i] && !slices.Contains(family, n) {
				family = append(family, n)
			}
		}
	}
	return family[1:]
}

// running reports whether a process is there and no zombie.
func running(pid int) bool {
	state, _ := stateOf(pid)
	return state != "" && state != "Z" && state != "X"
}

// stateOf returns the state and the parent of a process, "" when it is gone.
func stateOf(pid int) (state string, parent int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", 0
	}
	_, after, _ := strings.Cut(string(text), ") ") // the state follows the name in parentheses
	_, _ = fmt.Sscan(after, &state, &parent)       // the kernel writes both
	return state, parent
}
