package rate

import (
	"slices"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
)

// Climbs keeps what climbs of Sudoku Explainer's ladder came to, so that a puzzle that is solved and then graded is climbed
// once. A climb is kept until it is asked for, or until so many others are that it is hardly going to be. It is
// safe for concurrent use.
type Climbs struct {
	mu       sync.Mutex
	new, old map[climbKey]*climb
	asked    bool // for a climb, since new was begun
	idle     bool // nobody has asked for any of so many: keep none until somebody does
}

// climbsKept is how many climbs are kept before the older ones are given up: more than the 10,000 puzzles that a run has
// solved before they are graded.
const climbsKept = 1 << 14

// climbKey is what the way of a climb depends on.
type climbKey struct {
	shape, givens string
	upTo          float64
}

// climb is how far a climb came.
type climb struct {
	rating
	path  []string
	known ladder.Solutions
}

func keyOf(p *sudoku.Puzzle, upTo float64) climbKey {
	return climbKey{shape: p.Geometry().Shape(), givens: string(p.Givens()), upTo: upTo}
}

// keep keeps a climb of a puzzle without soft clues.
func (c *Climbs) keep(p *sudoku.Puzzle, upTo float64, found climb) {
	found.path = slices.Clone(found.path)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.idle {
		return
	}
	if len(c.new) >= climbsKept {
		c.old, c.new, c.idle, c.asked = c.new, nil, !c.asked, false
		if c.idle {
			c.old = nil
			return
		}
	}
	if c.new == nil {
		c.new = map[climbKey]*climb{}
	}
	c.new[keyOf(p, upTo)] = &found
}

// take returns the climb of a puzzle, which is not kept any longer, or nil.
func (c *Climbs) take(p *sudoku.Puzzle, upTo float64) *climb {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked, c.idle = true, false
	key := keyOf(p, upTo)
	for _, kept := range []map[climbKey]*climb{c.new, c.old} {
		if found := kept[key]; found != nil {
			delete(kept, key)
			return found
		}
	}
	return nil
}
