package chain

import (
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
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
	Nishio = iota
	Multiple
	Dynamic
	DynamicPlus
	Nested
	NestedMultiple
	NestedDynamic
	NestedDynamicPlus
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

// forestHint finds the best hint of a forestKind.
type forestHint struct {
	*chains
	kind   *forestKind
	found  hintList
	forest *forest
}

// Forest makes the technique of multiple forcing chains that forestKinds[i] describes.
func Forest(i int) board.Maker {
	return func(p *board.Position) board.Technique {
		t := &forestHint{chains: board.Share(p, newChains), kind: &forestKinds[i]}
		stopped := func() bool { return p.Ctx.Err() != nil }
		t.forest = newForest(t.kind, &t.found, p.Verbose, stopped)
		if t.kind.level > 0 {
			t.forest.helper = func() runner { return newRunner(t.kind, p.Verbose, stopped) }
		}
		return t
	}
}

// Each finds the hints of this level, unless too many candidates are left.
func (t *forestHint) Each(done func() bool) bool {
	t.renew()
	if len(t.links.marks) > maxForest {
		return false
	}
	t.found.reset(t.All)
	t.forest.begin(&t.links, &t.grid)
	t.forest.collect()
	if t.Ctx.Err() != nil {
		return false
	}
	for h := range t.found.distinct {
		if t.describe(h); done() {
			return true
		}
	}
	return false
}

// newForest makes a forest with the chains that may be nested in its own.
func newForest(k *forestKind, found *hintList, verbose bool, stopped func() bool) *forest {
	return &forest{rating: k.rating, nishio: k.nishio, found: found, runner: newRunner(k, verbose, stopped)}
}

// newRunner makes what makes the runs of a forest.
func newRunner(k *forestKind, verbose bool, stopped func() bool) runner {
	a := &advancer{}
	nest := func(i int) {
		in := &nesting{verbose: verbose}
		in.forest = newForest(&forestKinds[i], &in.found, verbose, stopped)
		a.nested = append(a.nested, in)
	}
	if k.level == 2 || k.level == 3 {
		in := &nesting{verbose: verbose}
		in.tracer = &tracer{found: &in.found}
		a.nested = append(a.nested, in)
	}
	switch k.level {
	case 3:
		nest(Multiple)
	case 4:
		nest(Dynamic)
	case 5:
		nest(Dynamic)
		nest(Nested)
	}
	return runner{dynamic: k.dynamic, xOnly: k.nishio, level: k.level, stopped: stopped, extend: a.extend}
}

// describe describes a hint that compares runs.
func (t *forestHint) describe(best *chainHint) {
	t.conclude(best, t.kind.name+best.forestName(t.kind.nishio))
	if best.kind == houseChain {
		t.Hint.Houses = append(t.Hint.Houses, best.house)
	}
	if !t.Verbose {
		return
	}
	for i := range best.targets {
		for _, node := range best.targets[i].ancestors() {
			t.AddCells(t.links.marks[idOf(node)].Cell)
		}
	}
	t.Hint.Links = best.argumentOf(&t.links, &t.grid)
	t.Say("%s (%s)", best.argument(t.chains), best.trails(t.chains))
}

// longTrail is the size above which a hint's chains are counted instead of listed.
const longTrail = 24

// trails writes the chains of a hint, each from its assumption to its end, if they are short and have no chain within.
func (h *chainHint) trails(c *chains) string {
	var trails []string
	total := 0
	for i := range h.targets {
		t := &h.targets[i]
		nodes := t.inOrder()
		total += len(nodes)
		words := make([]string, len(nodes))
		for j, node := range nodes {
			words[j] = c.links.nodeName(node)
		}
		trails = append(trails, strings.Join(words, " → "))
	}
	if total > longTrail || total != h.size {
		return fmt.Sprintf("%d links in all", h.size)
	}
	return strings.Join(trails, "; ")
}

// ForestHints returns the names of techniques that forestKinds[i] can find, for the list of techniques to choose from.
func ForestHints(i int) []string {
	k := forestKinds[i]
	if k.nishio {
		return []string{k.name + "forcing_chain"}
	}
	var names []string
	for _, argument := range []string{"cell", "region", "double", "contradiction"} {
		names = append(names, k.name+argument+"_forcing_chains")
	}
	return names
}

// forestName returns the technique's name.
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
	m := c.links.marks[idOf(h.source)]
	conclusion := c.links.nodeName(h.targets[0].node)
	switch h.kind {
	case cellChain:
		return c.Sentence("Each candidate of %c leads to %s", m.Cell, conclusion)
	case houseChain:
		return c.Sentence("Each place for %d in %h leads to %s", m.V, h.house, conclusion)
	case doubleChain:
		return fmt.Sprintf("Both %s and %s lead to %s", c.links.nodeName(h.source), c.links.nodeName(h.source^1), conclusion)
	}
	return fmt.Sprintf("%s would lead to both %s and %s", c.links.nodeName(h.source), conclusion,
		strings.Replace(c.links.nodeName(h.targets[1].node), "=", "≠", 1))
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
