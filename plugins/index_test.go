package plugins

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/work/catalog"
)

var update = flag.Bool("update", false, "write the archives of the examples anew")

func openList(t *testing.T) *catalog.List {
	t.Helper()
	l, err := catalog.Bundled(List)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestList holds the list against what a contributor is asked for. It uses no network: of archives elsewhere it checks
// only the form of the entry.
func TestList(t *testing.T) {
	text, err := fs.ReadFile(List, catalog.FileName)
	if err != nil {
		t.Fatal(err)
	}
	strict := yaml.NewDecoder(bytes.NewReader(text))
	strict.KnownFields(true)
	if err := strict.Decode(new(struct{ Plugins []catalog.Entry })); err != nil {
		t.Errorf("%s: %v", catalog.FileName, err)
	}
	l := openList(t)
	if len(l.Plugins) < 2 {
		t.Errorf("%d plugins are in the list", len(l.Plugins))
	}
	if !slices.IsSortedFunc(l.Plugins, func(a, b catalog.Entry) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("the list is not in the order of the ids")
	}
	for _, e := range l.Plugins {
		for _, power := range e.Can {
			if !slices.Contains([]string{"solve", "grade", "explain", "generate"}, power) {
				t.Errorf("%s: can %q: want solve, grade, explain or generate", e.ID, power)
			}
		}
		if bundled.Has(e.ID) {
			t.Errorf("%s: a bundled plugin has this id", e.ID)
		}
		if !catalog.IsAddress(e.Archive) {
			checkArchive(t, l, e)
		}
	}
}

// checkArchive unpacks an archive of this repository, and compares it with its entry and with the example inside.
func checkArchive(t *testing.T, l *catalog.List, e catalog.Entry) {
	t.Helper()
	example := filepath.Join("..", "examples", e.ID)
	if *update {
		if err := os.WriteFile(filepath.FromSlash(e.Archive), pack(t, example), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.FromSlash(e.Archive))
	if err != nil {
		t.Fatal(err)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(text)); sum != e.SHA256 {
		t.Errorf("%s: sha256 is %s, and the list says %s", e.Archive, sum, e.SHA256)
		return
	}
	dir := t.TempDir()
	if err := l.Fetch(t.Context(), e, filepath.Join(dir, "archive"), catalog.Client{}); err != nil {
		t.Fatal(err)
	}
	folder, err := catalog.Unpack(filepath.Join(dir, "archive"), filepath.Join(dir, "plugin"))
	if err != nil {
		t.Fatalf("%s: %v", e.ID, err)
	}
	m, err := manifest.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	if m.ID != e.ID || m.Version != e.Version || m.Summary != e.Summary || m.Homepage != e.Homepage {
		t.Errorf("%s: its plugin.yaml has another id, version, summary or homepage than the list", e.ID)
	}
	if got, want := filesOf(t, folder), filesOf(t, example); got != want {
		t.Errorf("%s differs from examples/%s: raise the version of both and run \"go test ./plugins -update\"\n%s",
			e.Archive, e.ID, got)
	}
}

// filesOf returns the names, contents and modes of the files in a folder.
func filesOf(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	for _, name := range names(t, dir) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %v %x\n", name, isProgram(t, dir, name), sha256.Sum256(text))
	}
	return b.String()
}

func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func isProgram(t *testing.T, dir, name string) bool {
	t.Helper()
	info, err := os.Stat(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()&0o111 != 0
}

// pack returns an archive of the files in a folder, without times and owners.
func pack(t *testing.T, dir string) []byte {
	t.Helper()
	var text bytes.Buffer
	packed, err := gzip.NewWriterLevel(&text, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	files := tar.NewWriter(packed)
	for _, name := range names(t, dir) {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		h := &tar.Header{Typeflag: tar.TypeReg, Name: filepath.Base(dir) + "/" + name, Size: int64(len(content)),
			Mode: 0o644, ModTime: time.Unix(0, 0)}
		if isProgram(t, dir, name) {
			h.Mode = 0o755
		}
		if err := files.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(files, bytes.NewReader(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := files.Close(); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}
