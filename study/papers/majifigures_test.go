package papers

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestBoardsOfFigures reads the boards and checks the candidates that the paper prints in Figs. 9, 16 to 18 and 19.
func TestBoardsOfFigures(t *testing.T) {
	for _, f := range majiFigures {
		p, err := sudoku.ParsePuzzle(f.board)
		if err != nil || p.Geometry() != sudoku.Classic() {
			t.Errorf("Fig. %s%s: %v", f.before, f.after, err)
			continue
		}
		for cell, want := range map[string]map[int]string{
			"9": {1: "245", 3: "2389", 15: "1345"}, "18": {0: "45", 1: "46", 2: "456"}, "19": {55: "246789", 63: "246"},
		}[f.before] {
			got := ""
			for d := range p.Candidates()[cell].All {
				got += string(rune('0' + d))
			}
			if got != want {
				t.Errorf("Fig. %s: cell %d has %s, not %s", f.before, cell, got, want)
			}
		}
	}
}

func TestApplyTakesDigitsFromPeers(t *testing.T) {
	p, err := sudoku.ParsePuzzle("................")
	if err != nil {
		t.Fatal(err)
	}
	state := &sudoku.State{Puzzle: p, Values: p.Givens().Clone(), Candidates: p.Candidates()}
	apply(state, &sudoku.Step{Place: []sudoku.Candidate{{Cell: 0, Digit: 3}}, Strike: []sudoku.Candidate{{Cell: 15, Digit: 1}}})
	if state.Values[0] != 3 || state.Candidates[1].Has(3) || !state.Candidates[15].Has(3) || state.Candidates[15].Has(1) {
		t.Errorf("%v, %v", state.Values, state.Candidates)
	}
	if n := possible(state); n != 15*4-7-1 {
		t.Errorf("%d possible values", n)
	}
}

func TestDiffering(t *testing.T) {
	for _, c := range []struct {
		grids  []sudoku.Grid
		cells  int
		digits string
	}{{[]sudoku.Grid{{1, 2, 3}}, 0, "-"}, {[]sudoku.Grid{{1, 8, 9}, {1, 9, 8}}, 2, "89"}} {
		if cells, digits := differing(c.grids); cells != c.cells || digits != c.digits {
			t.Errorf("%v: %d, %q", c.grids, cells, digits)
		}
	}
}
