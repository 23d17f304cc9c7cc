package accept

import (
	"errors"
	"path/filepath"
	"testing"
)

func TestIndexes(t *testing.T) {
	r := Records{Dir: t.TempDir()}
	want := Index{Name: "commons", Place: "https://example.org/commons", Key: "RWQ", Serial: 3, Sum: "ab"}
	if err := r.AddIndex(want); err != nil {
		t.Fatal(err)
	}
	if got, err := r.Indexes(); err != nil || len(got) != 1 || got[0] != want {
		t.Errorf("%v, %v", got, err)
	}
	if err := r.RemoveIndex("commons"); err != nil {
		t.Error(err)
	}
	if err := r.RemoveIndex("commons"); !errors.Is(err, ErrNotAdded) {
		t.Errorf("removed twice: %v", err)
	}
}

func TestIndexesOfOthers(t *testing.T) {
	r := Records{Dir: t.TempDir()}
	if err := r.AddIndex(Index{Name: "commons", Place: "https://example.org/commons", Key: "RWQ", Serial: 3, Sum: "ab"}); err != nil {
		t.Fatal(err)
	}
	openToAll(t, filepath.Join(r.Dir, "indexes", "commons.json"))
	if got, err := r.Indexes(); !errors.Is(err, ErrNotOwn) {
		t.Errorf("a record that everybody can write: %v, %v", got, err)
	}
}
