package store

import (
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// knownAnswer is what all solvers together have found about one puzzle. Grids are as stored, packed or text.
type knownAnswer struct {
	Verdict  sudoku.Verdict
	Disputed bool
	Grid     any   // first solution, nil where none is known
	others   []any // solutions that were not known before
	Changed  bool
	saved    int64 // digest of the row that the library has, 0 if it has none
}

// Forget makes an answer that says nothing yet.
func (a *knownAnswer) Forget() { *a = knownAnswer{Changed: true, saved: a.saved} }

// digest returns the digest of the answer's row.
func (a *knownAnswer) digest(id int64) int64 {
	disputed := 0
	if a.Disputed {
		disputed = 1
	}
	return row.Digest(id, int(a.Verdict), disputed, a.Grid)
}

// conclude returns what verdicts say together.
func conclude(verdicts ...sudoku.Verdict) (verdict sudoku.Verdict, disputed bool) {
	var a knownAnswer
	for _, v := range verdicts {
		a.settle(v)
	}
	return a.Verdict, a.Disputed
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
func (a *knownAnswer) Learn(verdict sudoku.Verdict, grids []any) {
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

func (a *knownAnswer) settle(verdict sudoku.Verdict) {
	if strengthOf(verdict) == 0 {
		return
	}
	a.Disputed = a.Disputed || contradict(a.Verdict, verdict)
	if strengthOf(verdict) > strengthOf(a.Verdict) {
		a.Verdict = verdict
	}
}

// knownAnswers are what is known of some puzzles.
type knownAnswers struct {
	ids   []int64 // increasing
	known []knownAnswer
	blank bool // the library knew nothing of any of them
}

// Of returns what is known of one of the puzzles.
func (a *knownAnswers) Of(id int64) *knownAnswer {
	if place := id - a.ids[0]; place < int64(len(a.ids)) && a.ids[place] == id { // mostly there is no gap
		return &a.known[place]
	}
	place, _ := slices.BinarySearch(a.ids, id)
	return &a.known[place]
}

// Disputed returns about how many of the puzzles solvers contradict each other.
func (a *knownAnswers) Disputed() (n int64) {
	for i := range a.known {
		if a.known[i].Disputed {
			n++
		}
	}
	return n
}

// Answers reads what is known of the puzzles with ids, which are in increasing order. Those without a row get an empty answer.
func (b *batch) Answers(ids []int64) (*knownAnswers, error) {
	a := &knownAnswers{ids: ids, known: make([]knownAnswer, len(ids)), blank: true}
	if len(ids) == 0 {
		return a, nil
	}
	err := b.QueryRow("SELECT NOT EXISTS (SELECT 1 FROM answer WHERE puzzle_id BETWEEN ? AND ?)", ids[0], ids[len(ids)-1]).Scan(&a.blank)
	if err == nil && !a.blank {
		err = b.readAnswers(a)
	}
	if err != nil {
		return nil, fmt.Errorf("reading answers: %w", err)
	}
	return a, nil
}

func (b *batch) readAnswers(into *knownAnswers) error {
	var id int64
	var a knownAnswer
	rows := b.Query("SELECT puzzle_id, verdict, disputed, grid FROM answer WHERE puzzle_id "+file.InNumbers, file.Numbers(into.ids))
	return rows.Each(func() error {
		a.saved = a.digest(id)
		*into.Of(id) = a
		return nil
	}, &id, &a.Verdict, &a.Disputed, &a.Grid)
}

// SaveAnswers writes what changed.
func (b *batch) SaveAnswers(answers *knownAnswers) error {
	known := `ON CONFLICT (puzzle_id) DO UPDATE SET verdict = excluded.verdict, disputed = excluded.disputed, grid = excluded.grid`
	if answers.blank {
		known = ""
	}
	into := b.Inserter("answer (puzzle_id, verdict, disputed, grid)", known)
	others := b.Inserter("solution (puzzle_id, grid)", "ON CONFLICT DO NOTHING")
	var digest int64
	for i, id := range answers.ids {
		a := &answers.known[i]
		if a.Changed {
			if err := into.Add(id, int(a.Verdict), a.Disputed, a.Grid); err != nil {
				return err
			}
			digest ^= a.saved ^ a.digest(id)
		}
		for _, grid := range a.others {
			if err := others.Add(id, grid); err != nil {
				return err
			}
		}
	}
	if err := into.Flush(); err != nil {
		return fmt.Errorf("storing answers: %w", err)
	}
	if err := others.Flush(); err != nil {
		return fmt.Errorf("storing solutions: %w", err)
	}
	return b.JoinDigest("answer", digest)
}
