package clause

import (
	"cmp"
	"maps"
	"slices"
)

// Limits of work and of weights, beyond which equations stay as they are.
const (
	mostSolving = 1 << 20
	mostWeight  = 1000
)

// term is what a Sum adds up, the digit of a cell, or what a Count does: 1 if a cell holds one of some digits.
type term struct {
	cell   int
	digits Digits // 0 in a Sum
}

// compare orders terms by cell, then by digits.
func (t term) compare(u term) int { return cmp.Or(t.cell-u.cell, cmp.Compare(t.digits, u.digits)) }

// equation is Σ weight·term = total, no weight being 0.
type equation struct {
	weight map[term]int
	total  int
}

// equation returns what a Sum or a Count adds up, each term once, and its first total.
func (c *Clause) equation() equation {
	e := equation{weight: map[term]int{}}
	for i, cell := range c.Cells {
		t := term{cell: cell}
		if c.Kind == Count {
			if t.digits = c.Digits[i]; t.digits == 0 {
				continue
			}
		}
		e.weight[t] += c.Weight(i)
	}
	if len(c.Total) > 0 {
		e.total = c.Total[0].Low
	}
	e.tidy()
	return e
}

// clause returns the clause of an equation with some totals. Its terms are in order, and the first weight is positive.
func (e *equation) clause(total []Range) Clause {
	c := Clause{Kind: Sum, Total: slices.Clone(total)}
	terms, sign := slices.SortedFunc(maps.Keys(e.weight), term.compare), 1
	if len(terms) > 0 && e.weight[terms[0]] < 0 {
		sign = -1
		for i, r := range c.Total {
			c.Total[i] = Range{-r.High, -r.Low}
		}
		slices.Reverse(c.Total)
	}
	for _, t := range terms {
		c.Cells, c.Weights = append(c.Cells, t.cell), append(c.Weights, sign*e.weight[t])
		if t.digits != 0 {
			c.Kind, c.Digits = Count, append(c.Digits, t.digits)
		}
	}
	return c
}

// isMixed reports whether an equation has weights above and below zero.
func (e *equation) isMixed() bool {
	above, below := false, false
	for _, w := range e.weight {
		above, below = above || w > 0, below || w < 0
	}
	return above && below
}

// solved returns equations that say the same in one form, whichever of them were stated: as "A is B, A is C" and "B is
// A, B is C" do. It is the reduced row echelon form. Equations that contradict each other, or take too much work, stay
// as they are.
func solved(clauses []Clause) (all []Clause) {
	rows := make([]equation, len(clauses))
	for i := range clauses {
		rows[i] = clauses[i].equation()
		rows[i].divide()
	}
	rows, ok := reduced(rows)
	if !ok {
		return clauses
	}
	for _, row := range rows {
		all = append(all, row.clause([]Range{{row.total, row.total}}))
	}
	return all
}

// reduced returns the reduced row echelon form of equations in whole numbers without common divisors; false if there is
// none.
func reduced(rows []equation) ([]equation, bool) {
	terms := map[term]bool{}
	for _, row := range rows {
		for t := range row.weight {
			terms[t] = true
		}
	}
	done, work := 0, 0
	for _, t := range slices.SortedFunc(maps.Keys(terms), term.compare) {
		pivot := slices.IndexFunc(rows[done:], func(row equation) bool { return row.weight[t] != 0 })
		if pivot < 0 {
			continue
		}
		rows[done], rows[done+pivot] = rows[done+pivot], rows[done]
		for i := range rows {
			if i == done || rows[i].weight[t] == 0 {
				continue
			}
			if work += len(rows[i].weight) + len(rows[done].weight); work > mostSolving || !rows[i].without(t, rows[done]) {
				return nil, false
			}
		}
		done++
	}
	for _, row := range rows[done:] {
		if row.total != 0 {
			return nil, false
		}
	}
	return rows[:done], !slices.ContainsFunc(rows[:done], func(row equation) bool { return row.isBeyond(mostWeight) })
}

// without takes a term out of an equation by another that has it; false if numbers grow too large on the way.
func (e *equation) without(t term, other equation) bool {
	mine, others := e.weight[t], other.weight[t]
	weight := map[term]int{}
	for t, w := range e.weight {
		weight[t] = w * others
	}
	for t, w := range other.weight {
		weight[t] -= w * mine
	}
	e.weight, e.total = weight, e.total*others-other.total*mine
	e.tidy()
	e.divide()
	return !e.isBeyond(1<<30) && max(e.total, -e.total) < 1<<30
}

// tidy takes out the terms without a weight.
func (e *equation) tidy() { maps.DeleteFunc(e.weight, func(_ term, w int) bool { return w == 0 }) }

// divide takes out the common divisor of weights and total.
func (e *equation) divide() {
	divisor := e.total
	for _, w := range e.weight {
		for w != 0 {
			divisor, w = w, divisor%w
		}
	}
	if divisor = max(divisor, -divisor); divisor > 1 {
		e.total /= divisor
		for t := range e.weight {
			e.weight[t] /= divisor
		}
	}
}

// isBeyond reports whether a weight is larger than most, so that the equation is left as it is.
func (e *equation) isBeyond(most int) bool {
	for _, w := range e.weight {
		if max(w, -w) > most {
			return true
		}
	}
	return false
}
