package evolve

// site is one house of one cell as the incremental evaluation sees it: counts[count+d] says how often digit
// d stands there, gain[gain+k] what the score gains when a digit that stands there k times comes once more.
type site struct{ count, gain int32 }

// gains returns the differences of the objective's table: gains[base+k] = table[base+k+1] − table[base+k].
// The last entry of each house size is never asked for.
func (o *objective) gains() []nats {
	g := make([]nats, len(o.table))
	for i := range len(o.table) - 1 {
		g[i] = o.table[i+1] - o.table[i]
	}
	return g
}

// sites returns the sites of each cell, without those of the gene family's own houses: there every digit
// stands once whatever the genes are.
func (o *objective) sites(without *family) [][]site {
	own := make([]bool, len(o.layout.houses))
	for _, h := range without.houses {
		own[h] = true
	}
	sites := make([][]site, o.layout.cells)
	for c := range sites {
		for _, h := range o.layout.geometry.HousesOf(c) {
			if !own[h] {
				sites[c] = append(sites[c], site{int32(h * o.layout.stride), o.base[h]})
			}
		}
	}
	return sites
}
