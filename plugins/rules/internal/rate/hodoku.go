package rate

import (
	"context"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
)

// HoDoKu rates a puzzle by the sum of its steps' scores, and puts it in the highest level of a step, or a
// higher one while the score exceeds the level's limit.

var hodokuLimits = [...]int{800, 1000, 1600, 1800}

// bruteForceScore is added once if the ladder ends before the puzzle is solved: HoDoKu then guesses.
const bruteForceScore = 10000

// scorer rates 9×9 puzzles as HoDoKu does, with the techniques that HoDoKu uses by default.
type scorer struct {
	*ladder.Engine
	queue singlesQueue
}

func newScorer() *scorer {
	return &scorer{Engine: &ladder.Engine{Wide: true, Ladder: ladder.HodokuLadder(false)}}
}

// score returns the score and the level of a puzzle with one solution. The error is ctx's.
func (s *scorer) score(ctx context.Context, p *sudoku.Puzzle) (total, level int, err error) {
	s.Begin(ctx, p)
	s.queue.load(s.Board, p.Givens())
	for s.step() {
		total += s.Used.Score
		level = max(level, s.Used.Level)
		s.apply()
	}
	if s.Left > 0 {
		total += bruteForceScore
		level = len(ladder.HodokuLevels) - 1
	}
	for level < len(hodokuLimits) && total > hodokuLimits[level] {
		level++
	}
	return total, level, ctx.Err()
}

// step finds the next step: a single in HoDoKu's order, or what the ladder gives.
func (s *scorer) step() bool {
	m, rung, ok := s.queue.next()
	if !ok || !s.Can(m.Cell, m.V) {
		return s.Next()
	}
	s.Used = s.Ladder[rung]
	s.StartHint(s.Used.Name, 0)
	s.Hint.Cell, s.Hint.Digit = m.Cell, m.V
	return true
}

// apply changes the board and the queue as the hint says.
func (s *scorer) apply() {
	for _, m := range s.Hint.Strikes {
		s.queue.strike(m.Cell, m.V)
	}
	if s.Hint.Cell >= 0 && !s.queue.filled[s.Hint.Cell] {
		s.queue.place(s.Hint.Cell, s.Hint.Digit)
	}
	s.Hint.Apply(s.Board)
}

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
