package accept

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// asked returns a folder with one program, and the path of that.
func asked(t *testing.T) (*Folder, string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "program")
	if err := os.WriteFile(program, []byte("first"), 0o700); err != nil {
		t.Fatal(err)
	}
	return &Folder{Path: dir, Config: "c0", Programs: []Program{{ID: "mine", Path: program, Command: []string{program},
		Sums: Files([]string{program})}}}, program
}

func TestCheck(t *testing.T) {
	r := Records{Dir: filepath.Join(t.TempDir(), "data")}
	f, program := asked(t)
	if _, err := r.Check(f); err == nil {
		t.Error("a folder that nobody accepted passes")
	}
	if err := f.Sum(); err != nil {
		t.Fatal(err)
	}
	if err := r.Accept(f); err != nil {
		t.Fatal(err)
	}
	programs, err := r.Check(f)
	if err != nil || programs[0].Sums[program] != "a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e" {
		t.Errorf("Check = %v, %v", programs, err)
	}
	for name, change := range map[string]func(f *Folder){
		"config":         func(f *Folder) { f.Config = "c1" },
		"path":           func(f *Folder) { f.Path = t.TempDir() },
		"command":        func(f *Folder) { f.Programs[0].Command = append(f.Programs[0].Command, "-x") },
		"reads":          func(f *Folder) { f.Programs[0].Reads = []string{"/"} },
		"kind":           func(f *Folder) { f.Programs[0].Kind = "exec" },
		"id":             func(f *Folder) { f.Programs[0].ID = "dlx" },
		"working folder": func(f *Folder) { f.Programs[0].Dir = "/" },
		"files":          func(f *Folder) { f.Programs[0].Sums = Files([]string{program, "/other"}) },
		"programs":       func(f *Folder) { f.Programs = append(f.Programs, Program{ID: "more"}) },
	} {
		changed := *f
		changed.Programs = []Program{f.Programs[0]}
		change(&changed)
		if _, err := r.Check(&changed); err == nil {
			t.Errorf("a folder with another %s passes", name)
		}
	}
	openToAll(t, program)
	if _, err := r.Check(f); !errors.Is(err, ErrNotOwn) {
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

func TestForget(t *testing.T) {
	r := Records{Dir: filepath.Join(t.TempDir(), "data")}
	f, _ := asked(t)
	if err := r.Accept(f); err != nil {
		t.Fatal(err)
	}
	if folders, err := r.Folders(); err != nil || len(folders) != 1 || folders[0].Path != f.Path {
		t.Errorf("Folders = %v, %v", folders, err)
	}
	for _, want := range []bool{true, false} {
		if known, err := r.Forget(f.Path); known != want || err != nil {
			t.Errorf("Forget = %v, %v; want %v", known, err, want)
		}
	}
	if _, err := r.Check(f); err == nil {
		t.Error("a forgotten folder passes")
	}
}

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
