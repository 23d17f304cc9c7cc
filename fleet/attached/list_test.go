package attached_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet"
	"github.com/sudokuctl/sudokuctl/fleet/attached"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/job"
)

const solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

// rows returns made-up answers to puzzles with the numbers from to to, the last not included.
func rows(t *testing.T, from, to int) (all []*part.Row) {
	t.Helper()
	for i := from; i < to; i++ {
		p, err := sudoku.ParsePuzzle(strings.Repeat(".", i) + solved[i:60] + strings.Repeat(".", 21))
		if err != nil {
			t.Fatal(err)
		}
		p.Name = fmt.Sprintf("far:%d", i+1)
		grid, err := sudoku.ParseGrid(p.Geometry, solved)
		if err != nil {
			t.Fatal(err)
		}
		r := &part.Row{Record: int64(i), Puzzle: p, Solution: grid, Answers: []part.Answer{
			{Verdict: sudoku.Unique, Count: 1, Self: time.Duration(100+i) * time.Microsecond, Guesses: int64(i)},
			{Grades: []sudoku.Grade{{Metric: "se", Value: float64(i%7) + 0.5},
				{Metric: "techniques", Value: 1, Label: []string{"x_wing,naked_pair", "naked_pair"}[i%2]}}},
		}}
		if i%11 == 0 {
			r.Answers[1].Grades = r.Answers[1].Grades[1:]
		}
		all = append(all, r)
	}
	return all
}

