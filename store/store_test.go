package store_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

var notations = []string{
	"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
	"1.3.............",
	"6/3x2:1.....2.....3.....4.....5.....6.....",
	"9+x:" + strings.Repeat(".", 80) + "9",
	"9@ACHIMNORY:A..CH" + strings.Repeat(".", 73) + "IMN",
	"16:123456789ABCDEFG" + strings.Repeat(".", 240),
	"16@hex:0" + strings.Repeat(".", 254) + "F",
	"10:A" + strings.Repeat(".", 99),
	"5/j:1....2...................:1111122222333334444455555",
	"9^3:" + strings.Repeat(".", 728) + "7",
	"{12}" + strings.Repeat(".", 14) + "{3:0.25,4:0.75}",
	"25@num:1 25 " + strings.TrimSpace(strings.Repeat(". ", 623)),
}

func TestPuzzlesComeBackAsTheyWent(t *testing.T) {
	s := newLibrary(t)
	var want []string
	sum := must(s.Import(t.Context(), store.Source{Name: "variants"}, func(yield func(store.Entry) bool) {
		for _, n := range notations {
			p := must(sudoku.ParsePuzzle(n))(t)
			want = append(want, p.String())
			if !yield(store.Entry{Puzzle: p, Tags: []string{"variant"}}) {
				return
			}
		}
	}))(t)
	if sum.New != len(notations) || sum.Duplicates != 0 {
		t.Errorf("imported %+v, want %d new", sum, len(notations))
	}
	var got, viewed []string
	for l, err := range s.List(t.Context(), store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, l.Puzzle.String())
		if !slices.Equal(l.Tags, []string{"variant"}) {
			t.Errorf("puzzle %d has tags %q", l.ID, l.Tags)
		}
	}
	sameRows(t, "puzzles listed", want, got)
	err := s.SQL(t.Context(), "SELECT puzzle FROM puzzles ORDER BY id", func(_ []string, v []any) error {
		viewed = append(viewed, v[0].(string))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sameRows(t, "puzzles of the view", want, viewed)
}

func TestDuplicatesAreCountedOnce(t *testing.T) {
	s := newLibrary(t)
	first := must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 100)))(t)
	again := must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 100)))(t)
	other := must(s.Import(t.Context(), store.Source{Name: "b"}, entriesOf("b", 50, 150)))(t)
	for _, c := range []struct{ got, want store.Imported }{
		{first, store.Imported{Source: 1, Read: 100, New: 100}},
		{again, store.Imported{Source: 1, Read: 100, Duplicates: 100}},
		{other, store.Imported{Source: 2, Read: 100, New: 50, Duplicates: 50}},
	} {
		if c.got != c.want {
			t.Errorf("imported %+v, want %+v", c.got, c.want)
		}
	}
	run := startRun(t, s)
	task := startTask(t, s, run, store.Work{Plugin: pluginOf("x", "1"), Limit: 2})
	for want, sources := range map[int64][]int64{100: {1}, 150: {2, 1}} {
		if n := must(task.CountPending(t.Context(), store.Selection{Sources: sources}))(t); n != want {
			t.Errorf("%d puzzles of sources %v, want %d", n, sources, want)
		}
	}
	if n := must(task.CountPending(t.Context(), store.Selection{Sources: []int64{2}}))(t); n != 100 {
		t.Errorf("%d puzzles of source b, want 100", n)
	}
}

// TestDuplicatesOfOneBatch imports many puzzles that recur, all at once.
func TestDuplicatesOfOneBatch(t *testing.T) {
	s := newLibrary(t)
	sum := must(s.Import(t.Context(), store.Source{Name: "a"}, func(yield func(store.Entry) bool) {
		for i := range 900 {
			p, _ := puzzleOf("a", i%300)
			p.Name = fmt.Sprintf("a:%d", i+1)
			if !yield(store.Entry{Puzzle: p}) {
				return
			}
		}
	}))(t)
	if want := (store.Imported{Source: 1, Read: 900, New: 300, Duplicates: 600}); sum != want {
		t.Errorf("imported %+v, want %+v", sum, want)
	}
	sound(t, s, 300)
	if got := one(t, s, "SELECT recurrences FROM sources"); got != "600" {
		t.Errorf("%s recurrences, want 600", got)
	}
}

