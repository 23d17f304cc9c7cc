package cover

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// count returns how many grids fit a puzzle, at most limit, and fails the test at a wrong one.
func count(t testing.TB, s *Solver, line string, limit int) int {
	t.Helper()
	p, err := sudoku.ParsePuzzle(line)
	if err != nil {
		t.Fatal(err)
	}
	return countPuzzle(t, s, p, limit)
}

func countPuzzle(t testing.TB, s *Solver, p *sudoku.Puzzle, limit int) int {
	t.Helper()
	found := 0
	_, err := s.Solve(t.Context(), p, func(g sudoku.Grid) bool {
		if err := sudoku.Verify(p, g); err != nil {
			t.Fatal(err)
		}
		found++
		return found != limit
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestPuzzlesOfThePapers(t *testing.T) {
	s := New()
	for _, c := range []struct {
		name, line string
		want       int
	}{
		{"AI Escargot", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 1},
		{"Zhai C", "1.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3........", 34},
		{"Maji Fig. 4", "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........", 2},
		{"clash", "11.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3.......", 0},
		{"all 4x4", "................", 288},
		{"all Latin squares of 4", "4/l:................", 576},
		{"anti-knight 4x4", "4+n:................", 24},
	} {
		if got := count(t, s, c.line, 0); got != c.want {
			t.Errorf("%s: %d solutions, want %d", c.name, got, c.want)
		}
	}
}

// TestStochasticPuzzle counts the grids that fit the soft clues of Gunther & Moon 2012, Fig. 1.
func TestStochasticPuzzle(t *testing.T) {
	if got := count(t, New(), Figure1, 0); got != 143587 {
		t.Errorf("%d grids, want 143587", got)
	}
}

// Figure1 is the stochastic puzzle of Gunther & Moon 2012.
const Figure1 = "...{4679}.{4679}{4679}{4679}." + "....{679}{679}{679}.." + "........3" +
	".....{147}{147}{147}." + "{1468}{1468}.....{1468}{1468}" + ".{126}{126}{146}....." + "1........" +
	"..{234}{234}{234}...." + ".{2469}{2469}{2469}.{2469}..."

// TestLinksAreRestored expects after each way a search can end the links that a new solver begins with.
func TestLinksAreRestored(t *testing.T) {
	s := New()
	empty := strings.Repeat(".", 81)
	count(t, s, empty, 7)
	p, _ := sudoku.ParsePuzzle(empty)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := s.Solve(ctx, p, func(sudoku.Grid) bool { cancel(); return true })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("after cancel: %v", err)
	}
	fresh := New()
	fresh.prepare(p.Geometry())
	fresh.linkRest(p)
	for i, n := range fresh.matrix.nodes {
		if s.matrix.nodes[i] != n {
			t.Fatalf("node %d: %v, want %v", i, s.matrix.nodes[i], n)
		}
	}
	for i := range fresh.size {
		if fresh.size[i] != s.size[i] || fresh.left[i] != s.left[i] || s.taken[i] {
			t.Fatalf("head %d is not restored", i)
		}
	}
}

func TestSearchDoesNotAllocate(t *testing.T) {
	s := New()
	p, _ := sudoku.ParsePuzzle(Figure1)
	count(t, s, Figure1, 10)
	s.ctx, s.emit = t.Context(), func(sudoku.Grid) bool { return s.search.nodes < 5000 }
	if n := testing.AllocsPerRun(5, func() { s.search.nodes = 0; s.run(p) }); n != 0 {
		t.Errorf("%v allocations in a search", n)
	}
}

// TestAgainstEnumeration compares the count on 4×4 variants with a plain backtracker that knows only Verify's rules.
func TestAgainstEnumeration(t *testing.T) {
	solvers := map[string]*Solver{}
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom([]string{"4", "4+x", "4+k", "4/l", "4/j:0001022113223133", "4+n"}).Draw(t,
			"shape")
		g := sudoku.MustGeometry(shape)
		givens, soft := make(sudoku.Grid, 16), []sudoku.SoftClue{}
		for c := range givens {
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0:
				givens[c] = uint8(rapid.IntRange(1, 4).Draw(t, "digit"))
			case 1:
				soft = append(soft, sudoku.SoftClue{Cell: c,
					Allowed: sudoku.Digits(rapid.IntRange(1, 15).Draw(t, "allowed"))})
			}
		}
		p := sudoku.MustPuzzle(g, givens, sudoku.Soft(soft...))
		if solvers[shape] == nil {
			solvers[shape] = New()
		}
		got := 0
		if _, err := solvers[shape].Solve(context.Background(), p,
			func(sudoku.Grid) bool { got++; return true }); err != nil {
			t.Fatal(err)
		}
		if want := enumerate(p, make(sudoku.Grid, g.Cells()), 0); got != want {
			t.Fatalf("%s: %d solutions, want %d", p, got, want)
		}
	})
}

// enumerate counts the ways to fill the cells from c on.
func enumerate(p *sudoku.Puzzle, grid sudoku.Grid, c int) int {
	if c == len(grid) {
		return 1
	}
	total := 0
	for d := range p.Allowed(c).All {
		clash := false
		for _, q := range p.Geometry().Peers(c) {
			clash = clash || q < c && int(grid[q]) == d
		}
		if !clash {
			grid[c] = uint8(d)
			total += enumerate(p, grid, c+1)
		}
	}
	return total
}

func puzzleFile(t testing.TB, name string) []string {
	dir := os.Getenv("SUDOKUCTL_PUZZLES")
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Skipf("no puzzle sets: %v", err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

func TestPromises(t *testing.T) {
	s := New()
	for _, line := range puzzleFile(t, "speed/promises_43.txt") {
		fields := strings.Split(strings.TrimSpace(line), ":")
		if len(fields) < 2 || strings.HasPrefix(line, "#") {
			continue
		}
		want, err := strconv.Atoi(fields[1])
		if err != nil || want > 100000 {
			continue
		}
		if got := count(t, s, fields[0], want+1); got != want {
			t.Errorf("%s: %d solutions, want %d", fields[0], got, want)
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, name := range []string{"minimal_20k", "17_clue_half", "top1465", "hardest_1106"} {
		b.Run(name, func(b *testing.B) {
			s, lines := New(), puzzleFile(b, "speed/"+name+".txt")
			for i := 0; b.Loop(); i++ {
				if line := lines[i%len(lines)]; !strings.HasPrefix(line, "#") {
					count(b, s, line, 2)
				}
			}
		})
	}
}
