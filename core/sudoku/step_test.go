package sudoku

import (
	"strings"
	"testing"
)

func TestStatesAreChecked(t *testing.T) {
	p, err := ParsePuzzle("12......3......4")
	if err != nil {
		t.Fatal(err)
	}
	with := func(cell int, value uint8) Grid {
		values := p.givens.Clone()
		values[cell] = value
		return values
	}
	beyond := p.Candidates()
	beyond[3] = DigitSet(5)
	for _, c := range []struct {
		state State
		want  string
	}{
		{State{Puzzle: p, Values: p.givens}, ""},
		{State{Puzzle: p, Values: with(2, 4), Candidates: p.Candidates()}, ""},
		{State{Puzzle: p, Values: p.givens[1:]}, "15 values for 16 cells"},
		{State{Puzzle: p, Values: with(2, 5)}, "value 5 in r1c3"},
		{State{Puzzle: p, Values: with(0, 2)}, "value 2 in r1c1, where 1 is given"},
		{State{Puzzle: p, Values: with(0, 0)}, "value 0 in r1c1, where 1 is given"},
		{State{Puzzle: p, Values: p.givens, Candidates: []Digits{}}, "candidates of 0 cells"},
		{State{Puzzle: p, Values: p.givens, Candidates: beyond}, "candidates of r1c4 beyond 4"},
	} {
		if err := c.state.Check(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v; want %q", err, c.want)
		}
	}
}

func TestStepsAreChecked(t *testing.T) {
	p, err := ParsePuzzle("4:~cage=5:r1c12~thermo:r2c12")
	if err != nil {
		t.Fatal(err)
	}
	a, b := []Candidate{{0, 1}}, []Candidate{{1, 4}}
	for _, c := range []struct {
		step Step
		want string
	}{
		{Step{Place: a, Strike: b, Cells: []int{0, 15}, Sets: [][]int{{1}}, Links: []Link{{StrongLink, a, b}}}, ""},
		{Step{Place: []Candidate{{16, 1}}}, "digit 1 in cell 16"},
		{Step{Strike: []Candidate{{0, 0}}}, "digit 0 in cell 0"},
		{Step{Cells: []int{-1}}, "no cell of 4: -1"},
		{Step{Sets: [][]int{{16}}}, "no cell of 4: 16"},
		{Step{Constraints: []int{0, 1}}, ""},
		{Step{Constraints: []int{2}}, "constraint 2 of 2"},
		{Step{Constraints: []int{-1}}, "constraint -1 of 2"},
		{Step{Links: []Link{{0, a, b}}}, "a link of kind 0"},
		{Step{Links: []Link{{WeakLink, nil, b}}}, "a link with an end that is empty"},
		{Step{Links: []Link{{WeakLink, a, []Candidate{{0, 5}}}}}, "digit 5 in cell 0"},
	} {
		if err := c.step.Check(p); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v; want %q", err, c.want)
		}
	}
}
