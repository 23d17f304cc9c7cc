package chain

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// grids calls try with boards of several geometries, some candidates of which have been struck.
func grids(t *testing.T, try func(l *links, grid *view)) {
	for i, name := range rulestest.Variants {
		g := sudoku.MustGeometry(name)
		frame := board.NewFrame(g)
		for seed := range uint64(2) {
			rng := rand.New(rand.NewPCG(seed, uint64(i)))
			p := rulestest.Random(g, seed, g.Cells()*2/3)
			solution := rulestest.Solutions(p, 1)[0]
			b := board.NewBoard(frame)
			b.Load(p)
			for c, vs := range b.Cand {
				for v := range b.N {
					if vs>>uint(v)&1 == 1 && int(solution[c]) != v+1 && rng.IntN(4) == 0 {
						b.Strike(c, v)
					}
				}
			}
			l, grid := &links{}, &view{}
			l.number(b)
			grid.load(l)
			try(l, grid)
		}
	}
}

// describe says what a hint of a single chain is.
func (h *chainHint) describe() string {
	return fmt.Sprint(h.rating, h.size, h.kind, h.cycle, h.source, h.placed, h.struck, h.path)
}

// leadEverywhere makes a reach by which everything leads back to every candidate, so that a search skips nothing.
func (e *reach) leadEverywhere(l *links, strong *strongLinks, grid *view, kind chainKind) {
	e.links, e.strong, e.grid, e.kind = l, strong, grid, kind
	e.findMovers()
	e.linkWeakly()
	e.whenOn, e.whenOff = make([]uint64, len(l.marks)*e.words), make([]uint64, len(e.movers)*e.words)
	for _, sets := range [2][]uint64{e.whenOn, e.whenOff} {
		for i := range sets {
			sets[i] = ^uint64(0)
		}
	}
}

// TestForeseenChains compares the hints of single chains with those of a search from every candidate.
func TestForeseenChains(t *testing.T) {
	cycles, chains := 0, 0
	grids(t, func(l *links, grid *view) {
		found := tracer{links: l, grid: grid, found: &hintList{all: true}}
		found.allChains()
		searched := tracer{links: l, grid: grid, found: &hintList{all: true}}
		searched.strong.linkUp(l, grid)
		for _, kind := range [...]chainKind{xChain, yChain, xyChain} {
			searched.reaches[kind].leadEverywhere(l, &searched.strong, grid, kind)
			for id := range int32(len(l.marks)) {
				if !searched.isOpen(id) {
					continue
				}
				searched.cycles(id, kind, maxLength)
				for _, node := range [2]int32{on(id), off(id)} {
					if kind == yChain {
						continue
					}
					if path := searched.forcing(node, kind, maxLength); path != nil {
						searched.addForcing(node, len(path), kind, path)
					}
				}
			}
		}
		if len(found.found.hints) != len(searched.found.hints) {
			t.Fatalf("%d hints, a search finds %d", len(found.found.hints), len(searched.found.hints))
		}
		for i := range found.found.hints {
			h, want := &found.found.hints[i], &searched.found.hints[i]
			if found.trace(h); h.describe() != want.describe() {
				t.Fatalf("hint %s, a search finds %s", h.describe(), want.describe())
			}
			if h.cycle {
				cycles++
			} else {
				chains++
			}
		}
		best := tracer{links: l, grid: grid, found: &hintList{}}
		best.allChains()
		for want := range found.found.distinct {
			h := &best.found.hints[0]
			if best.trace(h); h.describe() != want.describe() {
				t.Fatalf("best hint %s, of all it is %s", h.describe(), want.describe())
			}
			break
		}
	})
	if cycles == 0 || chains == 0 {
		t.Errorf("%d cycles and %d forcing chains compared", cycles, chains)
	}
}

// strikeProved takes off the board what chains refute.
func strikeProved(l *links, e *reach) {
	for id, m := range l.marks {
		if has(e.notOn, int32(id)) {
			l.Strike(m.Cell, m.V)
		}
		for v := range l.N {
			if has(e.notOff, int32(id)) && v != m.V {
				l.Strike(m.Cell, v)
			}
		}
	}
}

// TestForeseenRuns compares what runs are foreseen to share with the runs.
func TestForeseenRuns(t *testing.T) {
	all := 0
	grids(t, func(l *links, grid *view) {
		f := newForest(&forestKinds[Multiple], &hintList{all: true}, false, func() bool { return false })
		for f.begin(l, grid); !f.foreseen; f.begin(l, grid) {
			strikeProved(l, &f.reach)
			l.number(l.Board)
			grid.load(l)
		}
		for cell := range l.Cells {
			var ids []int32
			for v := range l.N {
				if l.Can(cell, v) {
					ids = append(ids, l.idAt(cell, v))
				}
			}
			if len(ids) < 2 {
				continue
			}
			share := false
			first := f.runOf(on(ids[0]))
			for node := range int32(2 * len(l.marks)) {
				share = share || first.has(node) &&
					!slices.ContainsFunc(ids[1:], func(id int32) bool { return !f.runOf(on(id)).has(node) })
			}
			if f.reach.lead(ids) != share {
				t.Fatalf("candidates %v lead to the same: %v", ids, share)
			}
			all++
		}
	})
	if all == 0 {
		t.Error("no cell compared")
	}
}
