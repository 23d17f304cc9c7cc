package pump

import "sync"

// Pace remembers how large the batches of a plugin were at the end of its last stream, so that the next one, of puzzles of the same
// geometry, need not begin with small ones again. It is safe for concurrent use.
type Pace struct {
	mu       sync.Mutex
	geometry string
	size     int
}

// sizeFor returns the size to begin with, at most most.
func (p *Pace) sizeFor(geometry string, most int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.geometry != geometry {
		return min(firstSize, most)
	}
	return min(p.size, most)
}

// keep remembers the size at the end of a stream.
func (p *Pace) keep(geometry string, size int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.geometry, p.size = geometry, size
}
