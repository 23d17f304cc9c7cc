package chart

import (
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/stats"
)

// Cactus draws for each solver how many puzzles it decides when each may take at most a time: the further to
// the right and the lower, the better.
func Cactus(c Chart, t *stats.Table) *picture.Picture {
	c.YLog, c.Seconds = true, true
	if c.XLabel == "" {
		c.XLabel = "puzzles decided"
	}
	if c.YLabel == "" {
		c.YLabel = "self time of a puzzle"
	}
	var undecided []string
	series := make([]Series, len(t.Solvers))
	for i, solver := range t.Solvers {
		s := Series{Name: solver}
		decided := t.Decided(i)
		for n, puzzle := range decided {
			s.X, s.Y = append(s.X, float64(n+1)), append(s.Y, t.Cells[i][puzzle].Self.Seconds())
		}
		if n := len(t.Puzzles) - len(decided); n > 0 {
			undecided = append(undecided, fmt.Sprintf("%d by %s", n, solver))
		}
		if c.MarkPuzzle != nil {
			s.Mark = func(n int) Mark { return c.MarkPuzzle(i, t.Puzzles[decided[n]]) }
		}
		series[i] = s
	}
	if c.Note == "" {
		c.Note = fmt.Sprintf("n = %d puzzles", len(t.Puzzles))
		if undecided != nil {
			c.Note += "; not decided: " + strings.Join(undecided, ", ")
		}
	}
	p := newPlot(c, newAxis(c.XLog, []float64{1, float64(len(t.Puzzles))}), yAxis(c, series), names(series))
	p.frame()
	p.lines(series)
	return p.finish()
}
