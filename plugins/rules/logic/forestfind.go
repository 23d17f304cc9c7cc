package logic

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// forestKind is one of the ladder's techniques that compare runs.
type forestKind struct {
	name    string
	rating  float64
	dynamic bool
	nishio  bool
	level   int // see runner
}

// Indexes of forestKinds.
const (
	multipleForest = 1
	dynamicForest  = 2
	nestedForest   = 4
)

// forestKinds are in the order of the ladder.
var forestKinds = [...]forestKind{
	{name: "nishio_", rating: 7.5, dynamic: true, nishio: true},
	{name: "", rating: 8.0},
	{name: "dynamic_", rating: 8.5, dynamic: true},
	{name: "dynamic_plus_", rating: 9.0, dynamic: true, level: 1},
	{name: "nested_", rating: 9.5, dynamic: true, level: 2},
	{name: "nested_multiple_", rating: 10.0, dynamic: true, level: 3},
	{name: "nested_dynamic_", rating: 10.5, dynamic: true, level: 4},
	{name: "nested_dynamic_plus_", rating: 11.0, dynamic: true, level: 5},
}

// maxForest is the largest number of candidates for which runs are kept. A 9×9 puzzle has at most 729; a
// 25×25 puzzle would need gigabytes.
const maxForest = 1500

// findForest finds the best hint of forestKinds[i].
func (e *engine) findForest(i int) bool {
	c := e.chainsHere()
	k := &forestKinds[i]
	if len(c.marks) > maxForest {
		return false
	}
	c.found.reset(false)
	f := c.forestOf(e, i)
	f.collect()
	if len(c.found.hints) == 0 || e.ctx.Err() != nil {
		return false
	}
	e.hintForest(c, k, &c.found.hints[0])
	return true
}

// forestOf returns the forest of forestKinds[i], set to the board.
func (c *chains) forestOf(e *engine, i int) *forest {
	if c.forests[i] == nil {
		c.forests[i] = newForest(&forestKinds[i], &c.found, func() bool { return e.ctx.Err() != nil })
	}
	c.forests[i].begin(&c.links, &c.grid)
	return c.forests[i]
}

// newForest makes a forest with the chains that may be nested in its own.
func newForest(k *forestKind, found *harvest, stopped func() bool) *forest {
	f := &forest{rating: k.rating, nishio: k.nishio, found: found}
	f.runner = runner{dynamic: k.dynamic, xOnly: k.nishio, level: k.level, stopped: stopped,
		advance: &advancer{}}
	nest := func(i int) {
		in := &inner{}
		in.forest = newForest(&forestKinds[i], &in.found, stopped)
		f.advance.inner = append(f.advance.inner, in)
	}
	if k.level == 2 || k.level == 3 {
		in := &inner{}
		in.tracer = &tracer{found: &in.found}
		f.advance.inner = append(f.advance.inner, in)
	}
	switch k.level {
	case 3:
		nest(multipleForest)
	case 4:
		nest(dynamicForest)
	case 5:
		nest(dynamicForest)
		nest(nestedForest)
	}
	return f
}

// hintForest describes a hint that compares runs.
func (e *engine) hintForest(c *chains, k *forestKind, best *chainHint) {
	e.conclude(c, best, k.name+best.forestName(k.nishio))
	if best.kind == houseChain {
		e.hint.houses = append(e.hint.houses, best.house)
	}
	if !e.verbose {
		return
	}
	for i := range best.targets {
		for _, node := range best.targets[i].ancestors() {
			e.addCell(c.marks[idOf(node)].cell)
		}
	}
	e.hint.text = fmt.Sprintf("%s (%s); this removes %s.", best.argument(c), best.trails(c),
		e.hint.struck(e.frame))
}

// longTrail is the size above which a hint's chains are counted and not told.
const longTrail = 24

// trails tells the chains of a hint, each from what it assumes to what follows, where they are short and rest
// on nothing nested within.
func (h *chainHint) trails(c *chains) string {
	var trails []string
	total := 0
	for i := range h.targets {
		t := &h.targets[i]
		nodes := t.ancestors()
		total += len(nodes)
		slices.SortFunc(nodes, func(a, b int32) int {
			return cmp.Or(cmp.Compare(t.run.from[a]+min(1, t.run.many[a]), t.run.from[b]+min(1, t.run.many[b])),
				cmp.Compare(a, b))
		})
		words := make([]string, len(nodes))
		for j, node := range nodes {
			words[j] = c.nodeName(node)
		}
		trails = append(trails, strings.Join(words, " → "))
	}
	if total > longTrail || total != h.size {
		return fmt.Sprintf("%d links in all", h.size)
	}
	return strings.Join(trails, "; ")
}

func (h *chainHint) forestName(nishio bool) string {
	switch {
	case nishio:
		return "forcing_chain"
	case h.kind == cellChain:
		return "cell_forcing_chains"
	case h.kind == houseChain:
		return "region_forcing_chains"
	case h.kind == doubleChain:
		return "double_forcing_chains"
	}
	return "contradiction_forcing_chains"
}

// argument says what the hint compares and what follows.
func (h *chainHint) argument(c *chains) string {
	m := c.marks[idOf(h.source)]
	conclusion := c.nodeName(h.targets[0].node)
	switch h.kind {
	case cellChain:
		return fmt.Sprintf("Each candidate of %s leads to %s", c.cellName(m.cell), conclusion)
	case houseChain:
		return fmt.Sprintf("Each place for %s in %s leads to %s", c.digitName(m.v), c.houseName(h.house),
			conclusion)
	case doubleChain:
		return fmt.Sprintf("Both %s and %s lead to %s", c.nodeName(h.source), c.nodeName(h.source^1), conclusion)
	}
	return fmt.Sprintf("%s would lead to both %s and %s", c.nodeName(h.source), conclusion,
		strings.Replace(c.nodeName(h.targets[1].node), "=", "≠", 1))
}

// ancestors returns the nodes that a target rests on.
func (t *target) ancestors() []int32 {
	seen := map[int32]bool{t.node: true}
	todo := []int32{t.node}
	for i := 0; i < len(todo); i++ {
		for _, p := range t.run.parentsOf(todo[i]) {
			if !seen[p] {
				seen[p] = true
				todo = append(todo, p)
			}
		}
	}
	return todo
}
