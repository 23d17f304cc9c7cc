package engine

import (
	"strings"
	"testing"
)

func TestGenerate(t *testing.T) {
	e := newEngine(t)
	made := func(o Order) string {
		t.Helper()
		text, err := answers(t, e, &Ask{Do: "generate", Order: o})
		if err != nil {
			t.Errorf("%+v: %v", o, err)
		}
		return text
	}
	if a, b := made(Order{Number: 3, Seed: 5}), made(Order{Number: 3, Seed: 5}); a != b || strings.Count(a, "\n") != 3 {
		t.Errorf("the same seed made\n%sand\n%s", a, b)
	}
	if text := made(Order{Geometry: "6", Seed: 1}); !strings.Contains(text, `"geometry":"6"`) {
		t.Error(text)
	}
	for _, o := range []Order{{Metric: "se", Min: 2.5, Below: 5}, {Metric: "information_entropy", Min: 0.2, Below: 0.4}, {Metric: "empty_cells", Min: 50, Below: 55}} {
		o.Number, o.Seed = 2, 1
		for line := range strings.Lines(made(o)) {
			puzzle := strings.Split(line, `"`)[3]
			p, err := ReadPuzzle(puzzle)
			if err != nil {
				t.Fatal(err)
			}
			fits, err := e.within(t.Context(), &o)
			if err != nil {
				t.Fatal(err)
			}
			if ok, err := fits(p); !ok || err != nil {
				t.Errorf("the %s of %s is out of the range, or %v", o.Metric, puzzle, err)
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
