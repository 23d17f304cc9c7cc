package interior

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// transport makes the transport problem of a k×k assignment, whose rows are dependent (rank 2k−1).
func transport(k int) *Matrix {
	a := &Matrix{}
	a.Reset(2 * k)
	for i := range k {
		for j := range k {
			a.AddColumn(int32(i), int32(k+j))
		}
	}
	return a
}

// begin sets a start: x = 1/k, z = cost shifted to be positive.
func begin(e *Engine, a *Matrix, cost []float64, x float64) {
	e.Load(a)
	copy(e.C, cost)
	for i := range e.B {
		e.B[i], e.Y[i] = 1, 0
	}
	for j := range e.X {
		e.X[j], e.Z[j] = x, math.Max(cost[j], 0)+1
	}
}

func TestAssignmentAgainstGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var e Engine
	for range 60 {
		k := 2 + r.IntN(6)
		a := transport(k)
		cost := make([]float64, k*k)
		for j := range cost {
			cost[j] = r.NormFloat64()
		}
		begin(&e, a, cost, 1/float64(k))
		if s := e.Minimize(nil); s != Optimal {
			t.Fatalf("%v after %d iterations", s, e.Iterations)
		}
		if got, want := scalar(e.C, e.X), simplex(t, a, cost, 2*k-1); math.Abs(got-want) > 1e-7 {
			t.Errorf("%d: optimum %v, want %v", k, got, want)
		}
	}
}

func scalar(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// simplex solves with gonum, from the first `rank` rows, which must be independent.
func simplex(t *testing.T, a *Matrix, cost []float64, rank int) float64 {
	t.Helper()
	dense := mat.NewDense(rank, a.Cols(), nil)
	b := make([]float64, rank)
	for j := range a.Cols() {
		for _, i := range a.Row[a.Start[j]:a.Start[j+1]] {
			if int(i) < rank {
				dense.Set(int(i), j, 1)
			}
		}
	}
	for i := range b {
		b[i] = 1
	}
	opt, _, err := lp.Simplex(cost, dense, b, 1e-10, nil)
	if err != nil {
		t.Fatal(err)
	}
	return opt
}

// TestFactor compares L Lᵀ u = b with a dense solution on random sparse patterns, with ones and with other entries.
func TestFactor(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var f cholesky
	for range 200 {
		m := 1 + r.IntN(90)
		a := &Matrix{}
		a.Reset(m)
		for i := range m {
			a.AddColumn(int32(i))
		}
		for range r.IntN(3 * m) {
			i, j := r.IntN(m), r.IntN(m)
			if i != j && m%2 == 0 {
				a.AddColumn(int32(i), int32(j))
			} else if i != j {
				a.AddColumn(int32(i))
				a.AddEntry(int32(j), r.NormFloat64())
			}
		}
		checkFactor(t, &f, a, r)
	}
}

func checkFactor(t *testing.T, f *cholesky, a *Matrix, r *rand.Rand) {
	t.Helper()
	d, u := make([]float64, a.Cols()), make([]float64, a.Rows)
	for j := range d {
		d[j] = math.Exp(3 * r.NormFloat64())
	}
	for i := range u {
		u[i] = r.NormFloat64()
	}
	b, y := make([]float64, a.Rows), make([]float64, a.Cols())
	a.TransposeTimes(u, y)
	for j := range y {
		y[j] *= d[j]
	}
	a.Times(y, b)
	f.load(a)
	f.factorize(d)
	f.solve(b)
	for i := range u {
		if math.Abs(u[i]-b[i]) > 1e-8*(1+math.Abs(u[i])) {
			t.Fatalf("%d rows, %d sparse: u[%d] = %v, want %v", a.Rows, f.sparse, i, b[i], u[i])
		}
	}
}

// TestProjection projects points onto the simplex and compares with the sorting formula.
func TestProjection(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var e Engine
	for range 100 {
		n := 2 + r.IntN(20)
		a := &Matrix{}
		a.Reset(1)
		target, q := make([]float64, n), make([]float64, n)
		for j := range n {
			a.AddColumn(0)
			target[j], q[j] = r.NormFloat64(), 1
		}
		e.Load(a)
		e.B[0], e.Y[0], e.Q = 1, 0, q
		for j, v := range target {
			e.C[j], e.X[j], e.Z[j] = -v, 1/float64(n), 1+math.Max(0, -v)
		}
		if s := e.Minimize(nil); s != Optimal {
			t.Fatal(s)
		}
		for j, want := range onSimplex(target) {
			if math.Abs(e.X[j]-want) > 1e-5 {
				t.Fatalf("x[%d] = %v, want %v", j, e.X[j], want)
			}
		}
	}
}

// onSimplex finds the shift that makes the positive parts sum to one, by bisection.
func onSimplex(v []float64) []float64 {
	low, high := -10.0, 10.0
	out := make([]float64, len(v))
	for range 200 {
		mid, sum := (low+high)/2, 0.0
		for j, x := range v {
			out[j] = math.Max(0, x-mid)
			sum += out[j]
		}
		if sum > 1 {
			low = mid
		} else {
			high = mid
		}
	}
	return out
}

func TestNegativeColumns(t *testing.T) {
	a := &Matrix{}
	a.Reset(1)
	a.AddColumn(0)
	a.AddColumn()
	a.AddEntry(0, -1)
	var e Engine
	begin(&e, a, []float64{1, 1}, 1)
	if s := e.Minimize(nil); s != Optimal || math.Abs(e.X[0]-1) > 1e-6 || math.Abs(e.X[1]) > 1e-6 {
		t.Errorf("%v at %v, want 1, 0", s, e.X)
	}
}

func TestInfeasibleIsNeverOptimal(t *testing.T) {
	a := &Matrix{} // x1 = 1, x1 + x2 = 1, x2 = 1
	a.Reset(3)
	a.AddColumn(0, 1)
	a.AddColumn(1, 2)
	var e Engine
	begin(&e, a, []float64{0, 0}, 0.5)
	if s := e.Minimize(nil); s != Stalled {
		t.Errorf("%v, want stalled", s)
	}
}

func TestNoAllocationAfterTheFirst(t *testing.T) {
	a, cost := transport(8), make([]float64, 64)
	for j := range cost {
		cost[j] = float64(j*j%17) / 4
	}
	var e Engine
	begin(&e, a, cost, 0.125)
	e.Minimize(nil)
	if n := testing.AllocsPerRun(10, func() { begin(&e, a, cost, 0.125); e.Minimize(nil) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestRestore puts a point beside the rows, which are dependent, and expects it back on them, positive, with
// its small entries small.
func TestRestore(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var e Engine
	for range 30 {
		k := 2 + r.IntN(6)
		a := transport(k)
		begin(&e, a, make([]float64, k*k), 1/float64(k))
		for j := range e.X {
			e.X[j] *= 1 + 1e-3*r.NormFloat64()
		}
		e.X[0] = 1e-9
		e.X[1], e.X[k] = e.X[1]+1/float64(k), e.X[k]+1/float64(k)
		e.X[k+1] = 1e-9
		e.residuals()
		e.restore()
		if e.Infeasible > rowTolerance || e.X[0] <= 0 || k > 2 && e.X[0] > 1e-8 {
			t.Errorf("%d: a row is missed by %g, the entry of 1e-9 became %g", k, e.Infeasible, e.X[0])
		}
	}
}
