package interior

// Matrix is a sparse matrix of Rows rows. Column j has ones in the rows Row[Start[j]] … Row[Start[j+1]-1];
// all its entries are −1 instead where Negative is not nil and Negative[j].
type Matrix struct {
	Rows     int
	Start    []int32
	Row      []int32
	Negative []bool
}

// Cols returns the number of columns.
func (a *Matrix) Cols() int { return len(a.Start) - 1 }

// Reset makes a an empty matrix of some rows and no columns, keeping its memory.
func (a *Matrix) Reset(rows int) {
	a.Rows, a.Start, a.Row, a.Negative = rows, append(a.Start[:0], 0), a.Row[:0], nil
}

// AddColumn appends a column of ones.
func (a *Matrix) AddColumn(rows ...int32) {
	a.Row = append(a.Row, rows...)
	a.Start = append(a.Start, int32(len(a.Row)))
}

// Times sets out = A x.
func (a *Matrix) Times(x, out []float64) {
	clear(out)
	for j, v := range x {
		if a.Negative != nil && a.Negative[j] {
			v = -v
		}
		for _, r := range a.Row[a.Start[j]:a.Start[j+1]] {
			out[r] += v
		}
	}
}

// TransposeTimes sets out = Aᵀ y.
func (a *Matrix) TransposeTimes(y, out []float64) {
	start := a.Start[0]
	for j := range out {
		end, sum := a.Start[j+1], 0.0
		for _, r := range a.Row[start:end] {
			sum += y[r]
		}
		if a.Negative != nil && a.Negative[j] {
			sum = -sum
		}
		out[j], start = sum, end
	}
}

// resize returns a slice of n elements, s's memory where it suffices; the elements are not cleared.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
