package cnf

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause/clausetest"
)

func TestWrite(t *testing.T) {
	p, err := sudoku.ParsePuzzle("2/l:1...~white:r2c12")
	if err != nil {
		t.Fatal(err)
	}
	f, err := Encode(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := f.Write(&text); err != nil {
		t.Error(err)
	}
	head := "c 2/l:1...~white:r2\n" +
		"c variable 2*cell+digit: that digit stands in that cell; cells are counted from 0, digits from 1\n" +
		"c r1c1: 1 to 2\nc r1c2: 3 to 4\nc r2c1: 5 to 6\nc r2c2: 7 to 8\np cnf 8 "
	if !strings.HasPrefix(text.String(), head) {
		t.Errorf("it begins with\n%s", text.String())
	}
	clauses := strings.Split(strings.TrimSpace(text.String()), "\n")[7:]
	if len(clauses) != f.Clauses {
		t.Errorf("%d clauses instead of %d", len(clauses), f.Clauses)
	}
}

func TestGrid(t *testing.T) {
	p := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	f, err := Encode(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := sudoku.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	clause := f.Without(want)
	got := f.Grid(func(v int) bool {
		for _, lit := range clause {
			if int32(v) == -lit {
				return true
			}
		}
		return false
	})
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// TestModelsAreSolutions compares the models of random puzzles with grids that are judged directly: all solutions of the plain
// board and grids one step away from them.
func TestModelsAreSolutions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, shape := range []string{"4", "4/l", "4+x", "6", "6/l"} {
		g := sudoku.MustGeometry(shape)
		grids := enumerate(g, 800)
		for range 150 {
			p := random(t, rng, g, grids[rng.IntN(len(grids))])
			f, err := Encode(p, nil)
			if err != nil {
				t.Fatal(err)
			}
			s := newModels(f)
			for range 60 {
				grid := grids[rng.IntN(len(grids))].Clone()
				if rng.IntN(3) == 0 {
					grid[rng.IntN(len(grid))] = uint8(1 + rng.IntN(g.N()))
				}
				if got, want := s.has(grid), obeys(p, grid); got != want {
					t.Fatalf("%s %+v: %v is a model: %v, a solution: %v", p, p.Clauses(), grid, got, want)
				}
			}
		}
	}
}

// random makes a puzzle of some givens, soft clues and clauses that mostly hold in a grid.
func random(t *testing.T, rng *rand.Rand, g *sudoku.Geometry, hidden sudoku.Grid) *sudoku.Puzzle {
	givens, soft := make(sudoku.Grid, g.Cells()), []sudoku.SoftClue{}
	for c := range givens {
		switch rng.IntN(6) {
		case 0:
			givens[c] = hidden[c]
		case 1:
			soft = append(soft, sudoku.SoftClue{Cell: c, Allowed: sudoku.DigitSet(int(hidden[c]), 1+rng.IntN(g.N()))})
		}
	}
	list := make([]clause.Clause, 1+rng.IntN(4))
	for i := range list {
		list[i] = clausetest.Random(rng, g.N(), hidden, 2)
	}
	p, err := sudoku.NewPuzzle(g, givens, sudoku.Soft(soft...), sudoku.Received([]string{"cage:r1c12"}, list))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// enumerate returns the first grids of a geometry, in the order of a plain search.
func enumerate(g *sudoku.Geometry, most int) (grids []sudoku.Grid) {
	grid := make(sudoku.Grid, g.Cells())
	var fill func(cell int)
	fill = func(cell int) {
		if cell == len(grid) {
			grids = append(grids, grid.Clone())
			return
		}
		for d := 1; d <= g.N() && len(grids) < most; d++ {
			if grid[cell] = uint8(d); fits(g, grid, cell) {
				fill(cell + 1)
			}
		}
		grid[cell] = 0
	}
	fill(0)
	return grids
}

func fits(g *sudoku.Geometry, grid sudoku.Grid, cell int) bool {
	for _, peer := range g.Peers(cell) {
		if grid[peer] == grid[cell] {
			return false
		}
	}
	return true
}

// obeys judges a full grid by what the puzzle says, without the encoding.
func obeys(p *sudoku.Puzzle, grid sudoku.Grid) bool {
	for cell, d := range grid {
		if !fits(p.Geometry(), grid, cell) || p.Givens()[cell] != 0 && p.Givens()[cell] != d {
			return false
		}
	}
	for _, s := range p.Soft() {
		if !s.Allowed.Has(int(grid[s.Cell])) {
			return false
		}
	}
	return clause.AllHold(p.Clauses(), grid)
}

// models looks for models of a formula by a plain search.
type models struct {
	*Formula
	with [][][]int32 // by variable, the clauses that have it
}

func newModels(f *Formula) *models {
	m := &models{f, make([][][]int32, f.Vars+1)}
	for c := range f.All {
		for _, lit := range c {
			v := max(lit, -lit)
			m.with[v] = append(m.with[v], c)
		}
	}
	return m
}

// has reports whether a model has a grid.
func (m *models) has(grid sudoku.Grid) bool {
	value := make([]int8, m.Vars+1)
	n := m.puzzle.Geometry().N()
	for cell, d := range grid {
		for v := 1; v <= n; v++ {
			value[cell*n+v] = -1
		}
		value[cell*n+int(d)] = 1
	}
	for c := range m.All {
		if len(c) == 0 {
			return false
		}
	}
	for v := 1; v <= n*len(grid); v++ {
		if !m.follow(value, v) {
			return false
		}
	}
	return m.search(value)
}

// follow propagates the value of a variable; false means a contradiction.
func (m *models) follow(value []int8, v int) bool {
	for _, c := range m.with[v] {
		open, last := 0, int32(0)
		for _, lit := range c {
			x := value[max(lit, -lit)]
			if lit < 0 {
				x = -x
			}
			if x > 0 {
				open = 2
				break
			}
			if x == 0 {
				open, last = open+1, lit
			}
		}
		switch open {
		case 0:
			return false
		case 1:
			value[max(last, -last)] = 1
			if last < 0 {
				value[-last] = -1
			}
			if !m.follow(value, int(max(last, -last))) {
				return false
			}
		}
	}
	return true
}

func (m *models) search(value []int8) bool {
	for v := 1; v <= m.Vars; v++ {
		if value[v] != 0 {
			continue
		}
		for _, x := range []int8{1, -1} {
			branch := append([]int8(nil), value...)
			if branch[v] = x; m.follow(branch, v) && m.search(branch) {
				return true
			}
		}
		return false
	}
	return true
}

// TestManyDigits encodes boards on which "at most one" does not go by pairs.
func TestManyDigits(t *testing.T) {
	g := sudoku.MustGeometry("16")
	grid := enumerate(g, 1)[0]
	f, err := Encode(sudoku.MustPuzzle(g, nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	m := newModels(f)
	if !m.has(grid) {
		t.Error("a solution is no model")
	}
	for cell := range grid[:40] {
		wrong := grid.Clone()
		if wrong[cell] = wrong[cell]%16 + 1; m.has(wrong) {
			t.Errorf("a model has a digit twice, in cell %d", cell)
		}
	}
}

func TestTooLarge(t *testing.T) {
	g := sudoku.MustGeometry("9")
	sum := clause.Clause{Kind: clause.Sum, Total: []clause.Range{{Low: 0, High: 0}}}
	for cell := range g.Cells() {
		sum.Cells, sum.Weights = append(sum.Cells, cell), append(sum.Weights, (cell*7919)%1999-999)
		if sum.Weights[cell] == 0 {
			sum.Weights[cell] = 1
		}
	}
	p := sudoku.MustPuzzle(g, nil, sudoku.Received([]string{"cage:r1c12"}, []clause.Clause{sum}))
	if _, err := Encode(p, nil); !errors.Is(err, sudoku.ErrUnsupported) {
		t.Error(err)
	}
}

// TestLate ends an encoding each time that it is asked.
func TestLate(t *testing.T) {
	p, err := sudoku.ParsePuzzle("4:~regex=.*1.{3}:r1r2~or~cage=5:r3c12~cage=6:r3c12~end")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for end := 1; asked >= end-1; end++ {
		asked = 0
		f, err := Encode(p, func() bool { asked++; return asked == end })
		if late := errors.Is(err, ErrLate); late != (asked == end) || late != (f == nil) {
			t.Fatalf("asked %d times, late after %d: %v", asked, end, err)
		}
	}
	if asked < 20 {
		t.Errorf("asked %d times", asked)
	}
}
