package attached_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sudokuctl/sudokuctl/fleet/attached"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// TestStats counts the same of a library with attached parts as of one that holds everything.
func TestStats(t *testing.T) {
	l, _, whole := union(t)
	got, err := l.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want, err := whole.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(work.Counts(want), work.Counts(got)); diff != "" || want.Puzzles != 50 || len(want.Graders) != 1 {
		t.Errorf("of %+v: %s", want, diff)
	}
}

// TestSpread has the same values of a library with attached parts as of one that holds everything.
func TestSpread(t *testing.T) {
	l, near, whole := union(t)
	levels := []store.Level{{Name: "easy", Metric: "se", Below: 3}, {Name: "hard", Metric: "se", Below: 100}}
	for _, r := range []work.SpreadRequest{{Metric: "se", Bins: 5}, {Metric: "clues", Bins: 5}, {Metric: "level", Bins: 5},
		{Metric: "techniques", Bins: 5}, {Metric: "cells", Bins: 5}, {Metric: "digits", Bins: 5}, {Metric: "clues", Where: "se > 3 && clues < 40", Bins: 5}} {
		want, err := work.Spread(t.Context(), &work.Env{Store: whole, Levels: levels}, r)
		if err != nil {
			t.Fatal(err)
		}
		r.Beyond = l
		got, err := work.Spread(t.Context(), &work.Env{Store: near, Levels: levels}, r)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" || got.Puzzles == 0 {
			t.Errorf("%s of %q: %s", r.Metric, r.Where, diff)
		}
	}
}

// TestSpreadOfParts asks for metrics that only the parts have.
func TestSpreadOfParts(t *testing.T) {
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
	r := work.SpreadRequest{Metric: "se", Where: "se >= 0", Bins: 5, Beyond: l}
	spread, err := work.Spread(t.Context(), &work.Env{Store: s}, r)
	if err != nil || spread.Puzzles != 9 || spread.Without != 0 {
		t.Errorf("%+v, %v", spread, err)
	}
	for v, err := range l.Values(t.Context(), store.Filter{}, "clues", "se") {
		if err != nil || len(v) != 2 {
			t.Fatalf("%v, %v", v, err)
		}
		break // no value is asked for after the first
	}
	r.Metric = "no_such_metric"
	if _, err := work.Spread(t.Context(), &work.Env{Store: s}, r); err == nil {
		t.Error("an unknown metric is known")
	}
	known, err := l.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprint(work.Counts(known)); !slices.Equal(known.Graders, []store.GraderStats{{Plugin: "rules", Graded: 10}}) {
		t.Error(text)
	}
}
