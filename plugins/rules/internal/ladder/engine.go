// Package ladder knows all techniques and applies them.
//
// table.go has a row for each: its name, how it is made, its rating on Sudoku Explainer's scale, its family, the
// ladders that it is in, HoDoKu's score and level, and the names of its hints. Everything else follows from that row:
// the setting that chooses techniques (choice.go), the metric count_NAME, and the words that labels are made of.
//
// An [Engine] climbs a ladder: it applies the first hint that a technique gives and starts again from the easiest.
//
//	   ┌─────────────────────────────────────────────────┐
//	   v                                                 │
//	last cell? → hidden single? → … → forcing chains? ─┐ │
//	   │              │                      │         │ │
//	   └──────────────┴───── apply ──────────┴─────────┼─┘
//	                                                   v
//	                                                beyond
//
// # To add a technique
//
// Write it in package pattern, uniqueness or chain: a type with a method Each, and a constructor. Add one row
// to the table, and the same row to docs/algorithms/techniques.csv.
package ladder

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/paper"
)

// Engine applies the first hint that a ladder of techniques gives, and starts again from the easiest.
type Engine struct {
	*board.Position // of the geometry of the last puzzle; nil before the first
	Ladder          []*Row
	Verbose         bool    // write sentences
	Wide            bool    // see position
	Own             bool    // the ladder is not Sudoku Explainer's, whose hardest step rates a puzzle
	Below           float64 // unless 0: what begins there is left out; without constraints see position too
	Rungs           []rung
	Used            *Row      // the technique that gave the hint
	Known           Solutions // what has been found out about the puzzle's solutions
	counter         *paper.Solver
	search          *nine.Engine // counts on the classic 9×9
}

// New returns an engine with the ladder of a choice, without what Sudoku Explainer rates above a rating.
func New(choice string, upTo float64) (*Engine, error) {
	ladder, err := choose(choice, upTo)
	if err != nil {
		return nil, err
	}
	return &Engine{Ladder: ladder, Wide: widens(choice), Own: !slices.Equal(Words(choice), []string{"se"})}, nil
}

// Step returns the hint as a step, for the board before it is applied. In a ladder of one's own it says where its
// technique stands in the table.
func (e *Engine) Step() sudoku.Step {
	s := e.Hint.Step(e.Board)
	if e.Own {
		s.Order = cmp.Or(s.Rating, e.Used.Rating)
	}
	return s
}

// NewExplainer returns an engine with Sudoku Explainer's ladder, and what argues from constraints, without what begins
// above a rating.
func NewExplainer(upTo float64) *Engine {
	c := chooser{}
	c.begin("se", upTo)
	return &Engine{Ladder: c.ladder}
}

// rung is a technique of the ladder that the geometry allows.
type rung struct {
	board.Technique
	*Row
}

// Begin sets the engine to a puzzle. What was made for the geometry of the puzzle before is kept if it is the same.
func (e *Engine) Begin(ctx context.Context, p *sudoku.Puzzle) {
	e.Lay(ctx, p)
	e.Load(p)
}

// BeginAt sets the engine to a state that a person has reached. Candidates that the person has ruled out stay ruled
// out.
func (e *Engine) BeginAt(ctx context.Context, s *sudoku.State) {
	e.Lay(ctx, s.Puzzle)
	e.LoadAt(s.Puzzle, s.Values)
	for cell, kept := range s.Candidates {
		for out := e.Cand[cell] &^ uint64(kept); out != 0; out &= out - 1 {
			e.Strike(cell, bits.TrailingZeros64(out))
		}
	}
}

// Lay makes the techniques for a puzzle's geometry.
func (e *Engine) Lay(ctx context.Context, p *sudoku.Puzzle) {
	if e.Position == nil || !e.Lays(p) {
		e.Position = board.NewPosition(board.NewFrameOf(p))
		if e.Position.Verbose, e.Position.Wide = e.Verbose, e.Wide; e.Puzzle == nil {
			e.Position.Below = e.Below
		}
		e.Rungs = e.Rungs[:0]
		for _, t := range e.Ladder {
			if t.fits(e.Frame) {
				e.Rungs = append(e.Rungs, rung{t.make(e.Position), t})
			}
		}
	}
	e.Set(ctx, p)
	e.Known = notCounted
}

