package relax

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/interior"
)

// oracle solves programs on a model with gonum's simplex method. Its rows are the model's and, for the l1
// distance, x − e + s = t and −x − e + s' = −t for each candidate, with the cost of e.
type oracle struct {
	rows [][]float64
	rhs  []float64
	cost []float64
}

func newOracle(m *model, columns int) *oracle {
	o := &oracle{cost: make([]float64, columns)}
	for range m.a.Rows {
		o.rows, o.rhs = append(o.rows, make([]float64, columns)), append(o.rhs, 1)
	}
	for j := range m.a.Cols() {
		for p := m.a.Start[j]; p < m.a.Start[j+1]; p++ {
			o.rows[m.a.Row[p]][j] = m.a.Value[p]
		}
	}
	return o
}

func (o *oracle) solve(t *testing.T) float64 {
	t.Helper()
	a := mat.NewDense(len(o.rows), len(o.cost), nil)
	for i, row := range o.rows {
		a.SetRow(i, row)
	}
	best, _, err := lp.Simplex(o.cost, a, o.rhs, 1e-10, nil)
	if err != nil {
		t.Fatal(err)
	}
	return best
}

// distance sets up min ‖x − target‖₁ over the n candidates.
func distance(m *model, target []float64) *oracle {
	n, columns := len(target), m.a.Cols()
	o := newOracle(m, columns+3*n)
	for j, v := range target {
		e := columns + 3*j
		above, below := make([]float64, len(o.cost)), make([]float64, len(o.cost))
		above[j], above[e], above[e+1] = 1, -1, 1
		below[j], below[e], below[e+2] = -1, -1, 1
		o.rows, o.rhs, o.cost[e] = append(o.rows, above, below), append(o.rhs, v, -v), 1
	}
	return o
}

// openBoards calls check with walks that stand at the inner point of 4×4 puzzles.
func openBoards(t *testing.T, count int, check func(w *walk, r *rand.Rand)) {
	t.Helper()
	r := rand.New(rand.NewPCG(9, 10))
	s := solverWith(t, "variant", "E")
	for range count {
		grid := make(sudoku.Grid, 16)
		grid[r.IntN(16)] = uint8(1 + r.IntN(4))
		p := sudoku.MustPuzzle(sudoku.MustGeometry("4"), grid)
		if err := s.prepare(p.Geometry()); err != nil {
			t.Fatal(err)
		}
		w := s.strategy.(*exploration).walk
		s.program.reset(func() bool { return false })
		s.board.start(p)
		w.board = s.board
		w.open(s.board)
		check(w, r)
	}
}

func TestLinearProgramsAgainstSimplex(t *testing.T) {
	openBoards(t, 25, func(w *walk, r *rand.Rand) {
		o := newOracle(w.model, w.a.Cols())
		for j := range o.cost {
			o.cost[j] = r.NormFloat64()
		}
		if status := w.minimize(o.cost, nil, nil); status != interior.Optimal {
			t.Fatal(status)
		}
		got := 0.0
		for j, c := range o.cost {
			got += c * w.engine.X[j]
		}
		if want := o.solve(t); math.Abs(got-want) > 1e-6 {
			t.Errorf("optimum %v, simplex %v", got, want)
		}
	})
}

func TestNearestPointsAgainstSimplex(t *testing.T) {
	openBoards(t, 5, func(w *walk, r *rand.Rand) {
		n := w.variables()
		x := make([]float64, n)
		w.y = make([]float64, n)
		for j := range x {
			w.y[j] = 0.05 * r.NormFloat64() // α·y is then of the size of a probability
			x[j] = 0.25
		}
		target := make([]float64, n)
		for j := range x {
			target[j] = x[j] - w.alpha*w.y[j]
		}
		got := 0.0
		nearest, _ := w.split.minimize(w, x, -1)
		for j, v := range nearest {
			got += math.Abs(v - target[j])
		}
		if want := distance(w.model, target).solve(t); math.Abs(got-want) > 1e-5 {
			t.Errorf("distance %v, simplex %v", got, want)
		}
	})
}
