package relax

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestVerdicts(t *testing.T) {
	s := solverWith(t)
	for _, c := range []struct {
		name, line string
		limit      int
		verdict    sudoku.Verdict
		count      int64
	}{
		{"AI Escargot", escargot, 2, sudoku.Unique, 1},
		{"Zhai C", zhaiC, 0, sudoku.Multiple, 34},
		{"clash", "11" + zhaiC[2:], 2, sudoku.Impossible, 0},
		{"no place for 1", noPlace, 2, sudoku.Impossible, 0},
		{"all 4x4", "................", 0, sudoku.Multiple, 288},
		{"empty", ".................................................................................", 3,
			sudoku.Multiple, 3},
		{"figure 1", figure1, 100, sudoku.Multiple, 100},
	} {
		r := sudoku.Solve(t.Context(), s, parse(t, c.line), c.limit, true)
		if r.Err != nil || r.Verdict != c.verdict || r.Count != c.count {
			t.Errorf("%s: %v, %d solutions, %v; want %v, %d", c.name, r.Verdict, r.Count, r.Err, c.verdict, c.count)
		}
	}
}

// TestStalledIsNoProof lets every program end before it has an answer. The search must then say what it says
// otherwise, by branching alone, and a line of Table I that it does not know.
func TestStalledIsNoProof(t *testing.T) {
	for _, c := range []struct {
		line    string
		verdict sudoku.Verdict
	}{
		{escargot, sudoku.Unique}, {"11" + zhaiC[2:], sudoku.Impossible}, {noPlace, sudoku.Impossible},
		{"................", sudoku.Multiple},
	} {
		s := solverWith(t)
		s.program.engine.Most = 3
		if r := sudoku.Solve(t.Context(), s, parse(t, c.line), 2, true); r.Verdict != c.verdict {
			t.Errorf("%s: %v, %v, want %v", c.line, r.Verdict, r.Err, c.verdict)
		}
	}
	for _, variant := range []string{"C", "D", "E", "F", "ilp"} {
		s := solverWith(t, "variant", variant, "max_nodes", 1)
		s.program.engine.Most = 1
		if r := sudoku.Solve(t.Context(), s, parse(t, escargot), 1, true); r.Verdict != sudoku.Unknown {
			t.Errorf("%s: %v, %v, want unknown", variant, r.Verdict, r.Err)
		}
	}
}

// TestAgainstEnumeration compares auto and ilp on small variants with a plain backtracker.
func TestAgainstEnumeration(t *testing.T) {
	shapes := []string{"4", "4+x", "4+k", "4/l", "4/j:0001022113223133", "4+n", "6"}
	auto, ilp := solverWith(t), solverWith(t, "variant", "ilp")
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t, rapid.SampledFrom(shapes).Draw(t, "shape"))
		want := min(enumerate(p, make(sudoku.Grid, p.Geometry().Cells()), 0, 20), 20)
		for name, s := range map[string]*Solver{"auto": auto, "ilp": ilp} {
			seen := map[string]bool{}
			r := sudoku.Solve(t.Context(), s, p, 20, true)
			for _, g := range r.Solutions {
				seen[string(g)] = true
			}
			if r.Err != nil || len(r.Solutions) != want || len(seen) != want {
				t.Fatalf("%s: %s: %d solutions, %d of them distinct, %v, want %d", name, p, r.Count, len(seen), r.Err,
					want)
			}
		}
	})
}

// drawPuzzle draws givens in a fifth of the cells and supports in another.
func drawPuzzle(t *rapid.T, shape string) *sudoku.Puzzle {
	g := sudoku.MustGeometry(shape)
	n := g.N()
	givens, soft := make(sudoku.Grid, g.Cells()), []sudoku.SoftClue{}
	for c := range givens {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			givens[c] = uint8(rapid.IntRange(1, n).Draw(t, "digit"))
		case 1:
			allowed := sudoku.Digits(rapid.IntRange(1, 1<<n-1).Draw(t, "allowed"))
			soft = append(soft, sudoku.SoftClue{Cell: c, Allowed: allowed})
		}
	}
	return sudoku.MustPuzzle(g, givens, sudoku.Soft(soft...))
}

// enumerate counts the ways to fill the cells from c on; it stops counting at limit.
func enumerate(p *sudoku.Puzzle, grid sudoku.Grid, c, limit int) int {
	if c == len(grid) {
		return 1
	}
	total := 0
	for d := range p.Allowed(c).All {
		clash := false
		for _, q := range p.Geometry().Peers(c) {
			clash = clash || q < c && int(grid[q]) == d
		}
		if !clash && total < limit {
			grid[c] = uint8(d)
			total += enumerate(p, grid, c+1, limit-total)
		}
	}
	return total
}

func TestSets(t *testing.T) {
	s := solverWith(t)
	for name, verdict := range map[string]sudoku.Verdict{
		"top95": sudoku.Unique, "hardest_1106": sudoku.Unique, "17_clue_half": sudoku.Unique,
		"serg_multi": sudoku.Multiple,
	} {
		for _, p := range corpus(t, "speed/"+name+".txt", 40) {
			if r := sudoku.Solve(t.Context(), s, p, 2, true); r.Verdict != verdict {
				t.Errorf("%s: %s: %v, %v, want %v", name, p, r.Verdict, r.Err, verdict)
			}
		}
	}
}
