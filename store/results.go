package store

import (
	"context"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Answered is a solver's verified answer to a puzzle of the library.
type Answered struct {
	ID     int64
	Result sudoku.Result
	Again  bool // the answer takes back one that was saved
}

// puzzle returns the puzzle's number.
func (a Answered) puzzle() int64 { return a.ID }

// isAgain reports whether the answer is one that is stored already.
func (a Answered) isAgain() bool { return a.Again }

// SaveResults stores a solver's answers in one transaction: a row for each, the solutions, and what is now
// known of the puzzles. Answers to puzzles that the solver has answered meanwhile in another run or process are
// left out, unless the task is to repeat them. It sorts answers by id.
func (t *Task) SaveResults(ctx context.Context, answers []Answered) error {
	return save(ctx, t, "results", answers, func(b *saving, answers []Answered) error {
		known, err := b.Answers(puzzlesOf(answers))
		if err == nil {
			err = b.insertResults(answers, known)
		}
		if err != nil {
			return err
		}
		return b.SaveAnswers(known)
	})
}

// insertResults adds answers to the known answers of the puzzles, and stores the results that do not stand there.
func (b *saving) insertResults(answers []Answered, known *knownAnswers) error {
	if err := b.learn(answers, known); err != nil {
		return err
	}
	chunk, err := b.chunkOf(len(answers))
	if err != nil {
		return err
	}
	into := b.Inserter("result ("+row.ResultColumns+", chunk_id)", "")
	var digest int64
	for i := range answers {
		a := &answers[i]
		r := &a.Result
		self := selfTime(r.Stats.Elapsed)
		columns := [...]any{b.task.plugin, a.ID, int(r.Verdict), r.Count, self, r.Stats.Guesses, measuresText(r.Stats.Extra),
			errorText(r.Err), chunk}
		digest ^= row.Digest(columns[:len(columns)-1]...)
		if columns[6] == nil && columns[7] == nil &&
			known.Of(a.ID).place(r.Verdict, placedResult{b.task.plugin, chunk, int64(r.Count), self, int64(r.Stats.Guesses)}) {
			continue
		}
		if err := into.Add(columns[:]...); err != nil {
			return err
		}
	}
	if err := into.Flush(); err != nil {
		return err
	}
	return b.JoinDigests(map[int64]int64{chunk: digest})
}

// maxSelf, 104 days in nanoseconds, is the longest self time that is stored: whatever a plugin claims, sums of
// times must not overflow.
const maxSelf = 1 << 53

// selfTime returns a time in nanoseconds, within bounds.
func selfTime(d time.Duration) int64 {
	if d < 0 { // more than 2^63 of what the plugin counts
		return maxSelf
	}
	return min(d.Nanoseconds(), maxSelf)
}

// measuresText writes measures as a JSON object, nil if there are none.
func measuresText(measures []sudoku.Measure) any {
	if len(measures) == 0 {
		return nil
	}
	text := []byte{'{'}
	for i, m := range measures {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(row.AppendString(text, m.Name), ':')
		text = row.AppendNumber(text, m.Value)
	}
	return string(append(text, '}'))
}

// errorText returns the text of an error, nil without one.
func errorText(err error) any {
	if err == nil {
		return nil
	}
	return plain.Text(err.Error())
}

// learn adds the answers to the known answers of the puzzles.
func (b *saving) learn(answers []Answered, known *knownAnswers) error {
	for i := range answers {
		a := &answers[i]
		grids, err := b.grids(&a.Result)
		if err != nil {
			return err
		}
		known.Of(a.ID).Learn(a.Result.Verdict, grids)
	}
	return nil
}

// grids returns the packed solutions of a result.
func (b *saving) grids(r *sudoku.Result) ([]any, error) {
	if len(r.Solutions) == 0 {
		return nil, nil
	}
	g, err := b.Geometry(r.Puzzle.Geometry())
	if err != nil {
		return nil, err
	}
	grids := make([]any, len(r.Solutions))
	for i, grid := range r.Solutions {
		grids[i] = g.GridOf(grid)
	}
	return grids, nil
}
