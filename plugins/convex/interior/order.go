package interior

import "math/bits"

// ordering finds an elimination order of the rows of A with little fill: at each step the row of minimum
// degree in the graph whose nodes are rows and whose edges join rows that share a column. Eliminating a node
// joins its neighbours. Rows of the graph are bit sets of `words` words.
type ordering struct {
	words  int
	graph  []uint64 // row i at i·words
	alive  []uint64 // rows not yet eliminated
	degree []int32
	order  []int32 // rows in order of elimination
	rank   []int32 // the inverse of order
	sparse int     // how many rows were eliminated one by one; the others form the dense triangle
}

// denseShare is the share of possible edges from which the remaining graph is treated as complete.
const denseShare = 0.7

// compute orders the rows of a.
func (o *ordering) compute(a *Matrix) {
	o.connect(a)
	m := a.Rows
	o.order = resize(o.order, m)[:0]
	atLeast := int32(0) // eliminating a row of degree d leaves none below d−1
	for left := m; left > 0; left-- {
		row := o.minimum(atLeast)
		atLeast = o.degree[row] - 1
		if float64(o.degree[row]) >= denseShare*float64(left-1) {
			break
		}
		o.eliminate(row)
	}
	o.sparse = len(o.order)
	for i := range m {
		if o.has(o.alive, i) {
			o.order = append(o.order, int32(i))
		}
	}
	o.rank = resize(o.rank, m)
	for k, row := range o.order {
		o.rank[row] = int32(k)
	}
}

// connect builds the graph of a and the degrees.
func (o *ordering) connect(a *Matrix) {
	m := a.Rows
	o.words = (m + 63) / 64
	o.graph = resize(o.graph, m*o.words)
	clear(o.graph)
	for j := range a.Cols() {
		rows := a.Row[a.Start[j]:a.Start[j+1]]
		for _, i := range rows {
			set := o.row(i)
			for _, k := range rows {
				set[k/64] |= 1 << (k % 64)
			}
		}
	}
	o.alive = resize(o.alive, o.words)
	clear(o.alive)
	o.degree = resize(o.degree, m)
	for i := range m {
		o.alive[i/64] |= 1 << (i % 64)
		o.degree[i] = -1
		for _, w := range o.row(int32(i)) {
			o.degree[i] += int32(bits.OnesCount64(w))
		}
	}
}

func (o *ordering) row(i int32) []uint64 { return o.graph[int(i)*o.words : (int(i)+1)*o.words] }

func (o *ordering) has(set []uint64, i int) bool { return set[i/64]>>(i%64)&1 == 1 }

// minimum returns a remaining row of minimum degree, which is known to be no less than atLeast.
func (o *ordering) minimum(atLeast int32) int32 {
	best, least := int32(-1), int32(1<<30)
	for w, set := range o.alive {
		for ; set != 0; set &= set - 1 {
			i := int32(w*64 + bits.TrailingZeros64(set))
			if o.degree[i] < least {
				best, least = i, o.degree[i]
				if least <= atLeast {
					return best
				}
			}
		}
	}
	return best
}

// eliminate takes a row out and joins its neighbours. Afterwards the row's bit set holds exactly those
// neighbours: the pattern of its column of L.
func (o *ordering) eliminate(row int32) {
	o.order = append(o.order, row)
	o.alive[row/64] &^= 1 << (row % 64)
	pattern := o.row(row)
	for w := range pattern {
		pattern[w] &= o.alive[w]
	}
	for w, set := range pattern {
		for ; set != 0; set &= set - 1 {
			o.join(int32(w*64+bits.TrailingZeros64(set)), pattern)
		}
	}
}

// join adds edges from node i to a pattern that holds i itself.
func (o *ordering) join(i int32, pattern []uint64) {
	set, n := o.row(i), 0
	for w, p := range pattern {
		set[w] |= p
		n += bits.OnesCount64(set[w] & o.alive[w])
	}
	o.degree[i] = int32(n - 1)
}
