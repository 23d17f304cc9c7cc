package puzzles

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// outcomeText is the last line of an explanation.
func outcomeText(o *record.Outcome) string {
	switch o.Ended {
	case record.EndedFull:
		return "already solved, with no mistakes: there is nothing to explain"
	case record.EndedSolved:
		return fmt.Sprintf("solved in %d %s%s", o.Steps, screen.Plural(o.Steps, "step"),
			ratingText(o, "ER %.1f, EP %.1f, ED %.1f"))
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
		o.Filled, o.Cells, ratingText(o, "up to here ER %.1f, EP %.1f, ED %.1f"))
}

// ratingText is the end of the text: ratings and the hardest technique, as far as there are any.
func ratingText(o *record.Outcome, ratings string) string {
	text := ""
	if o.Ratings.ER > 0 {
		text = "; " + fmt.Sprintf(ratings, o.Ratings.ER, o.Ratings.EP, o.Ratings.ED)
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
