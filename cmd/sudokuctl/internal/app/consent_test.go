package app

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
)

// put writes a file that only this user can write.
func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o600)
	}
	if err == nil {
		err = os.Chmod(path, mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// atHome makes an empty home folder and goes into an empty folder beside it.
func atHome(t *testing.T) (home, folder string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Own does not read access lists, and scripts are no programs")
	}
	root := realPath(t.TempDir())
	home, folder = filepath.Join(root, "home"), filepath.Join(root, "folder")
	put(t, filepath.Join(home, "here"), "", 0o600)
	put(t, filepath.Join(folder, "here"), "", 0o600)
	t.Setenv("HOME", home)
	t.Setenv("XDG_DATA_HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Chdir(folder)
	return home, folder
}

// consider returns what the config says of the plugin mine, as the host would find it, and the notes.
func consider(t *testing.T, file string, dirs ...string) (find.Candidate, string) {
	t.Helper()
	c, err := loadConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	c.dirs = dirs
	k := c.consent()
	notes := strings.Join(slices.Concat(k.notes, k.hints), "\n")
	for _, candidate := range host.New(host.Options{Dirs: k.dirs, Bridge: bridgeCommand}).Find(c.HostConfigs()...) {
		if candidate.ID == "mine" {
			return candidate, notes
		}
	}
	return find.Candidate{Rejected: "nothing names it"}, notes
}

// TestWhatRuns goes through every source of a program and every way to name one.
func TestWhatRuns(t *testing.T) {
	kinds := map[string]string{
		"path":        "plugins: [{id: mine, path: some/mine}]\n",
		"run":         "plugins: [{id: mine, kind: exec, run: [sh, some/mine]}]\n",
		"plugin_dirs": "plugin_dirs: [some]\n",
	}
	add := map[string]string{"path": "sudokuctl plugin add some/mine", "run": "sudokuctl plugin add mine -- sh some/mine",
		"plugin_dirs": "sudokuctl plugin add some/mine"}
	for _, source := range []struct {
		name string
		// write writes the config file, and returns the value of --config
		write func(t *testing.T, home, text string) (flag string)
		runs  bool
		note  map[string]string // by kind, "" is for all
	}{
		{"config.yaml of the current folder", func(t *testing.T, _, text string) string {
			put(t, "config.yaml", text, 0o600)
			return ""
		}, false, map[string]string{"path": "--config ./config.yaml", "run": "--config ./config.yaml",
			"plugin_dirs": "--plugin-dir ./some"}},
		{"--config", func(t *testing.T, _, text string) string {
			put(t, "config.yaml", text, 0o600)
			return "config.yaml"
		}, true, nil},
		{"--config of a file that others can write", func(t *testing.T, _, text string) string {
			put(t, "config.yaml", text, 0o666)
			return "config.yaml"
		}, false, map[string]string{"": "ignored the programs of config.yaml: not trustworthy: everybody can write to"}},
		{"SUDOKUCTL_CONFIG, absolute", func(t *testing.T, home, text string) string {
			put(t, "ci.yaml", text, 0o600)
			t.Setenv("SUDOKUCTL_CONFIG", absolute("", "ci.yaml"))
			return ""
		}, true, nil},
		{"SUDOKUCTL_CONFIG, relative", func(t *testing.T, home, text string) string {
			put(t, "ci.yaml", text, 0o600)
			t.Setenv("SUDOKUCTL_CONFIG", "ci.yaml")
			return ""
		}, false, map[string]string{"path": "--config ./ci.yaml", "run": "--config ./ci.yaml",
			"plugin_dirs": "--plugin-dir ./some"}},
		{"own config folder", func(t *testing.T, home, text string) string {
			put(t, home+"/.config/sudokuctl/config.yaml", strings.ReplaceAll(text, "some", absolute("", "some")), 0o600)
			return ""
		}, true, nil},
		{"own config that others can write", func(t *testing.T, home, text string) string {
			put(t, home+"/.config/sudokuctl/config.yaml", strings.ReplaceAll(text, "some", absolute("", "some")), 0o666)
			return ""
		}, false, map[string]string{"": "not trustworthy: everybody can write to"}},
		{"own config folder that is relative", func(t *testing.T, home, text string) string {
			put(t, "x/sudokuctl/config.yaml", text, 0o600)
			t.Setenv("XDG_CONFIG_HOME", "x")
			return ""
		}, false, nil},
	} {
		for kind, text := range kinds {
			t.Run(source.name+"/"+kind, func(t *testing.T) {
				home, _ := atHome(t)
				put(t, "some/mine", "#!/bin/sh\n", 0o700)
				flag := source.write(t, home, text)
				got, notes := consider(t, flag)
				if (got.Rejected == "") != source.runs {
					t.Errorf("%+v, want that it runs: %v", got, source.runs)
				}
				want := source.note[kind] + source.note[""]
				if !strings.Contains(notes, want) || (want == "") != (notes == "") {
					t.Errorf("notes %q, want %q", notes, want)
				}
				if !source.runs && source.note[kind] != "" &&
					(!strings.Contains(notes, add[kind]) || got.Rejected != "not added: "+add[kind]) {
					t.Errorf("notes %q and %q, want %q", notes, got.Rejected, add[kind])
				}
			})
		}
	}
}

// TestFoldersThatAreSearched goes through the ways to name a plugin folder besides the config.
func TestFoldersThatAreSearched(t *testing.T) {
	for _, test := range []struct {
		name, environment string
		flags             []string
		runs              bool
		note              string
	}{
		{name: "default", note: "ignored the plugin mine in bin/plugins, which nobody has added; to run it: " +
			"sudokuctl plugin add bin/plugins/mine, or --plugin-dir bin/plugins"},
		{name: "flag", flags: []string{"bin/plugins"}, runs: true},
		{name: "absolute in the environment", environment: "HERE/bin/plugins", runs: true},
		{name: "relative in the environment", environment: "bin/plugins", note: "ignored the plugin mine in bin/plugins"},
		{name: "another folder", environment: "HERE/bin"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, folder := atHome(t)
			put(t, "bin/plugins/mine", "#!/bin/sh\n", 0o700)
			t.Setenv("SUDOKUCTL_PLUGIN_DIRS", strings.ReplaceAll(test.environment, "HERE", folder))
			got, notes := consider(t, "", test.flags...)
			if (got.Rejected == "") != test.runs || !strings.Contains(notes, test.note) || (test.note == "") != (notes == "") {
				t.Errorf("%+v and notes %q, want %v and %q", got, notes, test.runs, test.note)
			}
		})
	}
}

// TestGrantsAreForACommand: a program that was added without a sandbox has one again with other words behind it.
func TestGrantsAreForACommand(t *testing.T) {
	_, folder := atHome(t)
	put(t, "some/mine", "#!/bin/sh\n", 0o700)
	c := &Config{added: []accept.Plugin{{ID: "mine", Path: folder + "/some/mine", Trust: true}}}
	for free, config := range map[bool]host.Config{
		true: {ID: "mine", Path: "some/mine"}, false: {ID: "mine", Run: []string{"some/mine", "--evil"}}} {
		candidate := host.New(host.Options{}).Find(config)[0]
		if record := c.record(candidate); record.Trust != free {
			t.Errorf("%v has the record %+v", candidate.Argv, record)
		}
	}
}

// TestAFolderChoosesWhatWasAdded: what a person added runs wherever a config names it, and not with another command.
func TestAFolderChoosesWhatWasAdded(t *testing.T) {
	_, folder := atHome(t)
	put(t, "some/mine", "#!/bin/sh\n", 0o700)
	record := accept.Plugin{ID: "known", Path: folder + "/some/mine", Sums: map[string]string{folder + "/some/mine": "00"}}
	if err := Records().AddPlugin(record); err != nil {
		t.Fatal(err)
	}
	for text, runs := range map[string]bool{
		"plugins: [{id: mine, path: some/mine}]\n":             true,
		"plugins: [{id: mine, path: link}]\n":                  true,
		"plugins: [{id: mine, run: [some/mine, --evil]}]\n":    false,
		"plugins: [{id: mine, path: some/mine.copy}]\n":        false,
		"plugins: [{id: known, path: some/mine.copy}]\n":       false,
		"plugins: [{id: mine, path: some}]\n":                  false,
		"plugins: [{id: known, settings: {}}, {id: other}]\n":  false,
		"plugins: [{id: mine, kind: exec, path: some/mine}]\n": true, // as it was added, which is not as kind exec
	} {
		put(t, "config.yaml", text, 0o600)
		put(t, "some/mine.copy", "#!/bin/sh\n", 0o700)
		if err := os.Symlink("some/mine", "link"); err != nil && !os.IsExist(err) {
			t.Fatal(err)
		}
		got, notes := consider(t, "")
		if (got.Rejected == "") != runs || runs && (got.Path != record.Path || got.Kind != "grpc" || notes != "") {
			t.Errorf("%s: %+v and %q, want that it runs: %v", text, got, notes, runs)
		}
	}
}
