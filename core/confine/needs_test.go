//go:build unix

package confine

import (
	"debug/elf"
	"encoding/binary"
	"os"
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

// relative returns paths of places as they are below a folder, and those that are not as they are.
func relative(root string, paths []string) string {
	var all []string
	for _, path := range paths {
		all = append(all, strings.TrimPrefix(path, root+"/"))
	}
	return strings.Join(all, " ")
}

// TestNeeds: what a command needs is its program, its interpreters, and the folders that they were installed into, if the
// system or a person chose them. What files of the plugin name is asked for.
func TestNeeds(t *testing.T) {
	root := place(t, map[string]string{
		"plugin/run":            "#!ROOT/pyenv/shims/python3 -u\n",
		"plugin/envpy":          "#!/usr/bin/env python3\n",
		"plugin/split":          "#!/usr/bin/env -S -i python3 -u\n",
		"plugin/another":        "#!/usr/bin/env -S -u known ROOT/plugin/own\n",
		"plugin/changed":        "#!/usr/bin/env -S PATH=. known\n",
		"plugin/posing/env":     "#!/bin/sh\n",
		"plugin/posed":          "#!ROOT/plugin/posing/env known\n",
		"plugin/nice":           "#!/bin/sh\n",
		"plugin/tool":           "#!ROOT/proj/bin/tool\n",
		"plugin/envtool":        "#!/usr/bin/env ROOT/proj/bin/tool\n",
		"plugin/words":          "#!/usr/bin/env -S ./own ROOT/proj/bin/tool\n",
		"plugin/own":            "#!/bin/sh\n",
		"plugin/chain":          "#!ROOT/plugin/tool\n",
		"plugin/loop":           "#!ROOT/plugin/loop\n",
		"plugin/proc":           "#!/proc/self/root/bin/sh\n",
		"plugin/long":           "#!" + strings.Repeat("x", 300),
		"plugin/data":           "",
		"pyenv/shims/python3":   "#!ROOT/opt/bin/chooser\n",
		"opt/bin/chooser":       "program",
		"opt/lib/":              "",
		"proj/bin/tool":         "program",
		"proj/lib/":             "",
		"proj/.env":             "secret",
		"venv/bin/python":       "program",
		"venv/lib64/":           "",
		".local/bin/known":      "program",
		".local/lib/":           "",
		".local/share/private/": "",
		"bin/top":               "program",
		"lib/":                  "",
		"share/":                "",
		"typed":                 "#!ROOT/proj/bin/tool\n",
		"links/":                "",
	})
	link := func(to, name string) {
		if err := os.Symlink(filepath.Join(root, to), filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	link("opt/bin/chooser", "links/node")
	link("opt/bin/chooser", "plugin/linked")
	link("proj/bin/tool", "plugin/sly")
	t.Setenv("PATH", strings.Join([]string{root + "/pyenv/shims", root + "/.local/bin", root + "/links", "/usr/bin", "/bin"}, ":"))
	python := "opt opt/bin/chooser pyenv pyenv/shims/python3"
	for _, c := range []struct {
		command, needs, asks string
		typed                bool
	}{
		{"python3 data", python, "", false},
		{"ROOT/pyenv/shims/python3 data", python, "", false},
		{"env python3 data", python, "", false},
		{"env nice -n 5 python3", python, "", false},
		{"known", ".local/bin/known .local/lib", "", false}, // others' data are in share
		{"node", "opt opt/bin/chooser", "", false},
		{"ROOT/plugin/linked", "", "", false}, // nobody finds it by that name
		{"ROOT/plugin/run", python, "", false},
		{"ROOT/plugin/envpy", python, "", false},
		{"ROOT/plugin/split", python, "", false},
		{"ROOT/plugin/another", "", "", false},
		{"ROOT/plugin/changed", "", "", false},
		{"ROOT/plugin/posed", "", "", false},
		{"env -u known ./own", "", "", false},
		{"env PATH=. known", "", "", false},
		{"nice known", "", "", false}, // its own nice
		{"/usr/bin/nice -n 5 known", ".local/bin/known .local/lib", "", false},
		{"ROOT/plugin/tool", "", "proj/bin/tool", false},
		{"ROOT/plugin/envtool", "", "proj/bin/tool", false},
		{"ROOT/plugin/words", "", "", false},
		{"ROOT/plugin/chain", "", "proj/bin/tool", false},
		{"ROOT/plugin/loop", "", "", false},
		{"ROOT/plugin/proc", "", "/proc/self/root/bin/sh", false},
		{"ROOT/plugin/long", "", "", false},
		{"ROOT/plugin/own ROOT/proj/bin/tool", "", "", false},
		{"ROOT/plugin/own known", "", "", false},
		{"sh own known", "", "", false},
		{"sh -c x=1 known", "", "", false},
		{"ROOT/plugin/sly", "", "", false},
		{"ROOT/proj/bin/tool", "", "", false},
		{"../proj/bin/tool", "", "", false},
		{"env ROOT/proj/bin/tool", "", "", false},
		{"missing", "", "", false},
		{"/bin/sh", "", "", false},

		{"ROOT/venv/bin/python", "venv venv/bin/python", "", true},
		{"ROOT/proj/bin/tool", "proj proj/bin/tool", "", true},
		{"ROOT/bin/top", "bin/top lib", "", true}, // not the home
		{"/bin/sh ROOT/proj/bin/tool", "proj proj/bin/tool", "", true},
		{"/bin/sh -ROOT/proj/bin/tool x=ROOT/proj/bin/tool", "", "", true},
		{"ROOT/typed", "typed", "proj/bin/tool", true},
	} {
		words := strings.Fields(strings.ReplaceAll(c.command, "ROOT", root))
		needs, asks := Command{Words: words, Folder: root + "/plugin", Typed: c.typed}.Needs()
		if got := relative(root, Paths(needs)); got != c.needs || relative(root, asks) != c.asks {
			t.Errorf("%s needs %q and asks for %q, want %q and %q", c.command, got, relative(root, asks), c.needs, c.asks)
		}
	}
}

// withRunpath returns an ELF file, that of a program or none, with folders for libraries. Only who reads its sections sees them.
func withRunpath(program []byte, dirs string) []byte {
	var header elf.Header64
	if len(program) == 0 {
		header.Ident = [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)}
		header.Version, header.Ehsize = uint32(elf.EV_CURRENT), uint16(binary.Size(header))
		program = make([]byte, header.Ehsize)
	} else if _, err := binary.Decode(program, binary.NativeEndian, &header); err != nil {
		panic(err)
	}
	texts := "\x00" + dirs + "\x00"
	entries := []elf.Dyn64{{Tag: int64(elf.DT_RUNPATH), Val: 1}, {Tag: int64(elf.DT_NULL)}}
	at := uint64(len(program))
	sections := []elf.Section64{{},
		{Type: uint32(elf.SHT_STRTAB), Off: at, Size: uint64(len(texts))},
		{Type: uint32(elf.SHT_DYNAMIC), Off: at + uint64(len(texts)), Size: uint64(binary.Size(entries)), Link: 1,
			Entsize: uint64(binary.Size(entries[0]))}}
	header.Shoff = at + uint64(len(texts)+binary.Size(entries))
	header.Shnum, header.Shentsize, header.Shstrndx = uint16(len(sections)), uint16(binary.Size(sections[0])), 1
	all := append(slices.Clone(program), texts...)
	for _, part := range []any{entries, sections} {
		all, _ = binary.Append(all, binary.NativeEndian, part)
	}
	_, _ = binary.Encode(all, binary.NativeEndian, header)
	return all
}

// TestFoldersForLibraries: those that a chosen program names are needed, those that the plugin's own names are asked for
// unless they are its own or the system's.
func TestFoldersForLibraries(t *testing.T) {
	root := place(t, map[string]string{"plugin/libs/": "", "known/libs/": "", "typed/libs/": "", "secret/": ""})
	dirs := "$ORIGIN/libs:$ORIGIN/../secret:" + root + "/secret:/usr/lib:$ORIGIN/none:" + root + ":/:/proc/self/root:relative"
	for _, name := range []string{"plugin/program", "known/solver", "typed/other"} {
		if err := os.WriteFile(filepath.Join(root, name), withRunpath(nil, dirs), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", root+"/known")
	for _, c := range []struct {
		program, needs, asks string
		typed                bool
	}{
		{"plugin/program", "", "/ /proc/self/root " + root + " secret", false},
		{"known/solver", "known/libs known/solver secret", "", false},
		{"typed/other", "typed/libs typed/other", "/ /proc/self/root " + root + " secret", true},
	} {
		needs, asks := Command{Words: []string{filepath.Join(root, c.program)}, Folder: root + "/plugin", Typed: c.typed}.Needs()
		if relative(root, Paths(needs)) != c.needs || relative(root, asks) != c.asks {
			t.Errorf("%s needs %q and asks for %q", c.program, needs, asks)
		}
	}
}

// TestChosen: a program is chosen by its name in PATH, by the system, or by who types it.
func TestChosen(t *testing.T) {
	root := place(t, map[string]string{"plugin/python3": "own", "away/python3": "another", "known/python3": "program"})
	t.Setenv("PATH", root+"/known:/usr/bin:/bin")
	for word, want := range map[string]bool{"python3": false, root + "/away/python3": false, root + "/known/python3": true,
		"/bin/sh": true, "sh": true, "missing": false} {
		if got := (Command{Words: []string{word}, Folder: root + "/plugin"}).Chosen(); got != want {
			t.Errorf("%s: %v", word, got)
		}
	}
	if !(Command{Words: []string{root + "/away/python3"}, Typed: true}).Chosen() {
		t.Error("what a person typed is not chosen")
	}
}

func TestEnvironNeedsAreFolders(t *testing.T) {
	root := place(t, map[string]string{"modules/": "", "file": ""})
	for _, name := range []string{"LD_LIBRARY_PATH", "PYTHONHOME", "NODE_PATH", "JAVA_HOME", "VIRTUAL_ENV"} {
		t.Setenv(name, "")
	}
	t.Setenv("PYTHONPATH", strings.Join([]string{root + "/modules/", root + "/file", root + "/none", root,
		"modules", "/usr/lib", "/"}, string(filepath.ListSeparator)))
	if got := Paths(EnvironNeeds()); !slices.Equal(got, []string{root + "/modules"}) {
		t.Errorf("%q", got)
	}
}

// TestSystemReadsAreForEverybody: of /usr a program may read where programs are installed, not settings or sources, which
// may be private files of root.
func TestSystemReadsAreForEverybody(t *testing.T) {
	for path, want := range map[string]bool{"/usr/bin/env": true, "/usr/lib/x.so": true, "/usr/local/lib/python3": true,
		"/usr/local/share/x": true, "/usr": false, "/usr/local": false, "/usr/local/etc/token": false, "/usr/src/x": false,
		"/etc/shadow": false} {
		if got := (Place{Path: path}).OfSystem(); got != want {
			t.Errorf("%s may be read: %v", path, got)
		}
	}
	if !TooWide("/usr/local") {
		t.Error("/usr/local counts as the folder of one program")
	}
}
