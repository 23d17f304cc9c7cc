package nine

// A word holds the places of one digit in one band: 27 bits, bit 9·row+column.
const (
	full27 = 1<<27 - 1
	full54 = 1<<54 - 1
)

// Tables of the scalar kernel, filled once. A matrix is 9 bits, bit 3·i+j: where a digit can stand in three
// lines i that each cross the same three boxes j (or, turned, columns).
var (
	minirows [512]uint32 // the minirows (3 bits) in which the 9 cells of a row hold a candidate
	settled  [512]uint32 // matrix → its entries that lie in at least one permutation matrix
	unfold   [512]uint32 // matrix → the 27 cells of a band whose minirows are allowed
	peers    [81]cellSet // the 20 cells that share a house with a cell
	restrict [81]cellSet // all cells a digit may keep once it stands in a cell: no peers
	homes    [81]cellSet // the cell as a set
)

// A cellSet is a set of cells: lo holds bands 0 and 1 (bit 9·row+column), hi holds band 2.
type cellSet struct{ lo, hi uint64 }

func init() {
	for m := range 512 {
		for i := range 3 {
			if m>>(3*i)&7 != 0 {
				minirows[m] |= 1 << i
			}
		}
		settled[m] = inPermutations(uint32(m))
	}
	for m := range 512 {
		for t := range 9 {
			if settled[m]>>t&1 != 0 {
				unfold[m] |= 7 << (3 * t)
			}
		}
	}
	for c := range 81 {
		homes[c] = spot(c)
		for o := range 81 {
			if o != c && (o/9 == c/9 || o%9 == c%9 || o/27 == c/27 && o%9/3 == c%9/3) {
				peers[c].lo |= spot(o).lo
				peers[c].hi |= spot(o).hi
			}
		}
		restrict[c] = cellSet{full54 &^ peers[c].lo, full27 &^ peers[c].hi}
	}
}

// spot returns the set that holds the one cell.
func spot(cell int) cellSet {
	if cell < 54 {
		return cellSet{lo: 1 << cell}
	}
	return cellSet{hi: 1 << (cell - 54)}
}

// inPermutations returns the entries of a 3×3 matrix that occur in one of the six permutation matrices it
// contains; 0 if it contains none.
func inPermutations(m uint32) (out uint32) {
	for i := range 3 {
		for j := range 3 {
			if p := permutation(i, j); i != j && m&p == p {
				out |= p
			}
		}
	}
	return out
}

// permutation returns the matrix that uses box i in the first line, j in the second, the other in the third.
func permutation(i, j int) uint32 { return 1<<i | 8<<j | 64<<((6-i-j)%3) }
