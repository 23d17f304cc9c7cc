package pool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/sudokuctl/sudokuctl/fleet"
	"github.com/sudokuctl/sudokuctl/fleet/ledger"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

const (
	lookTime     = 5 * time.Second // between two looks at what the broker holds
	aliveTime    = 10 * time.Second
	mostFailures = 5    // of a chunk, and of workers that must have failed if there are others
	mostName     = 100  // bytes of the name of a worker
	mostError    = 4096 // bytes of what is kept of why a chunk failed
	mostResults  = 64   // that are recorded in one transaction
	farewellTime = 10 * time.Second
	// DefaultLease is how long a worker may be silent before another one gets its chunk.
	DefaultLease = 30 * time.Second
)

// Options say how to coordinate.
type Options struct {
	Storage  Storage
	Lease    time.Duration
	Recheck  float64       // share of the chunks that a second worker computes, too; at least one if it is more than 0
	Progress work.Progress // may be nil
}

// Report is what a coordinator came to.
type Report struct {
	Chunks    int // of the plan
	Before    int // done before
	Done      int // computed now
	Again     int // sent again, because the broker had lost them
	Doubles   int // computed twice by chance; the first part stays
	Checked   int // computed by two workers and compared
	Unchecked int // that a second worker should have computed, too
	Differing []ledger.Difference
	Failed    []job.Failure // chunks that were given up
}

// Coordinate has workers compute all chunks of a plan that have no part in dir, and returns when they are done. The ledger
// must be that of the plan in that folder.
func Coordinate(ctx context.Context, nc *nats.Conn, plan *fleet.Plan, dir string, l *ledger.Ledger, o Options) (*Report, error) {
	c := &coordinator{plan: plan, id: plan.ID(), dir: dir, ledger: l, options: o, nc: nc, report: Report{Chunks: len(plan.Chunks)},
		states: make([]state, len(plan.Chunks)), sent: map[int]shipment{}, failures: map[int]failures{}, workers: map[string]heard{}}
	err := c.run(ctx)
	return &c.report, err
}

// state is where a chunk is.
type state byte

const (
	open    state = iota // to be sent
	sent                 // in the window
	settled              // done or given up
)

type coordinator struct {
	plan    *fleet.Plan
	id      string // of the plan
	dir     string
	ledger  *ledger.Ledger
	options Options
	nc      *nats.Conn
	queues  *queues
	report  Report

	states   []state
	next     int              // no chunk before it is open, except those in again
	again    []int            // open chunks that were sent before
	sent     map[int]shipment // the window
	attempts int              // of all chunks
	left     int              // chunks that are not settled
	failures map[int]failures
	twins    map[int]string // chunks that a second worker is to compute, and the first one, "" if there is none yet
	looked   time.Time

	mu      sync.Mutex
	workers map[string]heard
}

// shipment is a chunk on its way.
type shipment struct {
	object string   // beside the message
	not    []string // workers that are to leave it to others
}

// failures are what befell a chunk.
type failures struct {
	count int
	by    []string // different workers
}

// heard is what a worker said last, and when.
type heard struct {
	job.Worker
	at time.Time
}

func (c *coordinator) run(ctx context.Context) (err error) {
	if err := c.adopt(ctx); err != nil {
		return err
	}
	if c.queues, err = newQueues(c.nc, c.ledger.Run); err != nil {
		return err
	}
	stop, err := c.listen()
	if err != nil {
		return err
	}
	defer stop()
	defer c.options.Progress.Stage(work.Begun{Stage: "computing chunks", Total: int64(c.left)})()
	for made := false; c.left > 0 || c.rechecking(); {
		var err error
		if made {
			err = c.step(ctx)
		} else if err = c.queues.make(ctx, c.options.Storage, c.options.Lease); err == nil {
			made, c.looked = true, time.Time{}
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case isLost(err):
			made = false
		case err != nil:
			return err
		}
	}
	stop()
	c.farewell(ctx)
	if err := c.keepWorkers(ctx); err != nil {
		return err
	}
	c.report.Unchecked = len(c.twins)
	if c.report.Checked, c.report.Differing, err = c.ledger.Checked(ctx); err != nil {
		return err
	}
	var failed, differ error
	if len(c.report.Failed) > 0 {
		failed = &FailedError{c.report.Failed}
	}
	if len(c.report.Differing) > 0 {
		differ = &DifferError{c.report.Differing}
	}
	return errors.Join(failed, differ)
}

