package interior

import "math/bits"

// Matrix is a sparse matrix of Rows rows. Column j has entries in the rows Row[Start[j]] … Row[Start[j+1]-1], each
// once; they are Value at the same indices.
type Matrix struct {
	Rows  int
	Start []int32
	Row   []int32
	Value []float64
}

// Cols returns how many columns, the variables of the program, have been added.
func (a *Matrix) Cols() int { return len(a.Start) - 1 }

// Reset makes a an empty matrix of some rows and no columns, keeping its memory.
func (a *Matrix) Reset(rows int) {
	a.Rows, a.Start, a.Row, a.Value = rows, append(a.Start[:0], 0), a.Row[:0], a.Value[:0]
}

// AddColumn appends a variable that stands with coefficient 1 in rows.
func (a *Matrix) AddColumn(rows ...int32) {
	a.Start = append(a.Start, int32(len(a.Row)))
	for _, r := range rows {
		a.AddEntry(r, 1)
	}
}

// AddEntry appends an entry to the last column: the coefficient of its variable in a row.
func (a *Matrix) AddEntry(row int32, value float64) {
	a.Row, a.Value = append(a.Row, row), append(a.Value, value)
	a.Start[len(a.Start)-1]++
}

// AddColumnOf appends column j of another matrix, with ones in more rows.
func (a *Matrix) AddColumnOf(b *Matrix, j int, more ...int32) {
	a.AddColumn()
	for p := b.Start[j]; p < b.Start[j+1]; p++ {
		a.AddEntry(b.Row[p], b.Value[p])
	}
	for _, r := range more {
		a.AddEntry(r, 1)
	}
}

// Times sets out = A x, without allocating.
func (a *Matrix) Times(x, out []float64) {
	clear(out)
	for j, v := range x {
		for p := a.Start[j]; p < a.Start[j+1]; p++ {
			out[a.Row[p]] += a.Value[p] * v
		}
	}
}

// TransposeTimes sets out = Aᵀ y, without allocating.
func (a *Matrix) TransposeTimes(y, out []float64) {
	for j := range out {
		sum := 0.0
		for p := a.Start[j]; p < a.Start[j+1]; p++ {
			sum += a.Value[p] * y[a.Row[p]]
		}
		out[j] = sum
	}
}

// resize returns a slice of n elements, s's memory where it suffices; the elements are not cleared.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

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

// row returns the neighbours of a row as a set of bits.
func (o *ordering) row(i int32) []uint64 { return o.graph[int(i)*o.words : (int(i)+1)*o.words] }

// has reports whether a set of bits has i.
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
