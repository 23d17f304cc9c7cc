package rate

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestGradesAfterSolving compares the grades of puzzles that were solved before in the same process with those of others, also
// if the solver has no solution, and sees that no climb is left behind.
func TestGradesAfterSolving(t *testing.T) {
	metrics := []string{"all", "se"}
	limits := []float64{1.2, 2.5, 4, 5}
	type pair struct {
		climbs       *Climbs
		solver       Climber
		alone, after sudoku.Grader
	}
	var pairs []pair
	for _, m := range metrics {
		for _, upTo := range limits {
			climbs := &Climbs{}
			p := pair{climbs: climbs, solver: NewClimber(upTo, climbs)}
			var err error
			if p.after, err = NewGrader(Settings{UpTo: upTo, Metrics: m}, climbs); err != nil {
				t.Fatal(err)
			}
			if p.alone, err = NewGrader(Settings{UpTo: upTo, Metrics: m}, &Climbs{}); err != nil {
				t.Fatal(err)
			}
			pairs = append(pairs, p)
		}
	}
	kept := 0
	rapid.Check(t, func(t *rapid.T) {
		pair := pairs[rapid.IntRange(0, len(pairs)-1).Draw(t, "grader")]
		g := sudoku.MustGeometry(rapid.SampledFrom([]string{"9", "9", "9", "6"}).Draw(t, "geometry"))
		p := rulestest.Random(g, rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, g.Cells()).Draw(t, "clues"))
		grid := p.Givens().Clone()
		for range rapid.IntRange(0, 1).Draw(t, "changes") {
			grid[rapid.IntRange(0, g.Cells()-1).Draw(t, "cell")] = uint8(rapid.IntRange(0, g.N()).Draw(t, "digit"))
		}
		p = p.WithGivens(grid)
		pair.solver.Climb(t.Context(), p)
		kept += len(pair.climbs.new)
		got, gotErr := pair.after.Grade(t.Context(), p)
		want, wantErr := pair.alone.Grade(t.Context(), p)
		if a, b := fmt.Sprint(got, gotErr), fmt.Sprint(want, wantErr); a != b {
			t.Fatalf("%s is graded %s after it was solved, %s otherwise", p, a, b)
		}
		if n := len(pair.climbs.new); n > 0 {
			t.Fatalf("%s: %d climbs are left", p, n)
		}
	})
	if kept == 0 {
		t.Error("no climb was kept")
	}
}

// TestKept keeps more climbs than there is room for.
func TestKept(t *testing.T) {
	c := &Climbs{}
	g := sudoku.Classic()
	puzzle := func(i int) *sudoku.Puzzle {
		grid := make(sudoku.Grid, 81)
		for cell := range 20 {
			grid[cell] = uint8(i >> cell & 1)
		}
		return sudoku.MustPuzzle(g, grid)
	}
	keep := func(from, to int) {
		for i := from; i < to; i++ {
			c.keep(puzzle(i), 12, climb{rating: rating{er: float64(i)}})
		}
	}
	keep(0, climbsKept)
	if c.take(puzzle(0), 11) != nil {
		t.Error("a climb of another ladder was taken")
	}
	if got := c.take(puzzle(1), 12); got == nil || got.er != 1 || c.take(puzzle(1), 12) != nil {
		t.Errorf("took %v of puzzle 1, which is kept and taken once", got)
	}
	keep(climbsKept, climbsKept*3/2)
	if c.take(puzzle(2), 12) == nil {
		t.Error("the climb of puzzle 2 is not kept although there is room")
	}
	last := climbsKept*5/2 - 1
	keep(climbsKept*3/2, last+1)
	if c.take(puzzle(3), 12) != nil {
		t.Error("the oldest climbs are still kept")
	}
	if got := c.take(puzzle(last), 12); got == nil || got.er != float64(last) {
		t.Errorf("took %v of the last puzzle", got)
	}
	keep(0, 3*climbsKept)
	if len(c.new)+len(c.old) != 0 {
		t.Errorf("%d climbs are kept, though nobody asked for so many", len(c.new)+len(c.old))
	}
	if c.take(puzzle(5), 12) != nil {
		t.Error("a climb is kept although none should be")
	}
	keep(5, 6)
	if c.take(puzzle(5), 12) == nil {
		t.Error("no climb is kept after somebody has asked for one")
	}
}
