package runs

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/fleet"
	"github.com/sudokuctl/sudokuctl/fleet/ledger"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// exitIncomplete is the exit code if chunks of a plan are missing.
const exitIncomplete = 8

// surveyRecord is what "merge" and "status" print as JSON.
type surveyRecord struct {
	Plan    string `json:"plan"`
	Chunks  int    `json:"chunks"`
	Parts   int    `json:"parts"`
	Rows    int64  `json:"rows"`
	CPU     int64  `json:"cpu_ns"`
	Missing []int  `json:"missing"`
	Bad     []int  `json:"bad"`
	Content string `json:"content_hash"`

	Times []fleet.Timing `json:"times,omitempty"` // of a plan with repetitions
}

// Merge is the command "merge".
func Merge(a *app.App) *cobra.Command {
	var into, on string
	var shards int
	c := &cobra.Command{
		Use:   "merge PLAN DIR",
		Short: "Check that the parts of a plan are complete, and store them",
		Long: `Read all parts of a plan and check that every chunk is there once, belongs to the plan and is undamaged. If chunks are
missing or damaged, name them, print the command that computes them again, and exit with 8. The content hash depends on
the answers alone, not on where and how fast they were computed. With --into the rows go into a library, as one run.`,
		Example: `  sudokuctl merge plan.json parts
  sudokuctl merge plan.json parts --into library.db
  sudokuctl merge plan.json parts --on slurm --shards 100`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if shards < 0 {
				return app.UsageErrorf("--shards must not be negative")
			}
			app.CollectLess() // a fifth less work, for 25 MB
			p, s, err := survey(c.Context(), a, args, true)
			if err != nil {
				return err
			}
			if !s.Whole() {
				return incomplete(a, args, s, on, shards)
			}
			if err := repeatable(a, s); err != nil || into == "" {
				return err
			}
			return mergeInto(c.Context(), a, p, args[1], into)
		},
	}
	c.Flags().StringVar(&into, "into", "", "library `FILE` to store the rows in")
	c.Flags().StringVar(&on, "on", "parallel", "scheduler for which to print the resubmission: slurm, k8s, nomad or parallel")
	c.Flags().IntVar(&shards, "shards", 0, "number of shards that the plan was submitted with (default: one a chunk, 1000 at most)")
	return c
}

// Status is the command "status".
func Status(a *app.App) *cobra.Command {
	var workers, watch bool
	c := &cobra.Command{
		Use:   "status PLAN DIR",
		Short: "Show how much of a plan is computed",
		Long: `Show how many chunks of a plan have their parts, going by the names and headers of the parts alone.
With --workers, show the workers of a pool ("run --on") that are alive, and what they last reported.`,
		Example: "  sudokuctl status plan.json parts\n  sudokuctl status plan.json parts --workers",
		Args:    cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if watch {
				if err := awaitParts(c.Context(), a, args[0], args[1]); err != nil {
					return err
				}
			}
			if workers {
				return showWorkers(c.Context(), a, args[1])
			}
			_, _, err := survey(c.Context(), a, args, false)
			return err
		},
	}
	c.Flags().BoolVar(&workers, "workers", false, "show the workers of a pool")
	c.Flags().BoolVar(&watch, "watch", false, "wait until every chunk has its part")
	return c
}

// awaitParts shows how the missing parts become fewer until all are there.
func awaitParts(ctx context.Context, a *app.App, plan, dir string) error {
	p, err := fleet.LoadPlan(plan)
	if err != nil {
		return err
	}
	written, err := p.Written(dir)
	bar := a.Progress("computing chunks", int64(len(p.Chunks)-len(written)))
	defer bar.End()
	for before := len(written); err == nil && before < len(p.Chunks); before = len(written) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
		written, err = p.Written(dir)
		bar.Add(max(0, len(written)-before))
	}
	return err
}

// showWorkers prints what the ledger knows of workers.
func showWorkers(ctx context.Context, a *app.App, dir string) error {
	r, err := ledger.Read(ctx, dir)
	if err != nil {
		return err
	}
	out := a.Listing()
	alive, gone := r.Alive(time.Now())
	for _, w := range alive {
		chunk := "none"
		if w.Chunk >= 0 {
			chunk = fmt.Sprint(w.Chunk)
		}
		out.Row(w, "worker", w.Name, "host", w.Host, "jobs", w.Workers, "chunk", chunk, "chunks", w.Chunks, "puzzles", w.Puzzles,
			"cpu_ns", w.CPU.Nanoseconds(), "seen", w.Seen.Format(time.RFC3339))
	}
	if len(gone) > 0 {
		last := slices.MaxFunc(gone, func(x, y job.Worker) int { return x.Seen.Compare(y.Seen) })
		a.Remark("workers that are gone: %d, the last was seen at %s", len(gone), last.Seen.Format(time.RFC3339))
	}
	for _, f := range r.Failures {
		a.Remark("chunk %d failed %d times, the last time on %s: %s", f.Chunk, f.Failures, f.Worker, f.Error)
	}
	return out.End()
}

