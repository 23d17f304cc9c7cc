package logic

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// HoDoKu rates a puzzle by the sum of its steps' scores, and puts it in the highest level of a step, or a
// higher one while the score exceeds the level's limit.

// scored is a technique with HoDoKu's score and level.
type scored struct {
	technique
	score int
	level int // index of hodokuLevels
}

var (
	hodokuLevels = [...]string{"Easy", "Medium", "Hard", "Unfair", "Extreme"}
	hodokuLimits = [...]int{800, 1000, 1600, 1800}
)

// first makes a technique that stops at the first pattern of an enumeration.
func first(each func(e *engine, done func() bool) bool) finder {
	return func(e *engine) bool { return each(e, func() bool { return true }) }
}

func anyHiddenSet(k int, seen uint32) finder {
	return func(e *engine) bool { return e.findAnyHiddenSet(k, seen) }
}

func anyNakedSet(k int, seen uint32) finder {
	return func(e *engine) bool { return e.findAnyNakedSet(k, seen) }
}

func finnedFish(k int, sashimi bool) finder {
	return func(e *engine) bool { return e.eachFinnedFish(k, sashimi, func() bool { return true }) }
}

func lockedSet(k int) finder {
	return func(e *engine) bool { return e.eachLockedSet(k, func() bool { return true }) }
}

// hodokuLadder holds HoDoKu's techniques in its order, as far as they are implemented. In the place of its
// last resorts stand Sudoku Explainer's chains that compare runs.
var hodokuLadder = []scored{
	{technique{name: "full_house", find: (*engine).findLastCell}, 4, 0},
	{technique{name: "naked_single", find: (*engine).findNakedSingle}, 4, 0},
	{technique{name: "hidden_single", find: (*engine).findHiddenSingle}, 14, 0},
	{technique{name: "locked_pair", find: lockedSet(2)}, 40, 1},
	{technique{name: "locked_triple", find: lockedSet(3)}, 60, 1},
	{technique{name: "locked_candidates", find: (*engine).findLocked}, 50, 1},
	{technique{name: "naked_pair", find: anyNakedSet(2, seenNakedPair)}, 60, 1},
	{technique{name: "naked_triple", find: anyNakedSet(3, seenNakedTriplet)}, 80, 1},
	{technique{name: "hidden_pair", find: anyHiddenSet(2, seenHiddenPair)}, 70, 1},
	{technique{name: "hidden_triple", find: anyHiddenSet(3, seenHiddenTriplet)}, 100, 1},
	{technique{name: "naked_quadruple", find: anyNakedSet(4, seenNakedQuad)}, 120, 2},
	{technique{name: "hidden_quadruple", find: anyHiddenSet(4, seenHiddenQuad)}, 150, 2},
	{technique{name: "x_wing", find: fish(2, seenXWing)}, 140, 2},
	{technique{name: "swordfish", find: fish(3, seenSwordfish)}, 150, 2},
	{technique{name: "jellyfish", find: fish(4, seenJellyfish)}, 160, 2},
	{technique{name: "remote_pair", find: first((*engine).eachRemotePair)}, 110, 2},
	{technique{name: "bug_plus_1", find: (*engine).findBUG1, unique: true, classic: true}, 100, 2},
	{technique{name: "skyscraper", find: first((*engine).eachSkyscraper), unique: true}, 130, 2},
	{technique{name: "two_string_kite", find: first((*engine).eachKite)}, 150, 2},
	{technique{name: "turbot_fish", find: first((*engine).eachTurbotFish)}, 120, 2},
	{technique{name: "empty_rectangle", find: first((*engine).eachEmptyRectangle)}, 120, 2},
	{technique{name: "w_wing", find: first((*engine).eachWWing)}, 150, 2},
	{technique{name: "xy_wing", find: (*engine).findXYWing}, 160, 2},
	{technique{name: "xyz_wing", find: (*engine).findXYZWing}, 180, 2},
	{technique{name: "uniqueness_test", find: (*engine).findUniqueLoop, unique: true, classic: true}, 100, 2},
	{technique{name: "finned_x_wing", find: finnedFish(2, false)}, 130, 2},
	{technique{name: "sashimi_x_wing", find: finnedFish(2, true)}, 150, 2},
	{technique{name: "finned_swordfish", find: finnedFish(3, false)}, 200, 3},
	{technique{name: "sashimi_swordfish", find: finnedFish(3, true)}, 240, 3},
	{technique{name: "finned_jellyfish", find: finnedFish(4, false)}, 250, 3},
	{technique{name: "sashimi_jellyfish", find: finnedFish(4, true)}, 260, 3},
	{technique{name: "sue_de_coq", find: first((*engine).eachSueDeCoq)}, 250, 3},
	{technique{name: "simple_colors", find: first((*engine).eachSimpleColor)}, 150, 2},
	{technique{name: "multi_colors", find: first((*engine).eachMultiColor)}, 200, 2},
	{technique{name: "x_chain", find: first((*engine).eachXChain)}, 260, 3},
	{technique{name: "xy_chain", find: first((*engine).eachXYChain)}, 260, 3},
	{technique{name: "nice_loop", find: first((*engine).eachNiceLoop)}, 280, 3},
	{technique{name: "als_xz", find: first((*engine).eachALSXZ)}, 300, 3},
	{technique{name: "als_xy_wing", find: first((*engine).eachALSWing)}, 320, 3},
	{technique{name: "forcing_chain", find: forestHint(multipleForest)}, 500, 4},
	{technique{name: "forcing_net", find: forestHint(dynamicForest)}, 700, 4},
}

// Where the ladder ends HoDoKu guesses, once for each of these points.
const bruteForceScore = 10000

// scorer rates 9×9 puzzles as HoDoKu does.
type scorer struct {
	*engine
	queue singlesQueue
}

func newScorer() *scorer {
	e := &engine{wide: true}
	for i := range hodokuLadder {
		e.ladder = append(e.ladder, hodokuLadder[i].technique)
	}
	return &scorer{engine: e}
}

// score returns the score and the level of a puzzle with one solution. The error is ctx's.
func (s *scorer) score(ctx context.Context, p *sudoku.Puzzle) (total, level int, err error) {
	s.begin(ctx, p)
	s.queue.load(s.board, p.Givens)
	for s.step() {
		step := &hodokuLadder[s.rung]
		total += step.score
		level = max(level, step.level)
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
	s.set(hodokuLadder[rung].name, 0)
	s.hint.cell, s.hint.digit, s.rung = m.cell, m.v, rung
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
