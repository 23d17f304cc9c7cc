package relax

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause/clausetest"
)

// gridsOf returns the first grids of a geometry.
func gridsOf(shape string) (g *sudoku.Geometry, grids []sudoku.Grid) {
	g = sudoku.MustGeometry(shape)
	search.New(g).Count(sudoku.MustPuzzle(g, nil), 2000, 1<<30, func(s sudoku.Grid) { grids = append(grids, s.Clone()) })
	return g, grids
}

// randomClause returns a clause that holds in a grid and is of a kind that the plugin takes.
func randomClause(rng *rand.Rand, n int, hidden sudoku.Grid) clause.Clause {
	for {
		if c := clausetest.Random(rng, n, hidden, 0); c.Holds(hidden) {
			return c
		}
	}
}

// TestRowsAtGrids expects of each clause that its rows admit the grids that obey it, and no others.
func TestRowsAtGrids(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 1))
	seen := map[clause.Kind][2]int{}
	for _, shape := range []string{"4", "4/l", "6"} {
		g, grids := gridsOf(shape)
		for range 300 {
			c := randomClause(rng, g.N(), grids[rng.IntN(len(grids))])
			f := newFrame(g, []clause.Clause{c})
			m, b := newModel(f), newBoard(f)
			for range 20 {
				grid := grids[rng.IntN(len(grids))]
				b.reset()
				alive := true
				for cell, d := range grid {
					alive = alive && b.assign(int32(cell), int(d))
				}
				got, want := alive && m.build(b), c.Holds(grid)
				if c.Kind != clause.In && got != want {
					t.Fatalf("%+v, grid %v: %v, want %v", c, grid, got, want)
				}
				count := seen[c.Kind]
				if want {
					count[0]++
				} else {
					count[1]++
				}
				seen[c.Kind] = count
			}
		}
	}
	for kind := clause.Differ; kind < clause.Any; kind++ {
		if n := seen[kind]; n[0] < 50 || n[1] < 50 {
			t.Errorf("%v: %d grids obey clauses, %d do not", kind, n[0], n[1])
		}
	}
}

// TestRowsKeepSolutions takes boards of which any cells are decided, and expects that neither a single row nor any multipliers
// refute them or strike a digit of the grid that obeys their clauses.
func TestRowsKeepSolutions(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 2))
	g, grids := gridsOf("6")
	for range 150 {
		hidden := grids[rng.IntN(len(grids))]
		list := make([]clause.Clause, 1+rng.IntN(3))
		for i := range list {
			list[i] = randomClause(rng, g.N(), hidden)
		}
		f := newFrame(g, list)
		b, p := newBoard(f), program{model: newModel(f)}
		b.reset()
		share := rng.Float64()
		for cell, d := range hidden {
			if rng.Float64() < share && !b.assign(int32(cell), int(d)) {
				t.Fatal("the grid clashes with a house")
			}
		}
		if b.value.Filled() == f.cells {
			continue
		}
		if !p.open(b) {
			t.Fatalf("%+v: broken", list)
		}
		var bound bound
		bound.prepare(&p, nil)
		y := p.engine.Y
		check := func() {
			p.a.TransposeTimes(y, p.engine.ATY)
			if bound.refutes(&p.engine) {
				t.Fatalf("%+v: refuted", list)
			}
			bound.eliminate(&p.engine, func(j int32, _ float64) {
				if hidden[p.cell[j]] == p.digit[j] {
					t.Fatalf("%+v: %d is struck from cell %d", list, p.digit[j], p.cell[j])
				}
			})
		}
		for i := range 2 * len(y) {
			clear(y)
			y[i/2] = float64(1 - i%2*2)
			check()
		}
		for range 20 {
			for i := range y {
				y[i] = rng.NormFloat64()
			}
			check()
		}
	}
}

// TestClausesAgainstTheEngine counts the solutions of puzzles with random clauses.
func TestClausesAgainstTheEngine(t *testing.T) {
	const limit = 3
	rng := rand.New(rand.NewPCG(33, 3))
	verdicts := [limit + 1]int{}
	for _, variant := range []string{"auto", "ilp"} {
		s := solverWith(t, "variant", variant)
		for _, shape := range []string{"4", "4+x", "6"} {
			g, grids := gridsOf(shape)
			for range 40 {
				p := randomPuzzle(t, rng, g, grids[rng.IntN(len(grids))])
				want, _ := search.New(g).Count(p, limit, 1<<30, nil)
				r := sudoku.Solve(t.Context(), s, p, limit, true)
				if r.Err != nil || len(r.Solutions) != want {
					t.Fatalf("%s: %s %+v: %d solutions, want %d; %v", variant, p, p.Clauses(), len(r.Solutions), want, r.Err)
				}
				for _, solution := range r.Solutions {
					if err := sudoku.Verify(p, solution); err != nil {
						t.Fatal(err)
					}
				}
				verdicts[want]++
			}
		}
	}
	t.Logf("solutions: %v", verdicts)
}

