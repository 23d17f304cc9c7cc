// Package clause is what a puzzle asks of its solution beyond its houses, in the few forms that an algorithm has to
// know. What a person sees, a cage or a thermometer, is a constraint (package constraint); it comes down to clauses.
//
// There are seven kinds. x(c) is the digit of cell c, 1 … N:
//
//	In      x(c) is in a set of digits
//	Differ  no digit comes twice among the cells
//	Pair    x(b) is in R[x(a)], R a relation
//	Sum     Σ w·x(c) lies in a range
//	Count   Σ w·[x(c) is in its set] lies in a range
//	Word    an automaton accepts x(c1) x(c2) …
//	Any     all clauses of at least one list hold
//
// Differ and Pair name a cell once; elsewhere a cell may come again, and counts again. Sums and counts are linear, so
// that linear programs take them as they are; relations are made for arc consistency; an automaton says whatever runs
// along a line, and has one exact propagator; Any is the rest.
package clause

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

// Kind is one of the seven kinds of clauses. All constraints that people know compile to these, so a solver that takes
// them takes every constraint.
type Kind uint8

// The kinds.
const (
	In Kind = iota
	Differ
	Pair
	Sum
	Count
	Word
	Any
)

var kindNames = [...]string{"in", "differ", "pair", "sum", "count", "word", "any"}

// String returns the kind's name: "in", "differ", …
func (k Kind) String() string { return kindNames[k] }

// Kinds is a set of kinds, such as those that a solver declares to take or those that a puzzle has. The zero value is
// empty.
type Kinds uint8

// With returns s with kind k added. It does not change s.
func (s Kinds) With(k Kind) Kinds { return s | 1<<k }

// Has reports whether k is in s, without allocating.
func (s Kinds) Has(k Kind) bool { return s>>k&1 == 1 }

// Names lists the kinds by name, in the order of their declaration, as manifests and messages name them.
func (s Kinds) Names() []string {
	var names []string
	for k := In; k <= Any; k++ {
		if s.Has(k) {
			names = append(names, k.String())
		}
	}
	return names
}

// ParseKind returns the kind that String writes as name. False means that a manifest or a message names a kind that
// this version does not know.
func ParseKind(name string) (kind Kind, ok bool) {
	for k, n := range kindNames {
		if n == name {
			return Kind(k), true
		}
	}
	return 0, false
}

// Clause is one thing that the solution of a puzzle obeys. Which fields count depends on its kind; none is changed once
// the clause is part of a puzzle.
type Clause struct {
	Kind       Kind
	Constraint int        // the number of the constraint that it comes from, from 0
	Cells      []int      // In: one; Pair: two; Any: none
	Digits     []Digits   // In, Count: a set for each cell
	Weights    []int      // Sum, Count: one for each cell; nil if all are 1
	Total      []Range    // Sum, Count: increasing and disjoint
	Relation   *Relation  // Pair
	Automaton  *Automaton // Word
	Either     [][]Clause // Any
}

// Range is the whole numbers from Low to High, both included.
type Range struct{ Low, High int }

// Weight returns the weight of the i-th cell, 1 if the clause names no weights.
func (c *Clause) Weight(i int) int {
	if c.Weights == nil {
		return 1
	}
	return c.Weights[i]
}

// Holds reports whether a full grid, one digit a cell, obeys the clause. It does not allocate.
func (c *Clause) Holds(grid []uint8) bool {
	switch c.Kind {
	case In:
		return c.Digits[0].Has(int(grid[c.Cells[0]]))
	case Differ:
		var seen Digits
		for _, cell := range c.Cells {
			if seen.Has(int(grid[cell])) {
				return false
			}
			seen = seen.With(int(grid[cell]))
		}
		return true
	case Pair:
		return c.Relation.There[grid[c.Cells[0]]-1].Has(int(grid[c.Cells[1]]))
	case Sum, Count:
		return c.inTotal(c.Amount(grid))
	case Word:
		state := int32(0)
		for _, cell := range c.Cells {
			if state = c.Automaton.Next(state, int(grid[cell])); state < 0 {
				return false
			}
		}
		return c.Automaton.Accepts(state)
	}
	return c.anyHolds(grid)
}

// Amount returns what the cells of a Sum or a Count add up to in a grid.
func (c *Clause) Amount(grid []uint8) int {
	sum := 0
	for i, cell := range c.Cells {
		sum += c.Adds(i, int(grid[cell]))
	}
	return sum
}

// Adds returns what a digit in the i-th cell adds to the total of a Sum or a Count.
func (c *Clause) Adds(i, digit int) int {
	switch {
	case c.Kind == Sum:
		return c.Weight(i) * digit
	case c.Digits[i].Has(digit):
		return c.Weight(i)
	}
	return 0
}

// inTotal reports whether a sum lies in one of the ranges.
func (c *Clause) inTotal(sum int) bool {
	for _, r := range c.Total {
		if sum <= r.High {
			return sum >= r.Low
		}
	}
	return false
}

// anyHolds reports whether all clauses of at least one alternative hold.
func (c *Clause) anyHolds(grid []uint8) bool {
	for _, list := range c.Either {
		if AllHold(list, grid) {
			return true
		}
	}
	return false
}

// AllHold reports whether a full grid obeys all clauses. The host verifies every solution with it.
func AllHold(clauses []Clause, grid []uint8) bool {
	for i := range clauses {
		if !clauses[i].Holds(grid) {
			return false
		}
	}
	return true
}

// Digits is a set of digits: bit d-1 stands for digit d.
type Digits uint64

// All returns the set {1, …, n}, n at most 64.
func All(n int) Digits { return Digits(1)<<n - 1 }

// Has reports whether digit d is in s. Digits count from 1.
func (s Digits) Has(d int) bool { return s>>(d-1)&1 == 1 }

// With returns s with digit d added. It does not change s.
func (s Digits) With(d int) Digits { return s | 1<<(d-1) }

// Without returns s without digit d, which need not be in it.
func (s Digits) Without(d int) Digits { return s &^ (1 << (d - 1)) }

// Len returns how many digits are in s.
func (s Digits) Len() int { return bits.OnesCount64(uint64(s)) }

// Min returns the smallest digit of s, 0 if s is empty.
func (s Digits) Min() int {
	if s == 0 {
		return 0
	}
	return bits.TrailingZeros64(uint64(s)) + 1
}

// Max returns the greatest digit of s, 0 if s is empty.
func (s Digits) Max() int { return bits.Len64(uint64(s)) }

// All calls yield with each digit of s in increasing order; it is an iter.Seq[int].
func (s Digits) All(yield func(int) bool) {
	for ; s != 0; s &= s - 1 {
		if !yield(s.Min()) {
			return
		}
	}
}

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

// list checks clauses that stand depth levels below the deepest allowed.
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

// clause checks one clause against the limits and the size of the grid.
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

// automaton checks an automaton, once for all clauses that share it.
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

// either checks alternatives and everything in them.
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
