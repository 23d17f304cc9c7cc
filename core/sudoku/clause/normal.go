package clause

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"
)

// Normal returns clauses that hold in the same grids of n digits, in a form that constraints of equal meaning share.
// There is one In for each cell and one Pair for each two cells; larger clauses are in order, and none comes twice.
// differ reports whether two cells hold different digits anyway; clauses that follow from that are left out.
func Normal(n int, differ func(a, b int) bool, clauses []Clause) []Clause {
	s := simplifier{n: n, differ: differ, pairs: map[[2]int]*Relation{}}
	for i := range clauses {
		s.add(clauses[i])
	}
	s.takeDifferences()
	for _, c := range solved(s.equations) {
		s.keep(c)
	}
	for cells, r := range s.pairs {
		s.settle(cells[0], cells[1], r)
	}
	type written struct {
		Clause
		text string
	}
	all := make([]written, len(s.clauses))
	for i, c := range s.clauses {
		all[i] = written{c, string(c.AppendText(nil))}
	}
	slices.SortFunc(all, func(a, b written) int { return cmp.Compare(a.text, b.text) })
	all = slices.CompactFunc(all, func(a, b written) bool { return a.text == b.text })
	normal := make([]Clause, len(all))
	for i := range all {
		normal[i] = all[i].Clause
	}
	return normal
}

// simplifier collects what clauses say of two cells, and all else in order.
type simplifier struct {
	n       int
	differ  func(a, b int) bool
	pairs   map[[2]int]*Relation // what is said of two cells, of one cell under that cell twice
	clauses []Clause

	equations []Clause // sums and counts that say that cells make as much as others
}

// add sorts a clause into the tables by its kind.
func (s *simplifier) add(c Clause) {
	c.Constraint = 0
	if c.Kind == Any {
		s.addAny(c)
		return
	}
	if c.Kind == Sum || c.Kind == Count {
		e := c.equation()
		if c = e.clause(c.Total); len(c.Total) == 1 && c.Total[0].Low == c.Total[0].High && e.isMixed() {
			s.equations = append(s.equations, c)
			return
		}
	}
	s.keep(c)
}

// takeDifferences makes equations of pairs of cells that are equal, or of which one is greater by a number.
func (s *simplifier) takeDifferences() {
	for cells, r := range s.pairs {
		if cells[0] == cells[1] {
			continue
		}
		if k, ok := r.difference(s.differ(cells[0], cells[1])); ok {
			delete(s.pairs, cells)
			s.equations = append(s.equations, Clause{Kind: Sum, Cells: cells[:], Weights: []int{1, -1}, Total: []Range{{k, k}}})
		}
	}
}

// keep keeps a clause, one of one or two cells as what is said of them.
func (s *simplifier) keep(c Clause) {
	distinct := slices.Compact(slices.Sorted(slices.Values(c.Cells)))
	if len(distinct) == 1 || len(distinct) == 2 {
		s.addPair(&c, distinct)
		return
	}
	switch c.Kind {
	case Differ:
		if s.differAnyway(distinct) {
			return
		}
		c.Cells = distinct
	case Word:
		c = c.leastWord()
	}
	s.clauses = append(s.clauses, c)
}

// addPair keeps a clause of one or two cells as a relation.
func (s *simplifier) addPair(c *Clause, cells []int) {
	small := *c
	small.Cells = make([]int, len(c.Cells))
	for i, cell := range c.Cells {
		small.Cells[i] = slices.Index(cells, cell)
	}
	key := [2]int{cells[0], cells[len(cells)-1]}
	before, one := s.pairs[key], len(cells) == 1
	s.pairs[key] = NewRelation(s.n, func(a, b int) bool {
		return (before == nil || before.Holds(a, b)) && (!one || a == b) && small.Holds([]uint8{uint8(a), uint8(b)})
	})
}

