//go:build unix

package host_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/runner"
)

// installed makes a plugin folder with a program that is the honest fake, and returns the path of the program.
func installed(t testing.TB, dir, name string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return write(t, filepath.Join(dir, name), "#!/bin/sh\n"+fakeEnv+"=honest exec "+self+"\n", 0o755)
}

func write(t testing.TB, path, content string, mode os.FileMode) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFind(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	mine := installed(t, first, "mine")
	installed(t, second, "mine")
	installed(t, second, "dlx")
	installed(t, second, "Not_An_Id")
	write(t, filepath.Join(second, "README.md"), "text", 0o644)
	write(t, filepath.Join(second, ".hidden"), "text", 0o755)
	write(t, filepath.Join(second, "empty-folder", "x"), "", 0o644)
	write(t, filepath.Join(second, "folder-1.2", "plugin.yaml"),
		"id: good\nname: Good\nversion: 1.2.0\nrun: [./run.sh, --fast, data.txt]\n", 0o644)
	installed(t, filepath.Join(second, "folder-1.2"), "run.sh")
	data := write(t, filepath.Join(second, "folder-1.2", "data.txt"), "data", 0o644)
	write(t, filepath.Join(second, "typo", "plugin.yaml"), "id: typo\nname: T\nversion: 1.0.0\nruns: [x]\n",
		0o644)
	write(t, filepath.Join(second, "elsewhere", "plugin.yaml"),
		"id: elsewhere\nname: E\nversion: 1.0.0\nrun: [x]\nplatforms: [plan9]\n", 0o644)
	write(t, filepath.Join(second, "needy", "plugin.yaml"),
		"id: needy\nname: N\nversion: 1.0.0\nrun: [x]\nneeds: [no-such-program >= 2]\n", 0o644)
	write(t, filepath.Join(second, "text", "plugin.yaml"),
		"id: text\nname: T\nversion: 1.0.0\nkind: exec\nrun: [sh]\n", 0o644)
	itself := filepath.Join(t.TempDir(), "itself")
	write(t, filepath.Join(itself, "plugin.yaml"), "id: alone\nname: A\nversion: 1.0.0\nrun: [./run.sh]\n", 0o644)
	installed(t, itself, "run.sh")

	h := newHost(t, host.Options{
		Dirs: []string{first, filepath.Join(first, "missing"), second, itself},
		Bundled: func(id string) ([]string, bool) {
			return []string{"/proc/self/exe", "plugin", "serve", id}, id != "unknown"
		},
		BundledIDs: []string{"dlx", "rules", "unknown"},
	})
	got := map[string]find.Candidate{}
	for _, c := range h.Find(host.Config{ID: "named", Path: mine}, host.Config{ID: "by-id"},
		host.Config{ID: "off", Path: mine, Disabled: true}) {
		got[string(c.Origin)+":"+c.ID+":"+filepath.Base(c.Path)] = c
	}
	for key, reason := range map[string]string{
		"config:named:mine":             "",
		"config:off:mine":               "disabled",
		"directory:mine:mine":           "shadowed by " + mine, // the second one; the first has the same key
		"directory:dlx:dlx":             "",
		"directory:good:folder-1.2":     "",
		"directory:Not_An_Id:Not_An_Id": "lower-case",
		"directory:README.md:README.md": "lower-case",
		"directory::empty-folder":       "without plugin.yaml",
		"directory::typo":               `unknown key "runs"`,
		"directory::elsewhere":          "it runs on [plan9]",
		"directory:needy:needy":         "it needs no-such-program >= 2, not found in the folders of PATH",
		"directory:text:text":           "no bridge",
		"directory:alone:itself":        "",
		"bundled:dlx:exe":               "shadowed by " + filepath.Join(second, "dlx"),
		"bundled:rules:exe":             "",
		"bundled:unknown:.":             "bundled, but this program cannot serve it",
	} {
		c, found := got[key]
		if !found || (reason == "") != (c.Rejected == "") || !strings.Contains(c.Rejected, reason) {
			t.Errorf("%s: found %v, rejected for %q", key, found, c.Rejected)
		}
	}
	good := got["directory:good:folder-1.2"]
	if len(good.Files) != 3 || good.Files[2] != data || good.Dir != filepath.Dir(data) ||
		good.Argv[1] != "--fast" {
		t.Errorf("manifest: %+v", good)
	}
	if _, err := h.Open(t.Context(), host.Config{ID: "unknown"}); err == nil ||
		err.Error() != `plugin "unknown" cannot be used: bundled, but this program cannot serve it` {
		t.Errorf("opening what is bundled and cannot be served: %v", err)
	}
	if len(got) != 16 {
		t.Errorf("%d candidates: %v", len(got), got)
	}
}

