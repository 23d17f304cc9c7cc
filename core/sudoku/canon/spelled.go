package canon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

type list = []constraint.Constraint

// speller writes clauses as constraints: always the same ones, whatever constraints the clauses came from.
type speller struct {
	g *sudoku.Geometry
	b *constraint.Board
}

// mostTotals is how many sums a constraint may name; sums of more are not written.
const mostTotals = 1000

// puzzle returns the image of a puzzle whose constraints are written by what they mean. Those that count digits keep
// their names. It is nil if the meaning of the clauses takes too much room. If named is false, equal images have equal
// texts.
func (s *speller) puzzle(p *sudoku.Puzzle, image pictured) (q *sudoku.Puzzle, named bool) {
	clauses, to := p.Clauses(), image.turn.Inverse().Cells
	var constraints list
	var others []clause.Clause
	for i := range p.Constraints() {
		var own []clause.Clause
		for _, c := range clauses {
			if c.Constraint == i {
				own = append(own, c)
			}
		}
		if c := p.Constraints()[i]; c.Name != "same-digits" && slices.ContainsFunc(own, counts) {
			c = c.Image(s.b, to, image.turn.Digits)
			if c.Name == "quad" {
				c.Name = "contain"
			}
			constraints = append(constraints, c)
		} else {
			others = append(others, own...)
		}
	}
	images, ok := clause.Images(s.g.N(), others, to, image.turn.Digits)
	if !ok {
		return nil, true
	}
	spelled, ok := s.clauses(s.g.NormalClauses(images))
	if !ok {
		return nil, true
	}
	named = constraints != nil
	q, err := sudoku.NewPuzzle(s.g, image.cells, sudoku.Constraints(append(constraints, spelled...)...))
	if err != nil || q.Geometry() != s.g || q.ClauseKey() != image.clauses {
		return nil, true
	}
	return q, named
}

// counts reports whether a clause counts digits.
func counts(c clause.Clause) bool {
	return c.Kind == clause.Count || slices.ContainsFunc(c.Either, func(list []clause.Clause) bool {
		return slices.ContainsFunc(list, counts)
	})
}

// clauses writes clauses in normal form.
func (s *speller) clauses(clauses []clause.Clause) (all list, ok bool) {
	pairs := 0
	for i := range clauses {
		if clauses[i].Kind == clause.Pair {
			pairs++
		}
	}
	for _, name := range []string{"nonconsecutive", "diagonal-nonconsecutive", "anti-taxicab"} {
		if n := s.g.N(); pairs < (n-1)*(n-1) {
			break
		}
		set, err := constraint.Normalize(s.b, list{{Name: name}})
		if rest, ok := s.less(clauses, set.Clauses); err == nil && ok {
			clauses, all = rest, append(all, set.Constraints...)
		}
	}
	balanced := map[string]clause.Digits{} // how many clauses say that some cells hold a digit as often as others
	for i := range clauses {
		c, ok := s.clause(&clauses[i])
		if !ok {
			return nil, false
		}
		if clauses[i].Kind == clause.Count {
			text := fmt.Sprint(c.Lists)
			if balanced[text] |= clauses[i].Digits[0]; balanced[text] != clause.All(s.g.N()) {
				continue // once for all digits
			}
			delete(balanced, text)
		}
		all = append(all, c)
	}
	return all, len(balanced) == 0
}

// less takes some clauses, brought to normal form, out of others; false if they are not all there.
func (s *speller) less(clauses, some []clause.Clause) (rest []clause.Clause, ok bool) {
	if some = s.g.NormalClauses(some); len(some) == 0 || len(some) > len(clauses) {
		return nil, false
	}
	out := map[string]bool{}
	for i := range some {
		out[string(some[i].AppendText(nil))] = true
	}
	rest = slices.DeleteFunc(slices.Clone(clauses), func(c clause.Clause) bool { return out[string(c.AppendText(nil))] })
	return rest, len(rest) == len(clauses)-len(out)
}

