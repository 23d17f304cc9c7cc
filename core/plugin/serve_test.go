package plugin_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// roleEnv tells the test binary, when it starts itself, what to be.
const roleEnv = "SUDOKUCTL_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleEnv) {
	case "echo":
		plugin.Serve(solving(echo))
	case "loud":
		plugin.Serve(solving(loud))
	case "parent":
		beParent()
	default:
		if len(os.TempDir()) > 40 && os.PathSeparator == '/' {
			os.Setenv("TMPDIR", "/tmp") // the path of a socket holds about 100 bytes
		}
		os.Exit(m.Run())
	}
}

// loud talks on standard output, reads standard input to its end and answers.
func loud(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	for range 20000 {
		fmt.Println("a line that nobody has asked for, which is long enough to fill any pipe")
	}
	stolen, _ := io.ReadAll(os.Stdin)
	emit(p.Givens())
	return sudoku.Stats{Guesses: int64(len(stolen))}, nil
}

// command starts this binary in a role.
func command(role string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), roleEnv+"="+role), env...)
	return cmd
}

// start starts a plugin process as a host does.
func start(t testing.TB, role string) *wire.Client {
	t.Helper()
	host := goplugin.NewClient(&goplugin.ClientConfig{
		HandshakeConfig:  wire.Handshake,
		VersionedPlugins: wire.Plugins(nil),
		Cmd:              command(role),
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		Logger:           hclog.NewNullLogger(),
	})
	t.Cleanup(host.Kill)
	protocol, err := host.Client()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := protocol.Dispense(wire.Name)
	if err != nil {
		t.Fatal(err)
	}
	return raw.(*wire.Client)
}

func TestAPluginStartedByHandSaysWhatItIs(t *testing.T) {
	out, err := command("echo").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "fake is a plugin of sudokuctl") ||
		!strings.Contains(string(out), "sudokuctl plugin test "+os.Args[0]) {
		t.Errorf("%v: %s", err, out)
	}
}

func TestStandardOutputAndInputDoNoHarm(t *testing.T) {
	input, feed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	old := os.Stdin
	os.Stdin = input
	defer func() { os.Stdin = old }()
	fmt.Fprintln(feed, "a puzzle that the host wants to read")

	s := open(t, start(t, "loud"), wire.Options{})
	s.Send(0, puzzles(2))
	s.CloseSend()
	for seq, a := range gather(t, s, 81) {
		if a.count != 1 || a.stats.Guesses != 0 {
			t.Errorf("puzzle %d: %+v", seq, a)
		}
	}
}

// beParent starts a plugin that holds the other end of this process's standard error, says so and
// waits to be killed.
func beParent() {
	child := command("echo", wire.Handshake.MagicCookieKey+"="+wire.Handshake.MagicCookieValue,
		fmt.Sprintf("%s=%d", wire.ParentEnv, os.Getpid()))
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	first := make([]byte, 1)
	out.Read(first) // the handshake: the plugin is up
	fmt.Println("up")
	select {}
}

func TestAPluginLeavesWithItsParent(t *testing.T) {
	folder, err := os.MkdirTemp("", "parent") // the name of a socket is at most 108 bytes long
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	parent := command("parent", "TMPDIR="+folder)
	stdout, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	held, hold, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	parent.Stderr = hold
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	hold.Close()
	line := make([]byte, 2)
	if _, err := io.ReadFull(stdout, line); err != nil || string(line) != "up" {
		t.Fatalf("%q, %v", line, err)
	}
	parent.Process.Kill()
	parent.Process.Wait()
	held.SetReadDeadline(time.Now().Add(2 * time.Minute))
	if _, err := io.Copy(io.Discard, held); err != nil { // it ends when the last holder, the plugin, is gone
		t.Errorf("the plugin has not left: %v", err)
	}
}

// BenchmarkFirstAnswer is the time from the start of a plugin process to the answer to its first puzzle.
func BenchmarkFirstAnswer(b *testing.B) {
	for b.Loop() {
		s := open(b, start(b, "echo"), wire.Options{})
		if err := s.Send(0, puzzles(1)); err != nil {
			b.Fatal(err)
		}
		if _, err := s.Recv(); err != nil {
			b.Fatal(err)
		}
	}
}
