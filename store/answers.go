package store

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// answer is what all solvers together have found about one puzzle. Grids are as stored, packed or text.
type answer struct {
	verdict  sudoku.Verdict
	disputed bool
	grid     any   // first solution, nil where none is known
	others   []any // solutions that were not known before
	changed  bool
}

// strength orders verdicts by what they rest on: solutions in hand outweigh a claim that there are no others.
var strength = [...]int{
	sudoku.Impossible: 1, sudoku.Solved: 2, sudoku.Unique: 3, sudoku.Multiple: 4, sudoku.Invalid: 5,
}

func strengthOf(v sudoku.Verdict) int {
	if int(v) < len(strength) {
		return strength[v]
	}
	return 0
}

// contradict reports whether two verdicts cannot both be true.
func contradict(a, b sudoku.Verdict) bool {
	if strengthOf(a) > strengthOf(b) {
		a, b = b, a
	}
	switch a {
	case sudoku.Impossible:
		return b != sudoku.Impossible && b != sudoku.Invalid
	case sudoku.Solved:
		return b == sudoku.Invalid
	case sudoku.Unique:
		return b == sudoku.Multiple || b == sudoku.Invalid
	case sudoku.Multiple:
		return b == sudoku.Invalid
	}
	return false
}

// learn adds a verdict and verified solutions to what is known. Two different solutions prove a puzzle
// multiple, whoever called it unique.
func (a *answer) learn(verdict sudoku.Verdict, grids []any) {
	before := *a
	for _, grid := range grids {
		switch {
		case a.grid == nil:
			a.grid = grid
		case !row.Same(a.grid, grid):
			a.others = append(a.others, grid)
		}
	}
	if len(a.others) > 0 {
		a.settle(verdict)
		verdict = sudoku.Multiple
	}
	a.settle(verdict)
	a.changed = a.changed || a.verdict != before.verdict || a.disputed != before.disputed ||
		before.grid == nil && a.grid != nil
}

func (a *answer) settle(verdict sudoku.Verdict) {
	if strengthOf(verdict) == 0 {
		return
	}
	a.disputed = a.disputed || contradict(a.verdict, verdict)
	if strengthOf(verdict) > strengthOf(a.verdict) {
		a.verdict = verdict
	}
}

// answers reads what is known of puzzles; those without a row get an empty answer.
func (b *batch) answers(ids []int64) (map[int64]*answer, error) {
	known := make(map[int64]*answer, len(ids))
	block := make([]answer, len(ids))
	for i, id := range ids {
		known[id] = &block[i]
	}
	for len(ids) > 0 {
		n := min(len(ids), file.IDsPerQuery)
		if err := b.readAnswers(ids[:n], known); err != nil {
			return nil, fmt.Errorf("reading answers: %w", err)
		}
		ids = ids[n:]
	}
	return known, nil
}

func (b *batch) readAnswers(ids []int64, into map[int64]*answer) error {
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	rows, err := b.Query("SELECT puzzle_id, verdict, disputed, grid FROM answer WHERE puzzle_id IN ("+
		file.Marks(len(ids))+")", args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var a answer
		if err := rows.Scan(&id, &a.verdict, &a.disputed, &a.grid); err != nil {
			return err
		}
		*into[id] = a
	}
	return rows.Err()
}

// saveAnswers writes what changed; ids may repeat.
func (b *batch) saveAnswers(ids []int64, known map[int64]*answer) error {
	into := b.Inserter("answer (puzzle_id, verdict, disputed, grid)", `ON CONFLICT (puzzle_id) DO UPDATE SET
		verdict = excluded.verdict, disputed = excluded.disputed, grid = excluded.grid`)
	others := b.Inserter("solution (puzzle_id, grid)", "ON CONFLICT DO NOTHING")
	for _, id := range ids {
		a := known[id]
		if a.changed {
			if err := into.Add(id, int(a.verdict), a.disputed, a.grid); err != nil {
				return err
			}
		}
		for _, grid := range a.others {
			if err := others.Add(id, grid); err != nil {
				return err
			}
		}
		a.changed, a.others = false, nil
	}
	if err := into.Flush(); err != nil {
		return fmt.Errorf("storing answers: %w", err)
	}
	if err := others.Flush(); err != nil {
		return fmt.Errorf("storing solutions: %w", err)
	}
	return nil
}

// insertClaims keeps the claimed solutions of imported entries that are solutions, and counts the others.
func (b *importing) insertClaims() (refuted int, err error) {
	var claims []newPuzzle
	var ids []int64
	for _, n := range b.puzzles {
		switch {
		case n.Solution == nil:
		case sudoku.Verify(n.Puzzle, n.Solution) != nil:
			refuted++
		default:
			claims, ids = append(claims, n), append(ids, n.id)
		}
	}
	known, err := b.answers(ids)
	if err != nil {
		return 0, err
	}
	for _, n := range claims {
		known[n.id].learn(sudoku.Solved, []any{n.geometry.GridOf(n.Solution)})
	}
	return refuted, b.saveAnswers(ids, known)
}
