package interior

// Matrix is a sparse matrix of Rows rows. Column j has entries in the rows Row[Start[j]] … Row[Start[j+1]-1], each
// once; they are Value at the same indices, or all 1 if Value is empty.
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
	a.Row = append(a.Row, rows...)
	a.Start = append(a.Start, int32(len(a.Row)))
	if len(a.Value) > 0 {
		a.fill()
	}
}

// AddEntry appends an entry to the last column.
func (a *Matrix) AddEntry(row int32, value float64) {
	a.fill()
	a.Row, a.Value = append(a.Row, row), append(a.Value, value)
	a.Start[len(a.Start)-1]++
}

// fill makes Value as long as Row, with ones.
func (a *Matrix) fill() {
	for len(a.Value) < len(a.Row) {
		a.Value = append(a.Value, 1)
	}
}

// AddColumnOf appends column j of another matrix, with ones in more rows.
func (a *Matrix) AddColumnOf(b *Matrix, j int, more ...int32) {
	first, last := b.Start[j], b.Start[j+1]
	a.AddColumn(b.Row[first:last]...)
	if len(b.Value) > 0 {
		a.fill()
		copy(a.Value[len(a.Value)-int(last-first):], b.Value[first:last])
	}
	a.Row = append(a.Row, more...)
	a.Start[len(a.Start)-1] = int32(len(a.Row))
	if len(a.Value) > 0 {
		a.fill()
	}
}

// Times sets out = A x.
func (a *Matrix) Times(x, out []float64) {
	clear(out)
	if len(a.Value) > 0 {
		for j, v := range x {
			for p := a.Start[j]; p < a.Start[j+1]; p++ {
				out[a.Row[p]] += a.Value[p] * v
			}
		}
		return
	}
	for j, v := range x {
		for _, r := range a.Row[a.Start[j]:a.Start[j+1]] {
			out[r] += v
		}
	}
}

// TransposeTimes sets out = Aᵀ y.
func (a *Matrix) TransposeTimes(y, out []float64) {
	start := a.Start[0]
	if len(a.Value) > 0 {
		for j := range out {
			end, sum := a.Start[j+1], 0.0
			for p := start; p < end; p++ {
				sum += a.Value[p] * y[a.Row[p]]
			}
			out[j], start = sum, end
		}
		return
	}
	for j := range out {
		end, sum := a.Start[j+1], 0.0
		for _, r := range a.Row[start:end] {
			sum += y[r]
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
