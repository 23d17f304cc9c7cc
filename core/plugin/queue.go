package plugin

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
)

// job is a batch whose puzzles are taken from it in runs. next and left belong to the queue.
type job struct {
	wire.Request
	next, left int // the first puzzle not taken; puzzles not finished

	stops   atomic.Int32 // length of stopped
	stopped []uint64
}

// queue hands the puzzles of a stream to its workers. How many batches wait in it is the host's business:
// it knows how many it has sent without seeing an answer.
type queue struct {
	mu      sync.Mutex
	more    sync.Cond
	jobs    []*job // with puzzles that are not taken
	open    []*job // with puzzles that are not finished
	waiting int    // puzzles not taken
	closed  bool
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
	if j.left = j.Batch.Len(); j.left == 0 {
		return
	}
	q.waiting += j.left
	q.jobs, q.open = append(q.jobs, j), append(q.open, j)
	q.more.Broadcast()
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

// finish says that count puzzles of a job are answered.
func (q *queue) finish(j *job, count int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if j.left -= count; j.left == 0 {
		q.open = slices.DeleteFunc(q.open, func(o *job) bool { return o == j })
	}
}

// stop marks puzzles that are not finished as stopped.
func (q *queue) stop(seqs []uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, seq := range seqs {
		for _, j := range q.open {
			if first := j.Batch.First; seq >= first && seq < first+uint64(j.Batch.Len()) {
				j.stopped = append(j.stopped, seq)
				j.stops.Add(1)
			}
		}
	}
}

// marked returns the numbers that were stopped, of jobs that are not finished.
func (q *queue) marked() (seqs []uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, j := range q.open {
		seqs = append(seqs, j.stopped...)
	}
	return seqs
}

// isStopped reports whether a puzzle of a job was stopped.
func (q *queue) isStopped(j *job, seq uint64) bool {
	if j.stops.Load() == 0 {
		return false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Contains(j.stopped, seq)
}
