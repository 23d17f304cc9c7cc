package transition

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// TestSolutions compares with what is known: puzzle C of Zhai & Zhang has 34 solutions, the 16 clues of Maji & Pal two that
// differ in 18 cells; with no clue there are more than are counted, and no cell is frozen.
func TestSolutions(t *testing.T) {
	e := search.New(sudoku.Classic())
	for text, want := range map[string][2]int{
		"1.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3........": {34, -1},
		"5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........": {2, 81 - 16 - 18},
		strings.Repeat(".", 81):              {mostSolutions, 0},
		"12345678" + strings.Repeat(".", 73): {mostSolutions, 1},
	} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		n, frozen := solutions(e, p)
		if n != want[0] || want[1] >= 0 && frozen != want[1] {
			t.Errorf("%s: %d solutions, %d frozen cells, want %v", text, n, frozen, want)
		}
	}
}

// solver counts solutions as a plugin would.
type solver struct{ job.Plugin }

func (solver) Solve(_ context.Context, puzzles iter.Seq2[runner.Item, error], o runner.Options, emit func(uint64, sudoku.Result) error) error {
	e := search.New(sudoku.Classic())
	for item := range puzzles {
		n, _ := e.Count(item.Puzzle, o.Limit, math.MaxInt, nil)
		if err := emit(item.Number, sudoku.Result{Count: int64(n)}); err != nil {
			return err
		}
	}
	return nil
}

// TestFirst compares halving with all numbers of clues one by one.
func TestFirst(t *testing.T) {
	e, rng := search.New(sudoku.Classic()), rand.New(rand.NewPCG(1, 1))
	p, err := sudoku.ParsePuzzle("802003510060091003701000894608004021000258060920310400000402780005089000200007100")
	if err != nil {
		t.Fatal(err)
	}
	var grid sudoku.Grid
	e.Count(p, 1, math.MaxInt, func(g sudoku.Grid) { grid = g.Clone() })
	paths := make([]*path, 30)
	for i := range paths {
		paths[i] = &path{grid: grid, order: rng.Perm(most)}
	}
	m := &meter{Transition: &Transition{}, solver: solver{}}
	if err := m.first(t.Context(), paths); err != nil {
		t.Fatal(err)
	}
	for i, p := range paths {
		want := most
		for ; want > fewest; want-- {
			if n, _ := e.Count(p.puzzle(want-1), 2, math.MaxInt, nil); n > 1 {
				break
			}
		}
		if p.first != want {
			t.Errorf("path %d has one solution from %d clues on, want %d", i, p.first, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, r := range []Request{{}, {Count: 2, Grids: 1}} {
		var refused *work.RequestError
		if _, err := Measure(t.Context(), r, nil); !errors.As(err, &refused) {
			t.Errorf("%+v: %v", r, err)
		}
	}
}
