package relax

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"
)

// loose are puzzles with one solution whose polytope is more than a point.
var loose = []string{
	".19..........3..4..5..4...1...3...2.69.172..3............51.....41..87...6...3.89",
	".5.3...4......92.81.86.......3.685....5...4.9.......2.....96....465......7.....92",
	"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
}

func tightness(t *testing.T, p *sudoku.Puzzle) sudoku.Grade {
	t.Helper()
	g, err := newGrader(usual)
	if err != nil {
		t.Fatal(err)
	}
	grades, err := g.Grade(t.Context(), p)
	if err != nil || len(grades) != 1 || grades[0].Metric != offSolution {
		t.Fatalf("%s: %v, %v", p, grades, err)
	}
	return grades[0]
}

// TestTightness compares with gonum's simplex method on the model of the puzzle.
func TestTightness(t *testing.T) {
	s := solverWith(t)
	for _, line := range loose {
		p := parse(t, line)
		got := tightness(t, p)
		if err := s.prepare(p.Geometry()); err != nil {
			t.Fatal(err)
		}
		solution := sudoku.Solve(t.Context(), s, p, 1, true).Solutions[0]
		s.board.start(p)
		s.board.conclude()
		s.program.open(s.board)
		o := newOracle(s.program.model, s.program.a.Cols())
		for j := range s.program.variables() {
			if solution[s.program.cell[j]] == s.program.digit[j] {
				o.cost[j] = 1
			}
		}
		o.dropDependent()
		want := float64(len(s.program.cells)) - o.solve(t)
		if math.Abs(got.Value-want) > 1e-5 || got.Label != labelWider {
			t.Errorf("%s: %v, want %v by the simplex method", line, got, want)
		}
	}
}

// dropDependent leaves out the rows that follow from those above them, which gonum refuses.
func (o *oracle) dropDependent() {
	var rows, basis [][]float64
	var rhs []float64
	for i, row := range o.rows {
		rest := slices.Clone(row)
		for _, b := range basis {
			lead := slices.IndexFunc(b, func(v float64) bool { return v != 0 })
			floats.AddScaled(rest, -rest[lead]/b[lead], b)
			rest[lead] = 0
		}
		for j, v := range rest {
			if math.Abs(v) < 1e-9 {
				rest[j] = 0
			}
		}
		if floats.Norm(rest, 1) > 0 {
			rows, rhs, basis = append(rows, row), append(rhs, o.rhs[i]), append(basis, rest)
		}
	}
	o.rows, o.rhs = rows, rhs
}

// TestTightnessOfImages expects the same of equivalent puzzles.
func TestTightnessOfImages(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, line := range append(loose, escargot) {
		p := parse(t, line)
		want := tightness(t, p)
		for range 5 {
			image := symmetry.RandomImage(p, rng)
			if got := tightness(t, image); math.Abs(got.Value-want.Value) > 2e-6 || got.Label != want.Label {
				t.Errorf("%s: %v, image %s: %v", p, want, image, got)
			}
		}
	}
}

// TestTightnessOfAPoint takes puzzles that logic solves, that a program shows to be a point, and that are full.
func TestTightnessOfAPoint(t *testing.T) {
	for _, line := range []string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		".....1.93......612...69......8...5.9.....3...2657...3..5...7....3..8..2....1..8..",
		"1234341221434321",
		"6/3x2:4.6.............12..4.5.1..6..541...",
	} {
		if got := tightness(t, parse(t, line)); got.Value != 0 || got.Label != labelPoint {
			t.Errorf("%s: %v", line, got)
		}
	}
}

// TestTightnessOfNoProperPuzzle expects no grade without a solution, with several, and when it is stopped.
func TestTightnessOfNoProperPuzzle(t *testing.T) {
	g, err := newGrader(usual)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"11..............", "................"} {
		if grades, err := g.Grade(t.Context(), parse(t, line)); grades != nil || !errors.Is(err, sudoku.ErrUnsupported) {
			t.Errorf("%s: %v, %v", line, grades, err)
		}
	}
	for left := range 60 {
		grades, err := g.Grade(&countdown{t.Context(), left}, parse(t, loose[2]))
		if grades == nil && !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d looks: %v", left, err)
		}
	}
}

// auditor checks each certificate of a search in exact arithmetic, from the board and the multipliers alone.
type auditor struct {
	t                   *testing.T
	n                   *node
	refuted, eliminated int
}

