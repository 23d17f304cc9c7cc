package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestWatchRunsTheChecksAgain changes a program under test twice and reads what becomes of it.
func TestWatchRunsTheChecksAgain(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		draft := filepath.Join(t.TempDir(), name) // for a watcher that comes while it is written would see a part of it
		err := os.WriteFile(draft, []byte(text), 0o644)
		if err == nil {
			err = os.Rename(draft, filepath.Join(dir, name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write("plugin.yaml", "id: x\nname: x\nversion: 1.0.0\nkind: exec\nmode: line\nrun: [sh, x.sh]\n")
	write("x.sh", "while read -r p; do echo none; done\n")
	c := exec.Command(program(t), "plugin", "test", dir, "--watch", "--only", "lines/one-each")
	c.Env = append(os.Environ(), "XDG_DATA_HOME="+dir)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	talk, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	results, remarks := bufio.NewReader(out), bufio.NewReader(talk)
	for _, round := range []struct{ want, next string }{
		{": 1 passed, 0 failed", "while read -r p; do echo none; echo none; done\n"},
		{": 0 passed, 1 failed", "while read -r p; do echo unsupported; done\n"},
		{": 1 passed, 0 failed", ""},
	} {
		if got := until(t, results, " passed, "); !strings.Contains(got, round.want) {
			t.Errorf("%q; want %q", got, round.want)
		}
		if got := until(t, remarks, "waiting"); !strings.Contains(got, "plugin.yaml, x.sh") {
			t.Errorf("%q", got)
		}
		if round.next != "" {
			write("x.sh", round.next)
		}
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("after ^C: %v", err)
	}
}

// until returns the next line that has a text.
func until(t *testing.T, r *bufio.Reader, text string) string {
	t.Helper()
	for {
		line, err := r.ReadString('\n')
		if err != nil && err != io.EOF || line == "" {
			t.Fatalf("no line with %q: %v", text, err)
		}
		if strings.Contains(line, text) {
			return line
		}
	}
}
