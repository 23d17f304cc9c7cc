package create

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
)

// wangsGrid is the solution grid that is stored with a copy of Wang's program.
const wangsGrid = "683547192715923648492816375328154769574369821961782453837695214256431987149278536"

// TestBaseGrid wants the solution of each puzzle to be an image of the given grid.
func TestBaseGrid(t *testing.T) {
	g := sudoku.Classic()
	base, err := g.ParseGrid(wangsGrid)
	if err != nil {
		t.Fatal(err)
	}
	canonizer := canon.New(g)
	class := canonizer.Form(base)
	for _, method := range []string{"carve", "wang"} {
		order := sudoku.Order{Count: 8, HasDifficulty: true, Difficulty: 0.3}
		puzzles := generate(t, map[string]any{"method": method, "grid": wangsGrid}, order)
		seen := map[string]bool{}
		for _, p := range puzzles {
			solution := make(sudoku.Grid, g.Cells())
			if n := newEngine(t.Context(), g, 1).count(p.Givens(), 2, solution); n != 1 {
				t.Fatalf("%s: %d solutions of %s", method, n, p)
			}
			seen[g.FormatGrid(solution)] = true
			if !slices.Equal(canonizer.Form(solution), class) {
				t.Errorf("%s: %s is a puzzle of another grid", method, p)
			}
		}
		if len(seen) != len(puzzles) {
			t.Errorf("%s: %d puzzles of %d images", method, len(puzzles), len(seen))
		}
	}
}

// TestBaseGridDecidesUniqueness compares the shares of puzzles with one solution of two grids: the stored one, and the
// lowest of forty drawn ones, of which 70.9 % had one.
func TestBaseGridDecidesUniqueness(t *testing.T) {
	const low = "237164859948573612156298347879421563512736984463985721384619275795842136621357498"
	var unique []int
	for _, grid := range []string{wangsGrid, low} {
		n := 0
		for _, p := range generate(t, map[string]any{"method": "wang", "grid": grid},
			sudoku.Order{Count: 1000, HasDifficulty: true, Difficulty: 0.5, AllowMultiple: true, Seed: 1}) {
			if solutions(p, 2) == 1 {
				n++
			}
		}
		unique = append(unique, n)
	}
	if unique[0] < 760 || unique[0] > 830 || unique[0]-unique[1] < 50 {
		t.Errorf("of 1,000 have one solution: %d of the stored grid, %d of the other", unique[0], unique[1])
	}
}

func TestBaseGridRefused(t *testing.T) {
	pattern := slices.Repeat([]bool{true, false, false}, 27)
	for want, c := range map[string]struct {
		grid string
		o    sudoku.Order
	}{
		"no solution grid": {strings.Replace(wangsGrid, "6", "8", 1), sudoku.Order{Count: 1}},
		"setting grid":     {"123", sudoku.Order{Count: 1}},
		"a pattern":        {wangsGrid, sudoku.Order{Count: 1, Pattern: pattern}},
	} {
		if _, err := tryGenerate(map[string]any{"grid": c.grid}, c.o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestSearchesEndWithTheContext asks about a puzzle for which nobody waits any more.
func TestSearchesEndWithTheContext(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	g := sudoku.MustGeometry("16")
	solution := newGeneral(t.Context(), g).grid(rand.New(rand.NewPCG(1, 1)))
	late := newGeneral(over, g)
	if a := late.other(solution, solution, -1); a != no {
		t.Errorf("%d for a full grid", a)
	}
	cancel()
	if a := late.other(solution, solution, -1); a != undecided {
		t.Errorf("%d when the time is over", a)
	}
	if found, sure := late.fill(rand.New(rand.NewPCG(1, 1)), filling); found != nil || sure {
		t.Errorf("%v, sure %v when the time is over", found, sure)
	}
}
