package logic

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// qqwingLadder are the techniques that qqwing 1.3.4 knows, the easiest first. Removing candidates never hinders
// any of them, so how far they lead does not depend on the order in which equal ones are used.
var qqwingLadder = []technique{
	{name: "naked_single", find: (*engine).findNakedSingle},
	{name: "hidden_single", find: (*engine).findHiddenSingle},
	{name: "locked", find: (*engine).findLocked},
	{name: "naked_pair", find: nakedSet(2, seenNakedPair)},
	{name: "hidden_pair", find: hiddenSet(2, false, seenHiddenPair)},
}

// qqwingLevels are qqwing's names for its levels: naked singles are enough; hidden singles are needed too;
// locked candidates or pairs; a guess.
var qqwingLevels = [...]string{"simple", "easy", "intermediate", "expert"}

// qqwingGrader finds qqwing's level of 9×9 puzzles.
type qqwingGrader struct{ *engine }

func newQqwingGrader() *qqwingGrader { return &qqwingGrader{&engine{ladder: qqwingLadder}} }

// Grade returns qqwing_level for puzzles with exactly one solution that are not solved already.
func (g *qqwingGrader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	if p.Geometry.Shape() != "9" || p.Soft != nil {
		return nil, sudoku.ErrUnsupported
	}
	level := 0
	g.begin(ctx, p)
	for g.next() {
		level = max(level, min(g.rung+1, 3))
		g.hint.apply(g.board)
	}
	if g.left > 0 {
		level = 4
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case g.broken || level == 0 || level == 4 && !g.isUnique():
		return nil, sudoku.ErrUnsupported
	}
	return []sudoku.Grade{{Metric: "qqwing_level", Value: float64(level), Label: qqwingLevels[level-1]}}, nil
}
