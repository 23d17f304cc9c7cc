package chain

import (
	"strings"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// chains are the links of a position's board, which all chain techniques share.
type chains struct {
	*board.Position
	links links
	grid  view
	at    int64 // the version of the board for which the links hold
}

func newChains(p *board.Position) *chains { return &chains{Position: p} }

// renew makes the links those of the board as it is.
func (c *chains) renew() {
	if c.at != c.Version {
		c.at = c.Version
		c.links.number(c.Board)
		c.grid.load(&c.links)
	}
}

// forcingChain finds forcing chains and cycles (6.5 to 7.x): of all, the one of lowest rating, then size.
type forcingChain struct {
	*chains
	found  hintList
	tracer tracer
}

// ForcingChain makes forcing chains and cycles.
func ForcingChain(p *board.Position) board.Technique {
	t := &forcingChain{chains: board.Share(p, newChains)}
	t.tracer = tracer{links: &t.links, grid: &t.grid, found: &t.found}
	return t
}

func (t *forcingChain) Each(done func() bool) bool {
	t.renew()
	t.found.reset(t.All)
	if !t.All {
		t.found.below = t.Below
	}
	t.tracer.allChains()
	for h := range t.found.distinct {
		if t.Verbose {
			t.tracer.trace(h)
		}
		if t.describePath(h); done() {
			return true
		}
	}
	return false
}

// pathName names a single chain as the field does.
func (c *chainHint) pathName() string {
	switch {
	case c.cycle && c.kind == xChain:
		return "x_cycle"
	case c.cycle && c.kind == yChain:
		return "y_cycle"
	case c.cycle:
		return "xy_cycle"
	case c.kind == xChain && c.size == 6:
		return "turbot_fish"
	case c.kind == xChain:
		return "forcing_x_chain"
	}
	return "forcing_chain"
}

// describePath describes a hint that is a single chain.
func (c *chains) describePath(best *chainHint) {
	c.conclude(best, best.pathName())
	if !c.Verbose {
		return
	}
	words := make([]string, 0, len(best.path))
	for i := len(best.path) - 1; i >= 0; i-- {
		words = append(words, c.links.nodeName(best.path[i]))
		if cell := c.links.marks[idOf(best.path[i])].Cell; i > 0 || !best.cycle {
			c.AddCell(cell)
		}
	}
	conclusion := "contradicts itself"
	if best.cycle {
		conclusion = "can be read both ways round"
	}
	c.Hint.Links = best.argumentOf(&c.links, &c.grid)
	c.Say("The chain %s %s", strings.Join(words, " → "), conclusion)
}

// conclude sets the hint's technique, rating, strikes and placement.
func (c *chains) conclude(best *chainHint, name string) {
	c.StartHint(name, best.rating)
	for _, id := range best.struck {
		c.Hint.Strikes = append(c.Hint.Strikes, c.links.marks[id])
	}
	if best.placed >= 0 {
		m := c.links.marks[best.placed]
		c.Hint.Cell, c.Hint.Digit = m.Cell, m.V
	}
}

// nodeName writes a node as r1c2=3 or r1c2≠3.
func (l *links) nodeName(node int32) string {
	m := l.marks[idOf(node)]
	sign := "≠"
	if isOn(node) {
		sign = "="
	}
	return l.CellName(m.Cell) + sign + l.DigitName(m.V)
}
