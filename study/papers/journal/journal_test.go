package journal

import (
	"os"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func opened(t *testing.T, dir string, fresh bool) *Journal {
	t.Helper()
	j, err := Open(dir, "test", 1, fresh)
	if err != nil || j == nil {
		t.Fatalf("%v, %v", j, err)
	}
	return j
}

// A journal whose last line a kill has cut gives back what is before it, and goes on after that.
func TestJournalCutShort(t *testing.T) {
	dir := t.TempDir()
	j := opened(t, dir, false)
	name := j.file.Name()
	for _, key := range []string{"a", "b"} {
		if err := j.Keep(key, sudoku.Result{Verdict: sudoku.Solved, Count: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.End(false); err != nil {
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
	if answers, sets := j.Held(); answers != 1 || sets != 0 {
		t.Errorf("%d answers, %d sets, want 1 and 0", answers, sets)
	}
	if err := j.Keep("c", sudoku.Result{Verdict: sudoku.Unknown}); err != nil {
		t.Fatal(err)
	}
	if err := j.End(false); err != nil {
		t.Fatal(err)
	}
	j = opened(t, dir, false)
	if _, ok := j.Answer("c", nil); !ok {
		t.Error("what was added after the cut is lost")
	}
	if err := j.End(false); err != nil {
		t.Fatal(err)
	}
	j = opened(t, dir, true)
	if answers, _ := j.Held(); answers != 0 {
		t.Errorf("a fresh journal holds %d answers", answers)
	}
	if err := j.End(true); err != nil {
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
	if err := first.Keep("a", sudoku.Result{Verdict: sudoku.Solved}); err != nil {
		t.Fatal(err)
	}
	for _, fresh := range []bool{false, true} {
		if second, err := Open(dir, "test", 1, fresh); err != nil || second != nil {
			t.Fatalf("%v, %v; want no journal", second, err)
		}
	}
	if err := first.End(false); err != nil {
		t.Fatal(err)
	}
	third := opened(t, dir, false)
	if answers, _ := third.Held(); answers != 1 {
		t.Errorf("%d answers, want 1", answers)
	}
	if err := os.Remove(third.file.Name()); err != nil {
		t.Fatal(err)
	}
	fourth := opened(t, dir, false) // the third has lost its file, and with it what kept others away
	if err := fourth.End(true); err != nil {
		t.Error(err)
	}
	if err := third.file.Close(); err != nil {
		t.Error(err)
	}
	var none *Journal
	if err := none.End(true); err != nil {
		t.Error(err)
	}
}
