package rate

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A Climber climbs Sudoku Explainer's ladder and has what the climb came to kept for graders.
type Climber struct{ *rater }

// NewClimber returns a climber without the techniques that begin above a rating.
func NewClimber(upTo float64, climbs *Climbs) Climber { return Climber{newRater(upTo, climbs)} }

// Climb goes to the end of the ladder and returns how many steps that takes.
func (c Climber) Climb(ctx context.Context, p *sudoku.Puzzle) (steps int) {
	c.Lay(ctx, p)
	found := c.open(p, 0)
	steps = p.Geometry().Cells() - p.Clues() - c.Left // of the opening, each of which places a digit
	if c.Left == 0 {
		return steps // again in less time than it takes to keep it
	}
	steps += c.finish(&found)
	if ctx.Err() == nil && !c.Broken && !c.Soft {
		c.climbs.keep(p, c.upTo, climb{found, c.path.names, c.Known})
	}
	return steps
}
