package nine

// Status is what a call of Next ended with.
type Status int

// The three ends of a call of Next.
const (
	Exhausted Status = iota // there is no further solution
	Found                   // a solution was written; there may be others
	Paused                  // the budget of guesses is used up; call again to go on
)

// A kernel is one implementation of the search. It owns the stack of open branches, so a search stopped
// by Found or Paused goes on where it was, and its memory is bounded by its depth, not by its length.
type kernel interface {
	// load forgets everything and starts with the givens (0 = empty).
	load(givens *[81]uint8)
	// next writes the next solution into grid, making at most budget guesses before it pauses.
	next(grid *[81]uint8, budget int64) (Status, int64)
}

// An Engine solves 9×9 puzzles. It is reusable, allocates nothing after New and is not safe for concurrent use.
type Engine struct {
	kernel  kernel
	name    string
	guesses int64
	grid    [81]uint8
}

// slice is how many guesses Solve lets pass between two looks at its stop function.
const slice = 1024

// New returns an engine with the fastest kernel this machine can run.
func New() *Engine {
	names := Kernels()
	e, _ := NewKernel(names[0])
	return e
}

// NewKernel returns an engine with the kernel of that name; false if Kernels does not list it.
func NewKernel(name string) (*Engine, bool) {
	for _, k := range available() {
		if k.name == name {
			return &Engine{kernel: k.make(), name: name}, true
		}
	}
	return nil, false
}

// Kernels lists the kernels this machine can run, the fastest first; "scalar" is always the last.
func Kernels() []string {
	var names []string
	for _, k := range available() {
		names = append(names, k.name)
	}
	return names
}

// choice is a kernel that can be made.
type choice struct {
	name string
	make func() kernel
}

// Kernel is the name of the kernel in use.
func (e *Engine) Kernel() string { return e.name }

// Load starts the enumeration of the solutions of the givens (row by row, 0 = empty, else 1 … 9).
// Givens that contradict each other are no error: the puzzle has no solution. A value above 9 counts as such.
func (e *Engine) Load(givens *[81]uint8) {
	e.guesses = 0
	e.kernel.load(givens)
}

// Next writes the next solution into grid (Found), or reports that there is none left (Exhausted) or that
// budget guesses (at least 1) were made since the call without an answer (Paused). After Found and Paused it
// may be called again; after Exhausted, and before the first Load, it stays Exhausted.
func (e *Engine) Next(grid *[81]uint8, budget int64) Status {
	status, used := e.kernel.next(grid, budget)
	e.guesses += used
	return status
}

// Guesses is the number of guesses since Load: branches taken on trial, not counting their opposites.
func (e *Engine) Guesses() int64 { return e.guesses }

// Solve calls emit with each solution until emit returns false or limit of them were found; limit 0 means
// all. It returns how many were found and how many guesses that took. emit must not keep its argument.
func (e *Engine) Solve(givens *[81]uint8, limit int, emit func(*[81]uint8) bool) (found int, guesses int64) {
	return e.SolveUntil(givens, limit, emit, nil)
}

// SolveUntil is Solve with a question asked between slices of about a thousand guesses and after each
// solution: when stop returns true the search ends with what was found so far. A nil stop never stops.
func (e *Engine) SolveUntil(
	givens *[81]uint8, limit int, emit func(*[81]uint8) bool, stop func() bool,
) (found int, guesses int64) {
	e.Load(givens)
	for {
		switch e.Next(&e.grid, slice) {
		case Exhausted:
			return found, e.guesses
		case Found:
			found++
			if emit != nil && !emit(&e.grid) || found == limit {
				return found, e.guesses
			}
		}
		if stop != nil && stop() {
			return found, e.guesses
		}
	}
}
