package relax

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// The rows that are left say as much as all rows, and none of them follows from the others: judged by elimination modulo a
// prime, of boards with more and more cells decided.
func TestRowsLeft(t *testing.T) {
	for _, name := range []string{"9", "9+x", "6", "4"} {
		g, err := sudoku.ParseGeometry(name)
		if err != nil {
			t.Fatal(err)
		}
		m := newModel(newFrame(g))
		b := newBoard(m.f)
		rng := rand.New(rand.NewPCG(1, uint64(g.N())))
		for decided := range g.Cells() / 3 {
			all, left := rows(m, b)
			if rank := rankOf(all); len(left) != rank || rankOf(left) != rank {
				t.Fatalf("%s with %d cells decided: %d of %d rows left, the rank is %d", name, decided, len(left), len(all), rank)
			}
			if name == "9" && decided == 0 && len(all)-len(left) != 75 {
				t.Errorf("%d of %d rows follow from others, want 75 of 324", len(all)-len(left), len(all))
			}
			if !decideAny(b, rng) {
				break
			}
		}
	}
}

// decideAny gives a random cell a digit. It reports false if some cell or digit is left with none.
func decideAny(b *board, rng *rand.Rand) bool {
	c := rng.IntN(len(b.value))
	return b.value[c] != 0 || b.assign(int32(c), b.cand[c].Min())
}

// rows returns the rows of the undecided cells and of the undecided digits of full houses, and those that are left.
func rows(m *model, b *board) (all, left [][]int) {
	n, cells := m.f.n, m.f.cells
	dropped := map[int]bool{}
	m.count(b)
	m.follow(b, func(row int) { dropped[row] = true })
	keep := func(id int, row []int) {
		all = append(all, row)
		if !dropped[id] {
			left = append(left, row)
		}
	}
	for c, v := range b.value {
		if v == 0 {
			row := make([]int, n*cells)
			for d := range b.cand[c].All {
				row[c*n+d-1] = 1
			}
			keep(c, row)
		}
	}
	for h, of := range m.f.houses {
		for d := 1; d <= n; d++ {
			if m.places[h*n+d-1] == 0 {
				continue
			}
			row := make([]int, n*cells)
			for _, c := range of {
				if b.value[c] == 0 && b.cand[c].Has(d) {
					row[int(c)*n+d-1] = 1
				}
			}
			keep(cells+h*n+d-1, row)
		}
	}
	return all, left
}

const prime = 1_000_003

// rankOf returns the rank of rows modulo a prime.
func rankOf(rows [][]int) (rank int) {
	a := make([][]int, len(rows))
	for i, row := range rows {
		a[i] = slices.Clone(row)
	}
	for col := range a[0] {
		pivot := rank
		for pivot < len(a) && a[pivot][col] == 0 {
			pivot++
		}
		if pivot == len(a) {
			continue
		}
		a[rank], a[pivot] = a[pivot], a[rank]
		inverse := power(a[rank][col], prime-2)
		for _, row := range a[rank+1:] {
			if row[col] == 0 {
				continue
			}
			k := row[col] * inverse % prime
			for j := col; j < len(row); j++ {
				row[j] = ((row[j]-k*a[rank][j])%prime + prime) % prime
			}
		}
		if rank++; rank == len(a) {
			return rank
		}
	}
	return rank
}

func power(x, n int) int {
	y := 1
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			y = y * x % prime
		}
		x = x * x % prime
	}
	return y
}
