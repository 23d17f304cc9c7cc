package papers

import (
	"os"
	"testing"
)

func opened(t *testing.T, dir string, fresh bool) *journal {
	t.Helper()
	j, err := openJournal(dir, "test", 1, fresh)
	if err != nil || j == nil {
		t.Fatalf("%v, %v", j, err)
	}
	return j
}

// A journal whose last line a kill has cut gives back what is before it, and goes on after that.
func TestJournalCutShort(t *testing.T) {
	dir := t.TempDir()
	j := opened(t, dir, false)
	name := j.lock.File().Name()
	for _, key := range []string{"a", "b"} {
		if err := j.put(key, []int{1}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.end(false); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text[:len(text)-3], 0o600); err != nil {
		t.Fatal(err)
	}
	j = opened(t, dir, false)
	var value []int
	if len(j.held) != 1 || !j.get("a", &value) || len(value) != 1 || j.get("b", &value) {
		t.Errorf("%v, %v; want a alone", j.held, value)
	}
	if err := j.put("c", true); err != nil {
		t.Fatal(err)
	}
	if err := j.end(false); err != nil {
		t.Fatal(err)
	}
	j = opened(t, dir, false)
	if c := false; !j.get("c", &c) || !c {
		t.Error("what was added after the cut is lost")
	}
	if err := j.end(false); err != nil {
		t.Fatal(err)
	}
	j = opened(t, dir, true)
	if len(j.held) != 0 {
		t.Errorf("a fresh journal holds %v", j.held)
	}
	if err := j.end(true); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); !os.IsNotExist(err) {
		t.Errorf("the journal of a study that is done is still there: %v", err)
	}
}

// Of two equal studies at once the second keeps nothing, and neither disturbs the other.
func TestTwoStudiesOfOneJournal(t *testing.T) {
	dir := t.TempDir()
	first := opened(t, dir, false)
	if err := first.put("a", 1); err != nil {
		t.Fatal(err)
	}
	for _, fresh := range []bool{false, true} {
		if second, err := openJournal(dir, "test", 1, fresh); err != nil || second != nil {
			t.Fatalf("%v, %v; want no journal", second, err)
		}
	}
	if err := first.end(false); err != nil {
		t.Fatal(err)
	}
	third := opened(t, dir, false)
	if len(third.held) != 1 {
		t.Errorf("%v, want one", third.held)
	}
	if err := os.Remove(third.lock.File().Name()); err != nil {
		t.Fatal(err)
	}
	fourth := opened(t, dir, false) // the third has lost its file, and with it what kept others away
	if err := fourth.end(true); err != nil {
		t.Error(err)
	}
	if err := third.lock.File().Close(); err != nil {
		t.Error(err)
	}
	var none *journal
	if none.get("a", new(int)) || none.put("a", 1) != nil || none.end(true) != nil {
		t.Error("no journal is one")
	}
}
