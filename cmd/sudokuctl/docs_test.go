package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentedCommands runs the "$ sudokuctl …" blocks of README and docs in a fresh folder each, in order, and
// holds what they print against the text. Numbers are compared as "a number", for times differ from run to run.
func TestDocumentedCommands(t *testing.T) {
	root := filepath.Join("..", "..")
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	exe := program(t)
	for _, file := range append(files, filepath.Join(root, "README.md")) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for _, block := range consoleBlocks(string(text)) {
				runBlock(t, exe, dir, block)
			}
		})
	}
}

// consoleBlock is a command line and what it prints.
type consoleBlock struct{ command, output string }

var fence = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")

func consoleBlocks(text string) []consoleBlock {
	var blocks []consoleBlock
	for _, m := range fence.FindAllStringSubmatch(text, -1) {
		for _, part := range strings.Split("\n"+m[1], "\n$ ")[1:] {
			command, output, _ := strings.Cut(part, "\n")
			blocks = append(blocks, consoleBlock{command, output})
		}
	}
	return blocks
}

func runBlock(t *testing.T, exe, dir string, b consoleBlock) {
	t.Helper()
	if !strings.HasPrefix(b.command, "sudokuctl ") {
		return
	}
	c := exec.Command("sh", "-c", b.command)
	c.Dir = dir
	c.Env = append(os.Environ(), "PATH="+filepath.Dir(exe)+":"+os.Getenv("PATH"), "HOME="+dir, "XDG_CONFIG_HOME="+dir,
		"XDG_DATA_HOME="+dir)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", b.command, err, out)
		return
	}
	if got, want := normalise(string(out)), normalise(b.output); got != want {
		t.Errorf("%s printed\n%s\ninstead of\n%s", b.command, out, b.output)
	}
}

var (
	number = regexp.MustCompile(`[0-9]+(\.[0-9]+)?(ns|µs|ms|s\b| MiB)?`)
	blanks = regexp.MustCompile(` +`)
	grid   = regexp.MustCompile(`^[│├┌└]|^[0-9.]{16,}$`)
)

// normalise replaces numbers outside pictures and puzzles, and runs of blanks.
func normalise(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		if !grid.MatchString(line) {
			line = number.ReplaceAllString(line, "#")
		}
		lines = append(lines, blanks.ReplaceAllString(line, " "))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
