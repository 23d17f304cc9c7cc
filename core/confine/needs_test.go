//go:build unix

package confine

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// place makes files below a new folder, which is also the home folder: names that end with / are folders,
// what has #! is a program.
func place(t *testing.T, files map[string]string) (root string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root = filepath.Join(root, "home")
	t.Setenv("HOME", root)
	for name, text := range files {
		path := filepath.Join(root, name)
		folder := filepath.Dir(path)
		if strings.HasSuffix(name, "/") {
			folder = path
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if folder == path {
			continue
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "ROOT", root)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestNeeds: what a command needs is its program, its interpreters, and the folders that they were installed into.
func TestNeeds(t *testing.T) {
	root := place(t, map[string]string{
		"solver/run":              "#!ROOT/pyenv/shims/python3 -u\n",
		"pyenv/shims/python3":     "#!ROOT/opt/bin/chooser\n",
		"opt/bin/chooser":         "program",
		"opt/lib/":                "",
		"venv/bin/python":         "program",
		"venv/lib64/":             "",
		"bare/bin/tool":           "program",
		".local/bin/tool":         "program",
		".local/lib/":             "",
		".local/share/private/":   "",
		"bin/tool":                "program",
		"lib/":                    "",
		"share/":                  "",
		"loop":                    "#!ROOT/loop\n",
		"env":                     "#!/usr/bin/env ROOT/bare/bin/tool\n",
		"long":                    "#!" + strings.Repeat("x", 300),
		"plain words, no program": "",
	})
	for _, c := range []struct{ command, want string }{
		{"solver/run", "opt opt/bin/chooser pyenv pyenv/shims/python3 solver/run"},
		{"venv/bin/python", "venv venv/bin/python"},
		{"bare/bin/tool", "bare/bin/tool"},
		{".local/bin/tool", ".local/bin/tool .local/lib"}, // others' data are in share
		{"bin/tool", "bin/tool lib"},                      // not the home
		{"loop", "loop"},
		{"env", "bare/bin/tool env"},
		{"long", "long"},
		{"missing", ""},
		{"/bin/sh", ""},
		{"/bin/sh bare/bin/tool", "bare/bin/tool"},
		{"/bin/sh -bare/bin/tool x=bare/bin/tool", ""},
	} {
		words := strings.Fields(c.command)
		for i, word := range words {
			if !filepath.IsAbs(word) && !strings.ContainsAny(word, "-=") {
				words[i] = filepath.Join(root, word)
			}
		}
		var got []string
		for _, path := range Needs(words) {
			rel, err := filepath.Rel(root, path)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, rel)
		}
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s needs %q, want %s", c.command, got, c.want)
		}
	}
}

func TestNeedsFollowsLinks(t *testing.T) {
	root := place(t, map[string]string{"opt/v1/bin/node": "program", "opt/v1/lib/": "", "links/": ""})
	if err := os.Symlink(filepath.Join(root, "opt/v1/bin/node"), filepath.Join(root, "links/node")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(root, "links"))
	want := []string{filepath.Join(root, "links/node"), filepath.Join(root, "opt/v1"),
		filepath.Join(root, "opt/v1/bin/node")}
	if got := Needs([]string{"node"}); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNeedsFindsLibraries of an ELF program, whose folder for them is told from its own place.
func TestNeedsFindsLibraries(t *testing.T) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("NOT TESTED: no C compiler")
	}
	root := place(t, map[string]string{"app/main.c": "int main(void) { return 0; }\n", "app/libs/": ""})
	out, err := exec.Command(cc, "-o", root+"/app/main", "-Wl,-rpath,$ORIGIN/libs:/", root+
		"/app/main.c").CombinedOutput()
	if err != nil {
		t.Skipf("NOT TESTED: %v: %s", err, out)
	}
	want := []string{root + "/app/libs", root + "/app/main"}
	if got := Needs([]string{root + "/app/main"}); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestEnvironNeedsAreFolders(t *testing.T) {
	root := place(t, map[string]string{"modules/": "", "file": ""})
	for _, name := range []string{"LD_LIBRARY_PATH", "PYTHONHOME", "NODE_PATH", "JAVA_HOME", "VIRTUAL_ENV"} {
		t.Setenv(name, "")
	}
	t.Setenv("PYTHONPATH", strings.Join([]string{root + "/modules/", root + "/file", root + "/none", root,
		"modules", "/usr/lib", "/"}, string(filepath.ListSeparator)))
	if got := EnvironNeeds(); !slices.Equal(got, []string{root + "/modules"}) {
		t.Errorf("%q", got)
	}
}

func TestTooWide(t *testing.T) {
	root := place(t, nil)
	t.Setenv("TMPDIR", "/scratch")
	for dir, want := range map[string]bool{"/": true, "/tmp": true, "/scratch": true, "/etc": true, root: true,
		filepath.Dir(root): true, root + "/solver": false, "/opt/solver": false, root + "er": false} {
		if TooWide(dir) != want {
			t.Errorf("%s: %v", dir, !want)
		}
	}
}
