package host

import (
	"context"
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

// Generate has the plugin make puzzles, as sudoku.Generator says, and checks each against the order: its
// geometry, its givens and their pattern, and that it has one solution, unless the order allows several. A
// puzzle that breaks the order ends the generation with an error that wraps ErrProtocol. Puzzles that were made
// before are left out. If fewer are made than ordered, the error wraps sudoku.ErrGaveUp, and ErrEndedEarly if the plugin did not
// say so; an order without end that brings none is an error that wraps ErrProtocol. Neighbours of a puzzle that the
// plugin does not take are not ordered, nor are constraints from one that declares no clauses.
func (p *Plugin) Generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	if o.Near != nil {
		if err := p.info.Fits(o.Near); err != nil {
			return sudoku.Stats{}, fmt.Errorf("generating with plugin %q: %w", p.candidate.ID, err)
		}
	}
	if o.Constraints != nil && p.info.Clauses == nil {
		return sudoku.Stats{}, fmt.Errorf("generating with plugin %q: %w: constraints", p.candidate.ID, sudoku.ErrUnsupported)
	}
	made, enough := newOrdered(o), false
	stats, err := p.generate(ctx, made, func(q *sudoku.Puzzle) bool {
		if made.all() {
			return false // it should have ended, with its stats
		}
		if q = made.take(q); q == nil {
			return made.fault == nil
		}
		enough = !emit(q)
		return !enough
	})
	if made.fault != nil {
		return stats, fmt.Errorf("generating with plugin %q: %w: %w", p.candidate.ID, lifecycle.ErrProtocol, made.fault)
	}
	if err != nil && !made.all() {
		return stats, err
	}
	if enough || o.Count == 0 && made.count > 0 {
		return stats, nil
	}
	return stats, made.short(p.candidate.ID)
}

// ErrEndedEarly says that a generator made fewer puzzles than were ordered and ended as if it had made them all.
var ErrEndedEarly = fmt.Errorf("%w without saying so", sudoku.ErrGaveUp)

// generate asks for the puzzles of an order. If the process dies, another one begins again, and what was delivered is
// left out as repeated. That is of use if somebody else ended the process: two that deliver nothing new end it.
func (p *Plugin) generate(ctx context.Context, made *ordered, take func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	for fruitless := 0; ; {
		proc, err := p.supervisor.Live(ctx)
		if err != nil {
			return sudoku.Stats{}, err
		}
		before := made.count
		stats, err := proc.Remote.Generate(ctx, made.order, take)
		if made.fault != nil {
			return stats, err
		}
		err = p.asked(ctx, proc, "generating", err)
		if fruitless++; made.count > before {
			fruitless = 0
		}
		if !errors.Is(err, lifecycle.ErrExited) || made.all() || fruitless == 2 || made.count > 0 && made.order.AllowMultiple {
			return stats, err
		}
		made.repeat = -made.count
	}
}

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

func sameHouses(a, b *sudoku.Geometry) bool {
	return a.N() == b.N() && a.Cells() == b.Cells() && slices.EqualFunc(a.Houses(), b.Houses(),
		func(x, y sudoku.House) bool { return slices.Equal(x.Cells, y.Cells) })
}

func between(low, high int) string {
	if high == 0 || high == math.MaxInt {
		return fmt.Sprintf("%d or more", low)
	}
	return fmt.Sprintf("%d to %d", low, high)
}
