package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestCommittedAssemblyIsCurrent runs the generator as go generate does and compares.
func TestCommittedAssemblyIsCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	for _, kernel := range []string{"wide", "narrow"} {
		name := kernel + "_amd64.s"
		out := filepath.Join(t.TempDir(), name)
		run := exec.Command("go", "run", "./internal/asm", "-kernel", kernel, "-out", out)
		run.Dir = "../.."
		if text, err := run.CombinedOutput(); err != nil {
			t.Fatalf("running the generator: %v\n%s", err, text)
		}
		got, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if body(got) != body(want) {
			t.Errorf("%s is not what go generate writes", name)
		}
	}
}

// body is the text after the first line, which holds the command line.
func body(text []byte) string {
	_, rest, _ := bytes.Cut(text, []byte("\n"))
	return string(rest)
}
