package desk

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// memory remembers what was found for as long as it is good, so that many who ask for one thing have it found once.
type memory[T any] struct {
	most  int                     // how much is remembered
	good  func(T, time.Time) bool // whether what was found at a time still is
	mu    sync.Mutex
	found map[string]*finding[T]
}

// finding is something that was found, or is being looked for until done is closed.
type finding[T any] struct {
	done  chan struct{}
	value T
	err   error
	at    time.Time

	cancel  func() // ends the search
	waiting int    // requests; it and left need the lock of the memory
	left    bool   // no request waited any more
}

// newMemory returns a memory of at most so many findings, each valid as long as good says.
func newMemory[T any](most int, good func(T, time.Time) bool) *memory[T] {
	return &memory[T]{most: most, good: good, found: map[string]*finding[T]{}}
}

// young says that what was found is good for a time.
func young[T any](age time.Duration) func(T, time.Time) bool {
	return func(_ T, at time.Time) bool { return time.Since(at) < age }
}

// get returns what is remembered under a key, or what find finds, for which there is as much time as bound says: the
// request that asked first may end while others wait. When none waits any more the search ends. Errors are not
// remembered.
func (m *memory[T]) get(ctx context.Context, key string, bound time.Duration,
	find func(context.Context) (T, error)) (T, error) {
	for {
		f := m.finding(ctx, key, bound, find)
		select {
		case <-f.done:
			if m.wasLeft(f) && f.err != nil && ctx.Err() == nil {
				continue // the search ended for others
			}
			return f.value, f.err
		case <-ctx.Done():
			m.leave(f)
			var none T
			return none, ctx.Err()
		}
	}
}

// finding returns what is remembered under a key, or begins to look for it.
func (m *memory[T]) finding(ctx context.Context, key string, bound time.Duration,
	find func(context.Context) (T, error)) *finding[T] {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.found[key]
	if f == nil || f.found() && (f.err != nil || !m.good(f.value, f.at)) {
		if len(m.found) >= m.most {
			clear(m.found)
		}
		bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), bound)
		f = &finding[T]{done: make(chan struct{}), cancel: cancel}
		m.found[key] = f
		go func() {
			defer close(f.done)
			defer cancel()
			f.value, f.err = find(bounded)
			f.at = time.Now()
		}()
	}
	f.waiting++
	return f
}

// leave says that a request waits no longer.
func (m *memory[T]) leave(f *finding[T]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f.waiting--; f.waiting == 0 {
		f.left = true
		f.cancel()
	}
}

func (m *memory[T]) wasLeft(f *finding[T]) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return f.left
}

// found reports whether it is not looked for any more.
func (f *finding[T]) found() bool {
	select {
	case <-f.done:
		return true
	default:
		return false
	}
}

// known returns what is remembered under a key and good.
func (m *memory[T]) known(key string) (value T, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.found[key]; f != nil && f.found() && f.err == nil && m.good(f.value, f.at) {
		return f.value, true
	}
	return value, false
}

// clear forgets everything.
func (m *memory[T]) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.found)
}

// drop forgets what is remembered under some keys, and calls gone with it, later if it is still being looked for.
func (m *memory[T]) drop(which func(key string) bool, gone func(T)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, f := range m.found {
		if !which(key) {
			continue
		}
		delete(m.found, key)
		go func() {
			if <-f.done; f.err == nil {
				gone(f.value)
			}
		}()
	}
}

// slots bounds how many requests compute at the same time.
type slots chan struct{}

// slotWait is for how long a request waits for a slot.
const slotWait = time.Second

// take takes a slot, which release gives back, or fails if none is free soon.
func (s slots) take(ctx context.Context) (release func(), err error) {
	wait, cancel := context.WithTimeout(ctx, slotWait)
	defer cancel()
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-wait.Done():
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, problem.ErrBusy
	}
}

// Finding is what a person had computed for a puzzle. What it points to is never changed.
type Finding struct {
	Plan   *Plan
	Solved []record.Solve
	Graded []*record.Grade
	Check  *record.Check
	Made   []record.Made // for an order
}

// Plan is an explanation that is kept for the next pages about the same puzzle.
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

// newFindings returns empty findings.
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

// Plan has a puzzle explained to its end and returns all steps. It computes each time; pages ask the memory of the
// desk first.
func (d *Desk) Plan(ctx context.Context, q *ExplainQuery) (*Plan, error) {
	p := &Plan{}
	err := d.explain(ctx, q, func(_ *record.Replay, step sudoku.Step, _ int) error {
		p.Steps = append(p.Steps, step)
		return nil
	}, func(o *record.Outcome) { p.Outcome = o })
	return p, err
}
