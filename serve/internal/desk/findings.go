package desk

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// Finding is what a person had computed for a puzzle. What it points to is never changed.
type Finding struct {
	Plan   *Plan
	Solved []record.Solve
	Graded []*record.Grade
	Check  *record.Check
	Made   []record.Made // for an order
}

// Plan is an explanation.
type Plan struct {
	Steps   []sudoku.Step
	Outcome *record.Outcome
}

// maxFindings is how many puzzles are remembered.
const maxFindings = 64

// Findings remembers what was found, for the puzzles last asked for.
type Findings struct {
	added atomic.Int64 // how often something was

	mu    sync.Mutex
	byKey map[string]Finding
	order []string // the latest last
}

func newFindings() *Findings { return &Findings{byKey: map[string]Finding{}} }

// Of returns what was found of a puzzle, with the plan that does without some techniques.
func (f *Findings) Of(notation string, without []string) Finding {
	f.mu.Lock()
	defer f.mu.Unlock()
	found := f.byKey[notation]
	found.Plan = f.byKey[keyOf(notation, without)].Plan
	return found
}

// keyOf is what the explanation of a puzzle without some techniques is remembered under.
func keyOf(notation string, without []string) string {
	if len(without) == 0 {
		return notation
	}
	return notation + " without " + strings.Join(without, " ")
}

// Add changes what was found of a puzzle without some techniques.
func (f *Findings) Add(notation string, without []string, change func(*Finding)) {
	key := keyOf(notation, without)
	f.mu.Lock()
	defer f.mu.Unlock()
	found := f.byKey[key]
	change(&found)
	f.byKey[key] = found
	f.added.Add(1)
	f.order = append(slices.DeleteFunc(f.order, func(k string) bool { return k == key }), key)
	if len(f.order) > maxFindings {
		delete(f.byKey, f.order[0])
		f.order = f.order[1:]
	}
}

// clear forgets all.
func (f *Findings) clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.byKey)
	f.order = nil
	f.added.Add(1)
}

// Plan has a puzzle explained.
func (d *Desk) Plan(ctx context.Context, q *ExplainQuery) (*Plan, error) {
	p := &Plan{}
	err := d.explain(ctx, q, func(_ *record.Replay, step sudoku.Step, _ int) error {
		p.Steps = append(p.Steps, step)
		return nil
	}, func(o *record.Outcome) { p.Outcome = o })
	return p, err
}
