package pool

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/sudokuctl/sudokuctl/fleet"
	"github.com/sudokuctl/sudokuctl/work/job"
)

const (
	idle          = 2 * time.Second // for a chunk to come
	patience      = 10 * time.Minute
	mostDelivered = 50 // workers that a chunk may end without an answer
	mostBad       = 3  // different chunks in a row that a worker may fail at
)

// WorkerOptions say what a worker is.
type WorkerOptions struct {
	Workers int  // puzzles at the same time, 0 for one a processor
	Stay    bool // wait for another plan when one is done
	// Report is called when a plan begins, and with what was done when it is over; it may be nil.
	Report func(Offer, *Worked)
}

// Worked is what a worker has done for a plan.
type Worked struct {
	Chunks  int
	Puzzles int64
}

// A GoneError says that a worker has heard nothing from its broker for long.
type GoneError struct{ Since time.Duration }

func (e *GoneError) Error() string {
	return fmt.Sprintf("no answer from the broker for %v", e.Since.Round(time.Second))
}

// Work computes chunks until the plan is done, and longer if the options say so.
func Work(ctx context.Context, nc *nats.Conn, open job.Open, o WorkerOptions) error {
	if o.Report == nil {
		o.Report = func(Offer, *Worked) {}
	}
	for {
		offer, err := seek(ctx, nc)
		if err != nil {
			return err
		}
		o.Report(offer, nil)
		w := &worker{offer: offer, nc: nc, last: time.Now(), bad: map[int]bool{}, self: job.Worker{Name: name(),
			Workers: o.Workers, Chunk: -1}}
		if w.fleet, err = fleet.NewWorker(ctx, open, offer.Assignment, o.Workers); err != nil {
			return err
		}
		if err = w.work(ctx); err != nil {
			return err
		}
		o.Report(offer, &Worked{w.self.Chunks, w.self.Puzzles})
		if !o.Stay {
			return nil
		}
	}
}

// name is a name that no other worker has.
func name() string {
	id := make([]byte, 3)
	_, _ = rand.Read(id) // never fails
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	return host + "-" + hex.EncodeToString(id)
}

// seek waits for a coordinator that has work.
func seek(ctx context.Context, nc *nats.Conn) (Offer, error) {
	for {
		offer, err := ask(ctx, nc)
		if err == nil || ctx.Err() != nil {
			return offer, err
		}
		if err := sleep(ctx, time.Second); err != nil {
			return Offer{}, err
		}
	}
}

// ask asks all coordinators for work; the first answer counts.
func ask(ctx context.Context, nc *nats.Conn) (Offer, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	m, err := nc.RequestWithContext(ctx, offerSubject, nil)
	if err != nil {
		return Offer{}, err
	}
	var o Offer
	if err := json.Unmarshal(m.Data, &o); err != nil {
		return Offer{}, fmt.Errorf("reading the offer of a coordinator: %w", err)
	}
	if !isRun(o.Run) || o.Lease <= 0 {
		return Offer{}, errors.New("reading the offer of a coordinator: it names no run")
	}
	return o, nil
}

// isRun reports whether a text can be a part of a subject.
func isRun(text string) bool {
	_, err := hex.DecodeString(text)
	return err == nil && text != ""
}

// worker works on one run.
type worker struct {
	offer  Offer
	nc     *nats.Conn
	queues *queues
	fleet  *fleet.Worker
	last   time.Time    // that the broker answered
	bad    map[int]bool // chunks that failed since the last that did not

	mu   sync.Mutex
	self job.Worker
}

func (w *worker) work(ctx context.Context) (err error) {
	if w.queues, err = newQueues(w.nc, w.offer.Run); err != nil {
		return err
	}
	w.self.Host, _ = os.Hostname() // a remark, no more
	run, end := context.WithCancelCause(ctx)
	defer end(nil)
	over, err := w.nc.Subscribe(overSubject+w.offer.Run, func(*nats.Msg) { end(errOver) })
	if err != nil {
		return fmt.Errorf("listening to the coordinator: %w", err)
	}
	defer over.Unsubscribe()
	var talk sync.WaitGroup
	talk.Go(func() { w.talk(run) })
	defer talk.Wait()
	defer end(nil)
	for {
		err := w.step(run)
		if errors.Is(err, errOver) || context.Cause(run) == errOver {
			return nil
		}
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if silent := time.Since(w.last); silent > patience {
			return &GoneError{silent}
		}
	}
}

var errOver = errors.New("the run is over")

