package papers

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"os"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// errBroken is what a call of fake fails with.
var errBroken = errors.New("broken")

// fake stands for every plugin: it answers at once, whatever it is asked, until the call that breaks.
type fake struct {
	work.Plugin
	left *int // calls until one breaks
}

func (f fake) fails() error {
	if *f.left--; *f.left == 0 {
		return errBroken
	}
	return nil
}

func (f fake) open(context.Context, string, map[string]any) (work.Plugin, error) { return f, f.fails() }

func (f fake) ID() string                     { return "fake" }
func (f fake) Info() sudoku.Info              { return sudoku.Info{} }
func (f fake) Settings() string               { return "" }
func (f fake) Sum() (string, error)           { return "", nil }
func (f fake) Usage() (lifecycle.Usage, bool) { return lifecycle.Usage{}, false }

// Solve finds a grid of ones.
func (f fake) Solve(_ context.Context, puzzles iter.Seq2[runner.Item, error], _ runner.Options,
	emit func(uint64, sudoku.Result) error) error {
	for item := range puzzles {
		ones := sudoku.Grid(bytes.Repeat([]byte{1}, len(item.Puzzle.Givens())))
		r := sudoku.Result{Puzzle: item.Puzzle, Count: 1, Solutions: []sudoku.Grid{ones}}
		if err := emit(item.Number, r); err != nil {
			return err
		}
	}
	return f.fails()
}

func (f fake) Grade(ctx context.Context, puzzles iter.Seq2[runner.Item, error], o runner.Options,
	emit func(uint64, sudoku.Result) error) error {
	return f.Solve(ctx, puzzles, o, emit)
}

// Explain has the words of every figure in its step.
func (f fake) Explain(_ context.Context, _ *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	emit(sudoku.Step{Text: "(2,1) solitary triad of row 2, of minigrid 2, of column 5, of minigrid 7"})
	return f.fails()
}

// Generate makes puzzles of two clues.
func (f fake) Generate(_ context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	givens := make(sudoku.Grid, o.Geometry.Cells())
	givens[0], givens[1] = 1, 2
	for made := 0; made < o.Count && emit(sudoku.MustPuzzle(o.Geometry, givens)); made++ {
	}
	return sudoku.Stats{}, f.fails()
}

// TestAReproductionEndsWithItsFirstError breaks each call that a paper makes, one at a time: nothing is shown after it.
func TestAReproductionEndsWithItsFirstError(t *testing.T) {
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			for call, whole := 1, false; !whole; call++ {
				left := call
				r := Request{Paper: p.Name, Seed: 1, Drawings: true, Open: fake{left: &left}.open}
				for _, size := range p.Takes {
					*map[Size]*int{PerLevel: &r.PerLevel, Runs: &r.Runs, Puzzles: &r.Puzzles}[size] = 2
				}
				progress := func(work.Event) {}
				err := Reproduce(t.Context(), r, progress, func(any) error {
					if left <= 0 {
						t.Fatalf("something is shown after call %d broke", call)
					}
					return nil
				})
				if whole = left > 0; whole != (err == nil) || err != nil && !errors.Is(err, errBroken) {
					t.Fatalf("call %d, of which %d are left: %v", call, left, err)
				}
			}
		})
	}
}

// TestAReproductionEndsWithWhatCannotBeShown shows two things, then no more.
func TestAReproductionEndsWithWhatCannotBeShown(t *testing.T) {
	shown := 0
	s := &reproduction{Request: Request{Drawings: true}, show: func(any) error {
		if shown++; shown == 2 {
			return errBroken
		}
		return nil
	}}
	for range 3 {
		s.draw("x", &picture.Picture{})
	}
	if shown != 2 || !errors.Is(s.err, errBroken) {
		t.Errorf("%d shown, %v", shown, s.err)
	}
}

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
