package main

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/generate/create"
	"github.com/sudokuctl/sudokuctl/plugins/rules/logic"
)

// The generator's own idea of qqwing's levels is that of the grader.
func TestLevelsOfGeneratorAndGrader(t *testing.T) {
	spec := logic.Spec()
	settings, err := spec.Info.Resolve(map[string]any{"metrics": "qqwing_level"})
	if err != nil {
		t.Fatal(err)
	}
	grader, err := spec.Grader(settings)
	if err != nil {
		t.Fatal(err)
	}
	settings, err = create.Spec().Info.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	generator, err := create.Spec().Generator(settings)
	if err != nil {
		t.Fatal(err)
	}
	for level := 1.0; level <= 4; level++ {
		o := sudoku.Order{Geometry: sudoku.Classic(), Count: 10, Seed: 3, Metric: "qqwing_level", MetricMin: level,
			MetricMax: level + 1}
		_, err := generator.Generate(t.Context(), o, func(p *sudoku.Puzzle) bool {
			if grades, err := grader.Grade(t.Context(), p); err != nil || grades[0].Value != level {
				t.Errorf("%s: %v, %v; want %v", p, grades, err, level)
			}
			return true
		})
		if err != nil {
			t.Error(err)
		}
	}
}
