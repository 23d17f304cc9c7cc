package clause

import (
	"errors"
	"fmt"
	"slices"
)

// Bounds is what clauses that somebody else has made may speak of, and how many there may be.
type Bounds struct {
	N, Cells    int // digits and cells of the puzzle
	Constraints int // that clauses may come from
	Clauses     int // those within alternatives too
	States      int // of all automata
	Depth       int // of alternatives within alternatives
}

// largestTotal bounds the numbers of ranges, so that no sum overflows.
const largestTotal = 1 << 40

// maxWeight is the largest weight of a cell.
const maxWeight = 1000

// Check reports what is wrong with clauses that somebody else has made.
func (b Bounds) Check(clauses []Clause) error {
	c := checking{Bounds: b, seen: map[*Automaton]bool{}}
	return c.list(clauses, b.Depth)
}

// checking goes through clauses; Clauses and States are what may still come.
type checking struct {
	Bounds
	seen map[*Automaton]bool
}

func (b *checking) list(clauses []Clause, depth int) error {
	for i := range clauses {
		c := &clauses[i]
		if c.Kind > Any {
			return fmt.Errorf("clause %d is of no kind", i)
		}
		if err := b.clause(c, depth); err != nil {
			return fmt.Errorf("clause %d, %s: %w", i, c.Kind, err)
		}
	}
	return nil
}

func (b *checking) clause(c *Clause, depth int) error {
	if b.Clauses--; b.Clauses < 0 {
		return errors.New("one clause too many")
	}
	if c.Constraint < 0 || c.Constraint >= b.Constraints {
		return fmt.Errorf("it comes from constraint %d of %d", c.Constraint, b.Constraints)
	}
	if err := b.cells(c); err != nil {
		return err
	}
	switch c.Kind {
	case In, Count:
		if len(c.Digits) != len(c.Cells) {
			return fmt.Errorf("%d sets of digits for %d cells", len(c.Digits), len(c.Cells))
		}
		for _, digits := range c.Digits {
			if digits&^All(b.N) != 0 {
				return fmt.Errorf("a digit beyond %d", b.N)
			}
		}
	case Pair:
		if r := c.Relation; r == nil || len(r.There) != b.N || len(r.Back) != b.N {
			return fmt.Errorf("its relation is not one of %d digits", b.N)
		}
	case Word:
		return b.automaton(c.Automaton)
	case Any:
		return b.either(c.Either, depth)
	}
	if c.Kind == Sum || c.Kind == Count {
		return c.checkTotal()
	}
	return nil
}

// cells checks how many cells a clause has, and that they exist.
func (b *checking) cells(c *Clause) error {
	least, most := 1, len(c.Cells)
	switch c.Kind {
	case In:
		most = 1
	case Pair:
		least, most = 2, 2
	case Any:
		least, most = 0, 0
	}
	if len(c.Cells) < least || len(c.Cells) > most {
		return fmt.Errorf("%d cells", len(c.Cells))
	}
	for _, cell := range c.Cells {
		if cell < 0 || cell >= b.Cells {
			return fmt.Errorf("cell %d of %d", cell, b.Cells)
		}
	}
	if c.Kind == Differ || c.Kind == Pair {
		if sorted := slices.Sorted(slices.Values(c.Cells)); len(slices.Compact(sorted)) < len(c.Cells) {
			return errors.New("a cell comes twice")
		}
	}
	return nil
}

// checkTotal checks the weights and ranges of a sum or a count.
func (c *Clause) checkTotal() error {
	if c.Weights != nil && len(c.Weights) != len(c.Cells) {
		return fmt.Errorf("%d weights for %d cells", len(c.Weights), len(c.Cells))
	}
	for _, w := range c.Weights {
		if w == 0 || w < -maxWeight || w > maxWeight {
			return fmt.Errorf("weight %d", w)
		}
	}
	for i, r := range c.Total {
		if r.Low > r.High || r.Low < -largestTotal || r.High > largestTotal || i > 0 && r.Low <= c.Total[i-1].High {
			return fmt.Errorf("range %d to %d is empty, too far or out of order", r.Low, r.High)
		}
	}
	return nil
}

func (b *checking) automaton(a *Automaton) error {
	if a == nil || a.n != b.N {
		return fmt.Errorf("its automaton is not one of %d digits", b.N)
	}
	if b.seen[a] {
		return nil
	}
	b.seen[a] = true
	if b.States -= a.States(); b.States < 0 {
		return errors.New("its automaton has more states than are left")
	}
	return nil
}

func (b *checking) either(lists [][]Clause, depth int) error {
	switch {
	case depth == 0:
		return errors.New("alternatives too deep within others")
	case len(lists) == 0:
		return errors.New("no alternatives")
	}
	for i, list := range lists {
		if err := b.list(list, depth-1); err != nil {
			return fmt.Errorf("alternative %d: %w", i, err)
		}
	}
	return nil
}
