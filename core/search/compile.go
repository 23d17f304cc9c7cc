package search

import (
	"encoding/binary"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// compiler makes propagators of clauses.
type compiler struct {
	e      *Engine
	n      int
	sees   []cellSet // of each cell: those that cannot hold the same digit
	own    cellSet   // cells of which that is not the frame's
	images map[*clause.Relation][2]*image
	tables map[string][]layer // of alternatives over few cells
	made   []propagator
}

// A cellSet has a bit for each cell.
type cellSet []uint64

func (s cellSet) has(c int32) bool { return s[c>>6]>>(c&63)&1 == 1 }
func (s cellSet) add(c int32)      { s[c>>6] |= 1 << (c & 63) }

// meet leaves only the cells of another set.
func (s cellSet) meet(t cellSet) {
	for w := range s {
		s[w] &= t[w]
	}
}

// newCompiler returns a compiler for the clauses of one puzzle.
func (e *Engine) newCompiler() *compiler {
	f := e.frame
	return &compiler{e: e, n: f.n, sees: slices.Clone(f.sees), own: f.empty(), images: map[*clause.Relation][2]*image{},
		tables: map[string][]layer{}}
}

// compile makes the propagators of the clauses of a puzzle, and of clauses that follow from them.
func (e *Engine) compile(source []clause.Clause) *clauses {
	if e.words.size > mostUnrolled {
		e.words = words{}
	}
	k := e.newCompiler()
	k.see(source)
	k.list(source)
	k.extraHouses(source)
	k.infer(source)
	k.equals(source, map[string]bool{})
	k.together(source)
	slices.SortStableFunc(k.made, func(p, q propagator) int { return len(p.cells()) - len(q.cells()) })
	small := 0
	for small < len(k.made) && len(k.made[small].cells()) <= 2 {
		small++
	}
	houses := k.e.frame.propagators()
	k.made = slices.Insert(k.made, small, houses...)
	made := k.index(source)
	for i := range houses {
		made.houses[(small+i)>>6] |= 1 << ((small + i) & 63)
	}
	return made
}

// index makes the lists by which changes of cells wake propagators.
func (k *compiler) index(source []clause.Clause) *clauses {
	made := &clauses{source: source, all: k.made, sees: k.sees, wakes: make([][]uint64, k.e.frame.cells)}
	made.waiting, made.houses = make([]uint64, (len(made.all)+63)/64), make([]uint64, (len(made.all)+63)/64)
	made.again, made.steps = make([]bool, len(made.all)), make([]int, len(made.all))
	if made.memory = longMemory; mostlyLines(source) {
		made.memory, made.digit = shortMemory, make([]float32, k.n)
	}
	made.weight, made.scores = make([]float32, k.e.frame.cells), make([]float32, k.e.frame.cells)
	made.every = k.e.frame.empty()
	words := len(made.waiting)
	wakes := make([]uint64, words*k.e.frame.cells)
	for c := range int32(k.e.frame.cells) {
		made.every.add(c)
		made.wakes[c] = wakes[int(c)*words : int(c+1)*words : int(c+1)*words]
	}
	for i, p := range made.all {
		_, isCage := p.(*cage)
		if s, isSum := p.(*sum); made.digit == nil && (isCage || isSum && !s.aside) {
			made.sums = append(made.sums, p.cells())
		}
		made.again[i], made.steps[i] = !idempotent(p), k.n*len(p.cells())
		for _, c := range p.cells() {
			made.wakes[c][i>>6] |= 1 << (i & 63)
		}
	}
	return made
}

// shortMemory and longMemory count the failures after which weights are halved. Old failures mislead where lines
// dominate.
const shortMemory, longMemory = 300, 4000

// mostlyLines reports whether pairs and words are more than sums.
func mostlyLines(source []clause.Clause) bool {
	sums, lines := 0, 0
	for i := range source {
		switch source[i].Kind {
		case clause.Sum:
			sums++
		case clause.Pair, clause.Word:
			lines++
		}
	}
	return lines > sums
}

// idempotent reports whether a propagator finds nothing, or hardly anything, when it runs again at once.
func idempotent(p propagator) bool {
	switch p := p.(type) {
	case *either, *nine, *count, *tally:
		return false
	case *word:
		return !repeats(p.of)
	}
	return true
}

// see notes which cells differ because of clauses.
func (k *compiler) see(source []clause.Clause) {
	for i := range source {
		c := &source[i]
		if c.Kind != clause.Differ && (c.Kind != clause.Pair || !irreflexive(c.Relation)) {
			continue
		}
		for _, a := range c.Cells {
			if !k.own.has(int32(a)) {
				k.own.add(int32(a))
				k.sees[a] = slices.Clone(k.sees[a])
			}
			for _, b := range c.Cells {
				if a != b {
					k.sees[a].add(int32(b))
				}
			}
		}
	}
}

// irreflexive reports whether a relation holds for no two equal digits.
func irreflexive(r *clause.Relation) bool {
	for d, with := range r.There {
		if with.Has(d + 1) {
			return false
		}
	}
	return true
}

// differ reports whether no two of some cells can hold the same digit.
func (k *compiler) differ(cells []int32) bool {
	for i, a := range cells {
		for _, b := range cells[:i] {
			if !k.sees[a].has(b) {
				return false
			}
		}
	}
	return true
}

// list makes the propagators of clauses, each by itself but for cells that differ: one for their sum and their pairs.
func (k *compiler) list(source []clause.Clause) {
	done := map[string]bool{} // cells that have a cage
	for i := range source {
		if c := &source[i]; c.Kind == clause.Sum && k.e.spend(k.n*len(c.Cells)) {
			k.sum(narrow(c.Cells), c.Weights, c.Total, done)
		}
	}
	together := k.lines(source, done)
	for i := range source {
		c := &source[i]
		if !k.e.spend(k.n * len(c.Cells)) {
			return
		}
		switch c.Kind {
		case clause.In:
			k.add(&in{narrow(c.Cells), uint64(c.Digits[0])})
		case clause.Differ:
			if !done[cellsKey(narrow(c.Cells))] {
				k.add(&differ{narrow(c.Cells)})
			}
		case clause.Pair:
			if !together[i] {
				k.pair(c)
			}
		case clause.Word:
			k.word(c)
		case clause.Any:
			if p := k.split(c.Either...); p != nil {
				k.add(p)
			} else if p := k.few(c); p != nil {
				k.add(p)
			} else {
				k.add(k.e.newEither(c))
			}
		}
	}
	k.counts(source)
}

// add appends a propagator.
func (k *compiler) add(p propagator) { k.made = append(k.made, p) }

// word makes the propagator of a word: if the cells differ, a cage if order does not matter, else a split.
func (k *compiler) word(c *clause.Clause) {
	cells := narrow(c.Cells)
	differ := k.differ(cells) && !repeats(cells)
	if differ {
		if f := k.accepted(c.Automaton, len(cells)); f != nil {
			k.add(k.newCage(cells, f, nil))
			return
		}
		if p := k.split([]clause.Clause{*c}); p != nil {
			k.add(p)
			return
		}
	}
	k.add(k.e.newWord(c, differ))
}

// pair adds the propagator of a relation, whose tables all its pairs share.
func (k *compiler) pair(c *clause.Clause) {
	images, made := k.images[c.Relation]
	if !made {
		images = [2]*image{newImage(c.Relation.There), newImage(c.Relation.Back)}
		k.images[c.Relation] = images
	}
	k.add(&pair{narrow(c.Cells), images[0], images[1], needs(c.Relation)})
}

// sum makes a cage if all weights are 1 and the cells differ, else a sum.
func (k *compiler) sum(cells []int32, weights []int, total []clause.Range, done map[string]bool) {
	ones := !slices.ContainsFunc(weights, func(w int) bool { return w != 1 })
	if ones && len(cells) <= k.n && k.differ(cells) && !repeats(cells) {
		if f := k.e.summing(len(cells), total); f != nil {
			k.add(k.newCage(cells, f, total))
			if done != nil {
				done[cellsKey(cells)] = true
			}
			return
		}
	}
	weight, total := make([]int, k.e.frame.cells), slices.Clone(total)
	for i, c := range cells {
		if weight[c]++; weights != nil {
			weight[c] += weights[i] - 1
		}
	}
	if !k.weighted(weight, slices.Clone(total), done != nil) && k.lessHouses(weight, total) {
		k.weighted(weight, total, true)
	}
}

// repeats reports whether a cell comes twice.
func repeats(cells []int32) bool {
	for i, c := range cells {
		if slices.Contains(cells[:i], c) {
			return true
		}
	}
	return false
}

// lines finds cells that differ and of which any two are in one symmetric relation, as on a renban line, and
// makes a cage of each; it returns by number the pairs that are part of one. Many sets say little that pairs do not.
func (k *compiler) lines(source []clause.Clause, done map[string]bool) map[int]bool {
	together := map[int]bool{}
	between, near := map[[2]int]int{}, map[int][]int{}
	for i := range source {
		c := &source[i]
		if c.Kind != clause.Pair || !slices.Equal(c.Relation.There, c.Relation.Back) {
			continue
		}
		if a, b := c.Cells[0], c.Cells[1]; k.sees[a].has(int32(b)) {
			between[[2]int{a, b}], between[[2]int{b, a}] = i, i
			near[a], near[b] = append(near[a], b), append(near[b], a)
		}
	}
	for i := range source {
		c := &source[i]
		if c.Kind != clause.Pair || together[i] {
			continue
		}
		if at, found := between[[2]int(c.Cells)]; !found || at != i {
			continue
		}
		cells, pairs := slices.Clone(c.Cells), []int{i}
		for _, next := range near[c.Cells[0]] {
			with := make([]int, 0, len(cells))
			for _, cell := range cells {
				if at, found := between[[2]int{cell, next}]; found && source[at].Relation == c.Relation {
					with = append(with, at)
				}
			}
			if len(with) == len(cells) && next != c.Cells[1] {
				cells, pairs = append(cells, next), append(pairs, with...)
			}
		}
		if len(cells) < 3 || !k.e.spend(k.n*len(cells)) {
			continue
		}
		if f := k.e.related(len(cells), c.Relation); f != nil && len(f.sets) < 3*k.n {
			k.add(k.newCage(narrow(cells), f, nil))
			done[cellsKey(narrow(cells))] = true
			for _, p := range pairs {
				together[p] = true
			}
		}
	}
	return together
}

// cellsKey is equal for equal sets of cells.
func cellsKey(cells []int32) string {
	sorted := slices.Clone(cells)
	slices.Sort(sorted)
	var key []byte
	for _, c := range sorted {
		key = binary.AppendUvarint(key, uint64(c))
	}
	return string(key)
}
