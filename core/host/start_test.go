//go:build unix

package host_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestStartErrors(t *testing.T) {
	for _, test := range []struct {
		fake string
		is   error
		says []string
	}{
		{"printer", lifecycle.ErrProtocol, []string{`before the handshake: "hello, I am \\u001b[31ma plugin"`}},
		{"sick", lifecycle.ErrExited, []string{"exit status 4", "\n  stderr: Traceback:\n  stderr:   no module named x",
			"\n  command: /"}},
		{"learner", lifecycle.ErrExited, []string{"plugin process exited after the handshake: signal: killed"}},
		{"foreign", lifecycle.ErrProtocol, []string{"protocol version 99, this host 1"}},
		{"sleeper", nil, []string{"start timeout of 300ms"}},
	} {
		t.Run(test.fake, func(t *testing.T) {
			t.Parallel()
			config := fakeConfig(test.fake)
			config.Settings = map[string]any{"depth": 5}
			if test.is == nil {
				config.StartTimeout = 300 * time.Millisecond
			}
			_, err := newHost(t, quick).Open(t.Context(), config)
			var start *lifecycle.StartError
			if !errors.As(err, &start) || test.is != nil && !errors.Is(err, test.is) {
				t.Fatalf("error %v", err)
			}
			for _, want := range test.says {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error lacks %q: %v", want, err)
				}
			}
		})
	}
}

// TestTheHostConnectsToTheSocketOfThePluginAlone: whatever address a process says, nobody else is called.
func TestTheHostConnectsToTheSocketOfThePluginAlone(t *testing.T) {
	folder, err := os.MkdirTemp("/tmp", "sock") // the path of a socket holds about 100 bytes
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "socket")
	stream, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	internet, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer internet.Close()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	relative, err := filepath.Rel(here, path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ fake, address, says string }{
		{"elsewhere", "tcp|" + internet.Addr().String(), "it offers a connection to tcp"},
		{"elsewhere", "unix|" + path, "is not in its own folder"},
		{"elsewhere", "unix|" + relative, "it offers a connection to unix"},
		{"elsewhere", "unix|@sudokuctl-test", "it offers a connection to unix"},
		{"elsewhere", "unix|/dev/null/../" + path, "is not in its own folder"},
		{"linker", "unix|" + path, "is not a socket"},
	} {
		config := fakeConfig(c.fake)
		config.Env = append(config.Env, "HOST_TEST_ADDRESS="+c.address)
		_, err := newHost(t, quick).Open(t.Context(), config)
		if !errors.Is(err, lifecycle.ErrProtocol) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s: %v", c.fake, c.address, err)
		}
	}
	for _, l := range []syscall.Conn{stream, internet} {
		raw, err := l.SyscallConn()
		if err != nil {
			t.Fatal(err)
		}
		err = raw.Control(func(fd uintptr) {
			if _, _, err := syscall.Accept(int(fd)); !errors.Is(err, syscall.EAGAIN) {
				t.Errorf("the host called somebody else: %v", err)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestUnusableFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, test := range []struct {
		path string
		is   error
		says string
	}{
		{filepath.Join(dir, "missing"), find.ErrNotFound, "no such file"},
		{write("plain", "#!/bin/sh\n", 0o644), find.ErrNotFound, "not executable"},
		{write("empty", "", 0o755), find.ErrNotFound, "empty file"},
		{write("script", "#!/no/such/interpreter\n", 0o755), find.ErrNotFound, "no such file"},
		{write("garbage", "\x7fELF nonsense", 0o755), nil, "exec format error"},
		{write("true", "#!/bin/sh\nexit 0\n", 0o755), lifecycle.ErrExited, "before the handshake: exit status 0; a go-plugin process calls plugin.Serve, a program that reads puzzles as lines needs kind: exec"},
		{dir, find.ErrNotFound, "a folder without plugin.yaml"},
	} {
		_, err := newHost(t, quick).Open(t.Context(), host.Config{ID: "x", Path: test.path})
		if err == nil || test.is != nil && !errors.Is(err, test.is) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v", test.path, err)
		}
	}
}

func TestOpenIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := newHost(t, quick).Open(ctx, fakeConfig("sleeper")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestBadSettings(t *testing.T) {
	h := newHost(t, quick)
	for name, value := range map[string]any{"depht": 3, "depth": 11} {
		config := fakeConfig("honest")
		config.Settings = map[string]any{name: value}
		if _, err := h.Open(t.Context(), config); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("setting %s: %v", name, err)
		}
	}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("SECRET_TOKEN", "hunter2")
	t.Setenv("LC_ALL", "C")
	p := open(t, newHost(t, quick), "nosy")
	env := strings.Split(p.Info().Summary, "\n")
	if slices.Contains(env, "SECRET_TOKEN=hunter2") || !slices.Contains(env, "LC_ALL=C") {
		t.Errorf("environment %q", env)
	}
}

func TestStdinIsPrivate(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fakeEnv+"=keeper")
	cmd.Stdin = strings.NewReader("53..7....")
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != "stole  left 53..7.... <nil>\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// Sockets lie in private folders that are gone afterwards, also when the process was killed.
func TestSocketsAreRemoved(t *testing.T) {
	tmp, err := os.MkdirTemp("/tmp", "sock")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(tmp)
	t.Setenv("TMPDIR", tmp)
	h := newHost(t, quick)
	p := open(t, h, "crasher")
	entries, _ := os.ReadDir(tmp)
	if len(entries) != 1 {
		t.Fatalf("%d folders", len(entries))
	}
	if info, _ := entries[0].Info(); info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v", info.Mode())
	}
	solveAll(t, p, puzzles(10, 5), runner.Options{})
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(tmp); len(entries) != 0 {
		t.Errorf("left behind: %v", entries)
	}
}

// A stopped process does not keep Close waiting.
func TestCloseOfAStoppedProcess(t *testing.T) {
	h := newHost(t, quick)
	p := open(t, h, "honest")
	stop(t, p.PID())
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if p.PID() != 0 || p.State() != lifecycle.Closed {
		t.Errorf("process %d, state %v", p.PID(), p.State())
	}
	if _, err := collect(t.Context(), t, p, puzzles(1), runner.Options{}); err == nil {
		t.Error("a closed plugin solves")
	}
}

// A plugin does not die with the thread from which it was asked for.
func TestThreadOfTheCallerEnds(t *testing.T) {
	h := newHost(t, quick)
	opened := make(chan *host.Plugin, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		p, err := h.Open(t.Context(), fakeConfig("honest"))
		if err != nil {
			t.Error(err)
		}
		opened <- p
	}()
	p := <-opened
	for range 50 { // gives the runtime time to end the thread
		solveAll(t, p, puzzles(100), runner.Options{})
	}
	if u, _ := p.Usage(); u.Processes != 1 {
		t.Errorf("%d processes", u.Processes)
	}
}

func TestWrapAndBridge(t *testing.T) {
	self := fakeConfig("honest").Run[0]
	var ordered atomic.Bool
	h := newHost(t, host.Options{
		Bridge: func(c find.Candidate) ([]string, error) { return append([]string{self}, c.Argv...), nil },
		Wrap: func(c find.Candidate, cmd *exec.Cmd) (func(*os.Process) error, error) {
			if c.ID == "forbidden" {
				return nil, errors.New("no sandbox here")
			}
			cmd.Env = append(cmd.Env, fakeEnv+"=honest")
			return func(p *os.Process) error { ordered.Store(true); return p.Kill() }, nil
		},
	})
	config := host.Config{ID: "text", Kind: "exec", Run: []string{"sh", "-c", "exit 1"}}
	p, err := h.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	if argv := p.Candidate().Argv; len(argv) != 4 || argv[0] != self || argv[3] != "exit 1" {
		t.Errorf("command %q", argv)
	}
	stop(t, p.PID()) // so that it does not leave when asked
	if err := p.Close(); err != nil || !ordered.Load() {
		t.Errorf("closing: %v, ordered to end %v", err, ordered.Load())
	}
	config.ID = "forbidden"
	if _, err := h.Open(t.Context(), config); err == nil || !strings.Contains(err.Error(), "no sandbox here") {
		t.Errorf("error %v", err)
	}
}

func TestMetricsAreChecked(t *testing.T) {
	many := strings.Repeat("m", 65)
	for i := range 300 {
		many += fmt.Sprintf(",m%d", i)
	}
	for metrics, want := range map[string]string{
		"Upper":   `metric "Upper": a name has lower-case letters`,
		"a b":     `metric "a b": a name has lower-case letters`,
		"a,b,a":   `metric "a": declared twice`,
		many:      "it declares 301 metrics, more than 256",
		many[:65]: "64 at most",
	} {
		config := fakeConfig("sloppy")
		config.Env = append(config.Env, "HOST_TEST_METRICS="+metrics)
		if _, err := newHost(t, quick).Open(t.Context(), config); !errors.Is(err, lifecycle.ErrProtocol) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%.20s: %v", metrics, err)
		}
	}
}

