package create

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// wanted is an order for puzzles with constraints.
func wanted(t testing.TB, geometry, names string, count int) sudoku.Order {
	t.Helper()
	o := sudoku.Order{Geometry: sudoku.MustGeometry(geometry), Count: count, Seed: 1}
	for name := range strings.SplitSeq(names, ",") {
		w, err := constraint.ParseWanted(name)
		if err != nil {
			t.Fatal(err)
		}
		o.Constraints = append(o.Constraints, w)
	}
	return o
}

// without returns a puzzle without one of its constraints.
func without(t testing.TB, p *sudoku.Puzzle, i int) *sudoku.Puzzle {
	t.Helper()
	q, err := p.With(sudoku.Constraints(slices.Delete(slices.Clone(p.Constraints()), i, i+1)...))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// needsAll reports an error unless a puzzle has one solution and loses it with any given or constraint.
func needsAll(t *testing.T, p *sudoku.Puzzle) {
	t.Helper()
	if n := solutions(p, 2); n != 1 {
		t.Errorf("%s has %d solutions", p, n)
	}
	for cell, v := range p.Givens() {
		givens := slices.Clone(p.Givens())
		if givens[cell] = 0; v != 0 && solutions(p.WithGivens(givens), 2) == 1 {
			t.Errorf("%s does not need its given in %s", p, p.Geometry().CellName(cell))
		}
	}
	solution := solve(t, p)
	for i := range p.Constraints() {
		q := without(t, p, i)
		if sudoku.Verify(q, solution) == nil && solutions(q, 2) == 1 {
			t.Errorf("%s does not need %s", p, p.ConstraintTexts()[i])
		}
	}
}

func solve(t testing.TB, p *sudoku.Puzzle) (solution sudoku.Grid) {
	t.Helper()
	newGeneral(t.Context(), p.Geometry()).search.Count(p, 1, 1<<30, func(g sudoku.Grid) { solution = g.Clone() })
	return solution
}

// Each name that can be ordered makes puzzles with one solution of which all is needed.
func TestEveryNameMakesPuzzles(t *testing.T) {
	for name, k := range drawables {
		names := name
		if k.draw != nil && name != "cage" {
			names += "=2"
		}
		geometry := "6"
		if name == "flatmates" {
			geometry = "7/l"
		}
		for _, p := range generate(t, nil, wanted(t, geometry, names, 2)) {
			needsAll(t, p)
			if len(p.Constraints()) == 0 {
				t.Errorf("%s: %s has no constraints", names, p)
			}
		}
	}
}

func TestPuzzlesWithConstraints(t *testing.T) {
	for _, test := range []struct{ geometry, names string }{
		{"9", "cage"}, {"6", "all-dots"}, {"9", "thermo"}, {"6", "cage,thermo=2,white=4"}, {"9", "arrow=3,whisper=2,x"},
		{"6/l", "cage=3,less=5"}, {"6+x", "sandwich=4"}, {"4", "cage"}, {"6@ABCDEF", "less=3,numbered-room=2"}, {"6", "all-xv,global-entropy"},
	} {

		o := wanted(t, test.geometry, test.names, 2)
		puzzles := generate(t, nil, o)
		if test.geometry == "9" && test.names == "cage" && puzzles[0].Clues() != 0 {
			t.Errorf("%s: a killer with givens", puzzles[0])
		}
		for _, p := range puzzles {
			needsAll(t, p)
			for _, w := range o.Constraints {
				n := len(slices.DeleteFunc(slices.Clone(p.Constraints()), func(c constraint.Constraint) bool { return c.Name != w.Name }))
				if w.Count > 0 && n != w.Count {
					t.Errorf("%s: %d constraints %q, not %d", p, n, w.Name, w.Count)
				}
			}
		}
		workers := map[string]any{"workers": 3}
		if again, err := tryGenerate(workers, o); err != nil || texts(again) != texts(puzzles) {
			t.Errorf("%s: other puzzles of the same seed: %v", test.names, err)
		}
	}
}

// TestEasierKillers wants cages of two or three cells up to what reading them solves, and says at once that none is easier than that.
func TestEasierKillers(t *testing.T) {
	o := wanted(t, "9", "cage", 5)
	o.Metric, o.MetricMin, o.MetricMax = variantMetric, 1.5, 2.5
	for _, p := range generate(t, nil, o) {
		if n := solutions(p, 2); p.Clues() != 0 || n != 1 {
			t.Errorf("%s has %d givens and %d solutions", p, p.Clues(), n)
		}
		for _, c := range p.Constraints() {
			if len(c.Lists[0]) > 3 {
				t.Errorf("%s: a cage of %d cells", p, len(c.Lists[0]))
			}
		}
	}
	o.MetricMin, o.MetricMax = 1, 1.5
	if puzzles, err := tryGenerate(nil, o); err == nil || !strings.Contains(err.Error(), "nearest level") {
		t.Errorf("killers that are easier than their first step: %v, %v", puzzles, err)
	}
}

// TestOutlinesApart draws what is drawn as an outline: none over another.
func TestOutlinesApart(t *testing.T) {
	for _, p := range generate(t, nil, wanted(t, "6", "difference,quotient,cage=2", 5)) {
		outlined := map[int]bool{}
		for i, c := range p.Constraints() {
			for _, cell := range c.Lists[0] {
				if outlined[cell] {
					t.Errorf("%s: %s stands over another", p, p.ConstraintTexts()[i])
				}
				outlined[cell] = true
			}
		}
	}
}

func TestCluesAndSymmetryBesideConstraints(t *testing.T) {
	o := wanted(t, "6", "cage", 3)
	o.CluesMin, o.CluesMax = 6, 6
	for _, p := range generate(t, nil, o) {
		if needsAll(t, p); p.Clues() != 6 {
			t.Errorf("%s has %d givens, not 6", p, p.Clues())
		}
	}
	for _, c := range []struct{ names, symmetry string }{
		{"nonconsecutive", "rot180"}, {"cage", "rot180"}, {"cage", "rot90"}, {"cage=6", "mirror_h"}, {"cage=4,white=4", "rot180"},
		{"whisper,arrow", "diagonal"}, {"sandwich,less", "rot180"}, {"skyscraper=8,odd", "mirror_v"}, {"renban=2", "antidiagonal"},
	} {
		o := wanted(t, "6", c.names, 2)
		o.Symmetry = c.symmetry
		for _, p := range generate(t, nil, o) {
			if c.names == "cage" && p.Clues() > 0 {
				t.Errorf("%s has givens", p)
			}
			if !slices.Contains(symmetry.OfPattern(p), c.symmetry) {
				t.Errorf("%s is not symmetric by %s", p, c.symmetry)
			}
			for _, w := range o.Constraints {
				n := 0
				for _, d := range p.Constraints() {
					if d.Name == w.Name {
						n++
					}
				}
				if w.Count > 0 && n != w.Count {
					t.Errorf("%s has %d of %s", p, n, w)
				}
			}
		}
	}
}

// Towards a level some of what is superfluous stays.
func TestLevelsBesideConstraints(t *testing.T) {
	o := wanted(t, "6", "cage", 20)
	o.Metric, o.MetricMax = variantMetric, 12
	superfluous := 0
	for _, p := range generate(t, nil, o) {
		if solutions(p, 2) != 1 {
			t.Errorf("%s has several solutions", p)
		}
		for i := range p.Constraints() {
			if solutions(without(t, p, i), 2) == 1 {
				superfluous++
				break
			}
		}
	}
	if superfluous < 5 {
		t.Errorf("%d of 20 puzzles have more than they need", superfluous)
	}
}

// Towards an easy level cells are given that are not needed, as many as are ordered at most.
func TestEasyLevelsHaveMoreGivens(t *testing.T) {
	o := wanted(t, "6", "less", 10)
	o.CluesMax = 15
	needed := 0
	for _, p := range generate(t, nil, o) {
		needed += p.Clues()
	}
	o.Metric, o.MetricMin, o.MetricMax = variantMetric, 1, 1.5
	given := 0
	for _, p := range generate(t, nil, o) {
		given += p.Clues()
		if n := solutions(p, 2); n != 1 || p.Clues() > o.CluesMax {
			t.Errorf("%s has %d solutions and %d givens", p, n, p.Clues())
		}
	}
	if given < 2*needed+20 {
		t.Errorf("%d givens of ten easy puzzles, where %d are needed", given, needed)
	}
}

func TestOrdersThatLeaveNothingToGenerate(t *testing.T) {
	for _, test := range []struct{ geometry, names, want string }{
		{"4", "global-mod,nonconsecutive", `there is no 4 grid with nonconsecutive`},
		{"6", "nonconsecutive,white=3", `room for 0 constraints "white" in its solution, not 3`},
		{"6@ABCDEF", "cage", "not numbers"},
		{"6", "nonconsecutive,even=4", "are superfluous"},
		{"9", "thermo=60", `"thermo" in its solution, not 60`},
		{"9/l", "region-sum=2", "no boxes"},
		{"9", "regex=2", `no way to draw the constraint "regex"`},
		{"4", "flatmates", "no middle one"},
		{"16", "cage", "order a number of cages, such as cage=25"},
	} {

		_, err := tryGenerate(nil, wanted(t, test.geometry, test.names, 1))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s of %s: %v; want %q", test.names, test.geometry, err, test.want)
		}
	}
	for want, change := range map[string]func(o *sudoku.Order){
		"have no symmetry": func(o *sudoku.Order) {
			o.Symmetry, o.Constraints = "rot90", []constraint.Wanted{{Name: "all-dots"}}
		},
		"a difficulty cannot":      func(o *sudoku.Order) { o.HasDifficulty = true },
		"metric se cannot":         func(o *sudoku.Order) { o.Metric = "se" },
		"a pattern cannot":         func(o *sudoku.Order) { o.Pattern = make([]bool, 81) },
		"several solutions cannot": func(o *sudoku.Order) { o.AllowMultiple = true },
	} {
		o := wanted(t, "9", "thermo", 1)
		change(&o)
		if _, err := tryGenerate(nil, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
}

// Killers of cages that say much of their cells are proved to need all of them in a few hundred guesses.
func TestKillersTakeFewGuesses(t *testing.T) {
	o := wanted(t, "9", "cage", 1)
	v, err := newVariant(t.Context(), &o)
	if err != nil {
		t.Fatal(err)
	}
	const puzzles, most = 20, 1500
	guesses, goOn := 0, v.engine.search.Guess
	v.engine.search.Guess = func() bool { guesses++; return goOn() }
	for k := range uint64(puzzles) {
		if made := v.make(t.Context(), k, 10); made.err != nil {
			t.Fatal(made.err)
		}
	}
	if guesses > puzzles*most {
		t.Errorf("%d guesses for a killer, want at most %d", guesses/puzzles, most)
	}
}
