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

import "math/bits"

// Kind is one of the seven kinds of clauses.
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

// Kinds is a set of kinds.
type Kinds uint8

// With returns s with kind k.
func (s Kinds) With(k Kind) Kinds { return s | 1<<k }

// Has reports whether k is in s.
func (s Kinds) Has(k Kind) bool { return s>>k&1 == 1 }

// Names lists the kinds by name, in the order of their declaration.
func (s Kinds) Names() []string {
	var names []string
	for k := In; k <= Any; k++ {
		if s.Has(k) {
			names = append(names, k.String())
		}
	}
	return names
}

// ParseKind returns the kind of a name.
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

// Weight returns the weight of the i-th cell.
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
		return c.inTotal(c.sum(grid))
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

// sum returns what the total of a Sum or a Count is for a grid.
func (c *Clause) sum(grid []uint8) int {
	sum := 0
	for i, cell := range c.Cells {
		switch d := int(grid[cell]); {
		case c.Kind == Sum:
			sum += d * c.Weight(i)
		case c.Digits[i].Has(d):
			sum += c.Weight(i)
		}
	}
	return sum
}

func (c *Clause) inTotal(sum int) bool {
	for _, r := range c.Total {
		if sum <= r.High {
			return sum >= r.Low
		}
	}
	return false
}

func (c *Clause) anyHolds(grid []uint8) bool {
	for _, list := range c.Either {
		if AllHold(list, grid) {
			return true
		}
	}
	return false
}

// AllHold reports whether a full grid obeys all clauses.
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

// All returns the set {1, …, n}.
func All(n int) Digits { return Digits(1)<<n - 1 }

// Has reports whether digit d is in s.
func (s Digits) Has(d int) bool { return s>>(d-1)&1 == 1 }

// With returns s with digit d.
func (s Digits) With(d int) Digits { return s | 1<<(d-1) }

// Without returns s without digit d.
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
