package rate

import (
	"context"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
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

// newScorer returns a scorer by HoDoKu's default ladder.
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

// newQqwingGrader returns a grader with the techniques of qqwing.
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

// singlesQueue keeps singles in the order in which HoDoKu comes to know them, since with it first come, first
// served decides between a naked single for 4 points and a hidden one for 14. It is for boards whose houses
// are rows, columns and boxes.
type singlesQueue struct {
	*board.Frame
	cand   []uint64
	filled []bool
	free   []int        // house*n+digit → places left
	naked  []board.Mark // cells that came down to one candidate
	hidden []board.Mark // digits that came down to one place in some house
}

// load sets the queue to an empty board and writes the givens one after the other.
func (q *singlesQueue) load(b *board.Board, givens []uint8) {
	q.Frame = b.Frame
	q.cand = append(q.cand[:0], b.Fresh...)
	q.filled = slices.Grow(q.filled[:0], b.Cells)[:b.Cells]
	q.free = slices.Grow(q.free[:0], len(b.Houses)*b.N)[:len(b.Houses)*b.N]
	q.naked, q.hidden = q.naked[:0], q.hidden[:0]
	clear(q.filled)
	for i := range q.free {
		q.free[i] = b.N
	}
	for c, v := range givens {
		if v != 0 {
			q.place(c, int(v)-1)
		}
	}
}

// eachSeat calls see with the row, column and box of a cell, in this order.
func (q *singlesQueue) eachSeat(cell int, see func(house int)) {
	for _, i := range [3]int{1, 2, 0} {
		see(int(q.Seats[cell][i].House))
	}
}

// place writes a digit: first its peers lose it, then the cell's candidates leave its houses.
func (q *singlesQueue) place(cell, v int) {
	own := q.cand[cell]
	q.cand[cell], q.filled[cell] = 0, true
	for p := range q.PeerSets[cell].All {
		q.strike(p, v)
	}
	for ; own != 0; own &= own - 1 {
		w := bits.TrailingZeros64(own)
		q.eachSeat(cell, func(h int) {
			if q.lessFree(h, w) == 1 && w != v {
				q.addHidden(h, w)
			}
		})
	}
}

// strike removes a candidate.
func (q *singlesQueue) strike(cell, v int) {
	if q.cand[cell]>>uint(v)&1 == 0 {
		return
	}
	q.cand[cell] &^= 1 << uint(v)
	if vs := q.cand[cell]; vs != 0 && vs&(vs-1) == 0 {
		q.naked = append(q.naked, board.Mark{Cell: cell, V: bits.TrailingZeros64(vs)})
	}
	q.eachSeat(cell, func(h int) {
		if q.lessFree(h, v) == 1 {
			q.addHidden(h, v)
		}
	})
}

func (q *singlesQueue) lessFree(h, v int) int {
	q.free[h*q.N+v]--
	return q.free[h*q.N+v]
}

func (q *singlesQueue) addHidden(h, v int) {
	for _, c := range q.Houses[h].Cells {
		if q.cand[c]>>uint(v)&1 == 1 {
			q.hidden = append(q.hidden, board.Mark{Cell: int(c), V: v})
			return
		}
	}
}

// next returns the single that HoDoKu would place next and its place in the ladder; ok is false if there is none.
func (q *singlesQueue) next() (m board.Mark, rung int, ok bool) {
	for _, m := range q.naked {
		if !q.filled[m.Cell] && q.isFullHouse(m) {
			return m, 0, true
		}
	}
	for len(q.naked) > 0 {
		m, q.naked = q.naked[0], q.naked[1:]
		if !q.filled[m.Cell] {
			return m, 1, true
		}
	}
	for len(q.hidden) > 0 {
		m, q.hidden = q.hidden[0], q.hidden[1:]
		if !q.filled[m.Cell] && q.cand[m.Cell]>>uint(m.V)&1 == 1 {
			return m, 2, true
		}
	}
	return m, 0, false
}

// isFullHouse reports whether the cell is the last empty one of a house.
func (q *singlesQueue) isFullHouse(m board.Mark) bool {
	full := false
	q.eachSeat(m.Cell, func(h int) {
		others := 0
		for v := range q.N {
			if v != m.V {
				others += q.free[h*q.N+v]
			}
		}
		full = full || others == 0
	})
	return full
}
