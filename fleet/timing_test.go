package fleet

import (
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/fleet/part"
)

// TestRepetitions computes a plan three times over: merge gives a mean with its interval, stores each puzzle once, and notices
// repetitions that answer differently.
func TestRepetitions(t *testing.T) {
	ctx, dir, open := t.Context(), t.TempDir(), opener(t)
	r := request(inputFile(t, dir, 50))
	r.Repeat = 3
	made, err := MakePlan(ctx, open, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "plan.json")
	if err := made.Save(file); err != nil {
		t.Fatal(err)
	}
	plan, err := LoadPlan(file)
	if err != nil || plan.Repeat != 3 || len(plan.Chunks) != 6 || plan.Records() != 50 {
		t.Fatalf("%+v: %v", plan, err)
	}
	parts := filepath.Join(dir, "parts")
	if _, err := RunShard(ctx, open, plan, Shard{0, 1}, parts, 1, nil); err != nil {
		t.Fatal(err)
	}
	for chunk := range 6 { // a puzzle takes 1, 2 and 3 µs to solve in the three repetitions, and as long to grade
		rewrite(t, filepath.Join(parts, part.Name(chunk)), func(h *part.Header) {
			each := time.Duration(chunk/2+1) * time.Microsecond * time.Duration(plan.Chunks[chunk].Records)
			h.Times = []time.Duration{each, each}
		}, func(*part.Row) {})
	}
	s, err := Take(ctx, plan, parts, true, nil)
	if err != nil || !s.Whole() || s.Rows != 150 || len(s.Times) != 2 || len(s.Differ) != 0 {
		t.Fatalf("%+v: %v", s, err)
	}
	if x := s.Times[0]; x.Mean != 2000 || math.Abs(x.High-x.Mean-4303/math.Sqrt(3)) > 1 || x.Low+x.High != 2*x.Mean || x.Repetitions != 3 {
		t.Errorf("%+v", x)
	}
	to := library(t)
	if m, err := MergeInto(ctx, plan, parts, to, "test", nil); err != nil || m.Puzzles != 50 {
		t.Errorf("%+v: %v", m, err)
	}
	rewrite(t, filepath.Join(parts, part.Name(4)), func(*part.Header) {}, func(r *part.Row) { r.Answers[1].Grades[0].Value++ })
	if s, err = Take(ctx, plan, parts, true, nil); err != nil || !strings.Contains(s.Differ[4], "guesser: givens") {
		t.Errorf("%+v: %v", s, err)
	}
	plan.Chunks[5].Records--
	if err := plan.check(); err == nil {
		t.Error("repetitions of different chunks are taken")
	}
}
