//go:build unix

package main

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// ^C and SIGTERM end every command that waits for input, whatever it waits for.
func TestSignalEndsWaitForInput(t *testing.T) {
	t.Parallel()
	exe := program(t)
	for _, args := range []string{"convert -", "check -", "grade -", "solve -", "run -", "import PIPE", "run PIPE",
		"import /dev/stdin"} {
		for signal, code := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
			t.Run(args+" "+signal.String(), func(t *testing.T) {
				if got := endedBy(t, exe, signal, strings.Fields(args)); got != code {
					t.Errorf("exit code %d, want %d", got, code)
				}
			})
		}
	}
}

// endedBy starts the program, sends a signal when it waits for the rest of its input, and returns the exit
// code, -1 if it went on for too long.
func endedBy(t *testing.T, exe string, signal os.Signal, args []string) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patient)
	defer cancel()
	c := exec.CommandContext(ctx, exe, args...)
	c.Dir = t.TempDir()
	c.Env = append(os.Environ(), "HOME="+c.Dir, "XDG_DATA_HOME="+c.Dir, "XDG_CONFIG_HOME="+c.Dir)
	input := feed(t, c)
	// more than a pipe holds: when it is written, the program is reading
	if _, err := input.WriteString(strings.Repeat("# not yet a puzzle\n", 20_000)); err != nil {
		t.Fatal(err)
	}
	if err := c.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	return c.ProcessState.ExitCode()
}

// feed starts a command and returns its input: what it calls PIPE, else its standard input.
func feed(t *testing.T, c *exec.Cmd) *os.File {
	t.Helper()
	path := filepath.Join(c.Dir, "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	var stdin *os.File
	last := len(c.Args) - 1
	if c.Args[last] == "PIPE" {
		c.Args[last] = path
	} else {
		var err error
		// for reading too, so that opening does not wait for the other end
		if stdin, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
			t.Fatal(err)
		}
		c.Stdin = stdin
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	input, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { input.Close() })
	if stdin != nil {
		stdin.Close()
	}
	return input
}

// ^C ends a count that takes long, and what is sure of it is printed.
func TestSignalEndsCount(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patient)
	defer cancel()
	c := exec.CommandContext(ctx, program(t), "solve", "--limit", "0", "--count", "-o", "jsonl", strings.Repeat(".", 81))
	c.Dir = t.TempDir()
	c.Env = append(os.Environ(), "HOME="+c.Dir, "XDG_DATA_HOME="+c.Dir, "XDG_CONFIG_HOME="+c.Dir)
	var out strings.Builder
	c.Stdout = &out
	remarks, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(remarks).ReadString('\n')
	if err != nil || !strings.Contains(line, "e+21 solutions, probably ") {
		t.Errorf("%q, %v", line, err)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	for _, want := range []string{`"verdict":"multiple"`, `"error":"interrupted","count_complete":false,"estimate":{"mean":`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q lacks %s", out.String(), want)
		}
	}
	if code := c.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d", code)
	}
}
