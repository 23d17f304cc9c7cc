//go:build unix

package host_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Whatever is killed whenever, each puzzle has one result: the killers are Crashed, an innocent puzzle at
// most when somebody killed the process while it was tried alone.
func TestChaos(t *testing.T) {
	for seed := range uint64(6) {
		random := rand.New(rand.NewPCG(seed, 0))
		config := fakeConfig("crasher")
		p, err := newHost(t, quick).Open(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		host.InBatches(p, 1+random.IntN(100))
		o := runner.Options{Ask: runner.Ask{Workers: 1 + random.IntN(4)}, Ordered: random.IntN(2) == 0}
		killers := random.Perm(3000)[:random.IntN(5)]
		crashed, kills := map[uint64]bool{}, 0
		results, next := map[uint64]bool{}, uint64(0)
		err = p.Solve(t.Context(), puzzles(3000, killers...), o, func(n uint64, r sudoku.Result) error {
			if results[n] || o.Ordered && n != next {
				t.Errorf("seed %d: result %d, due is %d, twice %v", seed, n, next, results[n])
			}
			results[n], next = true, n+1
			if r.Verdict == sudoku.Crashed {
				crashed[n] = true
			} else if r.Verdict != sudoku.Unique {
				t.Errorf("seed %d: puzzle %d is %v: %v", seed, n, r.Verdict, r.Err)
			}
			if pid := p.PID(); pid != 0 && random.IntN(500) == 0 {
				kills++
				killNow(pid)
			}
			return nil
		})
		if err != nil || len(results) != 3000 {
			t.Errorf("seed %d: %d results, %v", seed, len(results), err)
		}
		for _, n := range killers {
			if !crashed[uint64(n)] {
				t.Errorf("seed %d: puzzle %d got away", seed, n)
			}
		}
		if innocent := len(crashed) - len(killers); innocent > kills {
			t.Errorf("seed %d: %d innocent puzzles blamed for %d kills", seed, innocent, kills)
		}
	}
}
