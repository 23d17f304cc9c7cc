package evolve

// crossMask chooses which genes of two parents are exchanged, by one of the paper's three operators with equal
// probability (section 3.2): one random gene; all genes from a cut point on; each gene by the toss of a coin.
func (r *random) crossMask(mask []bool) {
	clear(mask)
	n := len(mask)
	switch r.below(3) {
	case 0:
		mask[r.below(n)] = true
	case 1:
		for i := r.below(n); i < n; i++ {
			mask[i] = true
		}
	case 2:
		for i := range mask {
			mask[i] = r.next()&1 == 1
		}
	}
}

// exchange copies the genes in mask from one grid to another.
func (q *problem) exchange(to, from []uint8, mask []bool) {
	for i, u := range q.units {
		if mask[i] {
			for _, c := range u.cells {
				to[c] = from[c]
			}
		}
	}
}
