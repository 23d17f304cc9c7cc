package plugin

import (
	"sync"
	"sync/atomic"
)

// obedience is how many ticks a solver has to return after emit returned false, before the host is told.
const obedience = 10

// unwanted is the rest of a search after emit returned false. The solver should return; what it has found is
// sent when it does. Where it does not, the host learns what was found all the same, so that it can do what a
// plugin cannot do to itself: end the process.
type unwanted struct {
	since atomic.Int64 // the tick in which emit returned false and one, 0 for none
	mu    sync.Mutex   // held while the host is told
}

func (u *unwanted) begin(tick int64) { u.since.Store(tick + 1) }

// end says that the solver has returned; nobody else has the rows from now on.
func (u *unwanted) end() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.since.Store(0)
}

// tellUnwanted sends what a solver has found that should have returned, once. It may block as sending does.
func (v *solving) tellUnwanted() {
	v.unwanted.mu.Lock()
	defer v.unwanted.mu.Unlock()
	if v.unwanted.since.Swap(0) != 0 {
		v.part()
	}
}

// lookForUnwanted has the host told of all solvers that should have returned.
func (c *crew) lookForUnwanted(tick int64) {
	for _, w := range c.workers {
		v, ok := w.craft.(*solving)
		if !ok {
			return
		}
		if since := v.unwanted.since.Load(); since > 0 && tick >= since+obedience {
			go v.tellUnwanted()
		}
	}
}
