package easy

import (
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestSolvesWhatFollows takes clues from a grid as long as some set of techniques solves what is left, and looks at each set: no
// candidate of the grid goes, and a set that knows more leaves no more cells empty.
func TestSolvesWhatFollows(t *testing.T) {
	solution, err := sudoku.ParsePuzzle("483921657967345821251876493548132976729564138136798245372689514814253769695417382")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	solved := map[Means]int{}
	for i := range 100 {
		givens := carved(solution.Givens().Clone(), []Means{BoxSingles, LineSingles, AllSingles, Pairs}[i%4], rng)
		left := 81
		for _, m := range []Means{BoxSingles, LineSingles, AllSingles, Pairs} {
			var s Solver
			s.Load(givens)
			if s.Solve(m) {
				solved[m]++
			}
			if s.Left() > left {
				t.Fatalf("%v: set %d leaves %d cells, the one before %d", givens, m, s.Left(), left)
			}
			left = s.Left()
			for c, digits := range s.may {
				if digits != 0 && digits>>(solution.Givens()[c]-1)&1 == 0 {
					t.Fatalf("%v: set %d strikes the digit of cell %d", givens, m, c)
				}
			}
		}
	}
	if solved[BoxSingles] < 25 || solved[LineSingles] <= solved[BoxSingles] || solved[AllSingles] <= solved[LineSingles] ||
		solved[Pairs] <= solved[AllSingles] {
		t.Errorf("solved %v", solved)
	}
}

// carved takes givens away, in random order, without which some means still solve the puzzle.
func carved(givens sudoku.Grid, m Means, rng *rand.Rand) sudoku.Grid {
	var s Solver
	for _, c := range rng.Perm(81) {
		digit := givens[c]
		givens[c] = 0
		if s.Load(givens); !s.Solve(m) {
			givens[c] = digit
		}
	}
	return givens
}

// TestSettled begins with what nine.Candidates leaves, which pairs cannot do worse with.
func TestSettled(t *testing.T) {
	p, err := sudoku.ParsePuzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		t.Fatal(err)
	}
	var s Solver
	s.LoadSettled(p.Givens())
	if !s.Solve(NakedSingles) || s.Left() != 0 {
		t.Errorf("%d cells left", s.Left())
	}
}