// survey looks at the parts of a plan and prints what there is.
func survey(ctx context.Context, a *app.App, args []string, verify bool) (*fleet.Plan, *fleet.Survey, error) {
	p, err := fleet.LoadPlan(args[0])
	if err != nil {
		return nil, nil, err
	}
	if _, err := os.Stat(args[1]); err != nil {
		return nil, nil, fmt.Errorf("looking for parts: %w", err)
	}
	progress := a.Screen().Report
	s, err := fleet.Take(ctx, p, args[1], verify, progress)
	if err != nil {
		return nil, nil, err
	}
	out := a.Listing()
	bad := slices.Sorted(maps.Keys(s.Bad))
	out.Row(surveyRecord{p.ID(), s.Chunks, s.Parts, s.Rows, s.CPU.Nanoseconds(), orEmpty(s.Missing), orEmpty(bad), s.Content, s.Times},
		"plan", p.ID()[:12], "chunks", s.Chunks, "parts", s.Parts, "puzzles", s.Rows, "cpu_ns", s.CPU.Nanoseconds(),
		"missing", cmp.Or(fleet.Ranges(s.Missing), "none"), "damaged", cmp.Or(fleet.Ranges(bad), "none"))
	if err := out.End(); err != nil {
		return nil, nil, err
	}
	for _, t := range s.Times {
		a.Remark("%s %s %s: %s a puzzle, 95 %% interval %s to %s, %d repetitions", t.Kind, t.Plugin, t.Version,
			shown(t.Mean), shown(max(0, t.Low)), shown(t.High), t.Repetitions)
	}
	return p, s, nil
}

// shown is a number of nanoseconds as a duration.
func shown(ns float64) string { return stats.Duration(time.Duration(ns)) }

// repeatable is the error if repetitions of a chunk have given different answers.
func repeatable(a *app.App, s *fleet.Survey) error {
	if len(s.Differ) == 0 {
		return nil
	}
	for _, chunk := range slices.Sorted(maps.Keys(s.Differ)) {
		a.Remark("chunk %d and its first repetition: %s", chunk, s.Differ[chunk])
	}
	return &app.Failure{Code: app.ExitDisagree, Cause: fmt.Errorf("repetitions of %d %s have other answers", len(s.Differ),
		screen.Plural(len(s.Differ), "chunk"))}
}

func orEmpty(numbers []int) []int {
	if numbers == nil {
		return []int{}
	}
	return numbers
}

// damaged names the parts that cannot be used.
func damaged(a *app.App, s *fleet.Survey) {
	for _, chunk := range slices.Sorted(maps.Keys(s.Bad)) {
		a.Remark("chunk %d: %v", chunk, s.Bad[chunk])
	}
	if len(s.Bad) > 0 {
		a.Remark("remove damaged parts before you compute them again: a part that is there is never replaced")
	}
}

// incomplete says what is missing and how to compute it.
func incomplete(a *app.App, args []string, s *fleet.Survey, on string, shards int) error {
	damaged(a, s)
	if shards == 0 {
		shards = min(s.Chunks, maxShards)
	}
	a.Remark("to compute what is missing: sudokuctl submit %s %s --on %s --shards %d --only %s", args[0], args[1], on, shards,
		fleet.Ranges(s.Open(shards)))
	return &app.Failure{Code: exitIncomplete, Cause: fmt.Errorf("%d of %d chunks are missing, %d are damaged", len(s.Missing), s.Chunks,
		len(s.Bad))}
}

func mergeInto(ctx context.Context, a *app.App, p *fleet.Plan, dir, into string) error {
	s, err := store.Open(ctx, into)
	if err != nil {
		return err
	}
	defer s.Close()
	progress := a.Screen().Report
	m, err := fleet.MergeInto(ctx, p, dir, s, app.Version(), progress)
	if err != nil {
		return err
	}
	a.Remark("%s: %d puzzles, %d new, %d answers, run %d", into, m.Puzzles, m.New, m.Answers, m.Run)
	return nil
}
