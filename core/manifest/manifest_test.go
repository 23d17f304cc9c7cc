package manifest_test

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/manifest"
)

const good = "id: tally\nname: Tally\nversion: 0.1.0\nrun: [python3, solver.py]\n"

func TestRead(t *testing.T) {
	for _, c := range []struct{ name, text, err string }{
		{"good", good, ""},
		{"all of kind exec", good + "kind: exec\nprotocol: 1\noptions: [{name: depth, default: 3}]\n" +
			"metrics: [{name: effort, max: 10}]\naims: [{metric: effort, exact: true}]\n", ""},
		{"id", strings.Replace(good, "tally", "../tally", 1), `id "../tally": want lower-case letters`},
		{"no name", strings.Replace(good, "name: Tally\n", "", 1), "name and version are required"},
		{"no command", strings.Replace(good, "[python3, solver.py]", "[]", 1), "run is required"},
		{"unknown key", good + "read: [data]\n", `line 5: unknown key "read"`},
		{"two faults", "nmae: Tally\n" + strings.Replace(good, "[python3, solver.py]", "python3 solver.py", 1),
			`line 1: unknown key "nmae"; line 5: want a list such as [python3, solver.py], not the text python3`},
		{"kind", good + "kind: wasm\n", "want grpc or exec"},
		{"protocol", good + "kind: exec\nprotocol: 7\n", "this host knows 0, lines, and 1"},
		{"options of grpc", good + "options: [{name: depth, default: 3}]\n", "a grpc plugin describes itself"},
		{"platform", good + "platforms: [plan9/riscv64]\n", "it runs on [plan9/riscv64], this is"},
		{"no memory", good + "memory_mb: -1\n", "memory_mb -1: want 0 to 16777216"},
		{"too many processes", good + "processes: 4194305\n", "processes 4194305: want 0 to 4194304"},
		{"time that wraps around", good + "cpu_s: -9223372037\n", "cpu_s -9223372037: want 0 to 1000000000"},
		{"no YAML", "\x00", "reading manifest"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, manifest.FileName), []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			m, err := manifest.Read(dir)
			if c.err == "" && (err != nil || m.ID != "tally" || m.Run[1] != "solver.py") {
				t.Errorf("Read = %+v, %v", m, err)
			}
			if c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("Read = %v, want %q", err, c.err)
			}
		})
	}
	if _, err := manifest.Read(t.TempDir()); err == nil {
		t.Error("a folder without a manifest is read")
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, manifest.FileName), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := manifest.Read(dir); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder in the place of the manifest: %v", err)
	}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	most := 10.0
	m := &manifest.Manifest{ID: "tally", Name: "Tally", Version: "0.1.0", Run: []string{"a b", "{depth}"}, Kind: "exec",
		Mode: "line", Shapes: []string{"9", "9+x"}, Empty: ".", MemoryMB: 64, Reads: []string{"/srv"},
		Options: []manifest.Option{{Name: "depth", Default: 3}}, Metrics: []manifest.Metric{{Name: "effort", Max: &most}}}
	if err := m.Write(dir); err != nil {
		t.Fatal(err)
	}
	if back, err := manifest.Read(dir); err != nil || !reflect.DeepEqual(back, m) {
		t.Errorf("written and read: %+v, %v, want %+v", back, err, m)
	}
	m.ID = "../tally"
	if err := m.Write(filepath.Join(dir, "other")); err == nil {
		t.Error("a manifest with a bad id is written")
	}
	if _, err := os.Stat(filepath.Join(dir, "other")); err == nil {
		t.Error("the folder of a bad manifest was made")
	}
}

func TestNeeds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	bin := t.TempDir()
	for name, version := range map[string]string{"oldsolver": "OldSolver 2.6.4 (build 7)", "node": "v20.20.1", "silent": "no number here"} {
		script := "#!/bin/sh\necho '" + version + "'\n"
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for need, want := range map[string]string{
		"oldsolver":           "",
		"oldsolver >= 2.6":    "",
		"oldsolver>=2.6.5":    "it needs oldsolver>=2.6.5, and 2.6.4 is here",
		"node >= 18":          "",
		"node >= 21":          "it needs node >= 21, and 20.20.1 is here",
		"silent >= 3":         "",
		"no-such-program":     "it needs no-such-program, not found in the folders of PATH",
		"no-such-program >=1": "it needs no-such-program >=1, not found",
		"../solver":           `needs "../solver": want a program such as minizinc`,
		"node = 18":           `needs "node = 18": want`,
	} {
		err := manifest.CheckNeeds([]string{need})
		if err == nil {
			err = manifest.CheckPrograms([]string{need})
		}
		if err == nil {
			err = manifest.CheckVersions(t.Context(), []string{need})
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", need, err, want)
		}
	}
}
