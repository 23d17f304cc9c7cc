package run_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// TestNewPuzzlesAreStoredWithAnswers interrupts a run while it reads its second ten thousand puzzles, and resumes it: all are read,
// and all is done, once. A run that reads the same puzzles again does nothing.
func TestNewPuzzlesAreStoredWithAnswers(t *testing.T) {
	env, _, puzzles := portioned(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	read, turn := 0, work.Turn(0)
	watch := func(e work.Event) {
		switch e := e.(type) {
		case work.Turn:
			turn = e
		case work.Advanced:
			if turn > 0 {
				return
			}
			if read += int(e); read == 10_500 {
				cancel()
			}
		}
	}
	req := run.Request{Inputs: []*input.Input{puzzles}, Solvers: []string{"entropybt", "dlx"}, Graders: []string{"entropybt"}}
	r, err := run.Run(ctx, env, req, watch)
	if !errors.Is(err, context.Canceled) || r.State != store.StateInterrupted {
		t.Fatalf("%v, %+v", err, r)
	}
	if _, sel, err := env.Store.Run(t.Context(), r.Run); err != nil || !sel.Unread || len(sel.Sources) != 1 {
		t.Errorf("the run is about %+v, %v", sel, err)
	}
	if r, err = run.Resume(t.Context(), env, 0, nil); err != nil || r.State != store.StateDone || len(r.Tasks) != 3 {
		t.Fatalf("%v, %+v", err, r)
	}
	want := fmt.Sprint(portionedPuzzles, 2*portionedPuzzles, 3*portionedPuzzles)
	if got := answers(t, env.Store); got != want {
		t.Errorf("puzzles, results and answers of tasks are %s, want %s", got, want)
	}
	if r, err = run.Run(t.Context(), env, req, nil); err != nil || r.State != store.StateDone {
		t.Fatalf("%v, %+v", err, r)
	}
	for _, task := range r.Tasks {
		if task.Pending != 0 || task.Done != 0 {
			t.Errorf("a second run did %+v", task)
		}
	}
	if got := answers(t, env.Store); got != want {
		t.Errorf("after a second run puzzles, results and answers of tasks are %s, want %s", got, want)
	}
	problems, err := env.Store.Check(t.Context())
	if err != nil || len(problems) > 0 {
		t.Errorf("%q, %v", problems, err)
	}
}