// write writes a part.
func write(t *testing.T, path string, rows []*part.Row) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := part.NewWriter(f, part.Header{Tasks: []job.Task{
		{Kind: job.Solve, Plugin: "dlx", Version: "1.0.0", Limit: 2},
		{Kind: job.Grade, Plugin: "rules", Version: "1.0.0", Metrics: []job.Metric{{Name: "se"}, {Name: "techniques", Labelled: true}}},
	}})
	for _, r := range rows {
		if err == nil {
			err = w.Write(r)
		}
	}
	if err == nil {
		_, err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, parts ...string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for _, p := range parts {
		if _, err := fleet.ImportPart(t.Context(), p, s, nil, "", "test"); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// union returns a library with 20 puzzles in it and 30 in two attached parts, that library alone, and one that holds all 50.
func union(t *testing.T) (l *attached.Library, near, whole *store.Store) {
	t.Helper()
	stored, far := filepath.Join(t.TempDir(), "near.parquet"), t.TempDir()
	first, second := filepath.Join(far, "part-000000.parquet"), filepath.Join(far, "part-000001.parquet")
	write(t, stored, rows(t, 0, 20))
	write(t, first, rows(t, 20, 40))
	write(t, second, rows(t, 40, 50))
	near = open(t, stored)
	parts, n, err := attached.Attach(t.Context(), near, far)
	if err != nil || parts != 2 || n != 30 {
		t.Fatalf("attached %d parts with %d rows, %v", parts, n, err)
	}
	if l, err = attached.Open(t.Context(), near); err != nil {
		t.Fatal(err)
	}
	return l, near, open(t, stored, first, second)
}

func text(l *store.Listed) string {
	return fmt.Sprint(l.Puzzle, l.Puzzle.Name, l.Verdict, l.Solution, l.Grades)
}

// TestUnion asks the same of a library with attached parts and of one that holds everything.
func TestUnion(t *testing.T) {
	l, _, whole := union(t)
	levels := []store.Level{{Name: "easy", Metric: "se", Below: 3}, {Name: "hard", Metric: "se", Below: 100}}
	for _, where := range []string{"", "se >= 3", "se < 2 && clues >= 20", `uses("x_wing")`, `!uses("x_wing")`, `level == "easy"`,
		`level != "hard"`, `time("dlx") < 130us`, `guesses("dlx") >= 30`, `verdict == "unique"`, `name == "far:44"`, "se != 2.5",
		"dup", "clues > 100", `geometry == "9"`, `symmetry == "none"`} {
		for _, sort := range []string{"", "se", "-se", "clues", "-clues", "-id"} {
			for _, limit := range []int{0, 1, 30} {
				f := store.Filter{Where: where, Sort: sort, Limit: limit, Levels: levels}
				var got, want []string
				for x, err := range l.List(t.Context(), f) {
					if err != nil {
						t.Fatalf("%+v: %v", f, err)
					}
					got = append(got, text(x))
				}
				for x, err := range whole.List(t.Context(), f) {
					if err != nil {
						t.Fatal(err)
					}
					want = append(want, text(x))
				}
				if sort == "-id" || sort == "-clues" { // those without number come last
					slices.Sort(got)
					slices.Sort(want)
				}
				if len(got) != len(want) || !(sort == "-id" && limit > 0) && !slices.Equal(got, want) {
					t.Errorf("%q by %q, at most %d: %d puzzles instead of %d, or others", where, sort, limit, len(got), len(want))
				}
			}
		}
		f := store.Filter{Where: where, Levels: levels}
		n, err := l.Count(t.Context(), f)
		want, wantErr := whole.Count(t.Context(), f)
		if n != want || err != nil || wantErr != nil {
			t.Errorf("%q: counted %d instead of %d, %v, %v", where, n, want, err, wantErr)
		}
	}
}

func TestRandom(t *testing.T) {
	l, _, _ := union(t)
	for _, n := range []int{1, 5, 49, 50, 60} {
		for seed := range uint64(20) {
			drawn, err := l.Random(t.Context(), store.Filter{}, n, seed)
			if err != nil {
				t.Fatal(err)
			}
			names := map[string]bool{}
			for _, x := range drawn {
				names[x.Puzzle.Name] = true
			}
			if want := min(n, 50); len(drawn) != want || len(names) != want {
				t.Errorf("%d puzzles, %d of them different; want %d", len(drawn), len(names), want)
			}
		}
	}
	far := 0
	for seed := range uint64(200) {
		drawn, err := l.Random(t.Context(), store.Filter{Where: "se >= 1"}, 1, seed)
		if err != nil {
			t.Fatal(err)
		}
		if drawn[0].ID == 0 {
			far++
		}
	}
	if far < 75 || far > 160 { // of the 37 that fit 22 are in parts: six sigma
		t.Errorf("%d of 200 draws were from parts, which hold three of five", far)
	}
}

// TestWordsOfParts asks a library that knows no metric for what its parts have.
func TestWordsOfParts(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "x.parquet"), rows(t, 0, 10))
	s := open(t)
	if _, _, err := attached.Attach(t.Context(), s, dir); err != nil {
		t.Fatal(err)
	}
	l, err := attached.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	levels := []store.Level{{Name: "all", Metric: "se", Below: 100}}
	for where, want := range map[string]int64{"se > 6": 1, `level == "all"`: 9, `guesses("dlx") < 3`: 3, `uses("x_wing")`: 5} {
		f := store.Filter{Where: where, Levels: levels}
		if where == `uses("x_wing")` {
			f.Techniques = techniques
		}
		if n, err := l.Count(t.Context(), f); n != want || err != nil {
			t.Errorf("%s: %d, %v; want %d", where, n, err, want)
		}
	}
	var bad *store.WhereError
	if _, err := l.Count(t.Context(), store.Filter{Where: "zz > 1"}); !errors.As(err, &bad) || !slices.Contains(bad.Known, "se") {
		t.Errorf("an unknown name: %v", err)
	}
}

func TestDamagedParts(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.parquet")
	write(t, path, rows(t, 0, 10))
	s := open(t)
	if _, _, err := attached.Attach(t.Context(), s, t.TempDir()); !errors.Is(err, attached.ErrNoParts) {
		t.Errorf("an empty folder: %v", err)
	}
	if _, _, err := attached.Attach(t.Context(), s, filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	if _, _, err := attached.Attach(t.Context(), s, dir); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, data[:len(data)/2], 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := attached.Open(t.Context(), s); !errors.Is(err, part.ErrDamaged) || !strings.Contains(err.Error(), "library detach") {
		t.Errorf("half a part: %v", err)
	}
	if err := attached.Detach(t.Context(), s, dir); err != nil {
		t.Fatal(err)
	}
	if _, err := attached.Open(t.Context(), s); err != nil {
		t.Error(err)
	}
	if err := attached.Detach(t.Context(), s, dir); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("detached twice: %v", err)
	}
}

func techniques(context.Context) []string { return []string{"x_wing"} }
