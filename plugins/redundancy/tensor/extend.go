package tensor

// extend makes a bipartition of doll k from the best one of doll k+1: the new clue goes where it loses less,
// then single clues and pairs change sides while that helps. The search seldom finds a better one.
func (d *dolls) extend(k int) {
	pulled := 0
	for v := k + 1; v < d.n; v++ {
		pulled += d.weight[k][v] * sign(d.best[v])
	}
	d.best[k] = pulled <= 0
	f := flipper{dolls: d, from: k, excess: make([]int, d.n)}
	f.measure()
	for f.flipOne() || f.flipTwo() {
	}
	d.loss = d.lossWithin(k)
}

// flipper improves the best bipartition of a doll, leaving large sets out of account.
type flipper struct {
	*dolls
	from   int
	excess []int // excess[u]: loss by u's pulls as it stands minus the loss after u changes sides
}

func (f *flipper) measure() {
	for u := f.from; u < f.n; u++ {
		for v := f.from; v < f.n; v++ {
			f.excess[u] += f.between(u, v)
		}
	}
}

// between returns the pull of u and v, negative if they are apart.
func (f *flipper) between(u, v int) int { return f.weight[u][v] * sign(f.best[u] == f.best[v]) }

func (f *flipper) flip(u int) {
	f.best[u] = !f.best[u]
	f.excess[u] = -f.excess[u]
	for v := f.from; v < f.n; v++ {
		f.excess[v] += 2 * f.between(u, v)
	}
}

func (f *flipper) flipOne() bool {
	for u := f.from; u < f.n; u++ {
		if f.excess[u] > 0 {
			f.flip(u)
			return true
		}
	}
	return false
}

func (f *flipper) flipTwo() bool {
	for u := f.from; u < f.n; u++ {
		for v := f.from; v < u; v++ {
			if f.excess[u]+f.excess[v]-2*f.between(u, v) > 0 {
				f.flip(u)
				f.flip(v)
				return true
			}
		}
	}
	return false
}

// lossWithin returns the doubled loss of best within positions ≥ k.
func (d *dolls) lossWithin(k int) int {
	loss := 0
	for u := k; u < d.n; u++ {
		for v := u + 1; v < d.n; v++ {
			if d.best[u] == d.best[v] {
				loss += d.weight[u][v]
			}
		}
	}
	for _, l := range d.large {
		if l.first() >= k && d.together(l) {
			loss += l.loss
		}
	}
	return loss
}

func (d *dolls) together(l largeSet) bool {
	for _, u := range l.positions {
		if d.best[u] != d.best[l.first()] {
			return false
		}
	}
	return true
}

func sign(positive bool) int {
	if positive {
		return 1
	}
	return -1
}
