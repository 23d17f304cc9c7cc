package sudoku

// Grid holds one value for each cell of a geometry: 1 … N, or 0 where the cell is empty.
type Grid []uint8

// Filled returns the number of cells that are not empty.
func (g Grid) Filled() int {
	n := 0
	for _, v := range g {
		if v != 0 {
			n++
		}
	}
	return n
}

// Clone returns a copy of g that shares no memory with it.
func (g Grid) Clone() Grid { return append(Grid(nil), g...) }
