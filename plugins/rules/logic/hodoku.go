package logic

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// HoDoKu rates a puzzle by the sum of its steps' scores, and puts it in the highest level of a step, or a
// higher one while the score exceeds the level's limit.

var hodokuLimits = [...]int{800, 1000, 1600, 1800}

// Where the ladder ends HoDoKu guesses, once for each of these points.
const bruteForceScore = 10000

// scorer rates 9×9 puzzles as HoDoKu does, with the techniques that HoDoKu uses by default.
type scorer struct {
	*engine
	queue singlesQueue
}

func newScorer() *scorer {
	return &scorer{engine: &engine{wide: true, ladder: hodokuLadder(false)}}
}

// score returns the score and the level of a puzzle with one solution. The error is ctx's.
func (s *scorer) score(ctx context.Context, p *sudoku.Puzzle) (total, level int, err error) {
	s.begin(ctx, p)
	s.queue.load(s.board, p.Givens)
	for s.step() {
		total += s.used.score
		level = max(level, s.used.level)
		s.apply()
	}
	if s.left > 0 {
		total += bruteForceScore
		level = len(hodokuLevels) - 1
	}
	for level < len(hodokuLimits) && total > hodokuLimits[level] {
		level++
	}
	return total, level, ctx.Err()
}

// step finds the next step: a single in HoDoKu's order, or what the ladder gives.
func (s *scorer) step() bool {
	m, rung, ok := s.queue.next()
	if !ok || !s.can(m.cell, m.v) {
		return s.next()
	}
	s.used = s.ladder[rung]
	s.startHint(s.used.name, 0)
	s.hint.cell, s.hint.digit = m.cell, m.v
	return true
}

// apply changes the board and the queue as the hint says.
func (s *scorer) apply() {
	for _, m := range s.hint.strikes {
		s.queue.strike(m.cell, m.v)
	}
	if s.hint.cell >= 0 && !s.queue.filled[s.hint.cell] {
		s.queue.place(s.hint.cell, s.hint.digit)
	}
	s.hint.apply(s.board)
}
