package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// visit is somebody's folder that a person has entered, with what that person has.
type visit struct {
	t                   *testing.T
	folder, home, outer string // outer is where strangers keep things besides the folder
	env                 []string
	args                []string // before each command
}

// evil is a program that leaves a mark if it runs with its user's rights, and else says that it was started.
const evil = "#!/bin/sh\ntouch \"$HOME/mark\"\necho EVIL RAN >&2\nexit 1\n"

// evilFolder is the plugin.yaml of a folder with the program.
const evilFolder = "id: dlx\nname: dlx\nversion: 1.0.0\nrun: [./evil]\n"

func (v *visit) write(path, text string, mode os.FileMode) {
	v.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		v.t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		v.t.Fatal(err)
	}
}

// run runs a command in the folder and returns all that it printed.
func (v *visit) run(args ...string) string {
	c := exec.Command(program(v.t), append(append([]string{}, v.args...), args...)...)
	c.Dir = v.folder
	c.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + v.home}, v.env...)
	out, err := c.CombinedOutput() // what it says counts, whatever its exit status
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || !exit.Exited()) {
		v.t.Fatalf("%s: %v\n%s", args, err, out)
	}
	return string(out)
}

const easyPuzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// TestFolderRunsNothing enters folders that attack in ten ways: no command starts a program that the folder
// chooses, and each that would have used one says how to accept it.
func TestFolderRunsNothing(t *testing.T) {
	t.Parallel()
	config := func(program string) string {
		return "plugins:\n  - {id: entropybt, trust: true, run: [" + program + "]}\n  - {id: dlx, path: " + program + "}\n"
	}
	remedy := "sudokuctl trust ."
	for _, attack := range []struct {
		name    string
		prepare func(v *visit)
		remedy  string
	}{
		{"config", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
		}, remedy},
		{"plugin folder", func(v *visit) {
			v.write(v.folder+"/bin/plugins/dlx", evil, 0o755)
			v.write(v.folder+"/bin/plugins/entropybt", evil, 0o755)
		}, remedy},
		{"symbolic links", func(v *visit) {
			v.write(v.outer+"/config.yaml", config(v.outer+"/evil"), 0o644)
			v.write(v.outer+"/evil", evil, 0o755)
			v.link(v.outer+"/config.yaml", v.folder+"/config.yaml")
			v.write(v.outer+"/plugins/dlx", evil, 0o755)
			v.link(v.outer+"/plugins", v.folder+"/bin/plugins")
		}, remedy},
		{"nested in one that is accepted", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
			v.accepted(".")
			v.folder += "/sub"
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
		}, remedy},
		{"config changed after acceptance", func(v *visit) {
			v.write(v.folder+"/good", "#!/bin/sh\nexit 1\n", 0o755)
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", config("./good"), 0o644)
			v.accepted(".")
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
		}, remedy},
		{"program changed after acceptance", func(v *visit) {
			v.write(v.folder+"/good", "#!/bin/sh\nexit 1\n", 0o755)
			v.write(v.folder+"/config.yaml", config("./good"), 0o644)
			v.accepted(".")
			v.write(v.folder+"/good", evil, 0o755)
		}, remedy},
		{"plugin added after acceptance", func(v *visit) {
			v.write(v.folder+"/bin/plugins/other", "#!/bin/sh\nexit 1\n", 0o755)
			v.accepted(".")
			v.write(v.folder+"/bin/plugins/dlx", evil, 0o755)
			v.write(v.folder+"/bin/plugins/entropybt", evil, 0o755)
		}, remedy},
		{"--config", func(v *visit) {
			v.write(v.outer+"/evil", evil, 0o755)
			v.write(v.outer+"/ci.yaml", config("./evil"), 0o644)
			v.args = []string{"--config", v.outer + "/ci.yaml"}
		}, "sudokuctl trust /"},
		{"environment", func(v *visit) {
			v.write(v.folder+"/mine/dlx", evil, 0o755)
			v.write(v.folder+"/ci.yaml", config("mine/dlx"), 0o644)
			v.env = []string{"SUDOKUCTL_PLUGIN_DIRS=mine", "SUDOKUCTL_CONFIG=ci.yaml"}
		}, "sudokuctl trust ci.yaml"},
		{"plugin.yaml that reads everything", func(v *visit) {
			v.write(v.folder+"/bin/plugins/dlx/evil", evil, 0o755)
			v.write(v.folder+"/bin/plugins/dlx/plugin.yaml", evilFolder+"reads: [/]\n", 0o644)
		}, remedy},
		{"data and config folders that are relative", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
			v.accepted(".") // the stranger has done so at home
			if err := os.CopyFS(v.folder+"/x", os.DirFS(v.home+"/.local/share")); err != nil {
				v.t.Fatal(err)
			}
			v.write(v.folder+"/x/sudokuctl/accepted/dlx.json", `{"id":"dlx","dev":true,"trust":true,"path":"`+
				v.folder+`/evil"}`, 0o600)
			v.write(v.folder+"/y/sudokuctl/config.yaml", config(v.folder+"/evil"), 0o644)
			if err := os.RemoveAll(v.home + "/.local"); err != nil {
				v.t.Fatal(err)
			}
			v.env = []string{"XDG_DATA_HOME=x", "XDG_CONFIG_HOME=y"}
		}, remedy},
		{"home folder that is relative", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/.config/sudokuctl/config.yaml", config("../../evil"), 0o644)
			v.write(v.folder+"/bin/plugins/dlx", evil, 0o755)
			v.write(v.folder+"/.local/share/sudokuctl/accepted/dlx.json", `{"id":"dlx","dev":true,"path":"`+
				v.folder+`/evil"}`, 0o600)
			v.env = []string{"HOME=."}
		}, remedy},
		{"folder that everybody can write", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
			v.accepted(".")
			v.chmod(v.folder, 0o777)
		}, "chmod o-w"},
		{"folder of another user", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
			v.accepted(".")
			if err := os.Chown(v.folder, 12345, 12345); err != nil {
				v.t.Skip("only root can give a folder away")
			}
		}, "belongs to another user"},
		{"own config that another user can write", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.home+"/.config/sudokuctl/config.yaml", config(v.folder+"/evil"), 0o666)
		}, "can write to"},
		{"own config that names a file in any folder", func(v *visit) {
			v.write(v.folder+"/dlx", evil, 0o755)
			v.write(v.home+"/.config/sudokuctl/config.yaml",
				"plugins: [{id: mine, path: dlx}, {id: mine2, run: [sh, dlx]}, {id: mine3, run: [./dlx]}]\n"+
					"plugin_dirs: [.]\n", 0o644)
		}, ""},
	} {
		t.Run(attack.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			v := &visit{t: t, folder: root + "/folder", home: root + "/home", outer: root + "/outer"}
			v.write(v.home+"/here", "", 0o600)
			v.write(v.folder+"/README", "", 0o644)
			attack.prepare(v)
			for _, command := range [][]string{
				{"solve", easyPuzzle}, {"solve", "--solver", "dlx", easyPuzzle}, {"check", easyPuzzle}, {"hint", easyPuzzle},
				{"grade", easyPuzzle}, {"run", "--solver", "dlx,entropybt", "--grader", "none"}, {"doctor"}, {"config", "validate"},
				{"plugin", "list"}, {"plugin", "info", "dlx"}, {"plugin", "test", "dlx", "--only", "describe"},
				{"solve", "--solver", "mine2", easyPuzzle}, {"solve", "--solver", "mine3", easyPuzzle},
			} {
				out := v.run(command...)
				if strings.Contains(out, "EVIL RAN") {
					t.Errorf("%s started the program:\n%s", command, out)
				}
				if strings.Join(command, " ") == "plugin info dlx" && !strings.Contains(out, attack.remedy) {
					t.Errorf("%s does not name %q:\n%s", command, attack.remedy, out)
				}
			}
			if _, err := os.Stat(v.home + "/mark"); err == nil {
				t.Error("a program ran with its user's rights")
			}
		})
	}
}