// clause writes one clause.
func (s *speller) clause(c *clause.Clause) (constraint.Constraint, bool) {
	one := func(name, value string, lists ...[]int) (constraint.Constraint, bool) {
		return constraint.Constraint{Name: name, Value: value, Lists: lists}, true
	}
	switch {
	case c.Kind == clause.In && s.b.Letters:
		a, err := clause.Build(s.g.N(), false, func(_ bool, digit int) (bool, bool) { return true, c.Digits[0].Has(digit) },
			func(read bool) bool { return read })
		if err != nil {
			return constraint.Constraint{}, false
		}
		return one("word", a.Text(), c.Cells)
	case c.Kind == clause.In:
		var values []string
		for digit := range c.Digits[0].All {
			values = append(values, strconv.Itoa(s.worth(digit)))
		}
		return one("sum", strings.Join(values, "."), c.Cells)
	case c.Kind == clause.Differ:
		return one("extra", "", c.Cells)
	case c.Kind == clause.Pair:
		name, value := s.relation(c)
		if name == "less" && value == "" && !c.Relation.Holds(1, s.g.N()) {
			return one(name, value, []int{c.Cells[1], c.Cells[0]})
		}
		return one(name, value, c.Cells)
	case c.Kind == clause.Count:
		sum, ok := s.sum(c)
		return constraint.Constraint{Name: "same-digits", Lists: sum.Lists}, ok && len(sum.Lists) == 2
	case c.Kind == clause.Sum:
		return s.sum(c)
	case c.Kind == clause.Word:
		return one("word", c.Automaton.Text(), c.Cells)
	case c.Kind == clause.Any:
		or := constraint.Constraint{Name: "or"}
		for _, either := range c.Either {
			members, ok := s.clauses(either)
			if !ok {
				return or, false
			}
			if len(members) > 1 {
				members = list{{Name: "and", Either: members}}
			}
			or.Either = append(or.Either, members...)
		}
		return or, true
	}
	return constraint.Constraint{}, false
}

// worth returns the value of a digit in a sum.
func (s *speller) worth(digit int) int { return digit + s.b.Least - 1 }

// relation returns the name and value of the constraint of two cells that allows the pairs of a clause, as far as the
// houses do.
func (s *speller) relation(c *clause.Clause) (name, value string) {
	n := s.g.N()
	differ := slices.Contains(s.g.Peers(c.Cells[0]), c.Cells[1])
	is := func(holds func(a, b int) bool) bool {
		return c.Relation == clause.NewRelation(n, func(a, b int) bool { return holds(a, b) && (a != b || !differ) })
	}
	distance := func(a, b int) int { return max(a-b, b-a) }
	switch {
	case is(func(a, b int) bool { return a != b }):
		return "extra", ""
	case is(func(a, b int) bool { return a == b }):
		return "equal", ""
	case is(func(a, b int) bool { return a < b }), is(func(a, b int) bool { return a > b }):
		return "less", ""
	case s.b.Letters:
		return "pair", c.Relation.Text()
	}
	for sum := 2 * s.worth(1); sum <= 2*s.worth(n); sum++ {
		if is(func(a, b int) bool { return s.worth(a)+s.worth(b) == sum }) {
			return "sum", strconv.Itoa(sum)
		}
	}
	for k := 1; k < n; k++ {
		switch {
		case is(func(a, b int) bool { return distance(a, b) == k }):
			return "difference", strconv.Itoa(k)
		case is(func(a, b int) bool { return s.worth(a) == (k+1)*s.worth(b) || s.worth(b) == (k+1)*s.worth(a) }):
			return "quotient", strconv.Itoa(k + 1)
		case k > 1 && is(func(a, b int) bool { return distance(a, b) >= k }):
			return "whisper", strconv.Itoa(k)
		}
	}
	return "pair", c.Relation.Text()
}

// sum writes a sum of the values of digits, with all its totals.
func (s *speller) sum(c *clause.Clause) (sum constraint.Constraint, ok bool) {
	var plus, minus, totals = []int(nil), []int(nil), []string(nil)
	shift := 0
	for i, cell := range c.Cells {
		w := c.Weight(i)
		shift += w * (s.b.Least - 1)
		plus = append(plus, slices.Repeat([]int{cell}, max(w, 0))...)
		minus = append(minus, slices.Repeat([]int{cell}, max(-w, 0))...)
	}
	for _, r := range c.Total {
		for total := r.Low; total <= r.High; total++ {
			if totals = append(totals, strconv.Itoa(total+shift)); len(totals) > mostTotals {
				return sum, false
			}
		}
	}
	if plus == nil || totals == nil {
		return sum, false
	}
	sum = constraint.Constraint{Name: "sum", Value: strings.Join(totals, "."), Lists: [][]int{plus}}
	if minus != nil {
		sum.Lists = append(sum.Lists, minus)
	}
	return sum, true
}
