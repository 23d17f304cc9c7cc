package interior

import (
	"math"
	"math/bits"
	"slices"
)

// tiny is the share of a diagonal entry below which what is left of it as a pivot counts as rounding error.
const tiny = 1e-13

// cholesky factorises P A D Aᵀ Pᵀ = L Lᵀ. Row k of L is row order[k] of A. Column k < sparse of L has its
// diagonal as inverse[k] and below it the entries value[start[k]:start[k+1]] in the rows row[…], increasing.
// The rest is the triangle dense.
type cholesky struct {
	ordering
	a       *Matrix
	colRows []int32   // rows of each column of A as ranks, decreasing, at a.Start
	colVals []float64 // entries of A in the order of colRows
	byRow   []int32   // columns of A that meet row k of L: byRow[rowAt[k]:rowAt[k+1]]
	rowAt   []int32

	start, row []int32
	value      []float64
	inverse    []float64 // 1/L[k,k], 0 where the pivot was skipped

	// columns of L whose next entry lies in row k: a list head[k], next[…]; at is that entry
	head, next, at []int32
	work           []float64
	dense          triangle
	rhs            []float64
}

// load orders the rows of a and prepares the pattern of L.
func (f *cholesky) load(a *Matrix) {
	f.a = a
	f.compute(a)
	f.pattern()
	f.transpose()
	m := a.Rows
	f.inverse, f.work, f.rhs = resize(f.inverse, m), resize(f.work, m), resize(f.rhs, m)
	clear(f.work)
	f.head, f.next, f.at = resize(f.head, m), resize(f.next, m), resize(f.at, m)
	f.dense.resize(m - f.sparse)
}

// pattern turns the bit sets of the eliminated rows into the sorted row lists of the columns of L.
func (f *cholesky) pattern() {
	f.start = resize(f.start, f.sparse+1)
	total := int32(0)
	for k := range f.sparse {
		f.start[k] = total
		for _, w := range f.ordering.row(f.order[k]) {
			total += int32(bits.OnesCount64(w))
		}
	}
	f.start[f.sparse] = total
	f.row, f.value = resize(f.row, int(total)), resize(f.value, int(total))
	for k := range f.sparse {
		f.fill(int32(k))
	}
}

// fill writes the rows of column k of L, increasing.
func (f *cholesky) fill(k int32) {
	rows := f.row[f.start[k]:f.start[k]]
	for w, set := range f.ordering.row(f.order[k]) {
		for ; set != 0; set &= set - 1 {
			rows = append(rows, f.rank[w*64+bits.TrailingZeros64(set)])
		}
	}
	slices.Sort(rows)
}

// sortWith sorts a short list of ranks in place, by insertion, and moves values with them.
func sortWith(s []int32, values []float64) {
	for i := 1; i < len(s); i++ {
		for j := i; j > 0 && s[j-1] > s[j]; j-- {
			s[j-1], s[j] = s[j], s[j-1]
			values[j-1], values[j] = values[j], values[j-1]
		}
	}
}

// transpose lists the columns of A by rank of their rows, and the ranks of each column, decreasing.
func (f *cholesky) transpose() {
	m, n := f.a.Rows, f.a.Cols()
	f.colRows, f.byRow = resize(f.colRows, len(f.a.Row)), resize(f.byRow, len(f.a.Row))
	f.colVals = append(f.colVals[:0], f.a.Value...)
	f.rowAt = resize(f.rowAt, m+1)
	clear(f.rowAt)
	for i, r := range f.a.Row {
		f.colRows[i] = -f.rank[r]
		f.rowAt[f.rank[r]]++
	}
	total := int32(0)
	for k, count := range f.rowAt {
		f.rowAt[k] = total
		total += count
	}
	for j := range n {
		rows := f.colRows[f.a.Start[j]:f.a.Start[j+1]]
		sortWith(rows, f.colVals[f.a.Start[j]:])
		for i := range rows {
			rows[i] = -rows[i]
			f.byRow[f.rowAt[rows[i]]] = int32(j)
			f.rowAt[rows[i]]++
		}
	}
	copy(f.rowAt[1:], f.rowAt[:m])
	f.rowAt[0] = 0
}

