package host

import (
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// maxGuesses is how many guesses a proof may take: a classic 9×9 puzzle rarely takes a hundred. Puzzles of large
// geometries with few givens can take more; they count as unproved.
const maxGuesses = 100_000

const maxRemembered = 1 << 20 // puzzles of one order among which a repetition is noticed

// ordered checks the puzzles made for an order.
type ordered struct {
	order  sudoku.Order
	orbits [][]int        // cells that are given together or not at all; nil if any
	prover *search.Engine // nil if several solutions are allowed
	seed   maphash.Seed
	seen   map[uint64]struct{}
	count  int
	repeat int // puzzles left out
	fault  error
}

// newOrdered returns a check of the puzzles of one order. It proves uniqueness itself unless the order allows several
// solutions.
func newOrdered(o sudoku.Order) *ordered {
	c := &ordered{order: o, seed: maphash.MakeSeed(), seen: map[uint64]struct{}{}}
	if o.Symmetry != "" {
		c.orbits, _ = symmetry.Orbits(o.Geometry, o.Symmetry) // the plugin reports a symmetry that cannot be
	}
	if !o.AllowMultiple {
		c.prover = search.New(o.Geometry)
	}
	return c
}

// short returns why an order that ended well is not fulfilled, nil if it is.
func (c *ordered) short(id string) error {
	wanted, cause := c.order.Count, ErrEndedEarly
	switch {
	case wanted == 0:
		return fmt.Errorf("generating with plugin %q: %w: it ended without a puzzle, but an order with count 0 goes on until it is stopped",
			id, lifecycle.ErrProtocol)
	case c.count >= wanted:
		return nil
	case c.count+c.repeat >= wanted:
		cause = sudoku.ErrGaveUp
	}
	return fmt.Errorf("generating with plugin %q: %w: %d different puzzles of %d", id, cause, c.count, wanted)
}

// all reports whether as many puzzles as were ordered have come.
func (c *ordered) all() bool { return c.order.Count > 0 && c.count >= c.order.Count }

// take returns a puzzle as it is to be delivered, nil if it is not.
func (c *ordered) take(p *sudoku.Puzzle) *sudoku.Puzzle {
	p, err := c.lay(p)
	if err == nil {
		err = c.check(p)
	}
	if err != nil {
		c.fault = fmt.Errorf("puzzle %d: %w", c.count+c.repeat+1, err)
		return nil
	}
	if c.order.AllowMultiple || len(c.seen) >= maxRemembered {
		c.count++
		return p
	}
	hash := maphash.Bytes(c.seed, p.Givens())
	if p.Constraints() != nil {
		hash = maphash.String(c.seed, p.String())
	}
	if _, repeated := c.seen[hash]; repeated {
		if c.repeat++; c.repeat > 1000+10*c.order.Count {
			c.fault = fmt.Errorf("it repeats %d puzzles", c.repeat)
		}
		return nil
	}
	c.seen[hash] = struct{}{}
	c.count++
	return p
}

// lay returns a puzzle in the geometry of the order, if it is in one that has the same houses.
func (c *ordered) lay(p *sudoku.Puzzle) (*sudoku.Puzzle, error) {
	g := c.order.Geometry
	switch {
	case p.Geometry() == g:
		return p, nil
	case !sameHouses(p.Geometry(), g):
		return nil, fmt.Errorf("its geometry is not %s", g)
	}
	return sudoku.NewPuzzle(g, p.Givens(), sudoku.Soft(p.Soft()...), sudoku.Constraints(p.Constraints()...))
}

// check compares a puzzle with the order.
func (c *ordered) check(p *sudoku.Puzzle) error {
	o := &c.order
	if err := sudoku.CheckGivens(p); err != nil {
		return err
	}
	if o.Constraints != nil {
		if err := constraint.Missed(o.Constraints, p.Constraints()); err != nil {
			return err
		}
	}
	if n, most := p.Clues(), o.CluesMax; n < o.CluesMin || most > 0 && n > most {
		return fmt.Errorf("it has %d givens where %s were ordered", n, between(o.CluesMin, most))
	}
	for cell, given := range o.Pattern {
		if given && p.Givens()[cell] == 0 {
			return fmt.Errorf("%s must be given", o.Geometry.CellName(cell))
		}
	}
	for _, orbit := range c.orbits {
		for _, cell := range orbit {
			if (p.Givens()[cell] == 0) != (p.Givens()[orbit[0]] == 0) {
				return fmt.Errorf("its givens are not symmetric under %s: %s and %s", o.Symmetry,
					o.Geometry.CellName(orbit[0]), o.Geometry.CellName(cell))
			}
		}
	}
	if c.prover == nil {
		return nil
	}
	switch found, known := c.prover.Count(p, 2, maxGuesses, nil); {
	case found > 1:
		return errors.New("it has several solutions")
	case found == 0 && known:
		return errors.New("it has no solution")
	}
	return nil
}

// sameHouses reports whether two geometries are equal for an algorithm, whatever their names.
func sameHouses(a, b *sudoku.Geometry) bool {
	return a.N() == b.N() && a.Cells() == b.Cells() && slices.EqualFunc(a.Houses(), b.Houses(),
		func(x, y sudoku.House) bool { return slices.Equal(x.Cells, y.Cells) })
}

// between says a range of numbers in words for an error.
func between(low, high int) string {
	if high == 0 || high == math.MaxInt {
		return fmt.Sprintf("%d or more", low)
	}
	return fmt.Sprintf("%d to %d", low, high)
}
