// Package paper holds the methods of Maji & Pal (Yet Another Organized Move towards Solving Sudoku Puzzle,
// 2010): the elimination techniques of section III, scan by scan, the guesses that follow when none helps
// ([Solver]), and the plain search that section II compares with ([Backtracker]). Its explanations use the paper's
// words: solitary number, clones, triad, minigrid, and cells named (column,row).
package paper

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Solver solves with the elimination techniques alone or, if guess is set, guesses as the paper's
// last resort: it tries each candidate of the first cell that has fewest, runs the techniques again, and so
// on. With guesses the search is complete.
type Solver struct {
	m       *eliminator
	guess   bool
	guesses int64
	stack   []*board.Board // one board for each depth of guessing
	emit    func(sudoku.Grid) bool
}

// NewSolver returns a solver with the elimination techniques up to a level, 1 … 4.
func NewSolver(level int, guess bool) *Solver {
	return &Solver{m: newEliminator(level), guess: guess}
}

// Solve emits every solution that the techniques, and guesses if allowed, lead to.
func (s *Solver) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if err := housesAlone(p); err != nil {
		return sudoku.Stats{}, err
	}
	s.m.begin(ctx, p)
	stopped := s.search(emit)
	stats := sudoku.Stats{Guesses: s.guesses, Extra: s.measures()}
	switch {
	case stopped:
		return stats, nil
	case ctx.Err() != nil:
		return stats, ctx.Err()
	case !s.guess && s.m.Left > 0 && !s.m.Broken:
		return stats, sudoku.ErrGaveUp
	}
	return stats, nil
}

// housesAlone refuses puzzles with constraints, of which the paper knows nothing.
func housesAlone(p *sudoku.Puzzle) error {
	if p.Clauses() != nil {
		return fmt.Errorf("%w: the paper's techniques know houses alone", sudoku.ErrUnsupported)
	}
	return nil
}

// Count returns how many solutions a board has, most at the most; fewer if the context ends.
func (s *Solver) Count(ctx context.Context, b *board.Board, most int) int {
	if s.m.Position == nil || s.m.Frame != b.Frame {
		s.m.lay(b.Frame)
	}
	s.m.CopyFrom(b)
	s.m.Ctx = ctx
	found := 0
	s.search(func(sudoku.Grid) bool { found++; return found < most })
	return found
}

// search emits the solutions of the eliminator's board and reports whether emit asked to stop.
func (s *Solver) search(emit func(sudoku.Grid) bool) (stopped bool) {
	if s.stack != nil && s.stack[0].Frame != s.m.Frame {
		s.stack = nil
	}
	s.guesses, s.emit = 0, emit
	s.m.run(s.m.level)
	switch {
	case s.m.Broken || s.m.Ctx.Err() != nil:
		return false
	case s.m.Left == 0:
		return !emit(s.m.Value)
	case s.guess:
		return !s.branch(0) && s.m.Ctx.Err() == nil
	}
	return false
}

// branch guesses from the eliminator's board, which is neither solved nor broken. It reports false when the
// search must stop.
func (s *Solver) branch(depth int) bool {
	if depth == len(s.stack) {
		s.stack = append(s.stack, board.NewBoard(s.m.Frame))
	}
	saved := s.stack[depth]
	saved.CopyFrom(s.m.Board)
	cell := poorest(saved)
	for vs := saved.Cand[cell]; vs != 0; vs &= vs - 1 {
		s.m.CopyFrom(saved)
		s.guesses++
		s.m.Place(cell, bits.TrailingZeros64(vs))
		if !s.m.Broken {
			s.m.run(s.m.level)
		}
		switch {
		case s.m.Ctx.Err() != nil:
			return false
		case s.m.Broken:
		case s.m.Left == 0:
			if !s.emit(s.m.Value) {
				return false
			}
		case !s.branch(depth + 1):
			return false
		}
	}
	return true
}

// poorest returns the first empty cell with the smallest number of candidates.
func poorest(b *board.Board) int {
	best, least := -1, 65
	for c, vs := range b.Cand {
		if n := bits.OnesCount64(vs); n > 0 && n < least {
			best, least = c, n
		}
	}
	return best
}

// measures returns how often each technique was used.
func (s *Solver) measures() []sudoku.Measure {
	names := [...]string{1: "naked_singles", 2: "hidden_singles", 3: "clones", 4: "triads"}
	var all []sudoku.Measure
	for et := 1; et <= s.m.level; et++ {
		all = append(all, sudoku.Measure{Name: names[et], Value: float64(s.m.counts[et])})
	}
	return all
}

// paperExplainer explains with the elimination techniques of the paper, without guessing.
type paperExplainer struct{ *eliminator }

// NewExplainer returns an explainer with the elimination techniques up to a level, 1 … 4.
func NewExplainer(level int) sudoku.Explainer {
	t := paperExplainer{newEliminator(level)}
	t.eliminator.verbose = true
	return t
}

// Explain emits the steps of the elimination techniques in the paper's order.
func (t paperExplainer) Explain(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	if err := housesAlone(p); err != nil {
		return err
	}
	t.begin(ctx, p)
	t.told = func(h *board.Hint) bool {
		step := h.Step(t.Board)
		step.Order = max(step.Rating, 1)
		return emit(step)
	}
	t.run(t.level)
	if t.stopped {
		return nil
	}
	return t.Ending()
}

// Backtracker is the plain search that Maji & Pal (section II) compare with: cell after cell in reading
// order, digit after digit, back one cell when none fits. It is complete, and slow on purpose.
type Backtracker struct {
	ctx     context.Context
	p       *sudoku.Puzzle
	grid    sudoku.Grid
	free    []int // empty cells in reading order
	guesses int64
	emit    func(sudoku.Grid) bool
}

// Solve emits all solutions in lexical order.
func (s *Backtracker) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if err := housesAlone(p); err != nil {
		return sudoku.Stats{}, err
	}
	*s = Backtracker{ctx: ctx, p: p, grid: p.Givens().Clone(), free: s.free[:0], emit: emit}
	ended := false
	for c, v := range p.Givens() {
		if v == 0 {
			s.free = append(s.free, c)
		}
	}
	if sudoku.CheckGivens(p) == nil {
		ended = !s.fill(0)
	}
	stats := sudoku.Stats{Guesses: s.guesses}
	if err := ctx.Err(); err != nil && ended {
		return stats, err
	}
	return stats, nil
}

// fill completes the grid from the i-th empty cell on; false means stop.
func (s *Backtracker) fill(i int) bool {
	if i == len(s.free) {
		return s.emit(s.grid)
	}
	c := s.free[i]
	defer func() { s.grid[c] = 0 }()
	for v := range s.p.Allowed(c).All {
		if !s.fits(c, uint8(v)) {
			continue
		}
		s.guesses++
		if s.guesses%1024 == 0 && s.ctx.Err() != nil {
			return false
		}
		s.grid[c] = uint8(v)
		if !s.fill(i + 1) {
			return false
		}
	}
	return true
}

// fits reports whether a digit clashes with no peer.
func (s *Backtracker) fits(c int, v uint8) bool {
	for _, p := range s.p.Geometry().Peers(c) {
		if s.grid[p] == v {
			return false
		}
	}
	return true
}
