package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/confine"
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

// TestFolderRunsNothing enters folders that attack in many ways: no command starts a program that the folder
// names, and each that would have used one says what would run it.
func TestFolderRunsNothing(t *testing.T) {
	t.Parallel()
	config := func(program string) string {
		return "plugins:\n  - {id: entropybt, kind: exec, run: [" + program + "]}\n  - {id: dlx, path: " + program + "}\n"
	}
	remedy := "--config ./config.yaml"
	const slow = 6 // commands that ask many plugins, of which each attack meets one in turn
	for i, attack := range []struct {
		name    string
		prepare func(v *visit)
		remedy  string
	}{
		{"config", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
		}, remedy},
		{"config with a plugin folder", func(v *visit) {
			v.write(v.folder+"/elsewhere/dlx", evil, 0o755)
			v.write(v.folder+"/config.yaml", "plugin_dirs: [elsewhere, "+v.folder+"/elsewhere]\n", 0o644)
		}, "--plugin-dir ./elsewhere"},
		{"plugin folder", func(v *visit) {
			v.write(v.folder+"/bin/plugins/dlx", evil, 0o755)
			v.write(v.folder+"/bin/plugins/entropybt", evil, 0o755)
		}, "--plugin-dir bin/plugins"},
		{"keys that lifted the sandbox", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", "plugins: [{id: dlx, path: evil, trust: true, weak_sandbox: true}]\n", 0o644)
		}, "plugins.trust"},
		{"symbolic links", func(v *visit) {
			v.write(v.outer+"/config.yaml", config(v.outer+"/evil"), 0o644)
			v.write(v.outer+"/evil", evil, 0o755)
			v.link(v.outer+"/config.yaml", v.folder+"/config.yaml")
			v.write(v.outer+"/plugins/dlx", evil, 0o755)
			v.link(v.outer+"/plugins", v.folder+"/bin/plugins")
		}, remedy},
		{"nested in one that was accepted", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
			v.accepted("evil")
			v.folder += "/sub"
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
		}, remedy},
		{"config changed after it was accepted", func(v *visit) {
			v.write(v.folder+"/good", "#!/bin/sh\nexit 1\n", 0o755)
			v.write(v.folder+"/evil", evil, 0o755)
			v.accepted("good")
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
		}, remedy},
		{"program changed after it was accepted", func(v *visit) {
			v.write(v.folder+"/good", "#!/bin/sh\nexit 1\n", 0o755)
			v.write(v.folder+"/config.yaml", config("./good"), 0o644)
			v.accepted("good")
			v.write(v.folder+"/good", evil, 0o755)
		}, "to accept the new file: sudokuctl plugin add ./good"},
		{"plugin that came after the folder was accepted", func(v *visit) {
			v.write(v.folder+"/bin/plugins/other", "#!/bin/sh\nexit 1\n", 0o755)
			v.accepted("bin/plugins/other")
			v.write(v.folder+"/bin/plugins/dlx", evil, 0o755)
			v.write(v.folder+"/bin/plugins/entropybt", evil, 0o755)
		}, "--plugin-dir bin/plugins"},
		{"id of a plugin that was added", func(v *visit) {
			v.write(v.outer+"/dlx", "#!/bin/sh\nexit 1\n", 0o755)
			v.added("dlx", v.outer+"/dlx")
			v.write(v.folder+"/dlx", evil, 0o755)
			v.write(v.folder+"/config.yaml", "plugins: [{id: dlx, path: ./dlx}]\n", 0o644)
		}, "sudokuctl plugin add ./dlx"},
		{"other words for a program that was added", func(v *visit) {
			v.write(v.outer+"/runner", "#!/bin/sh\nexec \"$@\"\n", 0o755)
			v.added("dlx", v.outer+"/runner")
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", "plugins: [{id: dlx, run: ["+v.outer+"/runner, "+v.folder+"/evil]}]\n", 0o644)
		}, "sudokuctl plugin add dlx -- "},
		{"program changed after it was added", func(v *visit) {
			v.write(v.folder+"/dlx", "#!/bin/sh\nexit 1\n", 0o755)
			v.added("dlx", v.folder+"/dlx")
			v.write(v.folder+"/dlx", evil, 0o755)
			v.write(v.folder+"/config.yaml", "plugins: [{id: dlx, path: ./dlx}]\n", 0o644)
		}, "to accept the new file: sudokuctl plugin add "},
		{"environment", func(v *visit) {
			v.write(v.folder+"/mine/dlx", evil, 0o755)
			v.write(v.folder+"/ci.yaml", config("mine/dlx"), 0o644)
			v.env = []string{"SUDOKUCTL_PLUGIN_DIRS=mine", "SUDOKUCTL_CONFIG=ci.yaml"}
		}, "--config ./ci.yaml"},
		{"--config of a file that everybody can write", func(v *visit) {
			v.write(v.outer+"/evil", evil, 0o755)
			v.write(v.outer+"/ci.yaml", config("./evil"), 0o666)
			v.args = []string{"--config", v.outer + "/ci.yaml"}
		}, "everybody can write to"},
		{"plugin.yaml that reads everything", func(v *visit) {
			v.write(v.folder+"/bin/plugins/dlx/evil", evil, 0o755)
			v.write(v.folder+"/bin/plugins/dlx/plugin.yaml", evilFolder+"reads: [/]\n", 0o644)
		}, "--plugin-dir bin/plugins"},
		{"data and config folders that are relative", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
			v.accepted("evil") // the stranger has done so at home
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
		}, "--plugin-dir bin/plugins"},
		{"accepted folder that everybody can write", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
			v.accepted("evil")
			v.chmod(v.folder, 0o777)
		}, "chmod o-w"},
		{"accepted folder of another user", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.write(v.folder+"/config.yaml", config("./evil"), 0o644)
			v.accepted("evil")
			if err := os.Chown(v.folder, 12345, 12345); err != nil {
				v.t.Skip("only root can give a folder away")
			}
		}, "belongs to another user"},
		{"record that everybody can write", func(v *visit) {
			v.write(v.folder+"/evil", evil, 0o755)
			v.added("dlx", v.folder+"/evil")
			v.chmod(v.home+"/.local/share/sudokuctl/accepted/dlx.json", 0o666)
		}, "ignored the plugins that were added: "},
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
			for number, command := range [][]string{
				{"doctor"}, {"config", "validate"}, {"check", easyPuzzle}, {"hint", easyPuzzle}, {"grade", easyPuzzle},
				{"run", "--solver", "dlx,entropybt", "--grader", "none"},
				{"solve", easyPuzzle}, {"solve", "--solver", "dlx", easyPuzzle}, {"plugin", "list"}, {"plugin", "info", "dlx"},
				{"plugin", "test", "dlx", "--only", "describe"}, {"solve", "--solver", "mine2", easyPuzzle},
				{"solve", "--solver", "mine3", easyPuzzle}, {"__complete", "solve", "--solver", ""},
			} {
				if number < slow && number != i%slow {
					continue
				}
				out := v.run(command...)
				if strings.Contains(out, "EVIL RAN") {
					t.Errorf("%s started the program:\n%s", command, out)
				}
				if strings.Join(command, " ") == "plugin info dlx" {
					t.Log(out[:min(len(out), 400)])
					if !strings.Contains(out, attack.remedy) {
						t.Errorf("%s does not name %q:\n%s", command, attack.remedy, out)
					}
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

// sum returns the SHA-256 of a file in hexadecimal.
func (v *visit) sum(path string) string {
	v.t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		v.t.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// record writes a record of the person's, of which only that person can have written anything.
func (v *visit) record(name, text string) {
	v.t.Helper()
	file := v.home + "/.local/share/sudokuctl/" + name
	v.write(file, text, 0o600)
	v.chmod(filepath.Dir(file), 0o700)
	v.chmod(filepath.Dir(filepath.Dir(file)), 0o700)
}

// added records that the person has added a program, without starting it.
func (v *visit) added(id, path string) {
	v.t.Helper()
	v.record("accepted/"+id+".json", fmt.Sprintf(`{"id": %q, "path": %q, "sums": {%q: %q}}`, id, path, path, v.sum(path)))
}

// accepted records that the person accepted the folder, as earlier versions did: that it has a program of its own for
// entropybt, dlx, and the plugin that has its name.
func (v *visit) accepted(program string) {
	v.t.Helper()
	path := v.folder + "/" + program
	text := fmt.Sprintf(`"path": %q, "command": [%q], "sums": {%q: %q}`, path, path, path, v.sum(path))
	v.folderRecord(fmt.Sprintf(`{"id": "entropybt", "origin": "config", "kind": "exec", "dir": %q, %s},
		{"id": "dlx", "origin": "config", "kind": "grpc", %s}, {"id": %q, "origin": "directory", "kind": "grpc", %s}`,
		v.folder, text, text, filepath.Base(program), text))
}

// folderRecord records the programs of the folder.
func (v *visit) folderRecord(programs string) {
	v.t.Helper()
	name := sha256.Sum256([]byte(v.folder))
	v.record(fmt.Sprintf("folders/%x.json", name[:16]),
		fmt.Sprintf(`{"path": %q, "config": "00", "programs": [%s]}`, v.folder, programs))
}

// lines is a program of lines that solves the easy puzzle and says of others whether it can read a file.
const lines = `#!/bin/sh
while read -r p; do
  case $p in
    53..7*) echo 534678912672195348198342567859761423426853791713924856961537284287419635345286179 ;;
    *) echo "error: $(cat "$HOME/folder/tables/secret" 2>/dev/null)" ;;
  esac
done
`

// TestWhatEarlierVersionsAdded takes over the records that commit a44cbbbc wrote: what was added runs with its grants, and
// what a folder that was accepted names runs there.
func TestWhatEarlierVersionsAdded(t *testing.T) {
	t.Parallel()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	v := &visit{t: t, folder: root + "/folder", home: root}
	manifest := "id: ID\nname: ID\nversion: 1.0.0\nkind: exec\nmode: line\nrun: [./solver.sh]\n"
	command := strings.NewReplacer("./solver.sh", "sh, "+v.folder+"/solver.sh")
	v.write(v.folder+"/tables/secret", "a secret", 0o600)
	v.write(v.folder+"/solver.sh", lines, 0o755)
	v.write(v.folder+"/man/solver.sh", lines, 0o755)
	v.write(v.folder+"/man/plugin.yaml", strings.ReplaceAll(manifest, "ID", "man")+"reads: [../tables]\n", 0o644)
	v.write(v.folder+"/bin/plugins/boxed/solver.sh", lines, 0o755)
	v.write(v.folder+"/bin/plugins/boxed/plugin.yaml", strings.ReplaceAll(manifest, "ID", "boxed"), 0o644)
	v.write(v.folder+"/config.yaml", "plugins:\n  - {id: cmd, kind: exec, run: [sh, solver.sh]}\n"+
		"  - {id: file, kind: exec, path: ./solver.sh}\n  - {id: folder, path: man}\n", 0o644)
	for _, id := range []string{"added", "free"} {
		v.record("plugins/"+id+"/plugin.yaml", command.Replace(strings.ReplaceAll(manifest, "ID", id)))
	}
	// The records as they were written, but for the paths and sums.
	fill := func(text string) string {
		text = strings.NewReplacer("FOLDER", v.folder, "DATA", v.home+"/.local/share/sudokuctl", "SH", sh).Replace(text)
		return regexp.MustCompile(`"([^"]+)": "SUM"`).ReplaceAllStringFunc(text, func(pair string) string {
			path := strings.Split(pair, `"`)[1]
			return fmt.Sprintf("%q: %q", path, v.sum(path))
		})
	}
	v.record("accepted/added.json", fill(`{"id": "added", "path": "DATA/plugins/added", "dev": false, "reads": ["FOLDER/tables"],
		"sums": {"DATA/plugins/added/plugin.yaml": "SUM", "FOLDER/solver.sh": "SUM", "SH": "SUM"}}`))
	v.record("accepted/free.json", fill(`{"id": "free", "path": "DATA/plugins/free", "dev": false, "trust": true,
		"sums": {"DATA/plugins/free/plugin.yaml": "SUM", "FOLDER/solver.sh": "SUM", "SH": "SUM"}}`))
	v.folderRecord(fill(`{"id": "cmd", "origin": "config", "kind": "exec", "path": "SH", "command": ["SH", "solver.sh"],
			"dir": "FOLDER", "sums": {"FOLDER/solver.sh": "SUM", "SH": "SUM"}},
		{"id": "file", "origin": "config", "kind": "exec", "path": "FOLDER/solver.sh", "command": ["FOLDER/solver.sh"],
			"sums": {"FOLDER/solver.sh": "SUM"}},
		{"id": "folder", "origin": "config", "kind": "exec", "path": "FOLDER/man", "command": ["FOLDER/man/solver.sh"],
			"dir": "FOLDER/man", "reads": ["FOLDER/tables"],
			"sums": {"FOLDER/man/plugin.yaml": "SUM", "FOLDER/man/solver.sh": "SUM"}},
		{"id": "boxed", "origin": "directory", "kind": "exec", "path": "FOLDER/bin/plugins/boxed",
			"command": ["FOLDER/bin/plugins/boxed/solver.sh"], "dir": "FOLDER/bin/plugins/boxed",
			"sums": {"FOLDER/bin/plugins/boxed/plugin.yaml": "SUM", "FOLDER/bin/plugins/boxed/solver.sh": "SUM"}}`))
	if found := v.run("plugin", "list"); strings.Contains(found, "ignored") || strings.Count(found, "\tadded\t") != 6 {
		t.Errorf("plugin list printed\n%s", found)
	}
	hard := "." + easyPuzzle[1:]
	for id, reads := range map[string]bool{
		"added": true, "free": true, "cmd": false, "file": false, "folder": true, "boxed": false} {
		out := v.run("solve", "--solver", id, "-o", "jsonl", easyPuzzle)
		if !strings.Contains(out, `"solutions":["534678912`) || strings.Contains(out, "may not read") {
			t.Errorf("%s said\n%s", id, out)
		}
		out = v.run("solve", "--solver", id, "-o", "jsonl", hard)
		if strings.Contains(out, "a secret") != reads && sandboxed() {
			t.Errorf("%s reads %v:\n%s", id, !reads, out)
		}
	}
	if out := v.run("plugin", "info", "free"); !strings.Contains(out, "none: it was added with --sandbox none") {
		t.Errorf("plugin info free printed\n%s", out)
	}
	// A program that has changed is refused with both sums and the command that accepts it.
	was := v.sum(v.folder + "/man/solver.sh")
	v.write(v.folder+"/man/solver.sh", lines+"#\n", 0o755)
	out := v.run("solve", "--solver", "folder", easyPuzzle)
	for _, want := range []string{"accepted: sha256 " + was, "found:    sha256 " + v.sum(v.folder+"/man/solver.sh"),
		"sudokuctl plugin add ./man"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	// What is removed is gone.
	if out := v.run("plugin", "remove", "boxed"); !strings.Contains(out, "removed boxed") {
		t.Errorf("plugin remove printed\n%s", out)
	}
	if out := v.run("plugin", "list"); !strings.Contains(out, "no: not added: sudokuctl plugin add bin/plugins/boxed") {
		t.Errorf("plugin list printed\n%s", out)
	}
	// Elsewhere nothing of the folder counts.
	v.folder = root + "/elsewhere"
	v.write(v.folder+"/here", "", 0o600)
	if found := v.run("plugin", "list"); strings.Count(found, "\tadded\t") != 2 {
		t.Errorf("plugin list elsewhere printed\n%s", found)
	}
}

// sandboxed reports whether plugins cannot read here what nobody has granted them.
func sandboxed() bool {
	return strings.Contains(app.MeasuresText(confine.Rights{}, "\n"), "(Landlock)")
}
