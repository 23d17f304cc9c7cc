package nine

// naive counts solutions up to limit in the most obvious way: fill the first empty cell with each digit
// that no peer has. It is the referee of the other tests.
func naive(grid *[81]uint8, limit int) int {
	cell := 0
	for cell < 81 && grid[cell] != 0 {
		cell++
	}
	if cell == 81 {
		return 1
	}
	found := 0
	for d := uint8(1); d <= 9 && found < limit; d++ {
		if fits(grid, cell, d) {
			grid[cell] = d
			found += naive(grid, limit-found)
			grid[cell] = 0
		}
	}
	return found
}

// fits reports whether no peer of the cell holds d.
func fits(grid *[81]uint8, cell int, d uint8) bool {
	r, c := cell/9, cell%9
	for o, v := range grid {
		if v != d || o == cell {
			continue
		}
		if o/9 == r || o%9 == c || o/27 == r/3 && o%9/3 == c/3 {
			return false
		}
	}
	return true
}

// valid reports whether no two equal digits share a house.
func valid(grid *[81]uint8) bool {
	var used [27]uint16 // the digits of each row, column, box
	for c, d := range grid {
		for _, house := range []int{c / 9, 9 + c%9, 18 + c/27*3 + c%9/3} {
			if d != 0 && used[house]>>d&1 != 0 {
				return false
			}
			used[house] |= 1 << d
		}
	}
	return true
}

// solves reports whether grid is full, valid and agrees with the givens.
func solves(givens, grid *[81]uint8) bool {
	for c, g := range givens {
		if grid[c] < 1 || grid[c] > 9 || g != 0 && g != grid[c] {
			return false
		}
	}
	return valid(grid)
}
