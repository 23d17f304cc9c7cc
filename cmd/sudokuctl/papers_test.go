package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A study that is killed, or ended by ^C, goes on where it was, with the puzzles and answers it had, and
// leaves nothing behind.
func TestBrokenPaperGoesOn(t *testing.T) {
	t.Parallel()
	dir, exe := t.TempDir(), ownProgram(t)
	paper := func() (*exec.Cmd, *bytes.Buffer, *bytes.Buffer) {
		c := exec.Command(exe, "paper", "gunther2012", "--per-level", "2", "-o", "jsonl")
		var stdout, stderr bytes.Buffer
		c.Dir, c.Env, c.Stdout, c.Stderr = dir, append(os.Environ(), "XDG_DATA_HOME="+dir), &stdout, &stderr
		return c, &stdout, &stderr
	}
	journals := func() (lines int) {
		files, _ := filepath.Glob(filepath.Join(dir, "sudokuctl", "papers", "*.jsonl"))
		for _, file := range files {
			text, _ := os.ReadFile(file)
			lines += bytes.Count(text, []byte{'\n'})
		}
		return lines
	}
	for i, signal := range []os.Signal{os.Kill, os.Interrupt} {
		broken, _, _ := paper()
		if err := broken.Start(); err != nil {
			t.Fatal(err)
		}
		waitFor(t, "answers", func() bool { return journals() >= 5+30*i })
		if err := broken.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_ = broken.Wait()
		waitFor(t, "the plugin processes to leave", func() bool { return !alive(exe) })
	}
	last, resumed, talk := paper()
	if err := last.Run(); err != nil || !strings.Contains(talk.String(), "going on: an interrupted run left ") {
		t.Fatalf("%v\n%s", err, talk)
	}
	if n := journals(); n != 0 {
		t.Errorf("a journal of %d lines is left", n)
	}
	if n := strings.Count(resumed.String(), `"title":`); n != 16 {
		t.Errorf("%d tables, want 16:\n%s", n, resumed)
	}
}
