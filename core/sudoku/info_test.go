package sudoku_test

import (
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestFits(t *testing.T) {
	four := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	soft, err := four.With(sudoku.Soft(sudoku.SoftClue{Cell: 3, Allowed: sudoku.DigitSet(1, 2)}))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		info   sudoku.Info
		puzzle *sudoku.Puzzle
		want   string
	}{
		{sudoku.Info{}, four, ""}, {sudoku.Info{Shapes: []string{"6", "4"}}, four, ""}, {sudoku.Info{SoftClues: true}, soft, ""},
		{sudoku.Info{Shapes: []string{"6"}}, four, `unsupported: geometry "4"`}, {sudoku.Info{}, soft, "unsupported: soft clues"},
	} {
		err := c.info.Fits(c.puzzle)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, sudoku.ErrUnsupported) || err.Error() != c.want) {
			t.Errorf("%+v, %v: %v, want %q", c.info, c.puzzle, err, c.want)
		}
	}
}
