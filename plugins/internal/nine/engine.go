package nine

// Status says how a call of Next ended: with a solution, with none left, or early.
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
	// strike takes a digit (1 … 9) from a cell of the loaded puzzle.
	strike(cell int, digit uint8)
	// next writes the next solution into grid, making at most budget guesses before it pauses.
	next(grid *[81]uint8, budget int64) (Status, int64)
}

// An Engine solves 9×9 puzzles. It is reusable, allocates nothing after New and is not safe for concurrent use.
type Engine struct {
	kernel  kernel
	name    string
	guesses int64
}

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

// Load starts the enumeration of the solutions of the givens (row by row, 0 = empty, else 1 … 9).
// Givens that contradict each other are no error: the puzzle has no solution. A value above 9 counts as such.
func (e *Engine) Load(givens *[81]uint8) {
	e.guesses = 0
	e.kernel.load(givens)
}

// Strike leaves out the solutions with a digit (1 … 9) in a cell. It comes after Load and before Next.
func (e *Engine) Strike(cell int, digit uint8) { e.kernel.strike(cell, digit) }

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
