package work_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A short program in another module does what the command line does: it solves a file with two plugins, which it
// carries inside itself.
func TestEmbedded(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	repo, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	copyTo := func(name, from string) {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if name == "go.mod" {
			text = []byte(strings.Replace(string(text), "module github.com/sudokuctl/sudokuctl\n", "module example.com/summary\n", 1) +
				"\nrequire github.com/sudokuctl/sudokuctl v0.0.0\n\nreplace github.com/sudokuctl/sudokuctl => " + strconv.Quote(repo) + "\n")
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	copyTo("go.mod", filepath.Join(repo, "go.mod"))
	copyTo("go.sum", filepath.Join(repo, "go.sum"))
	copyTo("main.go", filepath.Join("testdata", "summary", "main.go"))
	copyTo("famous.txt", filepath.Join("input", "samples", "famous.txt"))
	c := exec.Command("go", "run", "-mod=mod", ".", "famous.txt")
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=", "GOPROXY=off")
	out, err := c.CombinedOutput()
	want := "entropybt: 6 of 6 have one solution\ndlx: 6 of 6 have one solution\n"
	if err != nil || string(out) != want {
		t.Errorf("%v\n%swant\n%s", err, out, want)
	}
}