// settle adds the clause of all that is said of two cells, if it says anything.
func (s *simplifier) settle(a, b int, r *Relation) {
	if a == b {
		var digits Digits
		for d := 1; d <= s.n; d++ {
			if r.Holds(d, d) {
				digits = digits.With(d)
			}
		}
		if digits != All(s.n) {
			s.clauses = append(s.clauses, Clause{Kind: In, Cells: []int{a}, Digits: []Digits{digits}})
		}
		return
	}
	differ := s.differ(a, b)
	anyway := NewRelation(s.n, func(x, y int) bool { return x != y || !differ })
	said := NewRelation(s.n, func(x, y int) bool { return r.Holds(x, y) && anyway.Holds(x, y) })
	if said != anyway {
		s.clauses = append(s.clauses, Clause{Kind: Pair, Cells: []int{a, b}, Relation: said})
	}
}

// differAnyway reports whether the houses make each two of the cells differ.
func (s *simplifier) differAnyway(cells []int) bool {
	for i, a := range cells {
		for _, b := range cells[i+1:] {
			if !s.differ(a, b) {
				return false
			}
		}
	}
	return true
}

// addAny keeps alternatives, unless one of them asks for nothing.
func (s *simplifier) addAny(c Clause) {
	var lists []Clause
	for _, list := range c.Either {
		normal := Normal(s.n, s.differ, list)
		if len(normal) == 0 {
			return
		}
		lists = append(lists, Clause{Kind: Any, Either: [][]Clause{normal}})
	}
	slices.SortFunc(lists, func(a, b Clause) int {
		return cmp.Compare(string(a.AppendText(nil)), string(b.AppendText(nil)))
	})
	c.Either = nil
	for i := range lists {
		if i == 0 || string(lists[i].AppendText(nil)) != string(lists[i-1].AppendText(nil)) {
			c.Either = append(c.Either, lists[i].Either[0])
		}
	}
	if len(c.Either) == 1 {
		for _, one := range c.Either[0] {
			s.add(one)
		}
		return
	}
	s.clauses = append(s.clauses, c)
}

// leastWord returns a Word that says the same in normal form: read in the direction that takes fewer states, and with
// neighbours sorted whose digits the automaton takes in either order. If both directions take as many, it is the one
// that comes first.
func (c *Clause) leastWord() Clause {
	word := Clause{Kind: Word, Cells: c.Automaton.sorted(c.Cells), Automaton: c.Automaton}
	back := word.backwards()
	if back.Automaton == nil {
		return word
	}
	if back.Automaton.States() < c.Automaton.States() {
		return c.backwards()
	}
	word = back.backwards() // neighbours may be known for such in one direction only
	if cmp.Or(slices.Compare(back.Cells, word.Cells), cmp.Compare(back.Automaton.Text(), word.Automaton.Text())) < 0 {
		return back
	}
	return word
}

// backwards returns the same Word read backwards, without an automaton if that has more states, or takes too much work
// to make.
func (c *Clause) backwards() Clause {
	back := Clause{Kind: Word, Cells: slices.Clone(c.Cells), Automaton: c.Automaton.reversed()}
	if back.Automaton != nil {
		slices.Reverse(back.Cells)
		back.Cells = back.Automaton.sorted(back.Cells)
	}
	return back
}

// AppendText writes a clause for keys: equal texts say the same of the same cells, whatever constraint they come from.
func (c *Clause) AppendText(to []byte) []byte {
	to = append(to, c.Kind.String()...)
	for i, cell := range c.Cells {
		to = strconv.AppendInt(append(to, ' '), int64(cell), 10)
		if w := c.Weight(i); (c.Kind == Sum || c.Kind == Count) && w != 1 {
			to = strconv.AppendInt(append(to, '*'), int64(w), 10)
		}
		if c.Digits != nil {
			to = strconv.AppendUint(append(to, '@'), uint64(c.Digits[i]), 16)
		}
	}
	for _, r := range c.Total {
		to = strconv.AppendInt(append(to, " ="...), int64(r.Low), 10)
		to = strconv.AppendInt(append(to, ".."...), int64(r.High), 10)
	}
	switch c.Kind {
	case Pair:
		to = append(append(to, ' '), c.Relation.Key()...)
	case Word:
		to = append(append(to, ' '), c.Automaton.Text()...)
	}
	for _, list := range c.Either {
		to = append(to, " ("...)
		for i := range list {
			to = append(list[i].AppendText(to), ';')
		}
		to = append(to, ')')
	}
	return to
}

