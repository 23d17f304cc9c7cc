package engine

import (
	"strings"
	"testing"
)

func TestGenerate(t *testing.T) {
	e := newEngine(t)
	make := func(o Order) string {
		t.Helper()
		made, err := answers(t, e, &Ask{Do: "generate", Order: o})
		if err != nil {
			t.Errorf("%+v: %v", o, err)
		}
		return made
	}
	if a, b := make(Order{Number: 3, Seed: 5}), make(Order{Number: 3, Seed: 5}); a != b || strings.Count(a, "\n") != 3 {
		t.Errorf("the same seed made\n%sand\n%s", a, b)
	}
	if made := make(Order{Geometry: "6", Seed: 1}); !strings.Contains(made, `"geometry":"6"`) {
		t.Error(made)
	}
	for _, o := range []Order{{Metric: "se", Min: 2.5, Below: 5}, {Metric: "information_entropy", Min: 0.2, Below: 0.4}, {Metric: "empty_cells", Min: 50, Below: 55}} {
		o.Number, o.Seed = 2, 1
		for line := range strings.Lines(make(o)) {
			puzzle := strings.Split(line, `"`)[3]
			p, err := ReadPuzzle(puzzle)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range e.graders {
				if g.Metric(o.Metric) == nil {
					continue
				}
				grades, err := g.is.Grade(t.Context(), p)
				if err != nil {
					t.Error(err)
				}
				for _, grade := range grades {
					if grade.Metric == o.Metric && (grade.Value < o.Min || grade.Value >= o.Below) {
						t.Errorf("%s has a %s of %g", puzzle, o.Metric, grade.Value)
					}
				}
			}
		}
	}
}

func TestBadOrders(t *testing.T) {
	e := newEngine(t)
	for want, o := range map[string]Order{"unknown geometry": {Geometry: "9+q"}, "no grader": {Metric: "beauty", Below: 1}, "symmetry": {Symmetry: "round"},
		"fewer than 17": {CluesMin: 1, CluesMax: 3}, "none of 5000": {Geometry: "4", Metric: "se", Min: 11, Below: 12}} {
		if made, err := answers(t, e, &Ask{Do: "generate", Order: o}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %s %v, want %q", o, made, err, want)
		}
	}
}