// TestImportsOfManySources imports source after source, each of which has some puzzles of the one before.
func TestImportsOfManySources(t *testing.T) {
	s := newLibrary(t)
	for i := range 10 {
		name := fmt.Sprint("part ", i)
		sum, _, err := s.ImportAsking(t.Context(), store.Source{Name: name}, entriesOf("a", 80*i, 80*i+100), nil)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 && sum.New != 80 {
			t.Errorf("%s: %d new puzzles, want 80", name, sum.New)
		}
		p, _ := puzzleOf("a", 80*i+99)
		if id, err := s.Find(t.Context(), p); err != nil || id != int64(80*i+100) {
			t.Errorf("the last puzzle of %s is %d, %v; want %d", name, id, err, 80*i+100)
		}
	}
	if err := s.EndImports(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := one(t, s, "SELECT up_to FROM keyed"); got != "820" {
		t.Errorf("the table of keys goes up to %s, want 820", got)
	}
	sound(t, s, 820)
}

func TestNothingIsDoneTwice(t *testing.T) {
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 10_000)))(t)
	grid := func(i store.Item) sudoku.Grid { _, g := puzzleOf("a", int(i.ID-1)); return g }
	for _, c := range []struct {
		version string
		limit   int
		want    int
	}{{"1", 2, 10_000}, {"1", 2, 0}, {"1", 0, 10_000}, {"2", 2, 10_000}, {"1", 0, 0}} {
		task := startTask(t, s, startRun(t, s), store.Work{Plugin: pluginOf("x", c.version), Limit: c.limit})
		if n := solveAll(t.Context(), t, s, task, grid); n != c.want {
			t.Errorf("version %s, limit %d: solved %d, want %d", c.version, c.limit, n, c.want)
		}
	}
	for _, c := range []struct {
		version string
		want    int
	}{{"1", 10_000}, {"1", 0}, {"2", 10_000}, {"1", 0}} {
		task := startTask(t, s, startRun(t, s), store.Work{Plugin: pluginOf("x", c.version, "se", "maji_level"),
			Grade: true})
		if n := gradeAll(t.Context(), t, s, task); n != c.want {
			t.Errorf("version %s: graded %d, want %d", c.version, n, c.want)
		}
	}
	l := must(s.Show(t.Context(), 77))(t)
	if l.Verdict != sudoku.Unique || l.Disputed || sudoku.Verify(l.Puzzle, l.Solution) != nil ||
		len(l.Grades) != 2 {
		t.Errorf("puzzle 77: %+v", l)
	}
	if by := l.Grades[1].By; by != "x 2" {
		t.Errorf("graded by %q, want the newest", by)
	}
}

// TestRowsOfPlainPuzzles has what the library keeps of puzzles without constraints stay byte for byte what it was before there were
// constraints.
func TestRowsOfPlainPuzzles(t *testing.T) {
	s := newLibrary(t)
	entries := func(yield func(store.Entry) bool) {
		for _, text := range []string{strings.Repeat("1...2...", 10) + "3", "4:1.3.{12}...........", "4+n@ABCD:A..............D"} {
			p := must(sudoku.ParsePuzzle(text))(t)
			if !yield(store.Entry{Puzzle: p}) {
				return
			}
		}
	}
	must(s.Import(t.Context(), store.Source{Name: "file"}, entries))(t)
	for query, want := range map[string]string{
		"SELECT group_concat(hex(cells) || ' ' || clues, char(10)) FROM puzzle": strings.Repeat("10002000", 10) + "30 21\n" +
			"312E332E7B31327D2E2E2E2E2E2E2E2E2E2E2E 2\n412E2E2E2E2E2E2E2E2E2E2E2E2E2E44 2",
		"SELECT count(*) FROM puzzle_constraint":                     "0",
		"SELECT count(*) FROM library WHERE constraints IS NOT NULL": "0",
	} {
		if got := one(t, s, query); got != want {
			t.Errorf("%s: %s", query, got)
		}
	}
}

