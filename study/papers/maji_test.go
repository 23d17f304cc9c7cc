package papers

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestSubsets(t *testing.T) {
	var all []string
	for s := range subsets(4, 2) {
		all = append(all, fmt.Sprint(s))
	}
	if want := []string{"[0 1]", "[0 2]", "[0 3]", "[1 2]", "[1 3]", "[2 3]"}; !slices.Equal(all, want) {
		t.Errorf("%v, want %v", all, want)
	}
	n := 0
	for range subsets(81, 3) {
		if n++; n == 100 {
			break
		}
	}
	for range subsets(81, 3) {
		n++
	}
	if n != 100+81*80*79/6 {
		t.Errorf("%d subsets", n)
	}
}

// TestRectangles finds the same four cells by exchanging the digits of any four cells that hold two digits twice.
func TestRectangles(t *testing.T) {
	p, err := sudoku.ParsePuzzle("693784512487512936125963874932651487568247391741398625319475268856129743274836159")
	if err != nil {
		t.Fatal(err)
	}
	grid := p.Givens()
	var want []string
	for four := range subsets(81, 4) {
		a, b := grid[four[0]], grid[four[1]]
		if a == b || !slices.Equal([]uint8{b, a}, []uint8{grid[four[2]], grid[four[3]]}) {
			continue
		}
		other := grid.Clone()
		for _, cell := range four {
			other[cell] = a + b - other[cell]
		}
		if sudoku.Verify(without(grid, four), other) == nil {
			want = append(want, fmt.Sprint(four))
		}
	}
	var got []string
	for _, four := range rectangles(grid) {
		got = append(got, fmt.Sprint(four))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || len(got) == 0 {
		t.Errorf("%v, want %v", got, want)
	}
}

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
	apply(state, &sudoku.Step{Place: []sudoku.Candidate{{Cell: 0, Digit: 3}},
		Strike: []sudoku.Candidate{{Cell: 15, Digit: 1}}})
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
