package create

import (
	"bytes"

	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
)

// classic is the engine of the classic 9×9. Its grids are in uniform.go.
type classic struct {
	search *nine.Engine
	found  [81]uint8
	bound  float64 // of grid
}

// other implements engine.
func (c *classic) other(givens, solution []uint8, changed int) answer {
	c.search.Load((*[81]uint8)(givens))
	if changed >= 0 {
		c.search.Strike(changed, solution[changed])
	}
	for c.next() {
		if !bytes.Equal(c.found[:], solution) {
			return yes
		}
	}
	return no
}

// count implements engine.
func (c *classic) count(givens []uint8, limit int, last []uint8) int {
	c.search.Load((*[81]uint8)(givens))
	found := 0
	for found < limit && c.next() {
		found++
		copy(last, c.found[:])
	}
	return found
}

// next finds the next solution and reports whether there is one.
func (c *classic) next() bool {
	for {
		const guesses = 1 << 30
		switch c.search.Next(&c.found, guesses) {
		case nine.Found:
			return true
		case nine.Exhausted:
			return false
		}
	}
}