// factorize computes L for the weights d.
func (f *cholesky) factorize(d []float64) {
	for k := range f.head {
		f.head[k] = -1
	}
	for k := range int32(f.a.Rows) {
		diagonal := f.assemble(k, d)
		f.update(k)
		if int(k) < f.sparse {
			f.finish(k, diagonal)
		} else {
			f.dense.take(int(k)-f.sparse, f.work[f.sparse:], diagonal)
		}
	}
	f.dense.factorize(f.inverse[f.sparse:])
}

// assemble adds column k of A D Aᵀ, on and below the diagonal, to work and returns its diagonal entry.
func (f *cholesky) assemble(k int32, d []float64) float64 {
	for _, j := range f.byRow[f.rowAt[k]:f.rowAt[k+1]] {
		first := f.a.Start[j]
		last := first
		for f.colRows[last] != k {
			last++
		}
		dj := d[j] * f.colVals[last]
		for p := first; p <= last; p++ {
			f.work[f.colRows[p]] += dj * f.colVals[p]
		}
	}
	return f.work[k]
}

// update subtracts from work what the earlier columns of L contribute to column k.
func (f *cholesky) update(k int32) {
	for c := f.head[k]; c >= 0; {
		following := f.next[c]
		p, end := f.at[c], f.start[c+1]
		values, rows := f.value[p:end], f.row[p:end]
		scale := values[0]
		if scale != 0 {
			subtract(f.work, rows, values, scale)
		}
		f.advance(c, p+1)
		c = following
	}
}

// subtract does work[rows[t]] -= scale·values[t].
func subtract(work []float64, rows []int32, values []float64, scale float64) {
	values = values[:len(rows)]
	for t, r := range rows {
		work[r] -= scale * values[t]
	}
}

// advance puts column c of L into the list of the row of its entry p.
func (f *cholesky) advance(c, p int32) {
	f.at[c] = p
	if p < f.start[c+1] {
		r := f.row[p]
		f.next[c], f.head[r] = f.head[r], c
	}
}

// finish scales column k of L, or skips it where nothing of its diagonal is left.
func (f *cholesky) finish(k int32, diagonal float64) {
	rows, values := f.row[f.start[k]:f.start[k+1]], f.value[f.start[k]:f.start[k+1]]
	pivot, inverse := f.work[k], 0.0
	if pivot > tiny*diagonal {
		inverse = 1 / math.Sqrt(pivot)
	}
	f.inverse[k], f.work[k] = inverse, 0
	for t, r := range rows {
		values[t] = f.work[r] * inverse
		f.work[r] = 0
	}
	f.advance(k, f.start[k])
}

// solve replaces b, in the row order of A, by the solution of A D Aᵀ u = b.
func (f *cholesky) solve(b []float64) {
	w := f.rhs
	for k, r := range f.order {
		w[k] = b[r]
	}
	for k := range f.sparse {
		w[k] *= f.inverse[k]
		subtract(w, f.row[f.start[k]:f.start[k+1]], f.value[f.start[k]:f.start[k+1]], w[k])
	}
	f.dense.solve(w[f.sparse:], f.inverse[f.sparse:])
	for k := f.sparse - 1; k >= 0; k-- {
		rows, values := f.row[f.start[k]:f.start[k+1]], f.value[f.start[k]:f.start[k+1]]
		w[k] = (w[k] - gather(rows, values, w)) * f.inverse[k]
	}
	for k, r := range f.order {
		b[r] = w[k]
	}
}

// gather returns the scalar product of values with the entries of w in these rows.
func gather(rows []int32, values, w []float64) float64 {
	var s0, s1 float64
	values = values[:len(rows)]
	t := 0
	for ; t+1 < len(rows); t += 2 {
		s0 += values[t] * w[rows[t]]
		s1 += values[t+1] * w[rows[t+1]]
	}
	if t < len(rows) {
		s0 += values[t] * w[rows[t]]
	}
	return s0 + s1
}

