package library_test

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/library"
)

const full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

// puzzle returns a puzzle of 30 givens, another one for each number, with its digits relabelled in one of many ways.
func puzzle(number, image uint64) store.Entry {
	cells := rand.New(rand.NewPCG(number, 1)).Perm(81)[:30]
	digits := rand.New(rand.NewPCG(image, 2)).Perm(9)
	grid, givens := make(sudoku.Grid, 81), make(sudoku.Grid, 81)
	for c := range grid {
		grid[c] = uint8(digits[full[c]-'1'] + 1)
	}
	for _, c := range cells {
		givens[c] = grid[c]
	}
	return store.Entry{Puzzle: sudoku.MustPuzzle(sudoku.Classic(), givens), Solution: grid}
}

// add stores puzzles that a solver has found to be unique.
func add(t *testing.T, s *store.Store, name string, entries []store.Entry) {
	t.Helper()
	ctx := t.Context()
	if _, err := s.Import(ctx, store.Source{Name: name}, slices.Values(entries)); err != nil {
		t.Fatal(err)
	}
	run, err := s.StartRun(ctx, store.NewRun("run"), store.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	task, err := s.StartTask(ctx, run, store.Work{Plugin: store.Plugin{Info: sudoku.Info{ID: "x", Version: "1", Complete: true}}, Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	for lists, err := range store.Pending(ctx, []*store.Task{task}, store.Selection{}, 100) {
		if err != nil {
			t.Fatal(err)
		}
		var answers []store.Answered
		for _, item := range lists[0] {
			i := slices.IndexFunc(entries, func(e store.Entry) bool { return e.Puzzle.String() == item.Puzzle.String() })
			answers = append(answers, store.Answered{ID: item.ID, Result: sudoku.Result{Puzzle: item.Puzzle,
				Solutions: []sudoku.Grid{entries[i].Solution}, Count: 1, Verdict: sudoku.Unique}})
		}
		if err := task.SaveResults(ctx, answers); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSixtyDays takes 60 days from 56 puzzles, to which 30 are added half-way, five of them images of puzzles that were
// there: no day has a puzzle or an image of one again while there are others, and no past day changes, be it by puzzles
// that are added or deleted.
func TestSixtyDays(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "stock.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var stock []store.Entry
	for n := range uint64(56) {
		stock = append(stock, puzzle(n, n))
	}
	add(t, s, "first", stock)
	env := &work.Env{Store: s}
	first := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	daily := func(from, days int) (puzzles []string) {
		t.Helper()
		issues, err := library.Daily(t.Context(), env, library.DailyRequest{First: first.AddDate(0, 0, from), Days: days})
		if err != nil {
			t.Fatal(err)
		}
		for i, issue := range issues {
			if want := first.AddDate(0, 0, from+i).Format(time.DateOnly); issue.Issue != want {
				t.Errorf("day %s, want %s", issue.Issue, want)
			}
			puzzles = append(puzzles, issue.Puzzle.Puzzle.String())
		}
		return puzzles
	}
	half := daily(0, 30)

	stock = stock[:0]
	for n := range uint64(30) {
		if n < 5 {
			stock = append(stock, puzzle(n, 1000+n))
		} else {
			stock = append(stock, puzzle(100+n, n))
		}
	}
	add(t, s, "second", stock)
	for day := 30; day < 60; day += 3 {
		daily(day, 3)
	}
	all := daily(0, 60)
	if !slices.Equal(all[:30], half) {
		t.Error("the first 30 days have changed")
	}
	forms := func() int {
		published, err := s.Publications(t.Context(), "daily")
		if err != nil {
			t.Fatal(err)
		}
		different := map[string]bool{}
		for _, p := range published {
			different[string(p.Form)] = true
		}
		return len(different)
	}
	if n := forms(); n != 60 {
		t.Errorf("%d different puzzles in 60 days", n)
	}
	id, err := s.Find(t.Context(), puzzleOf(t, all[2]))
	if err == nil {
		_, err = s.Delete(t.Context(), id)
	}
	if err != nil {
		t.Fatal(err)
	}
	if again := daily(0, 81); !slices.Equal(again[:60], all) {
		t.Error("past days have changed")
	}
	if n := forms(); n != 81 {
		t.Errorf("%d different puzzles on 81 days, which is what there is", n)
	}
	_, err = library.Daily(t.Context(), env, library.DailyRequest{First: first.AddDate(0, 0, 81), Days: 40})
	var short *library.StockError
	if !errors.As(err, &short) || short.Have != 0 || short.Want != 40 {
		t.Errorf("a series without stock goes on: %v", err)
	}
	if n := forms(); n != 81 {
		t.Errorf("%d puzzles are recorded after an error", n)
	}
}

// TestDailyAtOnce asks for the same days from several processes at once, as far as a library can tell.
func TestDailyAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stock.db")
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var stock []store.Entry
	for n := range uint64(20) {
		stock = append(stock, puzzle(n, n))
	}
	add(t, s, "first", stock)
	first := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	all := make([][]library.Issue, 6)
	var group sync.WaitGroup
	for i := range all {
		group.Go(func() {
			s, err := store.Open(t.Context(), path)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			all[i], err = library.Daily(t.Context(), &work.Env{Store: s}, library.DailyRequest{First: first, Days: 5})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, issues := range all {
		for day, issue := range issues {
			if want := all[0][day].Puzzle.ID; issue.Puzzle.ID != want {
				t.Errorf("%s has puzzle %d and puzzle %d", issue.Issue, want, issue.Puzzle.ID)
			}
		}
	}
}

func puzzleOf(t *testing.T, text string) *sudoku.Puzzle {
	t.Helper()
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
