// Package rulestest has puzzles for the tests of the plugin rules.
package rulestest

import (
	"bufio"
	"context"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/paper"
)

// Case is a board on which a technique finds something first, and what that is.
type Case struct {
	Name    string // of the hint
	Make    board.Maker
	Board   string // the values of a puzzle of order 9; those after a + are not given
	Struck  string // candidates that are struck as well: "4r1c2 5r1c2"
	Cells   string // the pattern's: "r1c2, r1c3 and r4c2"
	Does    string // what it strikes, "4 from r1c2", or places, "4 in r1c2"
	Text    string
	Without string // cells of values, "r1c2", or some of Struck, without which there is nothing to find
	Others  bool   // without them only hints are left that have other cells or do something else
}

// placed is a value that is not given.
var placed = regexp.MustCompile(`\+.`)

// puzzle returns the puzzle of a case.
func (c *Case) puzzle(t testing.TB) *sudoku.Puzzle {
	t.Helper()
	return Puzzle(t, placed.ReplaceAllString(c.Board, "."))
}

// position returns the board of a case without some values and strikes.
func (c *Case) position(t testing.TB, without string) *board.Position {
	t.Helper()
	puzzle := c.puzzle(t)
	values := Puzzle(t, strings.ReplaceAll(c.Board, "+", "")).Givens().Clone()
	p := board.NewPosition(board.NewFrame(puzzle.Geometry()))
	p.Verbose, p.Wide = true, true
	p.Set(context.Background(), puzzle)
	gone := strings.Fields(without)
	for cell := range values {
		if slices.Contains(gone, p.CellName(cell)) {
			values[cell] = 0
		}
	}
	p.LoadAt(puzzle, values)
	for mark := range strings.FieldsSeq(c.Struck) {
		if !slices.Contains(gone, mark) {
			p.Strike(int(mark[2]-'1')*9+int(mark[4]-'1'), int(mark[0]-'1'))
		}
	}
	return p
}

// does writes what a hint does.
func does(p *board.Position) string {
	if p.Hint.Cell >= 0 {
		return p.DigitName(p.Hint.Digit) + " in " + p.CellName(p.Hint.Cell)
	}
	return p.Hint.Struck(p.Frame)
}

// Check compares the first hint of each technique with the case's, and with the solution of its puzzle, and looks in
// vain for another on the board that lacks what the case says.
func Check(t *testing.T, cases []Case) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			p := c.position(t, "")
			if !c.Make(p).Each(func() bool { return true }) {
				t.Fatal("nothing found")
			}
			h := &p.Hint
			if h.Technique != c.Name || p.CellNames(h.Cells) != c.Cells || does(p) != c.Does || h.Text != c.Text {
				t.Errorf("%s at %s: %s\n%s", h.Technique, p.CellNames(h.Cells), does(p), h.Text)
			}
			solutions := Solutions(c.puzzle(t), 2)
			if len(solutions) != 1 {
				t.Fatalf("%d solutions", len(solutions))
			}
			judge(t, p, solutions[0])
			p = c.position(t, c.Without)
			isAgain := func() bool { return !c.Others || p.CellNames(p.Hint.Cells) == c.Cells && does(p) == c.Does }
			if c.Make(p).Each(isAgain) {
				t.Errorf("without %s: %s\n%s", c.Without, does(p), p.Hint.Text)
			}
		})
	}
}

// judge checks that a hint does something, and nothing that the solution forbids.
func judge(t testing.TB, p *board.Position, solution sudoku.Grid) {
	t.Helper()
	h := &p.Hint
	ok := len(h.Strikes) > 0 || h.Cell >= 0
	for _, m := range h.Strikes {
		ok = ok && p.Can(m.Cell, m.V) && int(solution[m.Cell]) != m.V+1
	}
	if ok = ok && (h.Cell < 0 || int(solution[h.Cell]) == h.Digit+1); !ok {
		t.Errorf("%s: %s on %v of %v\n%s", h.Technique, does(p), p.Cand, sudoku.Grid(p.Value), h.Text)
	}
}

