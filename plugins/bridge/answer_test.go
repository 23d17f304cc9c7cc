package bridge

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestLinesAreRead(t *testing.T) {
	g := sudoku.MustGeometry("4")
	const one, two = "1234341221434321", "4321341221431234"
	for line, want := range map[string]struct {
		claim claim
		grids int
	}{
		one: {solution, 1}, "1:" + one + ":0.2ms\r": {solution, 1}, one + "," + two: {solution, 1},
		"many " + one + " " + two: {many, 2}, "none": {none, 0}, "NO SOLUTION": {none, 0},
		"Puzzle is not possible.": {none, 0}, "unsupported": {unsupported, 0}, "error: none left": {failed, 0},
		"": {silent, 0}, one + "1": {silent, 0}, "nonesuch": {silent, 0},
		"it has multiple solutions": {many, 0},
	} {
		if a := newReader("").read(line, g); a.claim != want.claim || len(a.grids) != want.grids {
			t.Errorf("%q: claim %d with %d grids", line, a.claim, len(a.grids))
		}
	}
}

func TestQuestionsAreNotation(t *testing.T) {
	for _, text := range []string{"4", "9", "9+x", "16", "5/j:1112221333344451444555522"} {
		g, err := sudoku.ParseGeometry(text)
		if err != nil {
			continue
		}
		grid := make(sudoku.Grid, g.Cells())
		grid[0], grid[1] = 1, uint8(g.N())
		p := sudoku.MustPuzzle(g, grid)
		back, err := sudoku.ParsePuzzle(question(p, '.'))
		if err != nil || back.Geometry().Shape() != g.Shape() || back.Givens()[1] != p.Givens()[1] {
			t.Errorf("%s: %q: %v", text, question(p, '.'), err)
		}
	}
}

// TestAGridIsFoundAnywhere writes a grid between texts that hold none of its symbols at the seams.
func TestAGridIsFoundAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := sudoku.MustGeometry(rapid.SampledFrom([]string{"4", "9", "16"}).Draw(t, "geometry"))
		grid := make(sudoku.Grid, g.Cells())
		text := make([]byte, len(grid))
		for i := range grid {
			grid[i] = uint8(rapid.IntRange(1, g.N()).Draw(t, "digit"))
			text[i] = symbols[grid[i]-1]
		}
		before := rapid.StringMatching(`([a-z0-9]{0,9}[,:; |])?`).Draw(t, "before")
		after := rapid.StringMatching(`([,:; |][a-z0-9]{0,9})?`).Draw(t, "after")
		a := newReader("").read(before+string(text)+after, g)
		if a.claim != solution || string(a.grids[0]) != string(grid) {
			t.Fatalf("%+v", a)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add("1234341221434321", `(\d+)`)
	f.Add("many 1234341221434321", "")
	f.Fuzz(func(t *testing.T, line, pattern string) {
		p := &Program{Manifest: manifest.Manifest{ID: "x", Run: []string{"x"}, Answer: pattern}}
		if p.Check() != nil {
			return
		}
		a := newReader(pattern).read(line, sudoku.MustGeometry("4"))
		if a.claim == solution && len(a.grids) != 1 && pattern == "" {
			t.Errorf("%+v", a)
		}
	})
}
