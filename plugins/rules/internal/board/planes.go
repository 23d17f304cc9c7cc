package board

// planes are what is known of a puzzle while its givens are read.
type planes struct {
	slots  []uint64 // word*n+digit → a word of the digit's plane; slots of filled cells may be in it
	filled []uint64 // slots of filled cells
	used   []uint64 // house → digits placed there
	last   []int32  // full houses that came to have one empty cell
}

func newPlanes(l *layout, n int) *planes {
	return &planes{slots: make([]uint64, l.words*n), filled: make([]uint64, l.words), used: make([]uint64, len(l.at))}
}

func (p *planes) reset(l *layout, n int) {
	for w, guard := range l.guard {
		all := guard - l.low[w]
		for v := range n {
			p.slots[w*n+v] = all
		}
	}
	clear(p.filled)
	clear(p.used)
	p.last = p.last[:0]
}
