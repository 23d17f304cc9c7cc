package search

// Heed has the clauses of the puzzle that is loaded strike what they can, until none finds more. The houses draw nothing from
// that. It reports whether no contradiction showed.
func (e *Engine) Heed() bool {
	if e.clauses == nil {
		return true
	}
	for {
		e.clauses.changed(e.trail)
		for w, houses := range e.clauses.houses {
			e.clauses.waiting[w] &^= houses
		}
		if waited, alive := e.next(); !waited || !alive {
			return alive
		}
	}
}
