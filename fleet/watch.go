package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/fleet/ledger"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// planName is the name of a plan in the folder of its parts, or beside that folder.
const planName = "plan.json"

// rateParts is how many of the newest parts say how fast a plan is computed.
const rateParts = 100

// Watch returns how far the plan is whose parts are in a folder, going by the names and times of files and by the ledger, if a
// pool computes it. The plan is plan.json in the folder or beside it.
func Watch(ctx context.Context, dir string) (*job.Standing, error) {
	plan, err := LoadPlan(filepath.Join(dir, planName))
	if errors.Is(err, fs.ErrNotExist) {
		plan, err = LoadPlan(filepath.Join(filepath.Dir(filepath.Clean(dir)), planName))
	}
	if err != nil {
		return nil, fmt.Errorf("watching %q: %w", dir, err)
	}
	s := &job.Standing{Folder: dir, Plan: plan.ID(), Puzzles: plan.Records() * int64(max(plan.Repeat, 1)), Chunks: len(plan.Chunks),
		Workers: []job.Worker{}, Failed: []job.Failure{}}
	written, err := plan.Written(dir)
	if err != nil {
		return nil, err
	}
	s.Parts = len(written)
	if s.PerSecond = rate(written, time.Now()); s.PerSecond > 0 {
		s.Left = float64(s.Chunks-s.Parts) / s.PerSecond
	}
	r, err := ledger.Read(ctx, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s, nil
	case err != nil:
		return nil, fmt.Errorf("watching %q: %w", dir, err)
	}
	s.Workers, _ = r.Alive(time.Now())
	s.Failed = append(s.Failed, r.Failures...)
	return s, nil
}

// Written returns when the parts of a plan in a folder were written, going by the names of files alone.
func (p *Plan) Written(dir string) (times []time.Time, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("looking for parts: %w", err)
	}
	for _, e := range entries {
		var chunk int
		if _, err := fmt.Sscanf(e.Name(), "part-%d.parquet", &chunk); err != nil || chunk >= len(p.Chunks) || e.Name() != part.Name(chunk) {
			continue
		}
		if info, err := e.Info(); err == nil {
			times = append(times, info.ModTime())
		}
	}
	return times, nil
}

// rate returns how many parts a second were written of late: the newest, over the time since the first of them began.
func rate(written []time.Time, now time.Time) float64 {
	slices.SortFunc(written, func(a, b time.Time) int { return cmp.Compare(b.UnixNano(), a.UnixNano()) })
	newest := written[:min(len(written), rateParts)]
	if len(newest) < 2 {
		return 0
	}
	seconds := now.Sub(newest[len(newest)-1]).Seconds()
	if seconds <= 0 {
		return 0 // another clock
	}
	return float64(len(newest)-1) / seconds
}
