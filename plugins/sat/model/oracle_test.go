package model

import (
	"encoding/base64"
	"flag"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

var (
	puzzles = flag.Int("puzzles", 200, "how many random puzzles TestAgreement compares")
	seed    = flag.Uint64("seed", 32, "of the random puzzles of TestAgreement")
)

// mostWanted is how many solutions are looked for.
const mostWanted = 3

// TestAgreement has the general engine and gophersat count the solutions of random puzzles of random constraints.
func TestAgreement(t *testing.T) {
	rng := rand.New(rand.NewPCG(*seed, 1))
	kinds, counts := map[string]int{}, [mostWanted + 1]int{}
	for i := range *puzzles {
		p := randomPuzzle(rng)
		for _, kind := range p.Kinds().Names() {
			kinds[kind]++
		}
		want, known := search.New(p.Geometry()).Count(p, mostWanted, 1<<20, func(sudoku.Grid) {})
		got := count(t, p, mostWanted)
		if got < want || known && got > want {
			t.Errorf("puzzle %d, %s: %d solutions, the engine finds %d", i, p, got, want)
		}
		counts[got]++
	}
	t.Logf("solutions %v, kinds %v", counts, kinds)
}

// count returns how many solutions there are, mostWanted at most, each of which is verified and new.
func count(t *testing.T, p *sudoku.Puzzle, limit int) int {
	t.Helper()
	seen := map[string]bool{}
	_, err := Solver{}.Solve(t.Context(), p, func(g sudoku.Grid) bool {
		if err := sudoku.Verify(p, g); err != nil || seen[string(g)] {
			t.Fatalf("%s: %v comes again, or is wrong: %v", p, g, err)
		}
		seen[string(g)] = true
		return len(seen) != limit
	})
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	return len(seen)
}

// randomPuzzle makes a puzzle of any shape with up to six constraints, most of which hold in a hidden grid.
func randomPuzzle(rng *rand.Rand) *sudoku.Puzzle {
	shapes := []string{"4", "4/l", "4+x", "6", "6/l", "6/3x2", "9", "9", "9+x", "9+n"}
	g := sudoku.MustGeometry(shapes[rng.IntN(len(shapes))])
	hidden := randomGrid(rng, g)
	share := []float64{.15, .25, .4}[rng.IntN(3)]
	if g.N() < 9 && rng.IntN(2) == 0 {
		share = 0
	}
	givens := make(sudoku.Grid, g.Cells())
	for cell := range givens {
		if rng.Float64() < share {
			givens[cell] = hidden[cell]
		}
	}
	p := sudoku.MustPuzzle(g, givens)
	for range 1 + rng.IntN(6) {
		p = withConstraint(rng, p, hidden)
	}
	return p
}

// randomGrid fills some cells at random and the rest by search.
func randomGrid(rng *rand.Rand, g *sudoku.Geometry) (grid sudoku.Grid) {
	e := search.New(g)
	for {
		e.Load(sudoku.MustPuzzle(g, nil))
		sound := true
		for range 2 * g.N() {
			cell := rng.IntN(g.Cells())
			digits := []int{}
			e.Candidates(cell).All(func(d int) bool { digits = append(digits, d); return true })
			if sound = e.Assign(cell, digits[rng.IntN(len(digits))]) && e.Propagate(); !sound {
				break
			}
		}
		if sound {
			e.Search(func(found sudoku.Grid) bool { grid = found.Clone(); return false })
		}
		if grid != nil {
			return grid
		}
	}
}

// withConstraint returns p with one more constraint, which holds in the hidden grid nine times out of ten.
func withConstraint(rng *rand.Rand, p *sudoku.Puzzle, hidden sudoku.Grid) *sudoku.Puzzle {
	broken := rng.IntN(10) == 0
	name := names[rng.IntN(len(names))]
	if rng.IntN(8) == 0 {
		name = "or"
	}
	for range 100 {
		c := randomConstraint(rng, p.Geometry(), name, 2)
		q, err := p.With(sudoku.Constraints(append(p.Constraints()[:len(p.Constraints()):len(p.Constraints())], c)...))
		if err == nil && (broken || sudoku.Verify(q, hidden) == nil) {
			return q
		}
	}
	return p
}

var names = constraint.Names()

// randomConstraint makes a constraint of a name, whose value and lists need not fit it. Those of groups mostly do.
func randomConstraint(rng *rand.Rand, g *sudoku.Geometry, name string, depth int) constraint.Constraint {
	c := constraint.Constraint{Name: name}
	if name != "or" && name != "and" {
		c.Value = randomValue(rng, name, g.N())
		for range rng.IntN(3) {
			c.Lists = append(c.Lists, randomList(rng, g))
		}
		return c
	}
	for tries := 0; depth > 0 && tries < 60 && len(c.Either) < 3; tries++ {
		one := randomConstraint(rng, g, names[rng.IntN(len(names))], depth-1)
		if _, err := sudoku.NewPuzzle(g, nil, sudoku.Constraints(one)); err == nil {
			c.Either = append(c.Either, one)
		}
	}
	return c
}

func randomValue(rng *rand.Rand, name string, n int) string {
	switch name {
	case "regex":
		return []string{"[1-3]*", ".*1.*", "(12|21|[3-9])*", "[^2]+2?[^2]*", "(..)*"}[rng.IntN(5)]
	case "word":
		return randomAutomaton(rng, n).Text()
	case "pair":
		bits := make([]byte, (n*n+7)/8)
		for i := range n * n {
			if rng.IntN(3) > 0 {
				bits[i/8] |= 0x80 >> (i % 8)
			}
		}
		return base64.RawURLEncoding.EncodeToString(bits)
	}
	switch rng.IntN(4) {
	case 0:
		return ""
	case 1:
		return strconv.Itoa(rng.IntN(4*n) - n/2)
	}
	var parts []string
	for range 1 + rng.IntN(3) {
		parts = append(parts, strconv.Itoa(1+rng.IntN(n)))
	}
	return strings.Join(parts, ".")
}

func randomAutomaton(rng *rand.Rand, n int) *clause.Automaton {
	states := 1 + rng.IntN(5)
	table := make([][]int, states)
	for s := range table {
		for range n {
			table[s] = append(table[s], rng.IntN(states+1)-1)
		}
	}
	a, err := clause.NewAutomaton(n, table, []int{rng.IntN(states), rng.IntN(states)})
	if err != nil {
		panic(err)
	}
	return a
}

// randomList makes a whole row or column, from either end, or a walk from cell to cell.
func randomList(rng *rand.Rand, g *sudoku.Geometry) (cells []int) {
	n := g.N()
	row, column := rng.IntN(n), rng.IntN(n)
	if rng.IntN(3) == 0 {
		for i := range n {
			cells = append(cells, g.CellAt(row, i))
		}
		return cells
	}
	seen := map[int]bool{}
	for range 1 + rng.IntN(min(n, 7)) {
		if row < 0 || column < 0 || row >= n || column >= n || seen[g.CellAt(row, column)] {
			break
		}
		seen[g.CellAt(row, column)] = true
		cells = append(cells, g.CellAt(row, column))
		row, column = row+rng.IntN(3)-1, column+rng.IntN(3)-1
	}
	return cells
}
