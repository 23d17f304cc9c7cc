package plugintest_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// singles explains by naked and hidden singles; lie may change each step before it is emitted.
type singles struct {
	lie func(g *sudoku.Geometry, s *sudoku.Step)
}

func (e singles) Explain(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	g, left, values := p.Geometry(), p.Candidates(), p.Givens().Clone()
	for values.Filled() < g.Cells() {
		s := next(g, values, left)
		if s == nil {
			return sudoku.ErrGaveUp
		}
		placed := s.Place[0]
		if e.lie != nil {
			e.lie(g, s)
		}
		if !emit(*s) {
			return nil
		}
		values[placed.Cell] = uint8(placed.Digit)
		for _, peer := range g.Peers(placed.Cell) {
			left[peer] = left[peer].Without(placed.Digit)
		}
	}
	return nil
}

func next(g *sudoku.Geometry, values sudoku.Grid, left []sudoku.Digits) *sudoku.Step {
	for _, house := range g.Houses() {
		for d := 1; d <= g.N() && len(house.Cells) == g.N(); d++ {
			var places []int
			for _, cell := range house.Cells {
				if values[cell] == 0 && left[cell].Has(d) || int(values[cell]) == d {
					places = append(places, cell)
				}
			}
			if len(places) == 1 && values[places[0]] == 0 {
				return &sudoku.Step{Technique: "hidden_single", Place: []sudoku.Candidate{{Cell: places[0], Digit: d}}, Cells: places,
					Why: []string{house.Name()}, Text: fmt.Sprintf("In %s only %s can be %d.", house.Name(), g.CellName(places[0]), d)}
			}
		}
	}
	for cell, v := range values {
		if v == 0 && left[cell].Len() == 1 {
			d := left[cell].Min()
			return &sudoku.Step{Technique: "naked_single", Place: []sudoku.Candidate{{Cell: cell, Digit: d}}, Cells: []int{cell},
				Text: fmt.Sprintf("%s can only be %d.", g.CellName(cell), d)}
		}
	}
	return nil
}

func explains(lie func(*sudoku.Geometry, *sudoku.Step)) plugin.Spec {
	return plugin.Spec{
		Info:      sudoku.Info{ID: "singles", Name: "Singles", Version: "1.0.0", Summary: "Explains.", Licence: "MIT"},
		Explainer: func(sudoku.Settings) (sudoku.Explainer, error) { return singles{lie}, nil },
	}
}

func TestExplanationsAreHeldToTheirWords(t *testing.T) {
	t.Parallel()
	elsewhere := func(g *sudoku.Geometry, cell int) int { return (cell + g.Cells()/2 + 1) % g.Cells() }
	for _, c := range []struct {
		name, check, want string
		lie               func(g *sudoku.Geometry, s *sudoku.Step)
	}{
		{"honest", "explain/why", "ok", nil},
		{"honest", "explain/technique", "ok", nil},
		{"honest", "explain/texts", "ok", nil},
		{"a house elsewhere", "explain/why", "fault", func(g *sudoku.Geometry, s *sudoku.Step) {
			s.Why = []string{g.Houses()[g.HousesOf(elsewhere(g, s.Cells[0]))[0]].Name()}
		}},
		{"no house", "explain/why", "fault", func(_ *sudoku.Geometry, s *sudoku.Step) { s.Why = []string{"row 1"} }},
		{"naked for hidden", "explain/technique", "fault", func(_ *sudoku.Geometry, s *sudoku.Step) { s.Technique = "naked_single" }},
		{"hidden for naked", "explain/technique", "fault", func(g *sudoku.Geometry, s *sudoku.Step) {
			if s.Technique == "hidden_single" {
				s.Why = []string{g.Houses()[g.HousesOf(elsewhere(g, s.Cells[0]))[0]].Name()}
			}
		}},
		{"one cell a pair", "explain/technique", "fault", func(_ *sudoku.Geometry, s *sudoku.Step) { s.Technique = "naked_pair" }},
		{"two cells a single", "explain/technique", "fault", func(g *sudoku.Geometry, s *sudoku.Step) {
			s.Place, s.Cells, s.Technique = nil, []int{0, 1}, "hidden_pair_box"
			s.Strike = []sudoku.Candidate{{Cell: 0, Digit: 1}}
		}},
		{"a name of its own", "explain/technique", "ok", func(_ *sudoku.Geometry, s *sudoku.Step) { s.Technique = "single" }},
		{"a text of another cell", "explain/texts", "fault", func(g *sudoku.Geometry, s *sudoku.Step) {
			s.Text = g.CellName(elsewhere(g, s.Cells[0])) + " can only be 1."
		}},
		{"cells in short", "explain/texts", "ok", func(_ *sudoku.Geometry, s *sudoku.Step) { s.Text = "As r1c12 show." }},
	} {
		if got := outcome(t, explains(c.lie), c.check, plugintest.Setup{}); got != c.want {
			t.Errorf("%s: %s: %s", c.name, c.check, got)
		}
	}
}
