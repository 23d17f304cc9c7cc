package rate

import (
	"context"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
)

// qqwingLadder are the techniques that qqwing 1.3.4 knows, the easiest first. Removing candidates never
// hinders any of them, so how far they lead does not depend on the order in which equal ones are used.
var qqwingLadder = []string{"naked_single", "hidden_single", "locked", "naked_pair", "hidden_pair"}

// qqwingLevels are qqwing's names for its levels: naked singles are enough; hidden singles are needed too;
// locked candidates or pairs; a guess.
var qqwingLevels = [...]string{"simple", "easy", "intermediate", "expert"}

// qqwingGrader finds qqwing's level of 9×9 puzzles.
type qqwingGrader struct{ *ladder.Engine }

func newQqwingGrader() *qqwingGrader {
	g := &qqwingGrader{&ladder.Engine{}}
	for _, name := range qqwingLadder {
		g.Ladder = append(g.Ladder, ladder.LookUp(name)...)
	}
	return g
}

// Grade returns qqwing_level for puzzles with exactly one solution that are not solved already.
func (g *qqwingGrader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	if !p.IsClassic() {
		return nil, sudoku.ErrUnsupported
	}
	g.Begin(ctx, p)
	level := 0
	for range g.Steps {
		level = max(level, min(slices.Index(g.Ladder, g.Used)+1, 3))
	}
	if g.Left > 0 {
		level = 4
	}
	switch {
	case g.Ctx.Err() != nil:
		return nil, g.Ctx.Err()
	case g.Broken || level == 0 || level == 4 && !g.IsUnique():
		return nil, sudoku.ErrUnsupported
	}
	return []sudoku.Grade{{Metric: "qqwing_level", Value: float64(level), Label: qqwingLevels[level-1]}}, nil
}