// claim recomputes L(y) in rationals: with candidate j ≥ 0 assumed, or without assumption, no
// assignment of one digit to each cell can satisfy the weighted sum of the rows, Σ_rows y·(row sum − 1) = 0.
func (a *auditor) claim(j int32) {
	n, total := a.n, new(big.Rat)
	multiplier := map[int32]*big.Rat{}
	for row, y := range n.engine.Y {
		multiplier[int32(row)] = new(big.Rat).SetFloat64(y)
		total.Add(total, multiplier[int32(row)])
	}
	for i, c := range n.cells {
		var most *big.Rat // the largest contribution a digit of this cell can make
		for k := n.at[i]; k < n.at[i+1]; k++ {
			if j >= n.at[i] && j < n.at[i+1] && k != j {
				continue
			}
			if v := a.contribution(c, int(n.digit[k]), multiplier); most == nil || v.Cmp(most) > 0 {
				most = v
			}
		}
		total.Sub(total, most)
	}
	for _, row := range n.slacks {
		if multiplier[row].Sign() > 0 {
			total.Sub(total, multiplier[row])
		}
	}
	if total.Sign() <= 0 {
		a.t.Fatalf("the certificate of candidate %d proves nothing: %s", j, total.FloatString(12))
	}
	if j < 0 {
		a.refuted++
	} else {
		a.eliminated++
	}
}

// contribution sums the multipliers of the rows in which a candidate stands.
func (a *auditor) contribution(c int32, d int, multiplier map[int32]*big.Rat) *big.Rat {
	f, sum := a.n.f, new(big.Rat)
	if row := a.n.rowOf[c]; row >= 0 {
		sum.Add(sum, multiplier[row])
	}
	for h, cells := range f.houses {
		for _, other := range cells {
			if row := a.n.rowOf[f.cells+h*f.n+d-1]; other == c && row >= 0 {
				sum.Add(sum, multiplier[row])
			}
		}
	}
	return sum
}

func TestCertificatesAreExact(t *testing.T) {
	s := solverWith(t)
	n := &s.strategy.(*tree).node
	a := &auditor{t: t, n: n}
	n.witness = a.claim
	puzzles := []*sudoku.Puzzle{parse(t, noPlace), parse(t,
		"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.4")}
	for _, line := range []string{escargot, zhaiC, figure1} {
		puzzles = append(puzzles, parse(t, line))
	}
	if os.Getenv("SUDOKUCTL_PUZZLES") != "" {
		puzzles = append(puzzles, corpus(t, "speed/hardest_1106.txt", 3)...)
		puzzles = append(puzzles, corpus(t, "speed/random_invalid_20k.txt", 60)...)
	}
	for _, p := range puzzles {
		sudoku.Solve(t.Context(), s, p, 2, true)
	}
	if a.refuted < 1 || a.eliminated < 100 {
		t.Errorf("only %d refutations and %d eliminations", a.refuted, a.eliminated)
	}
	t.Logf("%d refutations and %d eliminations verified", a.refuted, a.eliminated)
}

// TestNoMultipliersRefuteASolvablePuzzle draws multipliers at random: none may prove that a puzzle with
// solutions has none, nor strike a digit of the solution.
func TestNoMultipliersRefuteASolvablePuzzle(t *testing.T) {
	s := solverWith(t)
	p := parse(t, escargot)
	result := sudoku.Solve(t.Context(), s, p, 1, true)
	grid := result.Solutions[0]
	s.board.start(p)
	s.program.open(s.board)
	b := bound{}
	b.prepare(&s.program, nil)
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.Float64Range(1e-3, 1e6).Draw(t, "scale")
		for i := range s.program.engine.Y {
			s.program.engine.Y[i] = scale * rapid.Float64Range(-1, 1).Draw(t, "y")
		}
		s.program.a.TransposeTimes(s.program.engine.Y, s.program.engine.ATY)
		if b.refutes(&s.program.engine) {
			t.Fatal("refuted")
		}
		b.eliminate(&s.program.engine, func(j int32, _ float64) {
			if grid[s.program.cell[j]] == s.program.digit[j] {
				t.Fatalf("struck %d in cell %d", s.program.digit[j], s.program.cell[j])
			}
		})
	})
}
