package plugintest

import (
	"context"
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Subject is what is checked. A nil function means that it does not have the power.
type Subject struct {
	Describe func(ctx context.Context) (sudoku.Info, error)
	// Configure puts settings in force, defaults for those left out; nil for those that the subject came with.
	Configure func(ctx context.Context, settings map[string]any) error
	// Solve returns one Answer a puzzle, in their order. An error means that the subject as a whole broke down.
	Solve func(ctx context.Context, puzzles []*sudoku.Puzzle, ask runner.Ask) ([]Answer, error)
	// Grade returns one Answer a puzzle, in their order.
	Grade   func(ctx context.Context, puzzles []*sudoku.Puzzle, ask runner.Ask) ([]Answer, error)
	Explain func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error
	// ListSteps lists the steps that are possible in a state.
	ListSteps func(ctx context.Context, s *sudoku.State, emit func(sudoku.Step) bool) error
	Generate  func(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error)

	Process *Process // nil if it runs within this process
	Seeded  bool     // the same puzzle and seed get the same answer, even if it is not declared deterministic

	// Answered is how many puzzles of geometries that it takes it has answered in the checks so far, some of them several
	// times. To Solved of these it found a solution, or proved that there is none; Late more were not answered in time.
	Answered, Solved, Late int
	// Notes are what the checks so far have noticed that need not be a fault, a sentence each.
	Notes []string
	// Made, Graded and Explained are the puzzles so far that it made, graded by at least one metric, or explained by at
	// least one step.
	Made, Graded, Explained int
}

// losses returns how often a process was lost.
func (s *Subject) losses() int {
	if s.Process == nil || s.Process.Losses == nil {
		return 0
	}
	return s.Process.Losses()
}

// count counts an answer for the summary.
func (s *Subject) count(a *Answer, complete bool) {
	if late(a) && len(a.Grids) == 0 {
		s.Late++
		return
	}
	s.Answered++
	if len(a.Grids) > 0 || a.Exhausted && complete {
		s.Solved++
	}
}

// Answer is an answer to one puzzle as it came, before the host would have judged it.
type Answer struct {
	Grids     []sudoku.Grid  // solutions as they came, not verified
	Grades    []sudoku.Grade // of Grade
	Exhausted bool           // the search ended because there are no other solutions
	Stats     sudoku.Stats   // Elapsed is what the subject says
	Err       error          // ErrGaveUp, ErrUnsupported, context.DeadlineExceeded, context.Canceled or a fault
}

// Process is what checks may do with the processes behind a subject, or learn of them. A nil function means that it
// cannot be tried.
type Process struct {
	// Start starts another instance of the subject, beside the others.
	Start func(ctx context.Context) (*Instance, error)
	// Losses returns how many processes of the subject have ended by themselves so far, or were killed because they did
	// not react.
	Losses func() int
	// Orphan starts an instance, kills its host and reports whether all its processes were gone two seconds later.
	Orphan func(ctx context.Context) (gone bool, err error)
	// Talk is for programs that speak lines: it starts one, writes text to its standard input, closes it where over
	// is set, and returns the lines that come until wanted have, or until the program has ended or kept silent.
	Talk func(ctx context.Context, text string, wanted int, over bool) (Talk, error)
	// Silent says that the program is known to keep its output back, so that it is asked in batches.
	Silent bool
}

// Instance is one more running process of a subject, which a check may have leave.
type Instance struct {
	Subject *Subject
	Memory  func() (bytes int64, ok bool) // the most that it has held in memory so far
	// asks it to leave, and reports whether it did so without being killed
	Leave func() (politely bool, e error)
}

// Talk is all that a program of lines printed for some input, for the checks of the form of its lines.
type Talk struct {
	Lines []string
	Ended bool // it has ended by itself
}

//go:embed testdata/promises.txt
var promiseText string

// promise is a puzzle with the number of its solutions.
type promise struct {
	puzzle   *sudoku.Puzzle
	count    int
	atLeast  bool        // count is a lower bound
	solution sudoku.Grid // nil where none is written
}

// promises returns the lines of testdata/promises.txt. Each call makes the puzzles anew: an algorithm may spoil them.
func promises() (all []promise) {
	for i, line := range strings.Split(promiseText, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := parsePromise(line)
		if err != nil {
			panic(fmt.Sprintf("promises.txt:%d: %v", i+1, err))
		}
		p.puzzle.Name = fmt.Sprintf("promises.txt:%d", i+1)
		all = append(all, p)
	}
	return all
}

// parsePromise reads a line of the list of promises.
func parsePromise(line string) (p promise, err error) {
	fields := strings.Fields(line)
	if len(fields) < 3 || len(fields) > 4 {
		return p, fmt.Errorf("want: geometry puzzle count [solution]")
	}
	head, region, jigsaw := strings.Cut(fields[0], ":")
	text := head + ":" + fields[1]
	if jigsaw {
		text += ":" + region
	}
	if p.puzzle, err = sudoku.ParsePuzzle(text); err != nil {
		return p, err
	}
	count, atLeast := strings.CutSuffix(fields[2], "+")
	p.atLeast = atLeast
	if p.count, err = strconv.Atoi(count); err != nil {
		return p, err
	}
	if len(fields) == 4 {
		p.solution, err = p.puzzle.Geometry().ParseGrid(fields[3])
	}
	return p, err
}

// classic returns the promises of the 9×9 geometry that keep says.
func classic(keep func(promise) bool) (some []promise) {
	for _, p := range promises() {
		if p.puzzle.Geometry().String() == "9" && keep(p) {
			some = append(some, p)
		}
	}
	return some
}
