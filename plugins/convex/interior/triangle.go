package interior

import "math"

// triangle is the dense lower triangle L22, row i at value[i·stride], and its factorisation.
type triangle struct {
	size, stride int
	value        []float64
	diagonal     []float64 // diagonal of A D Aᵀ, against which pivots are judged
}

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
