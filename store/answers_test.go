package store_test

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// TestWhatIsKnownOfAPuzzle lets solvers say things, one after the other, of one puzzle with two solutions.
func TestWhatIsKnownOfAPuzzle(t *testing.T) {
	const text = "1.34341...4.4..." // not looked at: the host has verified the grids
	a, b := "1234341221434321", "1234342121434312"
	for _, c := range []struct {
		said      string // verdicts, each with the solutions it came with
		verdict   sudoku.Verdict
		disputed  bool
		solutions int
	}{
		{"unknown; timeout; crashed; unsupported; wrong", sudoku.Unknown, false, 0},
		{"impossible; unknown", sudoku.Impossible, false, 0},
		{"timeout; solved a; unknown", sudoku.Solved, false, 1},
		{"solved a; unique a", sudoku.Unique, false, 1},
		{"unique a; unique a; solved a", sudoku.Unique, false, 1},
		{"solved a; solved b", sudoku.Multiple, false, 2},
		{"multiple ab; solved b; multiple ba", sudoku.Multiple, false, 2},
		{"unique a; impossible", sudoku.Unique, true, 1},
		{"impossible; solved a", sudoku.Solved, true, 1},
		{"unique a; multiple ab", sudoku.Multiple, true, 2},
		{"multiple ab; unique b", sudoku.Multiple, true, 2},
		{"unique a; unique b", sudoku.Multiple, true, 2},
		{"invalid; impossible", sudoku.Invalid, false, 0},
	} {
		t.Run(c.said, func(t *testing.T) {
			s := newLibrary(t)
			p := must(sudoku.ParsePuzzle(text))(t)
			must(s.Import(t.Context(), store.Source{Name: "x"}, func(yield func(store.Entry) bool) {
				yield(store.Entry{Puzzle: p})
			}))(t)
			task := startTask(t, s, startRun(t, s), store.Work{Plugin: pluginOf("x", "1"), Limit: 2})
			for said := range strings.SplitSeq(c.said, "; ") {
				word, letters, _ := strings.Cut(said, " ")
				r := sudoku.Result{Puzzle: p}
				for r.Verdict.String() != word {
					r.Verdict++
				}
				for _, letter := range letters {
					grid := map[rune]string{'a': a, 'b': b}[letter]
					r.Solutions = append(r.Solutions, must(p.Geometry().ParseGrid(grid))(t))
				}
				if err := task.SaveResults(t.Context(), []store.Answered{{ID: 1, Result: r}}); err != nil {
					t.Fatal(err)
				}
			}
			l := must(s.Show(t.Context(), 1))(t)
			if l.Verdict != c.verdict || l.Disputed != c.disputed {
				t.Errorf("%v, disputed %v; want %v, %v", l.Verdict, l.Disputed, c.verdict, c.disputed)
			}
			n := 0
			err := s.SQL(t.Context(), "SELECT DISTINCT solution FROM solutions",
				func([]string, []any) error { n++; return nil })
			if err != nil || n != c.solutions {
				t.Errorf("%d solutions, %v; want %d", n, err, c.solutions)
			}
		})
	}
}

func TestClaimedSolutionsAreVerified(t *testing.T) {
	s := newLibrary(t)
	sum := must(s.Import(t.Context(), store.Source{Name: "csv"}, func(yield func(store.Entry) bool) {
		for i := range 10 {
			p, grid := puzzleOf("csv", i)
			if i%2 == 1 {
				grid[0], grid[1] = grid[1], grid[0]
			}
			yield(store.Entry{Puzzle: p, Solution: grid})
		}
	}))(t)
	if sum.Refuted != 5 {
		t.Errorf("%d claims refuted, want 5", sum.Refuted)
	}
	if n := must(s.Count(t.Context(), store.Filter{Where: `verdict=="solved"`}))(t); n != 5 {
		t.Errorf("%d puzzles solved by their claims, want 5", n)
	}
	sound(t, s, 10)
}

func TestIsomorphsAreLinkedToTheOldest(t *testing.T) {
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 10)))(t)
	for items, err := range s.WithoutCanonical(t.Context(), nil, 3) {
		if err != nil {
			t.Fatal(err)
		}
		var keys []store.Canonical
		for _, i := range items {
			keys = append(keys, store.Canonical{ID: i.ID, Puzzle: []byte{byte(i.ID % 4)}})
		}
		if err := s.SaveCanonical(t.Context(), keys); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []int64{6, 0} {
		if n := must(s.LinkDuplicates(t.Context()))(t); n != want {
			t.Errorf("%d links, want %d", n, want)
		}
	}
	if l := must(s.Show(t.Context(), 9))(t); l.DuplicateOf != 1 {
		t.Errorf("puzzle 9 is a duplicate of %d, want 1", l.DuplicateOf)
	}
	if n := must(s.Count(t.Context(), store.Filter{Where: "!dup"}))(t); n != 4 {
		t.Errorf("%d puzzles are no duplicates, want 4", n)
	}
}
