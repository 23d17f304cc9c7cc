package row

// A puzzle is found again by its key, a hash of 48 bits of its geometry and cells. Puzzles with equal keys
// are compared, so that a collision costs time and nothing else. An index of the cells themselves would be
// three times as large.

// Key is FNV-1a, folded to 48 bits, which SQLite stores in six bytes.
func Key(geometry int64, cells any) int64 {
	h := uint64(14695981039346656037)
	add := func(b byte) { h = (h ^ uint64(b)) * 1099511628211 }
	for ; geometry > 0; geometry >>= 8 {
		add(byte(geometry))
	}
	switch c := cells.(type) {
	case []byte:
		for _, b := range c {
			add(b)
		}
	case string:
		for i := range len(c) {
			add(c[i])
		}
	}
	const half = 1 << 47
	return int64((h>>48^h)&(2*half-1)) - half
}
