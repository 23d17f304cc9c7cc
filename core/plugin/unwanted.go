package plugin

import (
	"sync"
	"sync/atomic"
)

// patience is how many ticks a solver has to return after emit returned false, before the host gets what it found.
const patience = 10

// unwanted is the rest of a search after emit returned false. The solver should return; what it has found is
// sent when it does. If it does not, the host gets what was found all the same and can end the process, which a plugin cannot
// do to itself.
type unwanted struct {
	since atomic.Int64 // the tick in which emit returned false and one, 0 for none
	mu    sync.Mutex   // held while rows are sent
}

func (u *unwanted) begin(tick int64) { u.since.Store(tick + 1) }

// end records that the solver has returned; nobody else has the rows from now on.
func (u *unwanted) end() {
	if u.since.Swap(0) != 0 {
		return
	}
	u.mu.Lock() // the rows are being sent
	defer u.mu.Unlock()
}

// sendOverdue sends what a solver has found that should have returned, once. It may block, as sending does.
func (v *solving) sendOverdue() {
	v.unwanted.mu.Lock()
	defer v.unwanted.mu.Unlock()
	if v.unwanted.since.Swap(0) != 0 {
		v.part()
	}
}

func (v *solving) checkOverdue(tick int64) {
	if since := v.unwanted.since.Load(); since > 0 && tick >= since+patience {
		go v.sendOverdue()
	}
}
