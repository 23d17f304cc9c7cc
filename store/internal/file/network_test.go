package file

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// onNFS has every folder be on a network file system until the test ends.
func onNFS(t *testing.T) {
	t.Helper()
	network = func(string) string { return "NFS" }
	t.Cleanup(func() { network = networkAt })
}

// write adds a source to a library, and returns how many it has.
func write(t *testing.T, f *File, name string) (n int) {
	t.Helper()
	err := f.Update(t.Context(), func(b *Batch) error {
		_, err := b.Exec("INSERT INTO source (name, sha256, licence, imported_at) VALUES (?, '', '', 0)", name)
		return err
	})
	if err == nil {
		err = f.Read.QueryRow("SELECT count(*) FROM source").Scan(&n)
	}
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func opened(t *testing.T, path string) *File {
	t.Helper()
	f, _, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// beside returns the files beside a library.
func beside(t *testing.T, path string) (names []string) {
	t.Helper()
	all, err := filepath.Glob(path + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		if name != path {
			names = append(names, filepath.Base(name))
		}
	}
	return names
}

// TestNetwork opens a library on a network file system: it has no log, and one process at a time has it.
func TestNetwork(t *testing.T) {
	onNFS(t)
	path := filepath.Join(t.TempDir(), "l.db")
	f := opened(t, path)
	if n := write(t, f, "a"); n != 1 || f.Network != "NFS" {
		t.Errorf("%d sources, on %q", n, f.Network)
	}
	var journal string
	if err := f.Read.QueryRow("PRAGMA journal_mode").Scan(&journal); err != nil || journal != "delete" {
		t.Errorf("the journal is %q, %v", journal, err)
	}
	if _, _, err := Open(t.Context(), path); !errors.Is(err, ErrLocked) {
		t.Errorf("writing beside another: %v", err)
	}
	if _, err := OpenReadOnly(t.Context(), path); !errors.Is(err, ErrLocked) {
		t.Errorf("reading beside another: %v", err)
	}
	if err := Backup(t.Context(), path, path+".copy"); !errors.Is(err, ErrLocked) {
		t.Errorf("copying beside another: %v", err)
	}
	if err := f.Close(); err != nil || len(beside(t, path)) > 0 {
		t.Errorf("%v; it leaves %q", err, beside(t, path))
	}
	r, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := r.Read.QueryRow("SELECT count(*) FROM source").Scan(&n); err != nil || n != 1 {
		t.Errorf("%d sources, %v", n, err)
	}
	if err := r.Close(); err != nil || len(beside(t, path)) > 0 {
		t.Errorf("%v; it leaves %q", err, beside(t, path))
	}
	if n := write(t, opened(t, path), "b"); n != 2 {
		t.Errorf("%d sources", n)
	}
}

// TestMovedToNetwork opens what was made on a local disk, also what a killed process has left with a log: nothing is
// lost.
func TestMovedToNetwork(t *testing.T) {
	for _, killed := range []bool{false, true} {
		dir := t.TempDir()
		path, moved := filepath.Join(dir, "l.db"), filepath.Join(dir, "moved.db")
		f := opened(t, path)
		write(t, f, "a")
		if !killed {
			f.Close()
		}
		for _, end := range []string{"", "-wal"} {
			if from, err := os.Open(path + end); err == nil {
				text, err := io.ReadAll(from)
				from.Close()
				if err == nil {
					err = os.WriteFile(moved+end, text, 0o600)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		if killed != (len(beside(t, moved)) > 0) {
			t.Fatalf("beside it are %q", beside(t, moved))
		}
		onNFS(t)
		r, err := OpenReadOnly(t.Context(), moved)
		if err != nil {
			t.Fatal(err)
		}
		var n int
		if err := r.Read.QueryRow("SELECT count(*) FROM source").Scan(&n); err != nil || n != 1 {
			t.Errorf("killed %v: %d sources, %v", killed, n, err)
		}
		if err := r.Close(); err != nil || len(beside(t, moved)) > 0 {
			t.Errorf("killed %v: %v; it leaves %q", killed, err, beside(t, moved))
		}
		if n := write(t, opened(t, moved), "b"); n != 2 {
			t.Errorf("killed %v: %d sources", killed, n)
		}
		network = networkAt
	}
}