// triangle is the dense lower triangle L22, row i at value[i·stride], and its factorisation.
type triangle struct {
	size, stride int
	value        []float64
	diagonal     []float64 // diagonal of A D Aᵀ, against which pivots are judged
}

// resize makes room for a matrix of that size.
func (t *triangle) resize(size int) {
	t.size, t.stride = size, size+size&1
	t.value = resize(t.value, t.size*t.stride)
	t.diagonal = resize(t.diagonal, size)
}

// take moves column k from work, where entry i belongs to row i, and clears work.
func (t *triangle) take(k int, work []float64, diagonal float64) {
	t.diagonal[k] = diagonal
	for i := k; i < t.size; i++ {
		t.value[i*t.stride+k] = work[i]
		work[i] = 0
	}
}

// rowTo returns the first n entries of a row.
func (t *triangle) rowTo(i, n int) []float64 { return t.value[i*t.stride : i*t.stride+n] }

// factorize overwrites the triangle by its Cholesky factor, two columns at a time. inverse receives the
// reciprocal diagonal, 0 where the pivot was skipped.
func (t *triangle) factorize(inverse []float64) {
	for k := 0; k < t.size; k += 2 {
		for i := k; i < t.size; i += 2 {
			t.reduce(i, k)
		}
		t.column(k, inverse)
		if k+1 < t.size {
			for i := k + 1; i < t.size; i++ {
				t.value[i*t.stride+k+1] -= t.value[i*t.stride+k] * t.value[(k+1)*t.stride+k]
			}
			t.column(k+1, inverse)
		}
	}
}

// reduce subtracts from the 2×2 entries at rows i, i+1 and columns k, k+1 the products of the finished parts
// of rows i, i+1 and k, k+1.
func (t *triangle) reduce(i, k int) {
	i2, k2 := min(i+1, t.size-1), min(k+1, t.size-1)
	a, b := t.rowTo(i, k), t.rowTo(i2, k)
	c, d := t.rowTo(k, k), t.rowTo(k2, k)
	ac, ad, bc, bd := dots(a, b, c, d)
	t.value[i*t.stride+k] -= ac
	if k2 > k && i > k { // the entry at row k, column k+1 lies above the diagonal
		t.value[i*t.stride+k2] -= ad
	}
	if i2 > i {
		t.value[i2*t.stride+k] -= bc
	}
	if i2 > i && k2 > k {
		t.value[i2*t.stride+k2] -= bd
	}
}

// dots returns the four scalar products of {a, b} with {c, d}, all of one length.
func dots(a, b, c, d []float64) (ac, ad, bc, bd float64) {
	b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
	for j, x := range a {
		y, u, v := b[j], c[j], d[j]
		ac += x * u
		ad += x * v
		bc += y * u
		bd += y * v
	}
	return ac, ad, bc, bd
}

// column scales column k by its pivot, or clears it where nothing of the pivot is left.
func (t *triangle) column(k int, inverse []float64) {
	pivot, v := t.value[k*t.stride+k], 0.0
	if pivot > tiny*t.diagonal[k] {
		v = 1 / math.Sqrt(pivot)
	}
	inverse[k] = v
	for i := k + 1; i < t.size; i++ {
		t.value[i*t.stride+k] *= v
	}
}

// solve replaces w by the solution of L22 L22ᵀ u = w.
func (t *triangle) solve(w, inverse []float64) {
	for i := range t.size {
		w[i] = (w[i] - dot(t.rowTo(i, i), w)) * inverse[i]
	}
	for i := t.size - 1; i >= 0; i-- {
		w[i] *= inverse[i]
		u, row := w[i], t.rowTo(i, i)
		to := w[:len(row)]
		for j, v := range row {
			to[j] -= v * u
		}
	}
}

// dot returns the scalar product of a with the beginning of b, in four sums at a time: one would wait for each
// addition.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		a, b = a[4:], b[4:]
	}
	for j, v := range a {
		s0 += v * b[j]
	}
	return s0 + s1 + (s2 + s3)
}