// Whoever knows of plugins elsewhere can add them to what an error lists.
func TestUnknownError(t *testing.T) {
	_, err := newHost(t, host.Options{}).Open(t.Context(), host.Config{ID: "nine"})
	var unknown *find.UnknownError
	if !errors.As(err, &unknown) || !errors.Is(err, find.ErrNotFound) || err.Error() != `finding plugin "nine": not found; there are: none` {
		t.Fatalf("%v", err)
	}
	unknown.Known = []string{"one", "two"}
	if text := err.Error(); !strings.HasSuffix(text, "there are: one, two") {
		t.Error(text)
	}
}

func TestOpenByID(t *testing.T) {
	dir := t.TempDir()
	installed(t, dir, "mine")
	installed(t, filepath.Join(dir, "folder"), "run.sh")
	write(t, filepath.Join(dir, "folder", "plugin.yaml"), "id: good\nname: G\nversion: 1.0.0\nrun: [run.sh]\n",
		0o644)
	write(t, filepath.Join(dir, "plain"), "x", 0o644)
	h := newHost(t, host.Options{Dirs: []string{dir}})
	for _, id := range []string{"mine", "good"} {
		p, err := h.Open(t.Context(), host.Config{ID: id})
		if err != nil || p.ID() != id || p.Info().ID != "fake" {
			t.Errorf("%s: %v", id, err)
		}
	}
	write(t, filepath.Join(dir, "unbuilt", "plugin.yaml"), "id: unbuilt\nname: U\nversion: 1.0.0\nrun: [bin/unbuilt]\n", 0o644)
	write(t, filepath.Join(dir, "foreign", "plugin.yaml"), "id: foreign\nname: F\nversion: 1.0.0\nrun: [no-such-language, a]\n", 0o644)
	for path, says := range map[string]string{
		"unbuilt": "unbuilt\" cannot be used: its program " + filepath.Join(dir, "unbuilt", "bin", "unbuilt") + " does not exist; is it still to be built?",
		"foreign": `its program "no-such-language" is not in a folder of PATH`,
		"absent":  `absent" cannot be used: no such file`,
	} {
		_, err := h.Open(t.Context(), host.Config{Path: filepath.Join(dir, path)})
		if !errors.Is(err, find.ErrNotFound) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", path, err)
		}
	}
	for id, says := range map[string]string{"nine": "there are: good, mine", "plain": "not executable"} {
		_, err := h.Open(t.Context(), host.Config{ID: id})
		if !errors.Is(err, find.ErrNotFound) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// A file that is not the one accepted is refused with both sums, on the first start and on a restart.
func TestChecksums(t *testing.T) {
	dir := t.TempDir()
	path := installed(t, dir, "mine")
	h := newHost(t, host.Options{Dirs: []string{dir}, Accept: func(id string) string { return "accept " + id }})
	sums, err := h.Find()[0].Sums()
	if err != nil || len(sums[path]) != 64 {
		t.Fatal(sums, err)
	}
	config := host.Config{ID: "mine", Sums: sums}
	p, err := h.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	if sum, err := p.Sum(); err != nil || sum != sums[path] {
		t.Errorf("sum %s, %v", sum, err)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("# changed\n")
	f.Close()
	_, err = h.Open(t.Context(), config)
	var sum *find.ChecksumError
	if !errors.Is(err, find.ErrChecksum) || !errors.As(err, &sum) || sum.Want != sums[path] ||
		len(sum.Got) != 64 {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{sum.Want, sum.Got, path, "accept mine"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error lacks %s: %v", want, err)
		}
	}
	kill(t, p.PID())
	if _, err := collect(t.Context(), t, p, puzzles(1), runner.Options{}); !errors.Is(err, find.ErrChecksum) {
		t.Errorf("restart: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Open(t.Context(), config); !errors.Is(err, find.ErrNotFound) {
		t.Errorf("removed: %v", err)
	}
}

// A program that is swapped while its plugin runs is not taken for the same after a restart; opened
// anew it is used.
func TestSwappedProgram(t *testing.T) {
	dir := t.TempDir()
	path := installed(t, dir, "mine")
	h := newHost(t, host.Options{Dirs: []string{dir}})
	p, err := h.Open(t.Context(), host.Config{ID: "mine"})
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	newer := strings.Replace(string(script), fakeEnv, "HOST_TEST_VERSION=2.0.0 "+fakeEnv, 1)
	write(t, path, newer, 0o755)
	kill(t, p.PID())
	_, err = collect(t.Context(), t, p, puzzles(1), runner.Options{})
	if !errors.Is(err, find.ErrChecksum) || !strings.Contains(err.Error(),
		"was fake 1.0.0 and is now fake 2.0.0") {
		t.Errorf("error %v", err)
	}
	p, err = h.Open(t.Context(), host.Config{ID: "mine"})
	if err != nil || p.Info().Version != "2.0.0" {
		t.Errorf("anew: %v", err)
	}
}
