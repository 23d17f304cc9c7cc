package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocumentedCommands runs the "$ sudokuctl …" blocks of README and of all pages of docs in a fresh folder a page, in order,
// and compares what they print with the text. Numbers are compared as "a number", for times differ from run
// to run, unless the command says --untimed. A block that names programs, as "console qqwing", or modules of Python, as
// "console python3:grpc", needs them, and all of its commands are run;
// "python FILE" and "go FILE" blocks become files. "…" at the end stands for any output.
func TestDocumentedCommands(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	files := []string{filepath.Join(root, "README.md")}
	for _, pattern := range []string{"*.md", filepath.Join("algorithms", "*.md"), filepath.Join("tutorials", "*.md")} {
		found, err := filepath.Glob(filepath.Join(root, "docs", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	exe := program(t)
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			w := &walk{exe: exe, checkout: checkout, home: t.TempDir()}
			w.dir = w.home
			for _, b := range blocksOf(string(text)) {
				if b.kind != "console" {
					w.file(t, b)
				} else if missing := lacking(b.words); missing != "" {
					t.Logf("NOT TESTED: %s is not installed, which this block needs:\n%s", missing, b.text)
				} else {
					w.console(t, b)
				}
			}
		})
	}
}

// block is a fenced part of a page with the words behind its opening fence.
type block struct {
	kind  string // console, python or go
	words []string
	text  string
}

var fence = regexp.MustCompile("(?ms)^```(console|python|go)( [^\n]*)?\n(.*?)^```$")

func blocksOf(text string) (blocks []block) {
	for _, m := range fence.FindAllStringSubmatch(text, -1) {
		blocks = append(blocks, block{kind: m[1], words: strings.Fields(m[2]), text: m[3]})
	}
	return blocks
}

// lacking returns the first program that is not installed, or is but does not work: cargo may be there without a toolchain.
func lacking(programs []string) string {
	for _, p := range programs {
		name, module, needed := strings.Cut(p, ":")
		if _, err := exec.LookPath(name); err != nil || needed && exec.Command(name, "-c", "import "+module).Run() != nil {
			return p
		}
		if slices.Contains([]string{"cargo", "cc", "node", "python3"}, p) && exec.Command(p, "--version").Run() != nil {
			return p
		}
	}
	return ""
}

// walk runs the blocks of a page as a reader would, from an empty folder.
type walk struct{ exe, checkout, home, dir string }

func (w *walk) file(t *testing.T, b block) {
	t.Helper()
	if len(b.words) == 0 {
		return
	}
	if err := os.WriteFile(filepath.Join(w.home, b.words[0]), []byte(b.text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (w *walk) console(t *testing.T, b block) {
	t.Helper()
	for _, part := range strings.Split("\n"+b.text, "\n$ ")[1:] {
		command, output, _ := strings.Cut(part, "\n")
		if dir, ok := strings.CutPrefix(command, "cd "); ok {
			w.dir = filepath.Join(w.dir, dir)
			continue
		}
		if len(b.words) > 0 || strings.HasPrefix(command, "sudokuctl ") {
			w.run(t, command, output)
		}
	}
}

func (w *walk) run(t *testing.T, command, output string) {
	t.Helper()
	c := exec.Command("sh", "-c", command)
	c.Dir = w.dir
	c.Env = append(os.Environ(), "PATH="+filepath.Dir(w.exe)+":"+os.Getenv("PATH"), "XDG_CONFIG_HOME="+w.home,
		"XDG_DATA_HOME=", "SUDOKUCTL_SDK="+w.checkout)
	if !strings.HasPrefix(command, "go ") { // whose caches are at home
		c.Env = append(c.Env, "HOME="+w.home)
	}
	out, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", command, err, out)
		return
	}
	timed := !strings.Contains(command, "--untimed")
	got, want := normalise(strings.ReplaceAll(string(out), w.home, "~"), timed), normalise(output, timed)
	if begin, more := strings.CutSuffix(want, "…"); got != want && !(more && strings.HasPrefix(got, begin)) {
		t.Errorf("%s printed\n%s\ninstead of\n%s", command, out, output)
	}
}

var (
	number = regexp.MustCompile(`[0-9]+(\.[0-9]+)?(ns|µs|ms|s\b| MiB)?`)
	blanks = regexp.MustCompile(` +`)
	grid   = regexp.MustCompile(`^[│├┌└]|^[0-9.]{16,}$`)
)

// normalise replaces runs of blanks and, in what holds times, numbers outside pictures and puzzles.
func normalise(text string, timed bool) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		if timed && !grid.MatchString(line) {
			line = number.ReplaceAllString(line, "#")
		}
		lines = append(lines, blanks.ReplaceAllString(line, " "))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// TestBibliography wants each key that pages, help and tables use in the bibliography of docs/papers.md, each of its keys used, and
// each entry to have the form of one: authors, title and the year of its key.
func TestBibliography(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	known := map[string]bool{}
	entry := regexp.MustCompile(`(?m)^\| ([a-z]+)([0-9]{4}) \| (.*) \|$`)
	for _, m := range entry.FindAllStringSubmatch(read(t, filepath.Join(root, "docs", "papers.md")), -1) {
		known[m[1]+m[2]] = false
		authors, title, ok := strings.Cut(m[3], ": ")
		if !ok || authors == "" || !strings.Contains(title, m[2]) {
			t.Errorf("%s%s: %q is no list of authors, title and year", m[1], m[2], m[3])
		}
	}
	var files []string
	for _, pattern := range []string{"docs/*.md", "docs/algorithms/*.md", "study/*/*.go",
		"cmd/sudokuctl/internal/app/help.txt", "plugins/*/*/spec.go"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	key := regexp.MustCompile(`[\[("#, ]([a-z]{3,}(?:19|20)[0-9]{2})[\]),; ".]`)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, m := range key.FindAllStringSubmatch(entry.ReplaceAllString(read(t, file), ""), -1) {
			if _, ok := known[m[1]]; !ok {
				t.Errorf("%s: %s is not in the bibliography", file, m[1])
			}
			known[m[1]] = true
		}
	}
	for name, used := range known {
		if !used {
			t.Errorf("nothing refers to %s", name)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
