package relax

import (
	"math/big"
	"os"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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