// mostReversed bounds the work of reading an automaton backwards: the states of all sets of states that are looked at.
const mostReversed = 1 << 18

var reversed kept[Automaton] // one without digits stands for none

// reversed returns the automaton of the same words backwards, nil if it has more states than a or takes too much work.
// A state of it is the set of states from which the digits read so far, backwards, lead to an accepting one. No two of
// these sets accept the same words, because each state of a is reached by some word (Brzozowski).
func (a *Automaton) reversed() *Automaton {
	key := string(binary.AppendUvarint(nil, uint64(a.n))) + a.Text()
	if b := reversed.get(key); b != nil {
		return b.orNone()
	}
	from := make([][]int32, len(a.next)) // by state and digit, the states that lead there
	var ends []int32
	for i, to := range a.next {
		if to >= 0 {
			back := int(to)*a.n + i%a.n
			from[back] = append(from[back], int32(i/a.n))
		}
	}
	for s, accepts := range a.accepts {
		if accepts {
			ends = append(ends, int32(s))
		}
	}
	looked := 0
	b, err := build(a.n, a.States(), packed(ends), func(set string, digit int) (string, bool) {
		var before []int32
		for s := range unpacked(set) {
			before = append(before, from[int(s)*a.n+digit-1]...)
		}
		slices.Sort(before)
		before = slices.Compact(before)
		looked += len(before)
		return packed(before), len(before) > 0 && looked <= mostReversed
	}, func(set string) bool { return len(set) >= 4 && set[:4] == packed([]int32{0}) })
	if err != nil || looked > mostReversed {
		b = &Automaton{}
	}
	return reversed.only(key, b, len(b.next)).orNone()
}

// orNone returns nil for the empty automaton.
func (a *Automaton) orNone() *Automaton {
	if a.n == 0 {
		return nil
	}
	return a
}

// packed writes a sorted set of states.
func packed(states []int32) string {
	var text []byte
	for _, s := range states {
		text = binary.LittleEndian.AppendUint32(text, uint32(s))
	}
	return string(text)
}

// unpacked yields the states of a set.
func unpacked(set string) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		for i := 0; i < len(set) && yield(int32(binary.LittleEndian.Uint32([]byte(set[i:i+4])))); i += 4 {
		}
	}
}

// sorted returns the cells of a word with neighbours in order whose digits the automaton takes in either order.
func (a *Automaton) sorted(cells []int) []int {
	cells = slices.Clone(cells)
	reached, begin := []int32{0}, 0 // states before a cell; the first cell of those that may be exchanged
	for i := range cells {
		if i+1 == len(cells) || !a.commutes(reached) {
			slices.Sort(cells[begin : i+1])
			begin = i + 1
		}
		reached = a.behind(reached)
	}
	return cells
}

// behind returns the states to which a digit leads from others.
func (a *Automaton) behind(states []int32) (next []int32) {
	for _, s := range states {
		for d := 1; d <= a.n; d++ {
			if to := a.Next(s, d); to >= 0 {
				next = append(next, to)
			}
		}
	}
	slices.Sort(next)
	return slices.Compact(next)
}

// commutes reports whether two digits lead from each of the states to one state in either order.
func (a *Automaton) commutes(states []int32) bool {
	two := func(s int32, d, e int) int32 {
		if s = a.Next(s, d); s >= 0 {
			s = a.Next(s, e)
		}
		return s
	}
	for _, s := range states {
		for d := 1; d <= a.n; d++ {
			for e := d + 1; e <= a.n; e++ {
				if two(s, d, e) != two(s, e, d) {
					return false
				}
			}
		}
	}
	return true
}
