package plugin

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
)

// job is a batch whose puzzles are taken from it in runs. next is the first one not taken, and belongs to the queue.
type job struct {
	wire.Request
	next int
}

// queue hands the puzzles of a stream to its workers. How many batches wait in it is the host's business:
// it knows how many it has sent without seeing an answer.
type queue struct {
	mu      sync.Mutex
	more    sync.Cond
	jobs    []*job // with puzzles that are not taken
	waiting int    // puzzles not taken
	closed  bool
	stopped []uint64     // numbers of puzzles that the host wants no more of
	stops   atomic.Int32 // how many
}

func newQueue() *queue {
	q := &queue{}
	q.more.L = &q.mu
	return q
}

// put adds a job that has been read.
func (q *queue) put(j *job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if j.Batch.Len() > 0 {
		q.waiting += j.Batch.Len()
		q.jobs = append(q.jobs, j)
		q.more.Broadcast()
	}
}

// close says that no more jobs come.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.more.Broadcast()
}

// take returns a run of puzzles from ≤ i < to of a job: at most want, and no more than a fair share of what
// waits for as many workers. It blocks until there is one; nil means that there will be none.
func (q *queue) take(want, workers int) (j *job, from, to int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) == 0 {
		if q.closed {
			return nil, 0, 0
		}
		q.more.Wait()
	}
	j = q.jobs[0]
	from = j.next
	to = min(from+max(1, min(want, (q.waiting+workers-1)/workers)), j.Batch.Len())
	j.next = to
	q.waiting -= to - from
	if to == j.Batch.Len() {
		q.jobs = slices.Delete(q.jobs, 0, 1)
	}
	return j, from, to
}

// stop marks puzzles as stopped, until finish.
func (q *queue) stop(seqs []uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stopped = append(q.stopped, seqs...)
	q.stops.Store(int32(len(q.stopped)))
}

// finish forgets that a puzzle was stopped, which is answered.
func (q *queue) finish(seq uint64) {
	if q.stops.Load() > 0 {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.stopped = slices.DeleteFunc(q.stopped, func(s uint64) bool { return s == seq })
		q.stops.Store(int32(len(q.stopped)))
	}
}

// marked returns the numbers of stopped puzzles.
func (q *queue) marked() []uint64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Clone(q.stopped)
}

// isStopped reports whether a puzzle was stopped.
func (q *queue) isStopped(seq uint64) bool {
	if q.stops.Load() == 0 {
		return false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Contains(q.stopped, seq)
}
