package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
)

// TestFewCommandsAtTheTop counts the commands. None is hidden, so that each is completed and suggested.
func TestFewCommandsAtTheTop(t *testing.T) {
	a := &app.App{Streams: &screen.Streams{}}
	root := a.Root(commands(a)...)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "help" && (!c.IsAvailableCommand() || c.GroupID == "") {
			t.Errorf("%s is hidden, or in no group", c.Name())
		}
	}
	if n := len(root.Commands()) - 1; n > 32 { // but for "help"
		t.Errorf("%d commands, want at most 32", n)
	}
}

// TestMovedNames finds each command that moved by its old words, wherever its flags stand.
func TestMovedNames(t *testing.T) {
	a := &app.App{Streams: &screen.Streams{}}
	root := a.Root(commands(a)...)
	for was, want := range map[string]string{
		"candidates --true 1234": "check --candidates --true 1234", "resume 3": "run --resume 3",
		"--db x.db resume": "--db x.db run --resume", "pipe -q": "serve --pipe -q", "restore 7": "delete --undo 7",
		"db stats -o tsv": "stats -o tsv", "library --db x runs": "runs --db x", "db -q daily": "daily -q",
		"library restore 3": "delete --undo 3", "db check": "db check", "solve resume": "solve resume", "db": "db",
		"-q -- resume": "-q -- resume",
	} {
		now, sentence := app.Moved(root, strings.Fields(was))
		if got := strings.Join(now, " "); got != want || (sentence == "") != (was == want) {
			t.Errorf("%s: %s, %q, want %s", was, got, sentence, want)
		}
		if c, _, err := root.Find(now); err != nil || c == root && want != was {
			t.Errorf("%s: %v", was, err)
		}
	}
}

// TestNamesThatLeft takes every name that the program had before 0.1: it still has it, or says what became of it.
func TestNamesThatLeft(t *testing.T) {
	data, err := os.ReadFile("testdata/names-before-0.1.txt")
	if err != nil {
		t.Fatal(err)
	}
	a := &app.App{Streams: &screen.Streams{}}
	root := a.Root(commands(a)...)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	root.InitDefaultVersionFlag()
	config, settings := filepath.Join(t.TempDir(), "config.yaml"), settingsOfPlugins(t)
	for name := range strings.Lines(string(data)) {
		name = strings.TrimSpace(name)
		args := append(strings.Fields(name), "--help")
		switch kind, rest, _ := strings.Cut(name, " "); kind {
		case "setting":
			if settings[rest] {
				continue
			}
			if !strings.Contains(rest, "=") {
				rest += "=1"
			}
			args = []string{"config", "show", "--set", rest}
		case "key":
			text := ""
			for _, key := range slices.Backward(strings.Split(rest, ".")) {
				if text = "{" + key + ": " + text + "}"; key == "plugins" || key == "bands" {
					text = strings.Replace(text, ": {", ": [{", 1)
					text = strings.Replace(text, "}}", "}]}", 1)
				}
			}
			if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			args = []string{"config", "validate", "--config", config}
			_, said := inProcess(t, args...)
			if !strings.Contains(said, "unknown key") && !strings.Contains(said, "left in 0.1") {
				continue
			}
		default:
			if hasName(root, name) {
				continue
			}
		}
		code, said := inProcess(t, args...)
		if code != app.ExitUsage || !strings.Contains(said, "left in 0.1: ") || strings.Count(said, "\n") > 1 {
			t.Errorf("%s: exit code %d, %q; want a sentence of app/left.go", name, code, said)
		}
		_, advice, _ := strings.Cut(said, "left in 0.1: ")
		for _, m := range regexp.MustCompile(`"sudokuctl((?: [a-z]+)+)((?: [^a-z][^"]*| [a-z]+[^a-z "][^"]*)?)"`).FindAllStringSubmatch(advice, -1) {
			for _, flag := range append(regexp.MustCompile(`--[a-z0-9-]+`).FindAllString(m[2], -1), "") {
				if !hasName(root, strings.TrimSpace(m[1]+" "+flag)) {
					t.Errorf("%s: the program has no %s %s", name, m[1], flag)
				}
			}
		}
	}
}

// settingsOfPlugins returns the settings of bundled plugins as "dlx.setting", and their words as "dlx.setting=word".
func settingsOfPlugins(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, id := range bundled.IDs() {
		out, err := exec.Command(program(t), "plugin", "info", id, "-o", "jsonl").Output()
		var info struct {
			Settings []struct {
				Name string
				Enum []string
			}
		}
		if err != nil || json.Unmarshal(out, &info) != nil {
			t.Fatalf("plugin info %s: %v\n%s", id, err, out)
		}
		for _, s := range info.Settings {
			all[id+"."+s.Name] = true
			for _, word := range s.Enum {
				all[id+"."+s.Name+"="+word] = true
			}
		}
	}
	return all
}

// hasName reports whether the program has a command, a flag of one, or a word of a flag.
func hasName(root *cobra.Command, name string) bool {
	path, flag, isFlag := strings.Cut(" "+name, " -")
	words, _ := app.Moved(root, strings.Fields(path))
	c, rest, err := root.Find(slices.DeleteFunc(words, func(word string) bool { return strings.HasPrefix(word, "-") }))
	if err != nil || len(rest) > 0 {
		return false
	}
	if !isFlag {
		return true
	}
	long, isLong := strings.CutPrefix(flag, "-")
	if !isLong {
		return c.Flags().ShorthandLookup(flag) != nil || root.PersistentFlags().ShorthandLookup(flag) != nil
	}
	long, word, isWord := strings.Cut(long, "=")
	f := c.Flag(long)
	return f != nil && (!isWord || f.Value.Set(word) == nil)
}

// inProcess runs a command line in this process, with what it writes to standard error.
func inProcess(t *testing.T, args ...string) (code int, said string) {
	var out bytes.Buffer
	a := &app.App{Streams: &screen.Streams{Stdin: os.Stdin, Stdout: &bytes.Buffer{}, Stderr: &out}}
	code = a.Main(t.Context(), a.Root(commands(a)...), args)
	return code, out.String()
}
