package puzzles

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// outcomeText is the last line of an explanation of a puzzle.
func outcomeText(p *sudoku.Puzzle, o *record.Outcome) string {
	switch o.Ended {
	case record.EndedFull:
		return "already solved, with no mistakes: there is nothing to explain"
	case record.EndedSolved:
		return fmt.Sprintf("solved in %d %s%s", o.Steps, screen.Plural(o.Steps, "step"),
			ratingText(p, o, ""))
	}
	why := map[string]string{
		record.EndedBeyond:      "beyond these techniques: none helps, though the puzzle has one solution",
		record.EndedMultiple:    "not decided: the puzzle has several solutions",
		record.EndedImpossible:  "impossible: the puzzle has no solution",
		record.EndedTimeout:     "not finished: timed out",
		record.EndedInterrupted: "not finished: interrupted",
		record.EndedUnknown:     "not solved: none of these techniques helps",
	}[o.Ended]
	if o.Reason != "" {
		why += ", " + o.Reason
	}
	if o.Steps == 0 {
		return why
	}
	return fmt.Sprintf("%s; reached in %d %s: %d of %d cells filled%s", why, o.Steps, screen.Plural(o.Steps, "step"),
		o.Filled, o.Cells, ratingText(p, o, "up to here "))
}

// ratingText is the end of the text: ratings and the hardest technique, as far as there are any. Puzzles with constraints have
// no ratings of Sudoku Explainer, only steps on its scale.
func ratingText(p *sudoku.Puzzle, o *record.Outcome, until string) string {
	text := ""
	switch {
	case o.Ratings.ER > 0 && p.Clauses() != nil:
		return fmt.Sprintf("; %shardest step %.1f (%s)", until, o.Ratings.ER, record.TechniqueText(o.Hardest))
	case o.Ratings.ER > 0:
		text = fmt.Sprintf("; %sER %.1f, EP %.1f, ED %.1f", until, o.Ratings.ER, o.Ratings.EP, o.Ratings.ED)
	}
	if o.Hardest != "" {
		text += "; hardest: " + record.TechniqueText(o.Hardest)
	}
	return text
}

// codeOf returns the exit code that an ending asks for.
func codeOf(ended string) int {
	switch ended {
	case record.EndedImpossible:
		return app.ExitImpossible
	case record.EndedMultiple:
		return app.ExitMultiple
	case record.EndedBeyond, record.EndedTimeout, record.EndedUnknown:
		return app.ExitUnknown
	}
	return app.ExitDone
}
