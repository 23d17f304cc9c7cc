package sudoku_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

func TestOrdersThatContradictThemselves(t *testing.T) {
	t.Parallel()
	for _, o := range []sudoku.Order{
		{CluesMin: 90, CluesMax: 90}, {CluesMax: 90}, {CluesMin: 1, CluesMax: 1}, {CluesMin: 30, CluesMax: 25},
		{HasDifficulty: true, Difficulty: 2}, {Pattern: make([]bool, 16)}, {Pattern: make([]bool, 81), Symmetry: "rot180"},
		{Symmetry: "rot18"}, {Minimal: true, AllowMultiple: true},
	} {
		o.Geometry = sudoku.Classic()
		if o.Check() == nil {
			t.Errorf("%+v passes", o)
		}
	}
	cube := sudoku.Order{Geometry: sudoku.MustGeometry("4^3"), Constraints: []constraint.Wanted{{Name: "cage"}}}
	if cube.Check() == nil {
		t.Error("cages in a cube pass")
	}
	for _, o := range []sudoku.Order{{}, {Constraints: cube.Constraints}, {CluesMin: 24, CluesMax: 28, Symmetry: "rot180"}, {CluesMax: 10, AllowMultiple: true}} {
		o.Geometry = sudoku.Classic()
		if err := o.Check(); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
