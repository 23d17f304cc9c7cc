package papers

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
)

// missed counts how often the paper's heuristic for equation 3 misses the maximum, and by how much.
type missed struct {
	puzzles, proved, missed int
	places, worst, share    float64 // places lost: sum and most; sum of the shares of the maximum lost
}

func (m *missed) add(p *sudoku.Puzzle, grades map[string]float64) {
	m.puzzles++
	best, found := grades["r_bipart"], grades["r_bipart_paper"]
	if best != grades["r_bipart_bound"] {
		return
	}
	m.proved++
	if found < best {
		places := (best - found) * placesCovered(p, grades)
		m.missed++
		m.places += places
		m.worst = max(m.worst, places)
		m.share += (best - found) / best
	}
}

func (m *missed) cells() []string {
	n := float64(m.missed)
	return []string{fmt.Sprint(m.puzzles), fmt.Sprint(m.proved), fmt.Sprint(m.missed),
		figure(100 * n / float64(m.proved)), figure(m.places / n), fmt.Sprintf("%.0f", m.worst),
		figure(100 * m.share / n)}
}

// heuristic says how often the paper's heuristic misses the maximum of equation 3.
func (s kranawetter) heuristic(puzzles []*sudoku.Puzzle, grades []map[string]float64) error {
	t := &study.Table{Title: "Equation 3: the paper's heuristic beside the proved maximum", Columns: []string{
		"clues", "puzzles", "proved", "missed", "missed %", "places lost where missed", "most", "% of the maximum"}}
	var all missed
	for low := 17; low < 81; low += 6 {
		var m missed
		for i, p := range puzzles {
			if p.Clues() >= low && p.Clues() < low+6 {
				m.add(p, grades[i])
				all.add(p, grades[i])
			}
		}
		if m.puzzles > 0 {
			t.Row(append([]string{fmt.Sprintf("%d-%d", low, min(low+5, 81))}, m.cells()...)...)
		}
	}
	t.Row(append([]string{"all"}, all.cells()...)...)
	t.Note("The paper could prove the maximum on 4×4 grids only.")
	return s.table(t)
}
