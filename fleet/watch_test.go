package fleet

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/fleet/ledger"
	"github.com/sudokuctl/sudokuctl/work/job"
)

func TestWatch(t *testing.T) {
	ctx, dir, open := t.Context(), t.TempDir(), opener(t)
	plan, err := MakePlan(ctx, open, request(inputFile(t, dir, 100)), nil)
	if err != nil {
		t.Fatal(err)
	}
	parts := filepath.Join(dir, "parts")
	if _, err := Watch(ctx, parts); err == nil {
		t.Error("a folder without a plan")
	}
	if err := plan.Save(filepath.Join(dir, planName)); err != nil {
		t.Fatal(err)
	}
	if _, err := RunShard(ctx, open, plan, Shard{1, 2}, parts, 1, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(parts, "part-000099.parquet"), nil, 0o600); err != nil { // of no chunk
		t.Fatal(err)
	}
	s, err := Watch(ctx, parts)
	if err != nil || s.Plan != plan.ID() || s.Puzzles != 100 || s.Chunks != 4 || s.Parts != 2 || len(s.Workers) != 0 {
		t.Fatalf("%+v: %v", s, err)
	}
	l, err := ledger.Open(ctx, parts, plan.ID(), len(plan.Chunks))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Seen(ctx, []job.Worker{{Name: "w", Host: "here", Chunk: 2, Chunks: 2, Puzzles: 60, Seen: time.Now()}}); err != nil {
		t.Fatal(err)
	}
	if err := l.Fail(ctx, 3, "w", "no memory"); err != nil {
		t.Fatal(err)
	}
	s, err = Watch(ctx, parts)
	if err != nil || len(s.Workers) != 1 || s.Workers[0].Chunk != 2 || len(s.Failed) != 1 || s.Failed[0].Error != "no memory" {
		t.Errorf("%+v: %v", s, err)
	}
}

func TestRate(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	at := func(seconds ...int) (all []time.Time) {
		for _, s := range seconds {
			all = append(all, now.Add(-time.Duration(s)*time.Second))
		}
		return all
	}
	many := make([]int, 3*rateParts)
	for i := range many {
		many[i] = 2 * i
	}
	for _, c := range []struct {
		written []time.Time
		want    float64
	}{
		{nil, 0}, {at(5), 0}, {at(10, 5), 0.1}, {at(0, 5, 10), 0.2}, {at(-3600, -3590), 0}, {at(many...), 0.5},
	} {
		if got := rate(c.written, now); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%d parts: %v a second, want %v", len(c.written), got, c.want)
		}
	}
}
