package sudoku_test

import (
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A puzzle is whole or not made.
func TestNewPuzzle(t *testing.T) {
	four := sudoku.MustGeometry("4")
	clue := func(cell int, digits ...int) sudoku.SoftClue {
		return sudoku.SoftClue{Cell: cell, Allowed: sudoku.DigitSet(digits...)}
	}
	for name, c := range map[string]struct {
		givens sudoku.Grid
		soft   []sudoku.SoftClue
	}{
		"a cell too few":    {givens: make(sudoku.Grid, 15)},
		"no cell":           {givens: sudoku.Grid{}},
		"a digit too large": {givens: sudoku.Grid{15: 5}},
		"on a given cell":   {sudoku.Grid{15: 4}, []sudoku.SoftClue{clue(15, 4)}},
		"out of order":      {nil, []sudoku.SoftClue{clue(3, 1), clue(2, 1)}},
		"twice":             {nil, []sudoku.SoftClue{clue(3, 1), clue(3, 1)}},
		"beyond the cells":  {nil, []sudoku.SoftClue{clue(16, 1)}},
		"no digit":          {nil, []sudoku.SoftClue{clue(3)}},
	} {
		if p, err := sudoku.NewPuzzle(four, c.givens, sudoku.Soft(c.soft...)); err == nil {
			t.Errorf("%s: %v", name, p)
		}
	}
	p, err := sudoku.NewPuzzle(four, nil)
	if err != nil || p.String() != "................" || !p.Plain() || p.IsClassic() {
		t.Errorf("%v, %v", p, err)
	}
	if p := sudoku.MustPuzzle(sudoku.MustGeometry("9@ACHIMNORY"), nil); !p.IsClassic() {
		t.Error("other symbols make another puzzle")
	}
}

func TestWithGivens(t *testing.T) {
	p, err := sudoku.ParsePuzzle("{12}.{34}............4 comment")
	if err != nil {
		t.Fatal(err)
	}
	p.Name = "name"
	for givens, want := range map[string]string{
		"................": "{12}.{34}.............", "1..............4": "1.{34}............4", "1.3.............": "1.3.............",
	} {
		grid, err := p.Geometry().ParseGrid(givens)
		if err != nil {
			t.Fatal(err)
		}
		q := p.WithGivens(grid)
		if q.String() != want || q.Name != "name" || q.Comment != "comment" || q.Plain() != (givens == "1.3.............") {
			t.Errorf("%s: %v, %q, %q", givens, q, q.Name, q.Comment)
		}
	}
	if p.String() != "{12}.{34}............4" {
		t.Errorf("it became %v", p)
	}
	q, err := p.With(sudoku.Soft())
	if err != nil || !q.Plain() || q.Comment != "comment" || slices.Max(q.Givens()) != 4 {
		t.Errorf("%v, %v", q, err)
	}
}

// A slot is filled for each puzzle that comes from another process.
func TestFillDoesNotAllocate(t *testing.T) {
	var slot sudoku.Slot
	givens := make(sudoku.Grid, 81)
	if n := testing.AllocsPerRun(100, func() { slot.Fill(sudoku.Classic(), givens, nil) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
