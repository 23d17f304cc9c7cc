package store_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

// TestRunState merges a library once and again while the state of its run changes. What is done stays done.
func TestRunState(t *testing.T) {
	for _, c := range []struct{ first, then, want string }{
		{store.StateRunning, store.StateRunning, store.StateInterrupted},
		{store.StateRunning, store.StateDone, store.StateDone},
		{store.StateInterrupted, store.StateFailed, store.StateInterrupted},
		{store.StateFailed, store.StateDone, store.StateDone},
		{store.StateDone, store.StateRunning, store.StateDone},
	} {
		dir := t.TempDir()
		a, b := openLibrary(t, filepath.Join(dir, "a.db")), openLibrary(t, filepath.Join(dir, "b.db"))
		run := startRun(t, b)
		for i, state := range []string{c.first, c.then} {
			if err := b.SetRunState(t.Context(), run, state); err != nil {
				t.Fatal(err)
			}
			if got := merged(t, a, filepath.Join(dir, "b.db")); got.Runs != int64(1-i) {
				t.Errorf("%s, then %s: merge %d added %d runs", c.first, c.then, i+1, got.Runs)
			}
		}
		if got := one(t, a, "SELECT state FROM run"); got != c.want {
			t.Errorf("%s, then %s: the run is %s, want %s", c.first, c.then, got, c.want)
		}
	}
}

// TestSelection takes over which puzzles runs are about: sources and puzzles have other numbers here.
func TestSelection(t *testing.T) {
	dir := t.TempDir()
	a := openLibrary(t, library(t, dir, "a", 0, 10))
	path := library(t, dir, "b", 5, 15)
	b := openLibrary(t, path)
	for _, selection := range []store.Selection{{}, {Sources: []int64{1}}, {Sources: []int64{}}, {Puzzles: []int64{9, 1}}} {
		run := must(b.StartRun(t.Context(), store.NewRun("run"), selection))(t)
		if err := b.SetRunState(t.Context(), run, store.StateDone); err != nil {
			t.Fatal(err)
		}
	}
	merged(t, a, path)
	source := one(t, a, "SELECT id FROM source WHERE name = 'b'")
	var got []string
	for _, run := range must(a.Runs(t.Context()))(t) {
		_, selection, err := a.Run(t.Context(), run.ID)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, selectionText(selection))
	}
	slices.Sort(got)
	// Of puzzles 5…14, the first was the sixth of a; the sixth is the first that is new, so that the ninth becomes 14.
	want := []string{"all", "all", "all", "none", "puzzles 14 6", "sources " + source}
	if !slices.Equal(got, want) {
		t.Errorf("runs are about %q, want %q", got, want)
	}
}

func selectionText(s store.Selection) string {
	words := func(what string, numbers []int64) string {
		for _, n := range numbers {
			what += fmt.Sprint(" ", n)
		}
		return what
	}
	switch {
	case s.Puzzles != nil:
		return words("puzzles", s.Puzzles)
	case s.Sources == nil:
		return "all"
	case len(s.Sources) == 0:
		return "none"
	}
	return words("sources", s.Sources)
}

// TestSpentTime merges a task whose figures have grown since it was merged.
func TestSpentTime(t *testing.T) {
	dir := t.TempDir()
	a, path := openLibrary(t, library(t, dir, "a", 0, 5)), library(t, dir, "b", 5, 10)
	const figures = "SELECT wall_ns || ' ' || cpu_ns || ' ' || rss_max_bytes FROM task ORDER BY id DESC LIMIT 1"
	for _, c := range []struct{ stored, want string }{
		{"wall_ns = 50, cpu_ns = 40, rss_max_bytes = 30", "50 40 30"},
		{"wall_ns = 60, cpu_ns = 20, rss_max_bytes = 30", "60 40 30"},
		{"wall_ns = 10, cpu_ns = 90, rss_max_bytes = 70", "60 90 70"},
	} {
		change(t, path, "UPDATE task SET "+c.stored+"; UPDATE digest SET value = value + 1 WHERE name = 'task'")
		merged(t, a, path)
		if got := one(t, a, figures); got != c.want {
			t.Errorf("%s: %s, want %s", c.stored, got, c.want)
		}
	}
	if got := one(t, a, "SELECT count(*) FROM task"); got != "2" {
		t.Errorf("%s tasks", got)
	}
}
