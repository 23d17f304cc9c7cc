package draft

// Line returns the cells from a cell on in a direction, to the edge of a grid of n×n. Rows and columns count from 0.
func Line(n, row, col, down, right int) []int {
	var cells []int
	for row >= 0 && row < n && col >= 0 && col < n && (down != 0 || right != 0) {
		cells = append(cells, row*n+col)
		row, col = row+down, col+right
	}
	return cells
}

// Touch reports whether two cells have a side in common.
func Touch(n, a, b int) bool {
	if a > b {
		a, b = b, a
	}
	return b == a+n || b == a+1 && b%n > 0
}
