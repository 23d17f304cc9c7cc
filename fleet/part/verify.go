package part

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// read makes a row of values and verifies it. A lean row has no more than record, verdicts, counts, guesses and times, if it is a
// classic puzzle with its solution.
func (r *Row) read(columns []column, values parquet.Row, tasks []job.Task, lean bool) error {
	shown := 1 // solution
	if lean = lean && isSolvedClassic(columns, values); !lean {
		clear(r.Answers)
		*r = Row{Answers: r.Answers}
	}
	for i := range columns {
		c := &columns[i]
		if lean && c.what != record && (c.what < verdict || c.what > selfTime) {
			continue
		}
		if err := r.set(c, values[i]); err != nil {
			return fmt.Errorf("record %d: column %q: %w", r.Record, c.name, err)
		}
	}
	var err error
	if !lean {
		r.Puzzle.Name = string(values[name].ByteArray())
		if shown, err = r.verify(); err == nil && string(values[geometry].ByteArray()) != r.Puzzle.Geometry().String() {
			err = fmt.Errorf("its geometry is %s, not %q", r.Puzzle.Geometry(), values[geometry].ByteArray())
		}
	}
	if err == nil {
		err = r.compare(tasks, shown)
	}
	if err != nil {
		return fmt.Errorf("record %d, puzzle %q: %w", r.Record, values[name].ByteArray(), err)
	}
	return nil
}

// isSolvedClassic reports whether a row has a classic puzzle and one solution, which is right.
func isSolvedClassic(columns []column, values parquet.Row) bool {
	i := int(secondSolution)
	hasTwo := len(columns) > i && columns[i].what == secondSolution && !values[i].IsNull()
	return !hasTwo && string(values[geometry].ByteArray()) == "9" &&
		sudoku.VerifyClassic(values[puzzle].ByteArray(), values[solution].ByteArray())
}

// verify verifies the solutions of a row and returns how many there are.
func (r *Row) verify() (shown int, err error) {
	if r.Second != nil && (r.Solution == nil || slices.Equal(r.Solution, r.Second)) {
		return 0, errors.New("its second solution is not another one")
	}
	for _, grid := range []sudoku.Grid{r.Solution, r.Second} {
		if grid == nil {
			continue
		}
		if err := sudoku.Verify(r.Puzzle, grid); err != nil {
			return 0, err
		}
		shown++
	}
	return shown, nil
}

// compare compares what solvers say with how many solutions are shown. A solver that found several of which only one is shown has
// solved the puzzle, and proved no more.
func (r *Row) compare(tasks []job.Task, shown int) error {
	for k := range tasks {
		a := &r.Answers[k]
		switch {
		case tasks[k].Kind != job.Solve:
			continue
		case !a.counts():
			return fmt.Errorf("%s says %s and counts %d", tasks[k].Plugin, a.Verdict, a.Count)
		case a.Count > 0 && shown == 0:
			return fmt.Errorf("%s says %s, but there is no solution", tasks[k].Plugin, a.Verdict)
		case a.Verdict == sudoku.Invalid && (shown > 0 || sudoku.CheckGivens(r.Puzzle) == nil):
			return fmt.Errorf("%s says invalid, but its givens do not clash", tasks[k].Plugin)
		case a.Verdict == sudoku.Multiple && shown < 2:
			a.Verdict = sudoku.Solved
		}
	}
	return nil
}

// counts reports whether a solver that says such a verdict can have counted so many solutions.
func (a *Answer) counts() bool {
	switch a.Verdict {
	case sudoku.Solved, sudoku.Unique:
		return a.Count == 1
	case sudoku.Multiple:
		return a.Count > 1
	}
	return a.Count == 0
}

// PuzzleHash hashes puzzles in their order, by their notation. It tells whether a part answers the puzzles that it was asked.
type PuzzleHash struct {
	sum hash.Hash
	buf []byte
}

// NewPuzzleHash returns the hash of no puzzles.
func NewPuzzleHash() *PuzzleHash { return &PuzzleHash{sum: sha256.New()} }

// Add hashes one more puzzle.
func (h *PuzzleHash) Add(p *sudoku.Puzzle) {
	h.buf = append(p.Append(h.buf), '\n')
	h.flush(hashAtOnce)
}

func (h *PuzzleHash) add(notation []byte) {
	h.buf = append(append(h.buf, notation...), '\n')
	h.flush(hashAtOnce)
}

// hashAtOnce is how many bytes are hashed at once.
const hashAtOnce = 32 << 10

func (h *PuzzleHash) flush(from int) {
	if len(h.buf) >= from {
		h.sum.Write(h.buf)
		h.buf = h.buf[:0]
	}
}

// Hex returns the SHA-256 of all puzzles so far.
func (h *PuzzleHash) Hex() string {
	h.flush(0)
	return fmt.Sprintf("%x", h.sum.Sum(nil))
}