// The metrics are those that come with the settings, also if the first process was ended before it had taken the settings.
func TestMetricsComeWithTheSettings(t *testing.T) {
	for _, endedOnce := range []bool{false, true} {
		mark := filepath.Join(t.TempDir(), "mark")
		if !endedOnce {
			mark = os.DevNull
		}
		config := fakeConfig("learner")
		config.Env = append(config.Env, "HOST_TEST_MARK="+mark)
		config.Settings = map[string]any{"depth": 5}
		p, err := newHost(t, quick).Open(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		metrics := p.Info().Metrics
		if last := metrics[len(metrics)-1]; last.Name != "depth_5" {
			t.Errorf("ended once is %v: the last metric is %q", endedOnce, last.Name)
		}
	}
}

// A text that is no UTF-8, and one that no message has room for, cost their puzzle alone.
func TestTextsAreMadeFit(t *testing.T) {
	p := open(t, newHost(t, quick), "sloppy")
	results := solveAll(t, p, puzzles(100, 50), runner.Options{Ask: runner.Ask{Limit: 1}})
	for n, r := range results {
		if n == 50 && (r.Verdict != sudoku.Unknown || !strings.Contains(fmt.Sprint(r.Err), "nicht l\uFFFDsbar")) {
			t.Errorf("the bad one: %v, %.40v", r.Verdict, r.Err)
		}
		if n != 50 && r.Verdict != sudoku.Solved {
			t.Errorf("puzzle %d: %v, %v", n, r.Verdict, r.Err)
		}
	}
}
