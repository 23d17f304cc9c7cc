package relax

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// corpus reads the puzzles of a file in the folder SUDOKUCTL_PUZZLES, at most
// limit of them (0 = all); it skips the test if there are none.
func corpus(tb testing.TB, name string, limit int) (puzzles []*sudoku.Puzzle) {
	tb.Helper()
	dir := os.Getenv("SUDOKUCTL_PUZZLES")
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		tb.Skipf("no puzzle collection: %v (set SUDOKUCTL_PUZZLES)", err)
	}
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, ":")
		if p, err := sudoku.ParsePuzzle(line); err == nil && (limit == 0 || len(puzzles) < limit) {
			puzzles = append(puzzles, p)
		}
	}
	return puzzles
}

func parse(tb testing.TB, line string) *sudoku.Puzzle {
	tb.Helper()
	p, err := sudoku.ParsePuzzle(line)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// solverWith makes a solver from settings given as name, value, name, value, …
func solverWith(tb testing.TB, given ...any) *Solver {
	tb.Helper()
	values := map[string]any{}
	for i := 0; i < len(given); i += 2 {
		values[given[i].(string)] = given[i+1]
	}
	settings, err := Spec().Info.Resolve(values)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := Spec().Solver(settings)
	if err != nil {
		tb.Fatal(err)
	}
	return s.(*Solver)
}

const (
	escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	zhaiC    = "1.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3........"
	noPlace  = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........." // for 1
	figure1  = "...{4679}.{4679}{4679}{4679}." + "....{679}{679}{679}.." + "........3" +
		".....{147}{147}{147}." + "{1468}{1468}.....{1468}{1468}" + ".{126}{126}{146}....." + "1........" +
		"..{234}{234}{234}...." +
		".{2469}{2469}{2469}.{2469}..."
)