// TestConstraints has puzzles with constraints imported, found, merged and listed with them.
func TestConstraints(t *testing.T) {
	killer, dots := "4:~cage=3:r1c12~cage=7:r2c12~cage=4:r13c1~thermo:r3c34", strings.Repeat(".", 16)
	texts := []string{dots, killer, "4/j:~white:r1c12:1112122233434344", dots + "~odd:r1c1~sandwich=3:r1", killer, "4+n:~white:r1c12",
		"4:~thermo:r1c12~or~cage=3:r1c12~cage=4:r1c12~end"}
	texts[2] = "4/j:" + dots + ":1112122233434344~white:r1c12"
	entries := func(yield func(store.Entry) bool) {
		for _, text := range texts {
			p, err := sudoku.ParsePuzzle(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if !yield(store.Entry{Puzzle: p}) {
				return
			}
		}
	}
	first := filepath.Join(t.TempDir(), "first.db")
	s := openLibrary(t, first)
	if done := must(s.Import(t.Context(), store.Source{Name: "file"}, entries))(t); done.New != 6 {
		t.Errorf("%+v", done)
	}
	other := newLibrary(t)
	must(other.Merge(t.Context(), first, func(int64, int64) {}))(t)
	for name, s := range map[string]*store.Store{"imported": s, "merged": other} {
		sound(t, s, 6)
		for where, want := range map[string]string{
			`constraint("cage")`: "2 6", `constraint("cage") && !constraint("or")`: "2", `constraint("cage")>=3`: "2", `constraint("cage")==0`: "1 3 4 5", `!constraints`: "1",
			`!constraint("cage")`: "1 3 4 5", `constraint("thermo")==1 || constraint("white")`: "2 3 5 6", `kind("word")`: "4", `kind("in")==1`: "4",
			`kind("any") && clues==0`: "6",
		} {
			var found []string
			for l, err := range s.List(t.Context(), store.Filter{Where: where}) {
				if err != nil {
					t.Fatalf("%s: %v", where, err)
				}
				found = append(found, fmt.Sprint(l.ID))
			}
			if got := strings.Join(found, " "); got != want {
				t.Errorf("%s: %s: %s; want %s", name, where, got, want)
			}
		}
		for id, text := range texts[:4] {
			p := must(s.Show(t.Context(), int64(id+1)))(t).Puzzle
			viewed := one(t, s, fmt.Sprint("SELECT puzzle FROM puzzles WHERE id = ", id+1))
			again, err := sudoku.ParsePuzzle(viewed)
			if want := must(sudoku.ParsePuzzle(text))(t).String(); p.String() != want || err != nil || again.String() != want {
				t.Errorf("%s: puzzle %d is %v, in the view %s: %v", name, id+1, p, viewed, err)
			}
		}
		if got := one(t, s, "SELECT group_concat(coalesce(constraints, '-')) FROM library"); got != "-,cage thermo,white,odd sandwich,white,cage or thermo" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestTagsKeepTheirOrder imports the same tags into several libraries: they are listed in the order in which they came.
func TestTagsKeepTheirOrder(t *testing.T) {
	want := []string{"z", "y", "x", "w", "v", "u"}
	for range 5 {
		s := newLibrary(t)
		p, _ := puzzleOf("a", 0)
		must(s.Import(t.Context(), store.Source{Name: "a"}, slices.Values([]store.Entry{{Puzzle: p, Tags: want}})))(t)
		if got := must(s.Show(t.Context(), 1))(t).Tags; !slices.Equal(got, want) {
			t.Fatalf("tags %q, want %q", got, want)
		}
	}
}

// TestAbsurdSelfTimes stores what a plugin claims that counts beyond 2^63, so that sums of times still work.
func TestAbsurdSelfTimes(t *testing.T) {
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 3)))(t)
	task := startTask(t, s, startRun(t, s), store.Work{Plugin: pluginOf("x", "1"), Limit: 2})
	var answers []store.Answered
	for i, self := range []time.Duration{math.MinInt64, math.MaxInt64, 7} {
		p, grid := puzzleOf("a", i)
		a := answerOf(int64(i+1), p, grid)
		a.Result.Stats.Elapsed = self
		answers = append(answers, a)
	}
	if err := task.SaveResults(t.Context(), answers); err != nil {
		t.Fatal(err)
	}
	if got := one(t, s, "SELECT sum(self_ns) = 7 + 2 * (1 << 53) FROM timings"); got != "1" {
		t.Errorf("times: %s", one(t, s, "SELECT group_concat(self_ns) FROM timings"))
	}
}
