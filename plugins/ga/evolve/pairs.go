package evolve

// pairs is the fast path of swapGain for geometries like the ordinary one, where every cell lies in two
// houses beside its gene: pairs[c] holds where their counts begin. Both are of the same size, and a house is
// the first of all its cells or the second of all.
type pairs struct {
	counts [][2]int32
	gain   [256]nats // gain[k]: a digit that stands k times comes once more
	loss   [256]nats // loss[k]: it goes once
}

// newPairs returns nil where the geometry is not so.
func newPairs(sites [][]site, gain []nats, size int) *pairs {
	p := &pairs{counts: make([][2]int32, len(sites))}
	place := map[int32]int{}
	for c, list := range sites {
		if len(list) != 2 {
			return nil
		}
		for i, s := range list {
			if at, ok := place[s.count]; s.gain != 0 || ok && at != i {
				return nil
			}
			place[s.count] = i
			p.counts[c][i] = s.count
		}
	}
	for k := range size {
		p.gain[k], p.loss[k+1] = gain[k], -gain[k]
	}
	return p
}

func (b *bath) pairGain(a *individual, c, d int32) nats {
	p, n := b.pairs, a.counts
	v, w := int32(a.values[c]), int32(a.values[d])
	c0, c1 := p.counts[c][0], p.counts[c][1]
	d0, d1 := p.counts[d][0], p.counts[d][1]
	first := p.gain[n[c0+w]] + p.loss[n[c0+v]] + p.gain[n[d0+v]] + p.loss[n[d0+w]]
	second := p.gain[n[c1+w]] + p.loss[n[c1+v]] + p.gain[n[d1+v]] + p.loss[n[d1+w]]
	if c0 == d0 {
		first = 0
	}
	if c1 == d1 {
		second = 0
	}
	return first + second
}