// A DifferError says to which chunks two workers gave different answers.
type DifferError struct{ Chunks []ledger.Difference }

func (e *DifferError) Error() string {
	return lines(e.Chunks, func(d ledger.Difference) string {
		return fmt.Sprintf("chunk %d: workers %s and %s differ: %s", d.Chunk, d.First, d.Second, d.What)
	})
}

// A FailedError says which chunks were given up.
type FailedError struct{ Chunks []job.Failure }

func (e *FailedError) Error() string {
	return lines(e.Chunks, func(f job.Failure) string {
		return fmt.Sprintf("chunk %d failed %d times, the last time on %s: %s", f.Chunk, f.Failures, f.Worker, f.Error)
	})
}

// lines writes a line for each of all.
func lines[T any](all []T, line func(T) string) string {
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = line(one)
	}
	return strings.Join(texts, "\n")
}

// isLost reports whether a broker lacks what was made on it.
func isLost(err error) bool {
	for _, lost := range []error{jetstream.ErrStreamNotFound, jetstream.ErrConsumerNotFound, jetstream.ErrConsumerDoesNotExist,
		jetstream.ErrConsumerDeleted, jetstream.ErrBucketNotFound, jetstream.ErrNoStreamResponse, nats.ErrNoResponders} {
		if errors.Is(err, lost) {
			return true
		}
	}
	return false
}

// adopt finds out which chunks are done: those whose part is there. The ledger is brought up to date.
func (c *coordinator) adopt(ctx context.Context) error {
	recorded, err := c.ledger.Done(ctx)
	if err != nil {
		return err
	}
	known := make([]bool, len(c.states))
	for _, n := range recorded {
		known[n] = true
	}
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return fmt.Errorf("looking for parts: %w", err)
	}
	names := make(map[string]bool, len(entries))
	for _, e := range entries {
		names[e.Name()] = true
	}
	var gone []int
	var found []ledger.Chunk
	for n := range c.states {
		switch {
		case !names[part.Name(n)]:
			if known[n] {
				gone = append(gone, n)
			}
			c.left++
			continue
		case !known[n]:
			chunk, err := c.existing(n)
			if err != nil {
				return err
			}
			found = append(found, *chunk)
		}
		c.states[n] = settled
		c.report.Before++
	}
	if err := errors.Join(c.ledger.Reopen(ctx, gone), c.ledger.Record(ctx, found)); err != nil {
		return err
	}
	return c.choose(ctx)
}

// chosen is the note in the ledger which says that the chunks that a second worker computes were chosen.
const chosen = "recheck"

// choose chooses the chunks that a second worker computes, once for all coordinators of a plan.
func (c *coordinator) choose(ctx context.Context) error {
	share := strconv.FormatFloat(c.options.Recheck, 'g', -1, 64)
	before, err := c.ledger.Note(ctx, chosen)
	if err != nil {
		return err
	}
	if before == "" && c.options.Recheck > 0 {
		n := int(math.Ceil(c.options.Recheck * float64(len(c.states))))
		err = errors.Join(c.ledger.Recheck(ctx, rand.Perm(len(c.states))[:min(n, len(c.states))]), c.ledger.SetNote(ctx, chosen, share))
	}
	if err == nil && c.options.Recheck > 0 {
		c.twins, err = c.ledger.Unchecked(ctx)
	}
	return err
}

// rechecking reports whether a chunk waits for a second worker, and there is one.
func (c *coordinator) rechecking() bool {
	for n, first := range c.twins {
		if c.states[n] == settled && first != "" && c.anyoneBut(first) {
			return true
		}
	}
	return false
}