func (v *visit) link(to, from string) {
	v.t.Helper()
	if err := os.MkdirAll(filepath.Dir(from), 0o755); err != nil {
		v.t.Fatal(err)
	}
	if err := os.Symlink(to, from); err != nil {
		v.t.Fatal(err)
	}
}

func (v *visit) chmod(path string, mode os.FileMode) {
	v.t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		v.t.Fatal(err)
	}
}

// accepted lets the person accept a folder.
func (v *visit) accepted(place string) {
	v.t.Helper()
	if out := v.run("trust", place); !strings.Contains(out, "accepted") {
		v.t.Fatalf("trust %s: %s", place, out)
	}
}

// TestAcceptedFolderRuns accepts a folder: its program runs, in the sandbox, and no longer once the folder is forgotten.
func TestAcceptedFolderRuns(t *testing.T) {
	root := t.TempDir()
	v := &visit{t: t, folder: root + "/folder", home: root + "/home"}
	v.write(v.home+"/here", "", 0o600)
	v.write(v.folder+"/evil", evil, 0o755)
	v.write(v.folder+"/config.yaml", "plugins: [{id: dlx, path: evil, trust: true}]\n", 0o644)
	v.accepted(".")
	if out := v.run("plugin", "info", "dlx"); !strings.Contains(out, "EVIL RAN") {
		t.Errorf("plugin info dlx in the accepted folder printed\n%s", out)
	}
	if _, err := os.Stat(v.home + "/mark"); err == nil {
		t.Error("it ran with its user's rights")
	}
	if out := v.run("trust", "--list"); !strings.Contains(out, v.folder+"\t") {
		t.Errorf("trust --list printed\n%s", out)
	}
	if out := v.run("trust", "--forget", "."); !strings.Contains(out, "forgot") {
		t.Errorf("trust --forget printed\n%s", out)
	}
	if out := v.run("plugin", "info", "dlx"); strings.Contains(out, "EVIL RAN") {
		t.Errorf("plugin info dlx in the forgotten folder printed\n%s", out)
	}
}
