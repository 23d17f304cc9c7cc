package chain

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// chainList finds single chains in the order of their length.
type chainList struct {
	*chains
	name   string
	found  hintList
	tracer tracer
	kind   chainKind
	from   func(t *tracer, id int32) // search from a candidate
}

// XChain makes chains and cycles of one digit.
func XChain(p *board.Position) board.Technique {
	return newChainList(p, "x_chain", xChain, func(t *tracer, id int32) {
		t.cycles(id, xChain, maxLength)
		t.addChain(id, xChain)
	})
}

// XYChain makes chains through cells with two candidates.
func XYChain(p *board.Position) board.Technique {
	return newChainList(p, "xy_chain", yChain, func(t *tracer, id int32) { t.addChain(id, yChain) })
}

// addChain adds the shortest chain from a candidate that is on to itself off.
func (t *tracer) addChain(id int32, kind chainKind) {
	if path := t.forcing(on(id), kind, maxLength); path != nil {
		t.addForcing(on(id), len(path), kind, path)
	}
}

func newChainList(p *board.Position, name string, kind chainKind, from func(t *tracer, id int32)) board.Technique {
	t := &chainList{chains: board.Share(p, newChains), name: name, kind: kind, from: from}
	t.tracer = tracer{links: &t.links, grid: &t.grid, found: &t.found, anyCycle: true}
	return t
}

// Each goes through the chains that a search from every candidate finds, the shortest first. A chain from a
// candidate that is on to itself off says that its second or its last but one node is true; these two ends
// exclude more than the candidate.
func (t *chainList) Each(done func() bool) bool {
	t.renew()
	t.found.reset(true)
	t.tracer.strong.linkUp(&t.links, &t.grid)
	t.tracer.reaches[t.kind].explore(&t.links, &t.tracer.strong, &t.grid, t.kind)
	for id, m := range t.links.marks {
		if bits.OnesCount64(t.Cand[m.Cell]) > 1 {
			t.from(&t.tracer, int32(id))
		}
	}
	slices.SortStableFunc(t.found.hints, func(a, b chainHint) int { return cmp.Compare(a.size, b.size) })
	for i := range t.found.hints {
		h := &t.found.hints[i]
		t.describePath(h)
		t.Hint.Technique, t.Hint.Rating = t.name, 0
		switch {
		case h.cycle:
			t.widenCycle(h)
		case isOn(h.source):
			t.Hint.Strikes = t.Hint.Strikes[:0]
			t.strikeCommon(idOf(h.path[1]), idOf(h.path[len(h.path)-2]))
		}
		if len(t.Hint.Strikes) > 0 && done() {
			return true
		}
	}
	return false
}

// widenCycle strikes what the two candidates of every weak link of a cycle put off: one of them is true.
func (t *chainList) widenCycle(h *chainHint) {
	t.Hint.Strikes = t.Hint.Strikes[:0]
	for i := 1; i < len(h.path); i++ {
		if isOn(h.path[i]) {
			t.strikeCommon(idOf(h.path[i]), idOf(h.path[i-1]))
		}
	}
}

// strikeCommon strikes what two candidates both put off.
func (t *chainList) strikeCommon(a, b int32) {
	others := t.links.weakLinks(b, true)
	for _, id := range t.links.weakLinks(a, true) {
		if m := t.links.marks[id]; slices.Contains(others, id) && !t.IsStruck(m.Cell, m.V) {
			t.Hint.Strikes = append(t.Hint.Strikes, m)
		}
	}
}
