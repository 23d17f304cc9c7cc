package evolve

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// famous are the puzzles of the papers and some that solvers are known by.
var famous = []struct{ name, text string }{
	{"rodriguez", "802003510060091003701000894608004021000258060920310400000402780005089000200007100"},
	{"zhai-a", "...75.....3..48.2.1.......6.4......879.....312......7.5.......7.8.32..4.....69..."},
	{"zhai-b", ".18...7.....3..2...7...........71...6......4.3........4..5....3.2..8...........6."},
	{"zhai-c", "1.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3........"},
	{"escargot", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."},
	{"golden-nugget", ".......39....1...5..3..58....8..9..6.7..2....1..4.......9..8.5..2....6..4..7....."},
	{"easter-monster", "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"},
	{"inkala-2010", "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."},
	{"inkala-2012", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."},
	{"platinum-blonde", ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."},
}

// puzzle returns a famous puzzle.
func puzzle(t testing.TB, name string) *sudoku.Puzzle {
	for _, f := range famous {
		if f.name == name {
			return parse(t, f.text)
		}
	}
	t.Fatalf("no famous puzzle %q", name)
	return nil
}

func parse(t testing.TB, line string) *sudoku.Puzzle {
	t.Helper()
	p, err := sudoku.ParsePuzzle(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// set returns the 9×9 puzzles of a file of the data sets, whatever else its lines hold, or skips the test.
func set(t testing.TB, path string) []*sudoku.Puzzle {
	dir := os.Getenv("SUDOKUCTL_PUZZLES")
	text, err := os.ReadFile(filepath.Join(dir, path))
	if err != nil {
		t.Skipf("no puzzle sets: %v", err)
	}
	var list []*sudoku.Puzzle
	for _, field := range strings.Fields(string(text)) {
		if len(field) == 81 {
			list = append(list, parse(t, field))
		}
	}
	return list
}

// with makes a solver with some settings.
func with(t testing.TB, given map[string]any) *Solver {
	t.Helper()
	s, err := Spec().Info.Resolve(given)
	if err != nil {
		t.Fatal(err)
	}
	solver, err := Spec().Solver(s)
	if err != nil {
		t.Fatal(err)
	}
	return solver.(*Solver)
}

// first solves p with a seed and returns the first solution, nil if there is none, with the measures by name.
func first(ctx context.Context, s *Solver, p *sudoku.Puzzle, seed uint64) (sudoku.Grid, map[string]float64) {
	var found sudoku.Grid
	s.Seed(seed)
	stats, _ := s.Solve(ctx, p, func(g sudoku.Grid) bool {
		found = g
		return false
	})
	measures := map[string]float64{}
	for _, m := range stats.Extra {
		measures[m.Name] = m.Value
	}
	return found, measures
}
