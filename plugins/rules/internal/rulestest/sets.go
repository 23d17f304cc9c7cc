package rulestest

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Open opens a file of the shared puzzle sets, or skips the test if they are absent.
func Open(t testing.TB, name string) *os.File {
	t.Helper()
	dir := os.Getenv("SUDOKUCTL_PUZZLES")
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Skipf("no puzzle sets (set SUDOKUCTL_PUZZLES): %v", err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// Records returns the tab-separated fields of the lines after the first.
func Records(t testing.TB, name string) [][]string {
	t.Helper()
	var all [][]string
	lines := bufio.NewScanner(Open(t, name))
	for lines.Scan() {
		all = append(all, strings.Split(lines.Text(), "\t"))
	}
	if lines.Err() != nil || len(all) < 2 {
		t.Fatalf("reading %s: %d lines, %v", name, len(all), lines.Err())
	}
	return all[1:]
}

// Puzzle reads a puzzle.
func Puzzle(t testing.TB, line string) *sudoku.Puzzle {
	t.Helper()
	p, err := sudoku.ParsePuzzle(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Puzzles for tests: an easy one, one with two solutions and one with none.
const (
	Easy         = "....36.7.47.8...6....79....1.....25.6.9.4.7.1.23.....6....27....4...8.95.9.51...."
	TwoSolutions = "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........"
	NoSolution   = "12345678.........9..............................................................."
)
