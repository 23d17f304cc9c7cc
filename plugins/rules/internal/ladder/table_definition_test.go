package ladder

import (
	"maps"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// A naive state is candidates and houses, and nothing else of the package: patterns are looked for in it by
// their definitions, cell by cell.
type naive struct {
	g    *sudoku.Geometry
	cand []uint64
}

func (n *naive) see(a, b int) bool { return a != b && slices.Contains(n.g.Peers(a), b) }
func (n *naive) has(c, v int) bool { return n.cand[c]>>v&1 == 1 }

// at returns the cells of a house with a candidate.
func (n *naive) at(h sudoku.House, v int) []int {
	var cells []int
	for _, c := range h.Cells {
		if n.has(c, v) {
			cells = append(cells, c)
		}
	}
	return cells
}

// seen returns the strikes of v from the cells that see all of some.
func (n *naive) seen(v int, all ...int) []board.Mark {
	var found []board.Mark
	for c := range n.cand {
		if n.has(c, v) && !slices.ContainsFunc(all, func(d int) bool { return !n.see(c, d) }) {
			found = append(found, board.Mark{Cell: c, V: v})
		}
	}
	return found
}

// finds is a set of strikes, written out.
type finds map[string]bool

func (f finds) add(strikes []board.Mark) {
	strikes = slices.Clone(strikes)
	slices.SortFunc(strikes, func(a, b board.Mark) int { return (a.Cell-b.Cell)*64 + a.V - b.V })
	var text strings.Builder
	for _, m := range strikes {
		text.WriteString(string(rune('0'+m.V)) + "@" + string(rune('A'+m.Cell)) + " ")
	}
	if len(strikes) > 0 {
		f[text.String()] = true
	}
}

// pairsOfLinks calls see with every two houses with two places each of a digit, in every turn, where the
// places in the middle see each other.
func (n *naive) pairsOfLinks(see func(v int, h, i sudoku.House, a, b, c, d int)) {
	for v := range n.g.N() {
		for _, h := range n.g.Houses() {
			for _, i := range n.g.Houses() {
				p, q := n.at(h, v), n.at(i, v)
				if len(p) != 2 || len(q) != 2 || len(h.Cells) != n.g.N() || len(i.Cells) != n.g.N() {
					continue
				}
				for turn := range 4 {
					a, b, c, d := p[turn&1], p[1-turn&1], q[turn>>1], q[1-turn>>1]
					if a != c && a != d && b != c && b != d && n.see(b, c) {
						see(v, h, i, a, b, c, d)
					}
				}
			}
		}
	}
}

func (n *naive) skyscrapers() finds {
	f := finds{}
	n.pairsOfLinks(func(v int, h, i sudoku.House, a, b, c, d int) {
		if h.Kind == i.Kind && (h.Kind == sudoku.Row || h.Kind == sudoku.Column) && !n.inLine(a, d) &&
			n.inLine(b, c) {
			f.add(n.seen(v, a, d))
		}
	})
	return f
}

func (n *naive) inLine(a, b int) bool {
	return slices.ContainsFunc(n.g.Houses(), func(h sudoku.House) bool {
		return (h.Kind == sudoku.Row || h.Kind == sudoku.Column) && slices.Contains(h.Cells, a) &&
			slices.Contains(h.Cells, b)
	})
}

func (n *naive) inBox(a, b int) bool {
	return slices.ContainsFunc(n.g.Houses(), func(h sudoku.House) bool {
		return h.Kind == sudoku.Box && slices.Contains(h.Cells, a) && slices.Contains(h.Cells, b)
	})
}

func (n *naive) kites() finds {
	f := finds{}
	n.pairsOfLinks(func(v int, h, i sudoku.House, a, b, c, d int) {
		if h.Kind == sudoku.Row && i.Kind == sudoku.Column && n.inBox(b, c) {
			f.add(n.seen(v, a, d))
		}
	})
	return f
}

func (n *naive) turbots() finds {
	f := finds{}
	n.pairsOfLinks(func(v int, _, _ sudoku.House, a, _, _, d int) { f.add(n.seen(v, a, d)) })
	return f
}

// wings are XY-wings for a pivot of two candidates, XYZ-wings for one of three.
func (n *naive) wings(size int) finds {
	f := finds{}
	for p, vs := range n.cand {
		for a, x := range n.cand {
			for b, y := range n.cand {
				if bits.OnesCount64(vs) != size || bits.OnesCount64(x) != 2 || bits.OnesCount64(y) != 2 || !n.see(p, a) ||
					!n.see(p, b) || bits.OnesCount64(x&y) != 1 || (size == 2 && vs != x^y) || (size == 3 && vs != x|y) {
					continue
				}
				takers := []int{a, b}
				if size == 3 {
					takers = append(takers, p)
				}
				f.add(n.seen(bits.TrailingZeros64(x&y), takers...))
			}
		}
	}
	return f
}

func (n *naive) wWings() finds {
	f := finds{}
	for c, vs := range n.cand {
		for d, ws := range n.cand {
			if bits.OnesCount64(vs) != 2 || vs != ws || c == d || n.see(c, d) {
				continue
			}
			for v := range n.g.N() {
				for _, h := range n.g.Houses() {
					at := n.at(h, v)
					if vs>>v&1 == 1 && len(at) == 2 && len(h.Cells) == n.g.N() && (n.see(at[0], c) && n.see(at[1], d)) {
						f.add(n.seen(bits.TrailingZeros64(vs&^(1<<v)), c, d))
					}
				}
			}
		}
	}
	return f
}

// bents are k cells of two crossing houses with k digits of which just one is not restricted.
func (n *naive) bents(k int) finds {
	f := finds{}
	for i, h := range n.g.Houses() {
		for _, o := range n.g.Houses()[:i] {
			both := slices.Clone(h.Cells)
			for _, c := range o.Cells {
				if !slices.Contains(both, c) {
					both = append(both, c)
				}
			}
			if len(both) < len(h.Cells)+len(o.Cells) {
				n.bentIn(f, k, both, nil, 0)
			}
		}
	}
	return f
}

func (n *naive) bentIn(f finds, k int, left, chosen []int, vs uint64) {
	if bits.OnesCount64(vs) > k {
		return
	}
	if len(chosen) < k {
		for i, c := range left {
			if bits.OnesCount64(n.cand[c]) > 1 {
				n.bentIn(f, k, left[i+1:], append(slices.Clone(chosen), c), vs|n.cand[c])
			}
		}
		return
	}
	var loose [][]int
	var digit int
	for v := range n.g.N() {
		var at []int
		apart := false
		for _, c := range chosen {
			if n.has(c, v) {
				apart = apart || slices.ContainsFunc(at, func(d int) bool { return !n.see(c, d) })
				at = append(at, c)
			}
		}
		if apart {
			loose, digit = append(loose, at), v
		}
	}
	if len(loose) == 1 && bits.OnesCount64(vs) == k {
		f.add(n.seen(digit, loose[0]...))
	}
}

// TestDefinitions compares what the techniques list with what the definitions give: each is found where it
// is, and nothing where it is not.
func TestDefinitions(t *testing.T) {
	for _, c := range []struct {
		name string
		make board.Maker
		want func(n *naive) finds
	}{
		{"skyscraper", pattern.Skyscraper, (*naive).skyscrapers},
		{"two_string_kite", pattern.Kite, (*naive).kites},
		{"turbot_fish", pattern.TurbotFish, (*naive).turbots},
		{"w_wing", pattern.WWing, (*naive).wWings},
		{"xy_wing", pattern.XYWing,
			func(n *naive) finds { return n.wings(2) }},
		{"xyz_wing", pattern.XYZWing,
			func(n *naive) finds { return n.wings(3) }},
		{"wxyz_wing", pattern.BentSet(4),
			func(n *naive) finds { return n.bents(4) }},
	} {
		total := 0
		for _, text := range []string{"6/2x3", "9", "9+x", "5/j:AAABBACABBCCDBECDDEECDDEE"} {
			for seed := range uint64(4) {
				g := sudoku.MustGeometry(text)
				p := board.NewPosition(board.NewFrame(g))
				p.Load(rulestest.Random(g, seed, g.Cells()*2/3))
				total += compareFinds(t, c.name, p, c.make(p), c.want)
			}
		}
		if total == 0 {
			t.Logf("%s: none on random puzzles", c.name)
		}
	}
}

func compareFinds(t *testing.T, name string, p *board.Position, technique board.Technique,
	want func(n *naive) finds) int {
	t.Helper()
	got := finds{}
	technique.Each(func() bool { got.add(p.Hint.Strikes); return false })
	wanted := want(&naive{p.Geometry, p.Cand})
	if !maps.Equal(got, wanted) {
		t.Errorf("%s on %v of %s: found %v, by definition %v", name, p.Cand, p.Geometry, got, wanted)
	}
	return len(wanted)
}
