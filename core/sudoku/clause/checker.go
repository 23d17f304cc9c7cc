package clause

// Checker asks clauses of one grid after the other. It has what most of them come down to in flat arrays, for a host
// asks them of every answer.
type Checker struct {
	sums    []sum // of four cells at most
	long    []longSum
	unequal [][2]uint8
	pairs   []pair
	rest    []Clause
}

// sum is what four cells make; where there are fewer, the others are noCell, which holds 0.
type sum struct {
	cells [4]uint8
	total uint32
}

type longSum struct {
	cells []uint8
	total uint32
}

type pair struct {
	there []Digits
	a, b  uint8
}

const noCell = 255

// NewChecker makes a Checker of clauses for grids of some cells. It leaves out what follows from two cells holding
// different digits anyway.
func NewChecker(cells int, clauses []Clause, differ func(a, b int) bool) *Checker {
	k := &Checker{}
	for i := range clauses {
		switch c := &clauses[i]; {
		case cells > noCell:
			k.rest = append(k.rest, *c)
		case c.Kind == Pair:
			k.pairs = append(k.pairs, pair{c.Relation.There, uint8(c.Cells[0]), uint8(c.Cells[1])})
		case c.Kind == Differ:
			k.unequal = appendUnequal(k.unequal, c.Cells, differ)
		case c.Kind == Sum && c.Weights == nil && len(c.Total) == 1 && c.Total[0].Low == c.Total[0].High && c.Total[0].Low >= 0:
			k.addSum(c.Cells, uint32(min(c.Total[0].Low, 1<<30)))
		default:
			k.rest = append(k.rest, *c)
		}
	}
	return k
}

// appendUnequal appends each two cells that do not differ anyway.
func appendUnequal(to [][2]uint8, cells []int, differ func(a, b int) bool) [][2]uint8 {
	for i, a := range cells {
		for _, b := range cells[i+1:] {
			if !differ(a, b) {
				to = append(to, [2]uint8{uint8(a), uint8(b)})
			}
		}
	}
	return to
}

func (k *Checker) addSum(cells []int, total uint32) {
	short := make([]uint8, len(cells), max(4, len(cells)))
	for i, cell := range cells {
		short[i] = uint8(cell)
	}
	if len(cells) > 4 {
		k.long = append(k.long, longSum{short, total})
		return
	}
	for len(short) < 4 {
		short = append(short, noCell)
	}
	k.sums = append(k.sums, sum{[4]uint8(short), total})
}

// Hold reports whether a full grid obeys all clauses. It does not allocate.
func (k *Checker) Hold(grid []uint8) bool {
	var g [256]uint8
	copy(g[:], grid)
	wrong := uint32(0)
	for i := range k.sums {
		s := &k.sums[i]
		wrong |= s.total ^ ((uint32(g[s.cells[0]]) + uint32(g[s.cells[1]])) + (uint32(g[s.cells[2]]) + uint32(g[s.cells[3]])))
	}
	for i := range k.long {
		sum := uint32(0)
		for _, cell := range k.long[i].cells {
			sum += uint32(g[cell])
		}
		wrong |= sum ^ k.long[i].total
	}
	for _, u := range k.unequal {
		wrong |= (uint32(g[u[0]]^g[u[1]]) - 1) >> 31
	}
	for i := range k.pairs {
		p := &k.pairs[i]
		wrong |= uint32(^(p.there[g[p.a]-1] >> (g[p.b] - 1)) & 1)
	}
	return wrong == 0 && AllHold(k.rest, grid)
}
