package puzzles

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// TestOutcomeText writes the last line of an explanation, and asks for the exit code of each ending.
func TestOutcomeText(t *testing.T) {
	p := sudoku.MustPuzzle(sudoku.Classic(), make(sudoku.Grid, 81))
	rated := record.Outcome{Steps: 7, Filled: 30, Cells: 81, Hardest: "x_wing"}
	rated.Ratings.ER, rated.Ratings.EP, rated.Ratings.ED = 3.2, 1.2, 1
	const ratings = "ER 3.2, EP 1.2, ED 1.0; hardest: X-wing"
	for _, c := range []struct {
		ended, reason string
		steps         int // 0 for none, 7 with ratings
		code          int
		want          string
	}{
		{record.EndedFull, "", 0, app.ExitDone, "already solved, with no mistakes: there is nothing to explain"},
		{record.EndedSolved, "", 1, app.ExitDone, "solved in 1 step"},
		{record.EndedSolved, "", 7, app.ExitDone, "solved in 7 steps; " + ratings},
		{record.EndedBeyond, "", 0, app.ExitUnknown, "beyond these techniques: none helps, though the puzzle has one solution"},
		{record.EndedMultiple, "", 0, app.ExitMultiple, "not decided: the puzzle has several solutions"},
		{record.EndedImpossible, "two 5 in row 1", 0, app.ExitImpossible, "impossible: the puzzle has no solution, two 5 in row 1"},
		{record.EndedTimeout, "", 1, app.ExitUnknown, "not finished: timed out; reached in 1 step: 30 of 81 cells filled"},
		{record.EndedUnknown, "", 7, app.ExitUnknown,
			"not solved: none of these techniques helps; reached in 7 steps: 30 of 81 cells filled; up to here " + ratings},
	} {
		o := record.Outcome{Steps: c.steps, Filled: 30, Cells: 81}
		if c.steps == 7 {
			o = rated
		}
		o.Ended, o.Reason = c.ended, c.reason
		if got := outcomeText(p, &o); got != c.want {
			t.Errorf("%s: %q, want %q", c.ended, got, c.want)
		}
		if got := codeOf(c.ended); got != c.code {
			t.Errorf("%s: exit code %d, want %d", c.ended, got, c.code)
		}
	}
}