// CheckSound judges all that techniques find on boards of random puzzles: at random some cells are filled and some
// candidates struck, as the solution allows. Each technique must find something, if not there then on the board of a
// case.
func CheckSound(t *testing.T, boards uint64, techniques map[string]board.Maker, cases ...Case) {
	t.Helper()
	g := sudoku.MustGeometry("9")
	p := board.NewPosition(board.NewFrame(g))
	p.Verbose, p.Wide, p.All = true, true, true
	made := map[string]board.Technique{}
	for name, m := range techniques {
		made[name] = m(p)
	}
	found := map[string]int{}
	for seed := range boards {
		puzzle := Random(g, seed, 60)
		solution := Solutions(puzzle, 1)[0]
		p.Set(context.Background(), puzzle)
		p.Load(puzzle)
		advance(p, solution, seed)
		for name, technique := range made {
			technique.Each(func() bool {
				found[name]++
				judge(t, p, solution)
				return found[name]%100 == 0 || t.Failed()
			})
		}
	}
	for name, m := range techniques {
		for _, c := range cases {
			if found[name] == 0 {
				at := c.position(t, "")
				m(at).Each(func() bool {
					found[name]++
					judge(t, at, Solutions(c.puzzle(t), 1)[0])
					return false
				})
			}
		}
		if found[name] == 0 {
			t.Errorf("%s finds nothing on any board", name)
		}
	}
}

// advance fills a tenth of the open cells and strikes a half to a quarter of the wrong candidates.
func advance(p *board.Position, solution sudoku.Grid, seed uint64) {
	rng := random(seed)
	for cell := range p.Cand {
		if p.Cand[cell] != 0 && rng.IntN(10) == 0 {
			p.Place(cell, int(solution[cell])-1)
		}
		for vs := p.Cand[cell] &^ (1 << (solution[cell] - 1)); vs != 0; vs &= vs - 1 {
			if rng.IntN(2+int(seed%3)) == 0 {
				p.Strike(cell, bits.TrailingZeros64(vs))
			}
		}
	}
}

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

// Puzzle reads a puzzle in short notation and fails the test if it is none.
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

// Variants are geometries with boxes, regions, further houses, small houses and none.
var Variants = []string{"4", "6/2x3", "8/2x4", "9", "9+x", "9+w", "5/j:AAABBACABBCCDBECDDEECDDEE", "6/l", "8/2x4+k"}

// Random returns a puzzle with one solution: a random grid without as many of its clues as is tried.
func Random(g *sudoku.Geometry, seed uint64, tries int) *sudoku.Puzzle {
	rng := random(seed)
	p := sudoku.MustPuzzle(g, nil)
	for _, c := range rng.Perm(g.Cells())[:g.N()/2] {
		q := with(p, c, uint8(p.Candidates()[c].Min()))
		if solutions(&patience{Context: context.Background(), left: 1000}, q, 1) != nil {
			p = q
		}
	}
	p = p.WithGivens(Solutions(p, 1)[0])
	for _, c := range rng.Perm(g.Cells())[:min(tries, g.Cells())] {
		if q := with(p, c, 0); len(Solutions(q, 2)) == 1 {
			p = q
		}
	}
	return p
}

// random returns the random numbers of a seed.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// with returns p with another value in a cell.
func with(p *sudoku.Puzzle, cell int, value uint8) *sudoku.Puzzle {
	givens := p.Givens().Clone()
	givens[cell] = value
	return p.WithGivens(givens)
}

// patience is a context that ends after it was asked as often as left says. Few clues in the wrong cells can keep
// the solver busy for hours; to count its guesses, not the time, makes the same puzzle of a seed everywhere.
type patience struct {
	context.Context
	left int
}

// Err ends after so many calls.
func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// Solutions returns the solutions of a puzzle, limit at the most.
func Solutions(p *sudoku.Puzzle, limit int) []sudoku.Grid {
	return solutions(context.Background(), p, limit)
}

// solutions returns the solutions of a puzzle, found by plain search.
func solutions(ctx context.Context, p *sudoku.Puzzle, limit int) []sudoku.Grid {
	var found []sudoku.Grid
	s := paper.NewSolver(2, true)
	s.Solve(ctx, p, func(g sudoku.Grid) bool {
		found = append(found, g.Clone())
		return len(found) < limit
	})
	return found
}
