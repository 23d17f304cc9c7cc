package pump

import (
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Results leave in the order of the input however late the first ones come, and what waits can be replaced.
func TestDeliveryRestoresTheOrder(t *testing.T) {
	for _, batch := range []int{1, 3, 5, DefaultBatch} {
		f := newFlow(Options{runner.Options{Ask: runner.Ask{Workers: 1}, Ordered: true}, batch})
		r := rand.New(rand.NewPCG(uint64(batch), 1))
		var next uint64
		d := delivery{flow: f, ordered: true, emit: func(label uint64, r sudoku.Result) error {
			if label != next || r.Count != int64(next) {
				t.Fatalf("batches of %d: result %d of puzzle %d comes after %d", batch, r.Count, label, next)
			}
			next++
			return nil
		}}
		const count = 3 * windowLimit * DefaultBatch
		var early []uint64
		for read := uint64(0); next < count; {
			for read < min(next+f.window, count) {
				early, read = append(early, read), read+1
			}
			i := r.IntN(len(early))
			if r.IntN(4) == 0 {
				i = len(early) - 1
			}
			e := entry{origin: origin{label: early[i], index: early[i]}}
			early[i] = early[len(early)-1]
			early = early[:len(early)-1]
			if e.index != next && r.IntN(2) == 0 {
				if d.put(e, &sudoku.Result{Count: -1}) != nil || d.replace(e, sudoku.Result{Count: int64(e.index)}) != nil {
					t.Fatal("the receiver returned no error")
				}
			} else if d.put(e, &sudoku.Result{Count: int64(e.index)}) != nil {
				t.Fatal("the receiver returned no error")
			}
		}
		for _, w := range d.ring {
			if w.filled {
				t.Fatalf("batches of %d: the result of puzzle %d is left", batch, w.label)
			}
		}
	}
}
