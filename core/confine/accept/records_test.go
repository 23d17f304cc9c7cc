package accept

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestRecordsOfOthers reads records that somebody else could have written.
func TestRecordsOfOthers(t *testing.T) {
	r := Records{Dir: filepath.Join(t.TempDir(), "data")}
	if err := r.AddPlugin(Plugin{ID: "mine", Path: "/bin/true", Dev: true}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{r.Dir, filepath.Join(r.Dir, "accepted"), filepath.Join(r.Dir, "accepted", "mine.json")} {
		openToAll(t, path)
		if plugins, err := r.Plugins(); !errors.Is(err, ErrNotOwn) {
			t.Errorf("with %s open to everybody: %v, %v", path, plugins, err)
		}
		if err := os.Chmod(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if plugins, err := r.Plugins(); len(plugins) != 1 || err != nil {
		t.Errorf("Plugins = %v, %v", plugins, err)
	}
}

func TestPluginsWithoutSums(t *testing.T) {
	r := Records{Dir: filepath.Join(t.TempDir(), "data")}
	if err := r.AddPlugin(Plugin{ID: "emptied", Path: "/bin/true"}); err != nil {
		t.Fatal(err)
	}
	plugins, err := r.Plugins()
	if err != nil || plugins[0].Sums == nil {
		t.Errorf("Plugins = %v, %v: want sums that nothing fulfils", plugins, err)
	}
	if err := r.RemovePlugin("none"); !errors.Is(err, ErrNotAdded) {
		t.Errorf("RemovePlugin of an unknown one = %v", err)
	}
}

// written is a record as it was written when folders were accepted.
const written = `{
  "path": "DIR",
  "config": "b4048fd6409c66c4d28e8cc5f2cf3dea1291f89b0c2bbc30d7d6fd190396193e",
  "programs": [
    {
      "id": "cmd",
      "origin": "config",
      "kind": "exec",
      "path": "/usr/bin/sh",
      "command": [
        "/usr/bin/sh",
        "solver.sh"
      ],
      "dir": "DIR",
      "reads": [
        "DIR/tables"
      ],
      "sums": {
        "DIR/solver.sh": "25d5da1b0bca19079282ec284ce5823184ee712ecef0c4af6021c23716669b75",
        "/usr/bin/sh": "f5adb8bf0100ed0f8c7782ca5f92814e9229525a4b4e0d401cf3bea09ac960a6"
      }
    },
    {
      "id": "emptied",
      "origin": "directory",
      "kind": "grpc",
      "path": "DIR/bin/plugins/emptied",
      "command": [
        "DIR/bin/plugins/emptied"
      ]
    }
  ]
}
`

// accepted returns records that have a folder.
func accepted(t *testing.T) (Records, string) {
	t.Helper()
	r, dir := Records{Dir: filepath.Join(t.TempDir(), "data")}, t.TempDir()
	for name, text := range map[string]string{
		filepath.Join(r.Dir, "folders", nameOf(dir)+".json"): strings.ReplaceAll(written, "DIR", dir),
		filepath.Join(dir, "solver.sh"):                      "",
	} {
		err := os.MkdirAll(filepath.Dir(name), 0o700)
		if err == nil {
			err = os.WriteFile(name, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return r, dir
}

func TestFolders(t *testing.T) {
	r, dir := accepted(t)
	folders, err := r.Folders()
	if err != nil || len(folders) != 1 || folders[0].Path != dir {
		t.Fatalf("Folders = %v, %v", folders, err)
	}
	f := folders[0]
	if p := f.Programs[1]; p.Sums == nil {
		t.Errorf("%v: want sums that nothing fulfils", p)
	}
	command := []string{"/usr/bin/sh", "solver.sh"}
	p := f.Program("cmd", "/usr/bin/sh", "exec", dir, command)
	if p == nil || p.Reads[0] != dir+"/tables" || len(p.Sums) != 2 {
		t.Errorf("Program = %v", p)
	}
	for name, p := range map[string]*Program{
		"id":             f.Program("dlx", "/usr/bin/sh", "exec", dir, command),
		"path":           f.Program("cmd", "/usr/bin/bash", "exec", dir, command),
		"kind":           f.Program("cmd", "/usr/bin/sh", "grpc", dir, command),
		"working folder": f.Program("cmd", "/usr/bin/sh", "exec", "/", command),
		"command":        f.Program("cmd", "/usr/bin/sh", "exec", dir, append(command, "-x")),
	} {
		if p != nil {
			t.Errorf("a program with another %s is one that was accepted", name)
		}
	}
	if err := f.Own(); err != nil {
		t.Error(err)
	}
	openToAll(t, filepath.Join(dir, "solver.sh"))
	if err := f.Own(); !errors.Is(err, ErrNotOwn) {
		t.Errorf("a program that everybody can write to: %v", err)
	}
}

// openToAll lets everybody write a file or folder. On Windows nothing says that everybody can: Own does not read access lists.
func openToAll(t *testing.T, path string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Own does not read access lists")
	}
	if err := os.Chmod(path, 0o777); err != nil {
		t.Fatal(err)
	}
}

func TestRemoveOfAFolder(t *testing.T) {
	r, _ := accepted(t)
	if err := r.AddPlugin(Plugin{ID: "cmd", Path: "/bin/true"}); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]error{"cmd": nil, "emptied": nil, "nobody": ErrNotAdded} {
		if err := r.RemovePlugin(id); !errors.Is(err, want) {
			t.Errorf("RemovePlugin(%s) = %v, want %v", id, err, want)
		}
		if err := r.RemovePlugin(id); !errors.Is(err, ErrNotAdded) {
			t.Errorf("RemovePlugin(%s) again = %v", id, err)
		}
	}
	plugins, err1 := r.Plugins()
	folders, err2 := r.Folders()
	if len(plugins) != 0 || len(folders[0].Programs) != 0 || err1 != nil || err2 != nil {
		t.Errorf("%v, %v, %v, %v are left", plugins, folders, err1, err2)
	}
}
