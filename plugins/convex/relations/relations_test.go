package relations

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
		houses, full := make([][]int32, len(g.Houses())), make([]bool, len(g.Houses()))
		for h, house := range g.Houses() {
			for _, c := range house.Cells {
				houses[h] = append(houses[h], int32(c))
			}
			full[h] = len(house.Cells) == g.N()
		}
		finder := New(houses, full, g.Cells()).Finder(g.N())
		rng := rand.New(rand.NewPCG(1, uint64(g.N())))
		p := newPosition(g, houses)
		for decided := range g.Cells() / 3 {
			all, left := p.rows(finder)
			if rank := rankOf(all); len(left) != rank || rankOf(left) != rank {
				t.Fatalf("%s with %d cells decided: %d of %d rows left, the rank is %d", name, decided, len(left), len(all), rank)
			}
			if name == "9" && decided == 0 && len(all)-len(left) != 75 {
				t.Errorf("%d of %d rows follow from others, want 75 of 324", len(all)-len(left), len(all))
			}
			if !p.decide(rng) {
				break
			}
		}
	}
}

type position struct {
	g      *sudoku.Geometry
	houses [][]int32
	Board
}

func newPosition(g *sudoku.Geometry, houses [][]int32) *position {
	n := g.N()
	p := &position{g, houses, Board{Value: make(sudoku.Grid, g.Cells()), Cand: make([]sudoku.Digits, g.Cells()),
		Places: make([]uint64, len(houses)*n), Placed: make([]sudoku.Digits, len(houses))}}
	for c := range p.Cand {
		p.Cand[c] = sudoku.AllDigits(n)
	}
	p.place()
	return p
}

// place computes where digits can stand.
func (p *position) place() {
	n := p.g.N()
	clear(p.Places)
	for h, cells := range p.houses {
		for at, c := range cells {
			for d := range p.Cand[c].All {
				p.Places[h*n+d-1] |= 1 << at
			}
		}
	}
}

// decide gives a random cell a digit and takes it from the peers. It reports false if some cell is left with none.
func (p *position) decide(rng *rand.Rand) bool {
	c := rng.IntN(len(p.Value))
	if p.Value[c] != 0 {
		return true
	}
	d := p.Cand[c].Min()
	p.Value[c], p.Cand[c] = uint8(d), sudoku.Digits(0).With(d)
	for _, q := range p.g.Peers(c) {
		if p.Cand[q] = p.Cand[q].Without(d); p.Cand[q] == 0 {
			return false
		}
	}
	for h, cells := range p.houses {
		for _, q := range cells {
			if int(q) == c {
				p.Placed[h] = p.Placed[h].With(d)
			}
		}
	}
	p.place()
	return !slices.Contains(p.Places, 0) // a digit without a place makes an empty row
}

// rows returns the rows of the undecided cells and of the undecided digits of full houses, and those that are left.
func (p *position) rows(f *Finder) (all, left [][]int) {
	n, cells := p.g.N(), p.g.Cells()
	dropped := map[int]bool{}
	f.Cells(p.Board, func(c int32) { dropped[int(c)] = true })
	for d := 1; d <= n; d++ {
		f.Houses(p.Board, d, func(h int) { dropped[cells+h*n+d-1] = true })
	}
	keep := func(id int, row []int) {
		all = append(all, row)
		if !dropped[id] {
			left = append(left, row)
		}
	}
	for c, v := range p.Value {
		if v == 0 {
			row := make([]int, n*cells)
			for d := range p.Cand[c].All {
				row[c*n+d-1] = 1
			}
			keep(c, row)
		}
	}
	for h, of := range p.houses {
		for d := 1; d <= n; d++ {
			if p.Placed[h].Has(d) {
				continue
			}
			row := make([]int, n*cells)
			for _, c := range of {
				if p.Value[c] == 0 && p.Cand[c].Has(d) {
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
