package evolve

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// rules are what a puzzle asks beyond its houses. A grid loses entropy for each clause that it breaks, so that the
// optimum is reached by solutions alone: as much as for a repeat in a house of N cells if a pair is wrong, as often for
// cells that have to differ as there are repeats, and for a sum or a count the more the farther it is from its range,
// one binary digit each.
type rules struct {
	clauses []clause.Clause
	of      [][]int // of each cell: the numbers of its clauses
	unit    nats
}

func newRules(clauses []clause.Clause, cells, n int) *rules {
	if len(clauses) == 0 {
		return nil
	}
	r := &rules{of: make([][]int, cells), unit: nats(math.Round(2 * math.Ln2 / float64(n) * nat))}
	for _, c := range clauses {
		if c.Kind == clause.In { // the candidates heed it
			continue
		}
		for _, cell := range c.Cells {
			r.of[cell] = append(r.of[cell], len(r.clauses))
		}
		r.clauses = append(r.clauses, c)
	}
	return r
}

// broken returns what a grid loses for all clauses.
func (r *rules) broken(values []uint8) (loss nats) {
	if r == nil {
		return 0
	}
	for i := range r.clauses {
		loss += r.loss(&r.clauses[i], values)
	}
	return loss
}

// brokenAt returns what a grid loses for the clauses of a cell.
func (r *rules) brokenAt(cell int32, values []uint8) (loss nats) {
	for _, i := range r.of[cell] {
		loss += r.loss(&r.clauses[i], values)
	}
	return loss
}

func (r *rules) loss(c *clause.Clause, values []uint8) nats {
	if c.Holds(values) {
		return 0
	}
	amount := 1.0
	switch c.Kind {
	case clause.Differ:
		var seen clause.Digits
		amount = float64(len(c.Cells))
		for _, cell := range c.Cells {
			seen = seen.With(int(values[cell]))
		}
		amount -= float64(seen.Len())
	case clause.Sum, clause.Count:
		amount = math.Log2(1 + float64(missed(c, values)))
	}
	return nats(math.Round(amount * float64(r.unit)))
}

// missed returns how far the total of a sum or a count is from the nearest of its ranges.
func missed(c *clause.Clause, values []uint8) int {
	total := 0
	for i, cell := range c.Cells {
		switch d := int(values[cell]); {
		case c.Kind == clause.Sum:
			total += d * c.Weight(i)
		case c.Digits[i].Has(d):
			total += c.Weight(i)
		}
	}
	least := math.MaxInt32
	for _, r := range c.Total {
		least = min(least, max(r.Low-total, total-r.High))
	}
	return least
}
