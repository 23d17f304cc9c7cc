package evolve

// individual is a grid with the counts behind its score.
type individual struct {
	values []uint8 // by cell, 1 … N
	counts []uint8 // see layout.stride
	score  nats
	broken nats // of the score: what is lost for broken clauses
}

func newIndividual(l *layout) *individual {
	return &individual{values: make([]uint8, l.cells), counts: make([]uint8, len(l.houses)*l.stride)}
}

// copyFrom makes a equal to b.
func (a *individual) copyFrom(b *individual) {
	copy(a.values, b.values)
	copy(a.counts, b.counts)
	a.score, a.broken = b.score, b.broken
}