// Next finds the next hint and leaves it in e.Hint, not applied. It reports false when the puzzle is solved or broken,
// when no technique helps, and if a technique would need a single solution that the puzzle does not have.
func (e *Engine) Next() bool {
	if e.Left == 0 && e.Puzzle != nil && !clause.AllHold(e.Puzzle.Clauses(), e.Value) {
		e.Broken = true
	}
	if e.Left == 0 || e.Broken {
		return false
	}
	for i := range e.Rungs {
		r := &e.Rungs[i]
		if e.Below > 0 && r.Rating >= e.Below {
			continue
		}
		if e.mayCount(r) && !e.IsUnique() || e.Ctx.Err() != nil {
			return false
		}
		if r.Each(takeFirst) {
			e.Used = r.Row
			return true
		}
		if e.Broken {
			return false
		}
	}
	return false
}

// Steps goes on to the end of the ladder, hint after hint: each is in e.Hint while yield looks at it, and applied then.
func (e *Engine) Steps(yield func() bool) {
	for e.Next() && yield() {
		e.Hint.Apply(e.Board)
	}
}

// mayCount reports whether a technique waits until the solutions are counted. With constraints counting is a search
// that may take longer than any technique, and no technique is left that argues from the number.
func (e *Engine) mayCount(r *rung) bool { return r.needs != noNeed && e.Puzzle == nil }

// All goes through the uses of all techniques on the board as it is, each in e.Hint, and calls take after each until
// take returns false. Techniques that are rated from slowRating on are tried only if no easier one gave anything, and
// one that needs a single solution ends the walk if the puzzle does not have it. It returns how many uses there were.
func (e *Engine) All(take func() bool) (uses int) {
	if e.Left == 0 || e.Broken {
		return 0
	}
	e.Position.All, e.Position.Whole = true, true
	defer func() { e.Position.All, e.Position.Whole = false, false }()
	for i := range e.Rungs {
		r := &e.Rungs[i]
		if uses > 0 && r.Rating >= slowRating || e.mayCount(r) && !e.IsUnique() || e.Ctx.Err() != nil {
			break
		}
		e.Used = r.Row
		stop := r.Each(func() bool { uses++; return !take() })
		if stop {
			break
		}
	}
	return uses
}

// slowRating is the rating of the first technique that may take seconds to go through.
const slowRating = 7.5

// takeFirst takes the first use of a technique.
func takeFirst() bool { return true }

// Solutions says what is known of how many solutions a puzzle has.
type Solutions uint8

const (
	notCounted Solutions = iota
	NoSolution
	OneSolution
	SeveralSolutions
)

// IsUnique counts the solutions of the puzzle, once, as far as two, and reports whether there is exactly one.
// The ladder asks before it uses techniques that argue from uniqueness; a puzzle that needs none of them is
// never counted, since its steps are the proof.
func (e *Engine) IsUnique() bool {
	if e.Known == notCounted {
		e.Known = e.count()
	}
	return e.Known == OneSolution
}

// count returns whether the puzzle has none, one or several solutions.
func (e *Engine) count() Solutions {
	switch found := e.countTwo(); {
	case found >= 2:
		return SeveralSolutions
	case e.Ctx.Err() != nil:
		return notCounted
	case found == 1:
		return OneSolution
	}
	return NoSolution
}

// countTwo returns how many solutions the board has, 2 at the most; fewer if the context ends.
func (e *Engine) countTwo() int {
	if e.Puzzle != nil {
		return e.countBeyond()
	}
	if e.Geometry.IsClassic() && !e.Soft {
		return e.searchTwo()
	}
	if e.counter == nil {
		e.counter = paper.NewSolver(2, true)
	}
	return e.counter.Count(e.Ctx, e.Board, 2)
}

// guessesBeyond is how many guesses are spent on counting the solutions of a puzzle with constraints.
const guessesBeyond = 2000

// countBeyond is countTwo for a puzzle with constraints. A puzzle that is not decided after some guesses counts as one
// with one solution, because the caller asks only why the ladder has ended.
func (e *Engine) countBeyond() int {
	found, known := search.New(e.Geometry).Count(e.Puzzle, 2, guessesBeyond, nil)
	if !known {
		return max(found, 1)
	}
	return found
}

// searchTwo is countTwo for the classic 9×9.
func (e *Engine) searchTwo() (found int) {
	if e.search == nil {
		e.search = nine.New()
	}
	e.search.Load((*[81]uint8)(e.Value))
	for cell, may := range e.Cand {
		for out := (1<<9 - 1) &^ may; e.Value[cell] == 0 && out != 0; out &= out - 1 {
			e.search.Strike(cell, uint8(bits.TrailingZeros64(out))+1)
		}
	}
	const guesses = 1 << 12 // between two looks at the context
	var grid [81]uint8
	for found < 2 && e.Ctx.Err() == nil {
		switch e.search.Next(&grid, guesses) {
		case nine.Found:
			found++
		case nine.Exhausted:
			return found
		}
	}
	return found
}
