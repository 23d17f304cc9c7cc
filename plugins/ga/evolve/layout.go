package evolve

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// layout is what one geometry gives to all its puzzles: where the counts of each house lie and which gene
// families there are.
type layout struct {
	geometry *sudoku.Geometry
	n, cells int
	stride   int // counts[h*stride+d] counts digit d in house h; entry 0 counts empty cells
	houses   []sudoku.House
	families []family
}

// family is one way to cut a grid into genes: houses of N cells that together hold every cell once, so that
// a gene is a permutation of the digits. The rows are one, the columns and the boxes are others.
type family struct {
	name   string // rows, columns, blocks, or the letter of the house kind
	houses []int
}

func newLayout(g *sudoku.Geometry) *layout {
	l := &layout{geometry: g, n: g.N(), cells: g.Cells(), stride: g.N() + 1, houses: g.Houses()}
	l.findFamilies()
	return l
}

// findFamilies takes the houses in order and adds to each one not yet used those after it that overlap with
// none taken. Where they cover the grid they are a family; for a cube this finds its three directions of lines.
func (l *layout) findFamilies() {
	used := make([]bool, len(l.houses))
	for first := range l.houses {
		if used[first] || len(l.houses[first].Cells) != l.n {
			continue
		}
		taken := l.disjointFrom(first, used)
		if len(taken)*l.n != l.cells {
			continue
		}
		for _, h := range taken {
			used[h] = true
		}
		l.families = append(l.families, family{familyName(l.houses[first]), taken})
	}
}

func (l *layout) disjointFrom(first int, used []bool) []int {
	covered := make([]bool, l.cells)
	var taken []int
	for h := first; h < len(l.houses); h++ {
		if used[h] || l.houses[h].Kind != l.houses[first].Kind || len(l.houses[h].Cells) != l.n {
			continue
		}
		if slices.ContainsFunc(l.houses[h].Cells, func(c int) bool { return covered[c] }) {
			continue
		}
		for _, c := range l.houses[h].Cells {
			covered[c] = true
		}
		taken = append(taken, h)
	}
	return taken
}

func familyName(h sudoku.House) string {
	switch h.Kind {
	case sudoku.Row:
		return "rows"
	case sudoku.Column:
		return "columns"
	case sudoku.Box:
		return "blocks"
	}
	return h.Name()[:1]
}

// familyNamed returns the family of that name, or nil.
func (l *layout) familyNamed(name string) *family {
	if i := slices.IndexFunc(l.families, func(f family) bool { return f.name == name }); i >= 0 {
		return &l.families[i]
	}
	return nil
}
