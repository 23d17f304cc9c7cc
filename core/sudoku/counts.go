package sudoku

// houseCounts counts the digits of the 27 houses of a classic 9×9 grid, four bits a digit and all digits of a house in
// one word. It returns the words of all houses joined by and, and by or: every house holds each digit once if both are
// [eachOnce], and a digit is twice in a house if or has a bit of [beyondOnce]. Empty cells are counted as digit 0,
// values above 15 not at all.
//
// It has no branches, and looks at each cell once instead of three times.
func houseCounts(grid *[81]uint8) (and, or uint64) {
	and = ^uint64(0)
	var rows [9]uint64
	for stack := range 3 {
		cells := (*[75]uint8)(grid[3*stack:])
		var left, middle, right uint64 // columns
		for band := range 3 {
			rows := (*[3]uint64)(rows[3*band:])
			cells := (*[21]uint8)(cells[27*band:])
			a0, a1, a2 := one[cells[0]], one[cells[1]], one[cells[2]]
			b0, b1, b2 := one[cells[9]], one[cells[10]], one[cells[11]]
			c0, c1, c2 := one[cells[18]], one[cells[19]], one[cells[20]]
			left, middle, right = left+a0+b0+c0, middle+a1+b1+c1, right+a2+b2+c2
			a, b, c := a0+a1+a2, b0+b1+b2, c0+c1+c2
			rows[0], rows[1], rows[2] = rows[0]+a, rows[1]+b, rows[2]+c
			box := a + b + c
			and, or = and&box, or|box
		}
		and, or = and&left&middle&right, or|left|middle|right
	}
	for _, r := range rows {
		and, or = and&r, or|r
	}
	return and, or
}

const (
	eachOnce   = 0x1111111110
	beyondOnce = 0xeeeeeeeee0
)

// one is the count of a single digit.
var one = func() (one [256]uint64) {
	for digit := range 16 {
		one[digit] = 1 << (4 * digit)
	}
	return one
}()

// isClassic reports whether houses are those of the classic 9×9, in their order.
func isClassic(cells int, houses []House) bool {
	if cells != 81 || len(houses) != 27 {
		return false
	}
	for i, h := range houses {
		if len(h.Cells) != 9 {
			return false
		}
		for k, c := range h.Cells {
			n := i % 9
			if c != [3]int{9*n + k, 9*k + n, 27*(n/3) + 3*(n%3) + 9*(k/3) + k%3}[i/9] {
				return false
			}
		}
	}
	return true
}
