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

	saved  int64          // digest of what the library has, 0 if it has nothing
	before sudoku.Verdict // that the library has
	placed [2]int64       // plugin and chunk of the result in the puzzle's row, 0 if there is none
	result *placedResult  // that is to stand there
}

// placedResult is a result in a puzzle's row. Its verdict is the puzzle's, and it has no measures and no error.
type placedResult struct{ plugin, chunk, found, self, guesses int64 }

// Forget makes an answer that says nothing yet.
func (a *knownAnswer) Forget() {
	*a = knownAnswer{Changed: true, saved: a.saved, before: a.before, placed: a.placed}
}

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

// strengthOf returns how much a verdict says.
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

// Learn adds a verdict and verified solutions to the known answer. Two different solutions prove a puzzle multiple,
// even if a solver called it unique.
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

// settle takes a verdict that says more than the known one, and notes a contradiction.
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
}

// Of returns what is known of one of the puzzles that were asked for. The id must be one of them.
func (a *knownAnswers) Of(id int64) *knownAnswer {
	if place := id - a.ids[0]; place < int64(len(a.ids)) && a.ids[place] == id { // mostly there is no gap
		return &a.known[place]
	}
	place, _ := slices.BinarySearch(a.ids, id)
	return &a.known[place]
}

// newAnswers are those of the puzzles that are not known.
func newAnswers(puzzles []incoming) *knownAnswers {
	a := &knownAnswers{ids: make([]int64, 0, len(puzzles))}
	for i := range puzzles {
		if n := &puzzles[i]; !n.Known {
			a.ids = append(a.ids, n.ID)
		}
	}
	a.known = make([]knownAnswer, len(a.ids))
	return a
}

// has reports whether a puzzle is one of the puzzles, whose ids follow each other.
func (a *knownAnswers) has(id int64) bool {
	return len(a.ids) > 0 && id >= a.ids[0] && id <= a.ids[len(a.ids)-1]
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

// Answers reads what is known of the puzzles with ids, which are in increasing order. Those without a verdict get an empty answer.
func (b *batch) Answers(ids []int64) (*knownAnswers, error) {
	a := &knownAnswers{ids: ids, known: make([]knownAnswer, len(ids))}
	if len(ids) == 0 {
		return a, nil
	}
	var some bool
	err := b.QueryRow("SELECT EXISTS (SELECT 1 FROM puzzle WHERE id BETWEEN ? AND ? AND verdict IS NOT NULL)", ids[0],
		ids[len(ids)-1]).Scan(&some)
	if err == nil && some {
		err = b.readAnswers(a)
	}
	if err != nil {
		return nil, fmt.Errorf("reading answers: %w", err)
	}
	return a, nil
}

// readAnswers reads the known answers of some puzzles.
func (b *batch) readAnswers(into *knownAnswers) error {
	var id int64
	var a knownAnswer
	rows := b.Query("SELECT id, verdict, disputed, grid, coalesce(plugin_id, 0), coalesce(chunk_id, 0) FROM puzzle WHERE verdict IS NOT NULL AND id "+
		file.InNumbers, file.Numbers(into.ids))
	return rows.Each(func() error {
		a.saved, a.before = a.digest(id), a.Verdict
		*into.Of(id) = a
		return nil
	}, &id, &a.Verdict, &a.Disputed, &a.Grid, &a.placed[0], &a.placed[1])
}

// place has a result stand in the puzzle's row, and reports whether there is room for it: it must say what all say together.
func (a *knownAnswer) place(verdict sudoku.Verdict, r placedResult) bool {
	if a.Verdict != verdict || strengthOf(verdict) == 0 || a.result != nil || a.placed[0] != 0 && a.before == a.Verdict {
		return false
	}
	a.result = &r
	return true
}

// columns are what a puzzle's row has of the answer.
const answerColumns = "verdict, disputed, grid, plugin_id, chunk_id, found, self_ns, guesses"

// columns fills in the values of the columns.
func (a *knownAnswer) columns(into []any) {
	into[0], into[1], into[2] = int(a.Verdict), 0, a.Grid
	if a.Disputed {
		into[1] = 1
	}
	if r := a.result; r != nil {
		into[3], into[4], into[5], into[6], into[7] = r.plugin, r.chunk, r.found, r.self, r.guesses
	}
}

// SaveAnswers writes what changed. A result in a puzzle's row that is not what all say together any more moves to the table of
// results.
func (b *batch) SaveAnswers(answers *knownAnswers) error {
	if err := b.moveResults(answers); err != nil {
		return fmt.Errorf("moving results: %w", err)
	}
	// There is such a puzzle, so nothing is inserted.
	into := b.Inserter("puzzle (id, geometry_id, cells, clues, symmetry, source_id, "+answerColumns+")", `ON CONFLICT (id) DO UPDATE SET
		verdict = excluded.verdict, disputed = excluded.disputed, grid = excluded.grid, plugin_id = coalesce(excluded.plugin_id, plugin_id),
		chunk_id = coalesce(excluded.chunk_id, chunk_id), found = coalesce(excluded.found, found),
		self_ns = coalesce(excluded.self_ns, self_ns), guesses = coalesce(excluded.guesses, guesses)`)
	others := b.Inserter("solution (puzzle_id, grid)", "ON CONFLICT DO NOTHING")
	var digest int64
	for i, id := range answers.ids {
		a := &answers.known[i]
		if a.Changed || a.result != nil {
			columns := [6 + 8]any{id, 0, 0, 0, 0, 0}
			a.columns(columns[6:])
			if err := into.Add(columns[:]...); err != nil {
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

func (b *batch) moveResults(answers *knownAnswers) error {
	var moved []int64
	for i, id := range answers.ids {
		if a := &answers.known[i]; a.placed[0] != 0 && a.Verdict != a.before {
			moved = append(moved, id)
		}
	}
	if moved == nil {
		return nil
	}
	_, err := b.Exec("INSERT INTO result SELECT plugin_id, id, chunk_id, verdict, found, self_ns, guesses, NULL, NULL FROM puzzle WHERE id "+
		file.InNumbers, file.Numbers(moved))
	if err == nil {
		_, err = b.Exec("UPDATE puzzle SET (plugin_id, chunk_id, found, self_ns, guesses) = (NULL, NULL, NULL, NULL, NULL) WHERE id "+
			file.InNumbers, file.Numbers(moved))
	}
	return err
}
