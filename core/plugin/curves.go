package plugin

import (
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// maxPoints is how many points of a curve are kept; a longer one is thinned out.
const maxPoints = 4096

// maxCurves is how many curves of a puzzle are kept: a message has room for so many full ones.
const maxCurves = 32

// curves collects the traces of one puzzle.
type curves struct {
	series []wire.Series
	stride []int // of how many points one is kept
	seen   []int
}

func (c *curves) reset() { c.series, c.stride, c.seen = c.series[:0], c.stride[:0], c.seen[:0] }

// add takes a point. When a curve is full every second point is dropped, then every second new one is.
func (c *curves) add(t sudoku.Trace) {
	i := c.find(wire.Text(t.Series))
	if i < 0 {
		return
	}
	s := &c.series[i]
	c.seen[i]++
	if (c.seen[i]-1)%c.stride[i] != 0 {
		return
	}
	if len(s.X) == maxPoints {
		for k := range maxPoints / 2 {
			s.X[k], s.Y[k] = s.X[2*k], s.Y[2*k]
		}
		s.X, s.Y = s.X[:maxPoints/2], s.Y[:maxPoints/2]
		c.stride[i] *= 2
	}
	s.X, s.Y = append(s.X, t.X), append(s.Y, t.Y)
}

// find returns the place of a curve, -1 if there is no room for another.
func (c *curves) find(name string) int {
	for i := range c.series {
		if c.series[i].Name == name {
			return i
		}
	}
	if len(c.series) == maxCurves {
		return -1
	}
	c.series = append(c.series, wire.Series{Name: name})
	c.stride, c.seen = append(c.stride, 1), append(c.seen, 0)
	return len(c.series) - 1
}
