package nine

// Candidates writes the digits that each cell has left once all that follows from the givens without a guess is drawn, bit
// digit−1 for a digit. It reports false if it has found that the givens have no solution. What is left is at most
// what singles, locked candidates, and triples within a minirow or minicolumn leave.
func Candidates(givens *[81]uint8, cells *[81]uint16) bool {
	var b board
	if !b.load(givens) || !b.settle() {
		return false
	}
	for r := range 9 {
		row := (*[9]uint16)(cells[9*r:])
		cell := (*[3]uint64)(b.cell[r/6][r%3*3:])
		for j := range 3 {
			x := cell[j] >> (r / 3 % 2 * 30)
			row[j], row[3+j], row[6+j] = uint16(x&digits), uint16(x>>10&digits), uint16(x>>20&digits)
		}
	}
	return true
}
