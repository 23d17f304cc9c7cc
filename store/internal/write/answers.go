package write

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Answer is what all solvers together have found about one puzzle. Grids are as stored, packed or text.
type Answer struct {
	Verdict  sudoku.Verdict
	Disputed bool
	Grid     any   // first solution, nil where none is known
	others   []any // solutions that were not known before
	Changed  bool
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

// Learn adds a verdict and verified solutions to what is known. Two different solutions prove a puzzle
// multiple, even if a solver called it unique.
func (a *Answer) Learn(verdict sudoku.Verdict, grids []any) {
	before := *a
	for _, grid := range grids {
		switch {
		case a.Grid == nil:
			a.Grid = grid
		case !row.Same(a.Grid, grid):
			a.others = append(a.others, grid)
		}
	}
	if len(a.others) > 0 {
		a.settle(verdict)
		verdict = sudoku.Multiple
	}
	a.settle(verdict)
	a.Changed = a.Changed || a.Verdict != before.Verdict || a.Disputed != before.Disputed ||
		before.Grid == nil && a.Grid != nil
}

func (a *Answer) settle(verdict sudoku.Verdict) {
	if strengthOf(verdict) == 0 {
		return
	}
	a.Disputed = a.Disputed || contradict(a.Verdict, verdict)
	if strengthOf(verdict) > strengthOf(a.Verdict) {
		a.Verdict = verdict
	}
}

// Answers reads what is known of puzzles; those without a row get an empty answer.
func (b *Batch) Answers(ids []int64) (map[int64]*Answer, error) {
	known := make(map[int64]*Answer, len(ids))
	block := make([]Answer, len(ids))
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

func (b *Batch) readAnswers(ids []int64, into map[int64]*Answer) error {
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
		var a Answer
		if err := rows.Scan(&id, &a.Verdict, &a.Disputed, &a.Grid); err != nil {
			return err
		}
		*into[id] = a
	}
	return rows.Err()
}

// SaveAnswers writes what changed; ids may repeat.
func (b *Batch) SaveAnswers(ids []int64, known map[int64]*Answer) error {
	into := b.Inserter("answer (puzzle_id, verdict, disputed, grid)", `ON CONFLICT (puzzle_id) DO UPDATE SET
		verdict = excluded.verdict, disputed = excluded.Disputed, grid = excluded.grid`)
	others := b.Inserter("solution (puzzle_id, grid)", "ON CONFLICT DO NOTHING")
	for _, id := range ids {
		a := known[id]
		if a.Changed {
			if err := into.Add(id, int(a.Verdict), a.Disputed, a.Grid); err != nil {
				return err
			}
		}
		for _, grid := range a.others {
			if err := others.Add(id, grid); err != nil {
				return err
			}
		}
		a.Changed, a.others = false, nil
	}
	if err := into.Flush(); err != nil {
		return fmt.Errorf("storing answers: %w", err)
	}
	if err := others.Flush(); err != nil {
		return fmt.Errorf("storing solutions: %w", err)
	}
	return nil
}
