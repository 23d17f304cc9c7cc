package relax

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/interior"
)

// oracle solves programs on a model with the simplex method. Its rows are the model's and, for the l1
// distance, x − e + s = t and −x − e + s' = −t for each candidate, with the cost of e.
type oracle struct {
	rows [][]float64
	rhs  []float64
	cost []float64
}

func newOracle(m *model, columns int) *oracle {
	o := &oracle{cost: make([]float64, columns)}
	for _, v := range m.rhs {
		o.rows, o.rhs = append(o.rows, make([]float64, columns)), append(o.rhs, v)
	}
	for j := range m.a.Cols() {
		for p := m.a.Start[j]; p < m.a.Start[j+1]; p++ {
			value := 1.0
			if len(m.a.Value) > 0 {
				value = m.a.Value[p]
			}
			o.rows[m.a.Row[p]][j] = value
		}
	}
	return o
}

// solve minimizes the cost by the simplex method in two phases, on a dense tableau whose last column is the right side.
func (o *oracle) solve(t *testing.T) float64 {
	t.Helper()
	s := &simplex{basis: slices.Repeat([]int{artificial}, len(o.rows)), cost: make([]float64, len(o.cost)+1)}
	for i, row := range o.rows {
		sign := math.Copysign(1, o.rhs[i])
		s.rows = append(s.rows, append(slices.Clone(row), o.rhs[i]))
		for j := range s.rows[i] {
			s.rows[i][j] *= sign
			s.cost[j] -= s.rows[i][j]
		}
	}
	s.descend()
	if left := -s.cost[len(o.cost)]; left > 1e-7 {
		t.Fatalf("no point keeps all rows: %v is left", left)
	}
	for i, row := range s.rows { // rows without such a column follow from the others
		if j := slices.IndexFunc(row[:len(o.cost)], func(v float64) bool { return math.Abs(v) > 1e-9 }); j >= 0 && s.basis[i] == artificial {
			s.pivot(i, j)
		}
	}
	s.cost = append(slices.Clone(o.cost), 0)
	for i, j := range s.basis {
		if j != artificial {
			clearColumn(s.cost, s.rows[i], j)
		}
	}
	s.descend()
	return -s.cost[len(o.cost)]
}

// simplex is a tableau: the column that is basic in each row, and the reduced costs.
type simplex struct {
	rows  [][]float64
	basis []int
	cost  []float64
}

const artificial = -1 // a column that is needed for a start and never comes back

// descend goes down, by Bland's rule, until there is no way down.
func (s *simplex) descend() {
	right := len(s.cost) - 1
	for {
		enters := slices.IndexFunc(s.cost[:right], func(v float64) bool { return v < -1e-9 })
		if enters < 0 {
			return
		}
		leaves, least := -1, math.Inf(1)
		for i, row := range s.rows {
			if row[enters] < 1e-9 {
				continue
			}
			ratio := row[right] / row[enters]
			if ratio < least-1e-12 || ratio < least+1e-12 && s.basis[i] < s.basis[leaves] {
				leaves, least = i, ratio
			}
		}
		s.pivot(leaves, enters)
	}
}

// pivot makes column j basic in row i.
func (s *simplex) pivot(i, j int) {
	pivot := s.rows[i][j]
	for k := range s.rows[i] {
		s.rows[i][k] /= pivot
	}
	for other, row := range s.rows {
		if other != i {
			clearColumn(row, s.rows[i], j)
		}
	}
	clearColumn(s.cost, s.rows[i], j)
	s.basis[i] = j
}

// clearColumn makes a row 0 in column j by taking away a multiple of one that is 1 there.
func clearColumn(row, pivot []float64, j int) {
	if factor := row[j]; factor != 0 {
		for k, v := range pivot {
			row[k] -= factor * v
		}
	}
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
		p := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
		p.Givens()[r.IntN(16)] = uint8(1 + r.IntN(4))
		if err := s.prepare(p); err != nil {
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
