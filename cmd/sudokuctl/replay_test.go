package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// explained are puzzles of one solution in many geometries.
var explained = []string{
	".....3.3..1.4.......652......6...35.",
	"...5.....2...7....1.3678........4..8.2.61........7....23..368.5.",
	"9+x:.....9.......1.........2.7..3.5.7.8..........5..648.3.4.9.........4..2....3...7..",
	"9+w:.......6.67.........18..7........9...52.3....1.........3......45..6.8..........7.",
	"5/j:5.3.1....4.......1...3...:1112213122334253445534455",
	"12:3.B.6.1..8...9..2...7.1B1A........4..B1..4.5.6.....5...9..3....C.B.....A.6...9.1...3..2.B6.3.59.....5.A....C..C9....6....3..85..A...4.8A...B...9",
	"...75.....3..48.2.1.......6.4......879.....312......7.5.......7.8.32..4.....69...",
	"2.14........4..2",
}

// replayed follows the lines of "explain -o jsonl" with nothing but the rules of the game and the solution.
type replayed struct {
	t        *testing.T
	p        *sudoku.Puzzle
	solution sudoku.Grid
	grid     sudoku.Grid
	marks    []sudoku.Digits
	names    map[string]int
}

func newReplayed(t *testing.T, p *sudoku.Puzzle, solution sudoku.Grid) *replayed {
	r := &replayed{t: t, p: p, solution: solution, grid: p.Givens().Clone(), marks: p.Candidates(),
		names: map[string]int{}}
	for c := range p.Geometry().Cells() {
		r.names[p.Geometry().CellName(c)] = c
	}
	return r
}

// mark reads [cell, digit] and reports whether the digit is still possible there.
func (r *replayed) mark(pair [2]any) (cell, digit int, open bool) {
	r.t.Helper()
	cell, ok := r.names[pair[0].(string)]
	if !ok {
		r.t.Fatalf("%s: no such cell: %v", r.p, pair[0])
	}
	digit = int(pair[1].(float64))
	return cell, digit, r.grid[cell] == 0 && r.marks[cell].Has(digit)
}

// step strikes and places what a line says: each must change something and agree with the solution.
func (r *replayed) step(s *record.Step) {
	if len(s.Place)+len(s.Strike) == 0 || s.Text == "" || len(s.Cells) == 0 {
		r.t.Errorf("%s: idle or dumb step %+v", r.p, s)
	}
	for _, pair := range s.Strike {
		cell, digit, open := r.mark(pair)
		if !open || int(r.solution[cell]) == digit {
			r.t.Errorf("%s: step %d strikes %v: %s", r.p, s.N, pair, s.Text)
		}
		r.marks[cell] = r.marks[cell].Without(digit)
	}
	for _, pair := range s.Place {
		cell, digit, open := r.mark(pair)
		if !open || int(r.solution[cell]) != digit {
			r.t.Errorf("%s: step %d places %v: %s", r.p, s.N, pair, s.Text)
		}
		r.grid[cell] = uint8(digit)
		for _, peer := range r.p.Geometry().Peers(cell) {
			r.marks[peer] = r.marks[peer].Without(digit)
		}
	}
}

// TestExplainRecords replays what the program prints against the solutions that it prints.
func TestExplainRecords(t *testing.T) {
	t.Parallel()
	exe, dir := program(t), t.TempDir()
	file := filepath.Join(dir, "explained.txt")
	if err := os.WriteFile(file, []byte(strings.Join(explained, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	solutions := strings.Fields(output(t, exe, dir, "solve", "-o", "line", file))
	seen := map[string]int{}
	lines := strings.Split(strings.TrimSpace(output(t, exe, dir, "explain", "-o", "jsonl", file)), "\n")
	for i, text := range explained {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		solution, err := p.Geometry().ParseGrid(solutions[i])
		if err != nil {
			t.Fatal(err)
		}
		r := newReplayed(t, p, solution)
		for !strings.HasPrefix(lines[0], `{"solved"`) {
			var s record.Step
			if err := json.Unmarshal([]byte(lines[0]), &s); err != nil {
				t.Fatal(err)
			}
			r.step(&s)
			seen[s.Technique]++
			lines = lines[1:]
		}
		if sudoku.Verify(p, r.grid) != nil || !strings.HasPrefix(lines[0], `{"solved":true,"se":{`) {
			t.Errorf("%s: the steps end in %s: %s", p, p.Geometry().FormatGrid(r.grid), lines[0])
		}
		lines = lines[1:]
	}
	t.Log(seen)
}