// step waits a while for a chunk and computes it. An error is for good.
func (w *worker) step(ctx context.Context) error {
	messages, err := w.queues.take(ctx, w.queues.workStream(), 1, idle)
	if err != nil {
		if errors.Is(err, jetstream.ErrStreamNotFound) && time.Since(w.last) > aliveTime && w.isOver(ctx) {
			return errOver // the worker was not connected when the coordinator said so
		}
		_ = sleep(ctx, pause)
		return nil
	}
	w.last = time.Now()
	for _, m := range messages {
		if err := w.do(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// isOver reports whether the coordinators work on something else now.
func (w *worker) isOver(ctx context.Context) bool {
	o, err := ask(ctx, w.nc)
	return err == nil && o.Run != w.offer.Run
}

// do computes a chunk. An error is for good.
func (w *worker) do(ctx context.Context, m jetstream.Msg) error {
	var l fleet.Load
	if err := json.Unmarshal([]byte(m.Headers().Get(metaHeader)), &l); err != nil {
		_ = m.Term() // the coordinator will send the chunk again
		return fmt.Errorf("reading a chunk from the broker: %w", err)
	}
	if slices.Contains(l.Not, w.self.Name) {
		leave(m)
		return nil
	}
	release := w.hold(ctx, m)
	defer release()
	var err error
	if l.Packed, err = w.queues.body(ctx, m); err != nil {
		_ = m.Term()
		return nil
	}
	w.says(func(self *job.Worker) { self.Chunk = l.Chunk })
	r := result{Chunk: l.Chunk}
	var data []byte
	if d, err := m.Metadata(); err == nil && d.NumDelivered > mostDelivered && len(l.Not) == 0 {
		r.Error = fmt.Sprintf("%d workers took it and were not heard of again", mostDelivered)
	} else {
		h, part, err := w.fleet.Compute(ctx, &l)
		if ctx.Err() != nil {
			_ = m.Nak() // at once to another worker
			return nil
		}
		if err != nil {
			r.Error = err.Error()
			w.bad[l.Chunk] = true
		} else {
			clear(w.bad)
			data, r.CPU = part, h.CPU
			w.says(func(self *job.Worker) {
				self.Chunks++
				self.Puzzles += h.Rows
				self.CPU += h.CPU
			})
		}
	}
	r.Worker = w.says(func(self *job.Worker) { self.Chunk = -1 })
	if err := w.answer(ctx, m, r, data); err != nil {
		return nil // the chunk is not lost: the broker or the coordinator has it
	}
	w.last = time.Now()
	if len(w.bad) >= mostBad {
		return fmt.Errorf("%d different chunks in a row failed here, the last one so: %s", mostBad, r.Error)
	}
	return nil
}

// leave has the broker hand a chunk to others, after a pause in which they have asked before this worker, which goes on with other
// chunks. The pause is drawn: if two workers left a chunk to each other after equal pauses, each might get its own again for ever.
func leave(m jetstream.Msg) {
	_ = m.NakWithDelay(pause/2 + time.Duration(mathrand.Int64N(int64(pause))))
}

// hold tells the broker that the worker lives, so that nobody else gets the chunk.
func (w *worker) hold(ctx context.Context, m jetstream.Msg) (release func()) {
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	wait.Go(func() {
		for sleep(ctx, w.offer.Lease/3) == nil {
			_ = m.InProgress() // without a connection the lease ends, and another worker computes it
		}
	})
	return func() {
		cancel()
		wait.Wait()
	}
}

// answer sends a result and then tells the broker that the chunk is done with.
func (w *worker) answer(ctx context.Context, m jetstream.Msg, r result, part []byte) error {
	id := make([]byte, 8)
	_, _ = rand.Read(id) // never fails
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if _, err := w.queues.send(ctx, resultSubject, r.Chunk, hex.EncodeToString(id), r, part); err != nil {
		return err
	}
	once, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return m.DoubleAck(once)
}

// says changes what the worker says of itself, and returns it.
func (w *worker) says(change func(*job.Worker)) job.Worker {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.self)
	return w.self
}

// talk tells the coordinator every second how the worker is; what is lost does not matter.
func (w *worker) talk(ctx context.Context) {
	for {
		text, err := json.Marshal(w.says(func(*job.Worker) {}))
		if err == nil {
			_ = w.nc.Publish(liveSubject+w.offer.Run, text)
		}
		if sleep(ctx, time.Second) != nil {
			return
		}
	}
}