// anyoneBut reports whether a worker is alive that has none of these names.
func (c *coordinator) anyoneBut(names ...string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, w := range c.workers {
		if time.Since(w.at) < aliveTime && !slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// somebody begins the name of a worker that the ledger does not know, because no coordinator has recorded its part.
const somebody = "somebody on "

// existing returns what the ledger should know of a part that is in the folder.
func (c *coordinator) existing(n int) (*ledger.Chunk, error) {
	p, err := part.Open(filepath.Join(c.dir, part.Name(n)))
	if err != nil {
		return nil, fmt.Errorf("%w; remove it, and its chunk is computed again", err)
	}
	defer p.Close()
	if err := c.plan.Check(c.id, n, p.Header); err != nil {
		return nil, fmt.Errorf("part %q %w; remove it, and its chunk is computed again", filepath.Join(c.dir, part.Name(n)), err)
	}
	return &ledger.Chunk{N: n, Rows: p.Header.Rows, ContentHash: p.Header.ContentHash, Worker: somebody +
		p.Header.Host, CPU: p.Header.CPU}, nil
}

// listen answers workers that want to know what there is to do, and hears how they are.
func (c *coordinator) listen() (stop func(), err error) {
	offer, err := json.Marshal(Offer{Run: c.ledger.Run, Assignment: c.plan.Assignment(), Lease: c.options.Lease})
	if err != nil {
		return nil, err
	}
	asked, err := c.nc.Subscribe(offerSubject, func(m *nats.Msg) { _ = m.Respond(offer) })
	if err != nil {
		return nil, fmt.Errorf("listening to workers: %w", err)
	}
	said, err := c.nc.Subscribe(liveSubject+c.ledger.Run, func(m *nats.Msg) {
		var w job.Worker
		if json.Unmarshal(m.Data, &w) == nil {
			c.hear(w)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("listening to workers: %w", err)
	}
	return func() {
		_ = asked.Unsubscribe()
		_ = said.Unsubscribe()
	}, nil
}

// hear takes what a worker says of itself.
func (c *coordinator) hear(w job.Worker) {
	if w.Name == "" || len(w.Name) > mostName || len(w.Host) > mostName {
		return
	}
	w.Seen = time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.workers[w.Name]; !known && len(c.workers) >= ledger.MostWorkers {
		maps.DeleteFunc(c.workers, func(_ string, w heard) bool { return time.Since(w.at) >= aliveTime })
		if len(c.workers) >= ledger.MostWorkers {
			return
		}
	}
	c.workers[w.Name] = heard{w, w.Seen}
}

// window is how many chunks may be on their way.
func (c *coordinator) window() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	alive := 0
	for _, w := range c.workers {
		if time.Since(w.at) < aliveTime {
			alive++
		}
	}
	return 2*alive + 2
}

// step sends chunks, waits a while for results, and records them.
func (c *coordinator) step(ctx context.Context) error {
	if time.Since(c.looked) > lookTime {
		if err := c.look(ctx); err != nil {
			return err
		}
	}
	if err := c.fill(ctx); err != nil {
		return err
	}
	messages, err := c.queues.take(ctx, c.queues.resultStream(), mostResults, time.Second)
	if err != nil && !isLost(err) {
		return sleep(ctx, pause) // no connection, or no leader
	}
	if err != nil {
		return err
	}
	return c.settle(ctx, messages)
}

// look compares the window with what the broker holds. What it does not hold is to be sent again.
func (c *coordinator) look(ctx context.Context) error {
	var working, answered map[int]bool
	err := try(ctx, func(ctx context.Context) (err error) {
		// in this order, for a worker puts a result into the one before it takes the chunk out of the other
		if working, err = c.queues.held(ctx, c.queues.workStream(), workSubject); err != nil {
			return err
		}
		answered, err = c.queues.held(ctx, c.queues.resultStream(), resultSubject)
		return err
	}, jetstream.ErrStreamNotFound)
	if err != nil {
		return err
	}
	for n := range c.states {
		if c.states[n] == settled {
			continue
		}
		if working[n] || answered[n] {
			if c.states[n] == open { // sent by this coordinator before it was started again
				c.states[n] = sent
				c.sent[n] = shipment{}
			}
		} else if c.states[n] == sent {
			c.report.Again++
			c.reopen(n)
		}
	}
	for n := range c.twins {
		if c.states[n] == settled && !working[n] && !answered[n] {
			delete(c.sent, n)
		}
	}
	for n, s := range c.sent {
		if len(s.not) > 0 && !c.anyoneBut(s.not...) { // nobody is left who would take it
			if err := c.queues.recall(ctx, n); err != nil {
				return err
			}
			c.queues.drop(ctx, s.object)
			c.reopen(n)
		}
	}
	c.looked = time.Now()
	return c.keepWorkers(ctx)
}

// reopen has a chunk sent again.
func (c *coordinator) reopen(n int) {
	delete(c.sent, n)
	if c.states[n] == settled { // a second worker was to compute it
		return
	}
	c.states[n] = open
	c.again = append(c.again, n)
}

// keepWorkers writes into the ledger what workers have said.
func (c *coordinator) keepWorkers(ctx context.Context) error {
	c.mu.Lock()
	var all []job.Worker
	for _, w := range c.workers {
		all = append(all, w.Worker)
	}
	c.mu.Unlock()
	return c.ledger.Seen(ctx, all)
}

// fill sends chunks until the window is full.
func (c *coordinator) fill(ctx context.Context) error {
	for most := c.window(); len(c.sent) < most; {
		n, not, ok := c.pickTwin()
		if !ok {
			if n, ok = c.pick(); !ok {
				return nil
			}
			if by := c.failures[n].by; len(by) > 0 && c.anyoneBut(by...) {
				not = by
			}
		}
		l, err := c.plan.Load(ctx, n)
		if err != nil {
			return err
		}
		l.Not = not
		body := l.Packed
		l.Packed = nil
		c.attempts++
		object, err := c.queues.send(ctx, workSubject, n, fmt.Sprintf("%d/%d/%d", n, os.Getpid(), c.attempts), l, body,
			jetstream.ErrNoStreamResponse, jetstream.ErrStreamNotFound, jetstream.ErrBucketNotFound)
		if err != nil {
			if c.states[n] == open {
				c.again = append(c.again, n)
			}
			return err
		}
		if c.states[n] == open {
			c.states[n] = sent
		}
		c.sent[n] = shipment{object, not}
	}
	return nil
}

// pickTwin returns a chunk that a second worker is to compute, if there is one, and the first one.
func (c *coordinator) pickTwin() (n int, not []string, ok bool) {
	for n, first := range c.twins {
		if _, sent := c.sent[n]; !sent && c.states[n] == settled && first != "" && c.anyoneBut(first) {
			return n, []string{first}, true
		}
	}
	return 0, nil, false
}

// pick returns an open chunk.
func (c *coordinator) pick() (n int, ok bool) {
	for len(c.again) > 0 {
		n, c.again = c.again[0], c.again[1:]
		if c.states[n] == open {
			return n, true
		}
	}
	for ; c.next < len(c.states); c.next++ {
		if c.states[c.next] == open {
			c.next++
			return c.next - 1, true
		}
	}
	return 0, false
}

// settle takes results: parts become files, then the ledger knows of them, then the broker may forget them.
func (c *coordinator) settle(ctx context.Context, messages []jetstream.Msg) error {
	var done []ledger.Chunk
	var err error
	for i, m := range messages {
		var chunk *ledger.Chunk
		if chunk, err = c.takeResult(ctx, m); err != nil {
			messages = messages[:i]
			break
		}
		if chunk != nil {
			done = append(done, *chunk)
			c.settled(ctx, chunk.N)
			if _, ok := c.twins[chunk.N]; ok {
				c.twins[chunk.N] = chunk.Worker
			}
		}
	}
	if err := c.ledger.Record(ctx, done); err != nil {
		return err
	}
	c.report.Done += len(done)
	c.options.Progress.Report(work.Advanced(len(done)))
	for _, m := range messages {
		_ = m.Ack() // or it comes again, and is a double
		c.queues.drop(ctx, m.Headers().Get(objectHeader))
	}
	return err
}

// takeResult takes one result and returns the chunk, if it is done now.
func (c *coordinator) takeResult(ctx context.Context, m jetstream.Msg) (*ledger.Chunk, error) {
	var r result
	if json.Unmarshal([]byte(m.Headers().Get(metaHeader)), &r) != nil || r.Chunk < 0 || r.Chunk >= len(c.states) {
		return nil, nil // nobody of ours has sent it
	}
	c.hear(r.Worker)
	r.Worker.Name = clip(r.Worker.Name, mostName)
	r.Error = clip(r.Error, mostError)
	data, err := c.queues.body(ctx, m)
	switch {
	case errors.Is(err, errLost):
		if c.states[r.Chunk] != open {
			c.reopen(r.Chunk)
		}
		return nil, nil
	case err != nil:
		return nil, err
	case c.states[r.Chunk] == settled:
		return nil, c.compare(ctx, r, data)
	case r.Error == "":
		chunk, err := c.accept(r, data)
		if !errors.Is(err, errRefused) {
			return chunk, err
		}
		r.Error = err.Error()
	}
	return nil, c.failed(ctx, r)
}

// clip is the begin of a text of a worker, of so many bytes at most.
func clip(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

// settled takes a chunk out of the window for good.
func (c *coordinator) settled(ctx context.Context, n int) {
	c.queues.drop(ctx, c.sent[n].object)
	delete(c.sent, n)
	c.states[n] = settled
	c.left--
}

// errRefused says that a part is not what it should be.
var errRefused = errors.New("the coordinator refuses the part")

// accept verifies a part and makes a file of it, unless one is there.
func (c *coordinator) accept(r result, data []byte) (*ledger.Chunk, error) {
	name := part.Name(r.Chunk)
	p, err := part.Parse(name, data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errRefused, err)
	}
	if err := c.plan.Verify(c.id, r.Chunk, p); err != nil {
		return nil, fmt.Errorf("%w: %w", errRefused, err)
	}
	switch err := part.Save(filepath.Join(c.dir, name), data); {
	case errors.Is(err, part.ErrExists):
		return c.existing(r.Chunk) // saved before the coordinator was started again
	case err != nil:
		return nil, err
	}
	return &ledger.Chunk{N: r.Chunk, Rows: p.Header.Rows, ContentHash: p.Header.ContentHash, Worker: r.Worker.Name, CPU: r.CPU}, nil
}

// compare compares what a second worker answered with the part that is there.
func (c *coordinator) compare(ctx context.Context, r result, data []byte) error {
	first, chosen := c.twins[r.Chunk]
	if !chosen || r.Worker.Name == first { // a late answer
		c.report.Doubles++
	}
	if chosen {
		c.queues.drop(ctx, c.sent[r.Chunk].object)
		delete(c.sent, r.Chunk) // if it was not compared, it is sent again
	}
	if r.Worker.Name == first {
		return nil
	}
	what, err := c.difference(r, data)
	if err != nil || what == "" && !chosen {
		return err
	}
	if what == "" && strings.HasPrefix(first, somebody) {
		return c.sign(ctx, r) // it may be the answer of which the part was made
	}
	delete(c.twins, r.Chunk)
	return c.ledger.Compared(ctx, r.Chunk, r.Worker.Name, what)
}

// sign records which worker has computed a part.
func (c *coordinator) sign(ctx context.Context, r result) error {
	chunk, err := c.existing(r.Chunk)
	if err != nil {
		return err
	}
	chunk.Worker, c.twins[r.Chunk] = r.Worker.Name, r.Worker.Name
	return errors.Join(c.ledger.Reopen(ctx, []int{r.Chunk}), c.ledger.Record(ctx, []ledger.Chunk{*chunk}))
}

// difference says in what an answer differs from the part that is there, "" if it does not or if there is none.
func (c *coordinator) difference(r result, data []byte) (string, error) {
	name := part.Name(r.Chunk)
	first, err := part.Open(filepath.Join(c.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil // it was given up
	}
	if err != nil {
		return "", err
	}
	defer first.Close()
	if r.Error != "" {
		return "the second one failed: " + r.Error, nil
	}
	second, err := part.Parse(name, data)
	if err == nil {
		err = c.plan.Verify(c.id, r.Chunk, second)
	}
	if err != nil {
		return fmt.Sprintf("the second one's part is refused: %v", err), nil
	}
	return part.Difference(first, second)
}

// failed has a chunk sent again, to a worker that did not fail at it if there is one, or gives it up.
func (c *coordinator) failed(ctx context.Context, r result) error {
	if err := c.ledger.Fail(ctx, r.Chunk, r.Worker.Name, r.Error); err != nil {
		return err
	}
	f := c.failures[r.Chunk]
	f.count++
	if !slices.Contains(f.by, r.Worker.Name) {
		f.by = append(slices.Clone(f.by), r.Worker.Name)
	}
	c.failures[r.Chunk] = f
	if f.count >= mostFailures && (len(f.by) >= mostFailures || !c.anyoneBut(f.by...)) {
		c.report.Failed = append(c.report.Failed, job.Failure{Chunk: r.Chunk, Failures: f.count, Worker: r.Worker.Name, Error: r.Error})
		c.settled(ctx, r.Chunk)
		return nil
	}
	if c.states[r.Chunk] == sent {
		c.reopen(r.Chunk)
	}
	return nil
}

// farewell tells workers that the run is over and clears the broker, as far as it can be reached.
func (c *coordinator) farewell(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, farewellTime)
	defer cancel()
	_ = try(ctx, c.queues.remove, jetstream.ErrStreamNotFound)
	for range 3 {
		_ = c.nc.Publish(overSubject+c.ledger.Run, nil)
		_ = c.nc.FlushWithContext(ctx)
		_ = sleep(ctx, pause)
	}
}
