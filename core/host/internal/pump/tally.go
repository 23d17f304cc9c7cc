package pump

import (
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
)

// tally goes through the rows of a message: to which batch they belong, how many are final and what they cost.
type tally struct {
	flow  *flow
	proc  *process.Process
	batch *batch
	done  int
	cost  time.Duration
}

// locate finds the batch and the place in it of a number of the stream.
func (t *tally) locate(seq uint64) (place int, ok bool) {
	if t.batch != nil {
		if place, ok = t.batch.holds(seq); ok {
			return place, true
		}
		t.settle()
	}
	if t.batch = t.flow.find(seq); t.batch == nil {
		return 0, false
	}
	return t.batch.holds(seq)
}

// count records a final answer.
func (t *tally) count(place int, self time.Duration) {
	t.batch.answered[place] = true
	t.batch.left--
	t.done++
	t.cost += self
}

// settle reports to the flow what has been counted.
func (t *tally) settle() {
	if t.done > 0 {
		t.flow.settle(t.batch, t.done, t.cost)
		t.proc.Answered(t.done)
	}
	t.done, t.cost = 0, 0
}
