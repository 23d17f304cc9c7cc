package interior

// Matrix is a sparse matrix of Rows rows. Column j has entries in the rows Row[Start[j]] … Row[Start[j+1]-1], each
// once; they are Value at the same indices.
type Matrix struct {
	Rows  int
	Start []int32
	Row   []int32
	Value []float64
}

// Cols returns the number of columns.
func (a *Matrix) Cols() int { return len(a.Start) - 1 }

// Reset makes a an empty matrix of some rows and no columns, keeping its memory.
func (a *Matrix) Reset(rows int) {
	a.Rows, a.Start, a.Row, a.Value = rows, append(a.Start[:0], 0), a.Row[:0], a.Value[:0]
}

// AddColumn appends a column of ones.
func (a *Matrix) AddColumn(rows ...int32) {
	a.Start = append(a.Start, int32(len(a.Row)))
	for _, r := range rows {
		a.AddEntry(r, 1)
	}
}

// AddEntry appends an entry to the last column.
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

// Times sets out = A x.
func (a *Matrix) Times(x, out []float64) {
	clear(out)
	for j, v := range x {
		for p := a.Start[j]; p < a.Start[j+1]; p++ {
			out[a.Row[p]] += a.Value[p] * v
		}
	}
}

// TransposeTimes sets out = Aᵀ y.
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