// randomPuzzle makes a puzzle of some givens and clauses that hold in a grid, one of which may not.
func randomPuzzle(t *testing.T, rng *rand.Rand, g *sudoku.Geometry, hidden sudoku.Grid) *sudoku.Puzzle {
	t.Helper()
	givens := make(sudoku.Grid, g.Cells())
	for cell := range givens {
		if rng.IntN(4) == 0 {
			givens[cell] = hidden[cell]
		}
	}
	var list []clause.Clause
	for range 1 + rng.IntN(6) {
		list = append(list, randomClause(rng, g.N(), hidden))
	}
	if rng.IntN(3) == 0 {
		list = append(list, clausetest.Random(rng, g.N(), hidden, 0))
	}
	p, err := sudoku.MustPuzzle(g, givens).With(sudoku.Received([]string{"clauses"}, list))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSumsAgainstSimplex compares the tightness of puzzles with constraints of every kind with the simplex method.
func TestSumsAgainstSimplex(t *testing.T) {
	s, wide := solverWith(t), []float64(nil)
	for _, line := range []string{
		"4:~sum=5.6:r1c12r2c1~sum=1:r4c1-r4c2~thermo:r4c43r3c3",
		"4:~sandwich=5:r1~white:r3c12~contain=4:r2c2r3c3~cage=5:r3c23",
		"6:..........5.......2............6..4.~arrow:r1c1-r2c1r3c2~arrow:r3c5-r21c6~arrow:r6c6-r6c54",
		"6:...4..4.6.................4...3.....~between:r345c1~between:r3c456~white:r45c2~white:r45c4~white:r56c2",
		"6:.........3.............6.........1..~sandwich=0:c3~sandwich=2:r6~sandwich=4:c6~sandwich=9:c2",
		"6:.....................5...5.6....2...~cage=8:r34c1~cage=9:r2c34~cage=13:r2c56r3c56~cage=15:r23c2r3c3r4c23",
	} {
		p := parse(t, line)
		solution := sudoku.Grid(nil)
		if err := s.prepare(p); err != nil {
			t.Fatal(err)
		}
		search.New(p.Geometry()).Count(p, 1, 1<<20, func(g sudoku.Grid) { solution = g.Clone() })
		if solution == nil {
			t.Fatalf("%s: no solution", line)
		}
		got, err := s.massOff(t.Context(), p, solution)
		if err != nil {
			t.Fatal(err)
		}
		if s.board.solved() {
			t.Fatalf("%s: solved by logic", line)
		}
		wide = append(wide, got)
		o := newOracle(s.program.model, s.program.a.Cols())
		for j := range s.program.variables() {
			if solution[s.program.cell[j]] == s.program.digit[j] {
				o.cost[j] = 1
			}
		}
		o.dropDependent()
		if want := float64(len(s.program.cells)) - o.solve(t); math.Abs(got-want) > 1e-5 {
			t.Errorf("%s: %v, want %v by the simplex method", line, got, want)
		}
	}
	t.Log(wide)
}

// TestTooLarge refuses a word whose flow is too large for a program, and variants that know houses alone.
func TestTooLarge(t *testing.T) {
	p := parse(t, "4:~cage=5:r1c12")
	for _, variant := range plainVariants {
		s := solverWith(t, "variant", variant)
		if r := sudoku.Solve(t.Context(), s, p, 1, true); !errors.Is(r.Err, sudoku.ErrUnsupported) {
			t.Errorf("%s: %v", variant, r.Err)
		}
	}
	g := sudoku.MustGeometry("16")
	var list []clause.Clause
	a, err := clause.Build(16, 0, func(s, d int) (int, bool) { return (31*s + d) % 1009, true }, func(s int) bool { return s < 500 })
	if err != nil {
		t.Fatal(err)
	}
	cells := make([]int, 16)
	for i := range cells {
		cells[i] = i
	}
	list = append(list, clause.Clause{Kind: clause.Word, Cells: cells, Automaton: a})
	large, err := sudoku.MustPuzzle(g, nil).With(sudoku.Received([]string{"word"}, list))
	if err != nil {
		t.Fatal(err)
	}
	if r := sudoku.Solve(t.Context(), solverWith(t), large, 1, true); !errors.Is(r.Err, sudoku.ErrUnsupported) {
		t.Errorf("%v, %v", r.Verdict, r.Err)
	}
}
