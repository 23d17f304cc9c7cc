package clause

// Relation says which digits of two cells go together.
type Relation struct {
	There []Digits // There[d-1]: the digits that may stand in the second cell if d stands in the first
	Back  []Digits // Back[d-1]: those of the first cell if d stands in the second
}

// NewRelation makes a relation of the pairs of digits 1 … n for which holds is true.
func NewRelation(n int, holds func(a, b int) bool) *Relation {
	r := &Relation{There: make([]Digits, n), Back: make([]Digits, n)}
	for a := 1; a <= n; a++ {
		for b := 1; b <= n; b++ {
			if holds(a, b) {
				r.There[a-1] = r.There[a-1].With(b)
				r.Back[b-1] = r.Back[b-1].With(a)
			}
		}
	}
	return r
}

// Turned returns the relation with its cells exchanged.
func (r *Relation) Turned() *Relation { return &Relation{There: r.Back, Back: r.There} }
