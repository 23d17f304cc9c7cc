package run

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// sampleOrder is the order in which samples are imported. The library shows what came last first.
var sampleOrder = []string{"variants", "papers", "famous", "quick", "play"}

// Samples makes a library of all puzzles inside the program, for a person who has none yet, and solves and grades those of the
// usual shape. If env has no graders the puzzles are only imported. done closes the library and removes it.
func Samples(ctx context.Context, env *work.Env) (s *store.Store, done func(), err error) {
	dir, err := os.MkdirTemp("", "sudokuctl-samples-")
	if err != nil {
		return nil, nil, err
	}
	done = func() { os.RemoveAll(dir) }
	if s, err = store.Open(ctx, filepath.Join(dir, "samples.db")); err == nil {
		done = func() { s.Close(); os.RemoveAll(dir) }
		err = fillSamples(ctx, env, s)
	}
	if err != nil {
		done()
		return nil, nil, fmt.Errorf("opening the samples: %w", err)
	}
	return s, done, nil
}

// sampleRuns are the runs on the samples, by condition: the grader takes seconds for puzzles that are hard or have constraints.
var sampleRuns = []struct{ solver, grader, where string }{
	{"entropybt", "none", `geometry == "9"`},
	{"none", "rules", `geometry == "9" && !constraints && (source ~ "sample:play" || source ~ "sample:quick")`},
}

func fillSamples(ctx context.Context, env *work.Env, s *store.Store) error {
	for i, name := range sampleOrder {
		in, err := input.Parse(input.SamplePrefix+name, nil)
		if err == nil {
			_, err = input.Import(ctx, s, input.ImportRequest{Input: in, More: i+1 < len(sampleOrder)}, nil)
		}
		if err != nil {
			return err
		}
	}
	filled := *env
	filled.Store = s
	for _, r := range sampleRuns {
		if len(env.Graders) == 0 {
			break
		}
		_, err := Run(ctx, &filled, Request{Command: "samples", Stored: &Stored{Where: r.where}, Solvers: []string{r.solver},
			Graders: []string{r.grader}, Ask: runner.Ask{Limit: 2}}, nil)
		if err != nil {
			return err
		}
	}
	return nil
}
