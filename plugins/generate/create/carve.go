package create

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// carver takes givens away from puzzles of one geometry.
type carver struct {
	g      *sudoku.Geometry
	engine engine
	rng    *rand.Rand
	orbits [][]int // cells that are given together or not at all
	checks int64   // uniqueness checks
	unsure bool    // a check was given up since the last carving began
	order  [][]int // see shuffled
}

// canLose reports whether the puzzle stays unique without some cells, each of which it is known to have unique now.
func (c *carver) canLose(givens, solution sudoku.Grid, cells []int) bool {
	changed := -1
	if len(cells) == 1 {
		changed = cells[0]
	}
	for _, cell := range cells {
		givens[cell] = 0
	}
	c.checks++
	a := c.engine.other(givens, solution, changed)
	if a == no {
		return true
	}
	for _, cell := range cells {
		givens[cell] = solution[cell]
	}
	c.unsure = c.unsure || a == undecided
	return false
}

// carve takes away orbits in the given order, where the puzzle stays unique without them, until no more
// than floor givens are left. It returns the orbits taken, in order.
func (c *carver) carve(givens, solution sudoku.Grid, order [][]int, floor int) (taken [][]int) {
	c.unsure = false
	left := givens.Filled()
	for _, orbit := range order {
		if left-len(orbit) >= floor && c.canLose(givens, solution, orbit) {
			taken = append(taken, orbit)
			left -= len(orbit)
		}
	}
	return taken
}

// shuffled returns those orbits that are given, in random order, until it is called again.
func (c *carver) shuffled(givens sudoku.Grid) [][]int {
	order := c.order[:0]
	for _, orbit := range c.orbits {
		if givens[orbit[0]] != 0 {
			order = append(order, orbit)
		}
	}
	c.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	c.order = order
	return order
}

// restore gives back the last of the orbits taken so that the share n of them stays away.
func restore(givens, solution sudoku.Grid, taken [][]int, n float64) {
	for _, orbit := range taken[int(math.Round(n*float64(len(taken)))):] {
		for _, cell := range orbit {
			givens[cell] = solution[cell]
		}
	}
}

// isMinimal reports whether no single given can be left out.
func (c *carver) isMinimal(givens, solution sudoku.Grid) bool {
	c.unsure = false
	for cell, v := range givens {
		if v != 0 && c.canLose(givens, solution, []int{cell}) {
			givens[cell] = solution[cell]
			return false
		}
	}
	return !c.unsure
}

// swap makes a neighbour of a puzzle: one to three orbits are given back, more where floor asks for it, then
// givens are taken away in random order, those given back last, until none can go or floor is reached.
func (c *carver) swap(givens, solution sudoku.Grid, floor int) sudoku.Grid {
	next := givens.Clone()
	order := c.shuffled(next)
	var back [][]int
	for _, i := range c.rng.Perm(len(c.orbits)) {
		if orbit := c.orbits[i]; next[orbit[0]] == 0 {
			back = append(back, orbit)
			for _, cell := range orbit {
				next[cell] = solution[cell]
			}
		}
		if len(back) > c.rng.IntN(3) && next.Filled() >= floor {
			break
		}
	}
	c.carve(next, solution, slices.Concat(order, back), floor)
	return next
}

// swapTries is how many swaps are tried for each neighbour that is ordered, before giving up.
const swapTries = 4

// emitNeighbours makes neighbours of order.Near, which must have one solution, by swaps of clues: one to three clues
// more, then as many as can go less. Unless a minimal puzzle is ordered, every other neighbour has one to eight clues
// more than Near: easy puzzles are rare among minimal ones. If too few fit the order, the error is sudoku.ErrGaveUp.
func emitNeighbours(ctx context.Context, o *sudoku.Order, emit func(*sudoku.Puzzle) bool) error {
	orbits, err := symmetry.Orbits(o.Geometry, o.Symmetry)
	if err != nil {
		return err
	}
	c := carver{g: o.Geometry, engine: newEngine(ctx, o.Geometry, 0), orbits: orbits}
	near, solution := o.Near.Givens(), make(sudoku.Grid, o.Geometry.Cells())
	if found := c.engine.count(near, 2, solution); found != 1 {
		return fmt.Errorf("making neighbours of %q: it has %d solutions, counting to 2", o.Near, found)
	}
	for k, made := 0, 0; o.Count == 0 || made < o.Count; k++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if o.Count > 0 && k >= swapTries*o.Count {
			return sudoku.ErrGaveUp
		}
		floor := o.CluesMin
		switch {
		case o.Minimal:
			floor = 0
		case k%2 == 1:
			floor = max(floor, near.Filled()+1<<(k/2%4))
		}
		c.rng = rand.New(rand.NewPCG(o.Seed, uint64(k)))
		givens := c.swap(near, solution, floor)
		if o.Minimal && o.Symmetry != "" && !c.isMinimal(givens.Clone(), solution) { // without a symmetry swaps are minimal
			continue
		}
		if clues := givens.Filled(); clues < o.CluesMin || clues > o.CluesMax {
			continue
		}
		if made++; !emit(sudoku.MustPuzzle(o.Geometry, givens)) {
			return nil
		}
	}
	return nil
}

// wang decides which puzzles the generator of H. Wang accepts (Solve and Create SUDOKU Puzzles for Different Levels,
// 2007), with which Gunther & Moon 2012 and Kranawetter & Geiger 2013 made theirs. Each cell of a solution grid is
// emptied with probability n, independently of the others. The puzzle is accepted if
//
//	naked and hidden singles fill it, or
//	they leave more than fifteen cells and fill them after one guess: some digit in some empty cell.
//
// Where several digits of a cell lead to a full grid, each does, so an accepted puzzle may have several solutions.
// What singles leave of a puzzle with few clues too many is often a handful of cells whose digits can be exchanged;
// the bound of fifteen rejects most of these.
type wang struct {
	search     *search.Engine
	fewestOpen int // up to so many cells that singles do not fill, a puzzle is rejected
}

// newWang returns the solver of Wang's generator, which uses singles alone.
func newWang(g *sudoku.Geometry) *wang {
	w := &wang{search.New(g), fewestOpen}
	w.search.SinglesOnly = true
	return w
}

// fewestOpen is Wang's bound.
const fewestOpen = 15

// empty returns the givens that are left when each cell is emptied with probability n.
func (w wang) empty(solution sudoku.Grid, n float64, rng *rand.Rand) sudoku.Grid {
	givens := solution.Clone()
	for cell := range givens {
		if rng.Float64() < n {
			givens[cell] = 0
		}
	}
	return givens
}

// accepts reports whether singles, or singles after one guess, fill the grid.
func (w wang) accepts(givens sudoku.Grid) bool {
	if !w.search.Load(sudoku.MustPuzzle(w.search.Geometry(), givens)) || !w.search.Propagate() {
		return false
	}
	open := w.search.Open()
	return open == 0 || open > w.fewestOpen && w.oneGuess(givens)
}

// oneGuess reports whether some digit in some open cell leads to a full grid by singles.
func (w wang) oneGuess(givens sudoku.Grid) bool {
	before := w.search.Mark()
	for cell := range givens {
		digits := w.search.Candidates(cell)
		if digits.Len() == 1 {
			continue
		}
		for d := range digits.All {
			full := w.search.Assign(cell, d) && w.search.Open() == 0
			w.search.Undo(before)
			if full {
				return true
			}
		}
	}
	return false
}
