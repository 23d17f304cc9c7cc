package pool

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/sudokuctl/sudokuctl/fleet"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// TestSkew has a worker with another version refuse the plan and name both sides; the chunks stay for others.
func TestSkew(t *testing.T) {
	t.Parallel()
	open, dir := opener(t), t.TempDir()
	plan := planOf(t, open, dir, 30)
	plan.Tasks[0].Version = "0.9.0"
	address := start(t, "secret")
	ctx, end := context.WithCancel(t.Context())
	var coordinator sync.WaitGroup
	coordinator.Go(func() {
		_, err := Coordinate(ctx, connect(t, address), plan, dir, openLedger(t, dir, plan), inMemory)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the coordinator: %v", err)
		}
	})
	err := Work(t.Context(), connect(t, address), open, WorkerOptions{Workers: 1})
	var mismatch *job.MismatchError
	if !errors.As(err, &mismatch) || mismatch.Planned != "0.9.0" || mismatch.Here != "1.0.0" {
		t.Errorf("%v", err)
	}
	end()
	coordinator.Wait()
}

// cut is a proxy that can be cut: then nothing goes through it, and connections stay open.
type cut struct {
	listener net.Listener
	target   string

	mu   sync.Mutex
	heal chan struct{} // nil while it works
}

func newCut(t *testing.T, target string) *cut {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cut{listener: l, target: target}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", target)
			if err != nil {
				from.Close()
				continue
			}
			t.Cleanup(func() { from.Close(); to.Close() })
			go c.pass(to, from)
			go c.pass(from, to)
		}
	}()
	return c
}

func (c *cut) pass(to, from net.Conn) {
	buf := make([]byte, 4096)
	for {
		n, err := from.Read(buf)
		c.mu.Lock()
		heal := c.heal
		c.mu.Unlock()
		if heal != nil {
			<-heal
			to.Close() // what was under way is lost
			from.Close()
			return
		}
		if _, writeErr := to.Write(buf[:n]); err != nil || writeErr != nil {
			to.Close()
			return
		}
	}
}

// set cuts the proxy, or heals it.
func (c *cut) set(off bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case off:
		c.heal = make(chan struct{})
	case c.heal != nil:
		close(c.heal)
		c.heal = nil
	}
}

// TestCut cuts one of two workers off while it computes: the other one gets its chunk, and the first goes on when the
// network is back.
func TestCut(t *testing.T) {
	t.Parallel()
	open, dir := opener(t), t.TempDir()
	plan := planOf(t, open, dir, 100)
	address := start(t, "secret")
	before, after, _ := strings.Cut(address, "@")
	proxy := newCut(t, after)
	ctx, end := context.WithCancel(t.Context())
	defer end()

	taken, computed := make(chan struct{}), make(chan struct{})
	var once sync.Once
	right := honest(t)
	var workers sync.WaitGroup
	workers.Go(func() {
		pretend(t, ctx, before+"@"+proxy.listener.Addr().String(), func(w *fleet.Worker, l *fleet.Load) ([][]byte, string) {
			once.Do(func() {
				close(taken)
				<-computed // by the other one, for the lease has ended
			})
			return right(w, l)
		})
	})
	options := inMemory
	options.Lease = time.Second
	var r *Report
	var err error
	var coordinator sync.WaitGroup
	coordinator.Go(func() {
		r, err = Coordinate(ctx, connect(t, address), plan, dir, openLedger(t, dir, plan), options)
	})
	<-taken
	proxy.set(true)
	workers.Go(func() { pretend(t, ctx, address, right) })
	coordinator.Wait()
	proxy.set(false)
	close(computed)
	end()
	workers.Wait()
	if err != nil || r.Done != 10 {
		t.Errorf("%+v: %v", r, err)
	}
	if contentOf(t, plan, dir) != alone(t, open, plan) {
		t.Error("the content is another one than on one machine")
	}
}

// TestLateWorker wakes a worker after its lease has ended: what it computed is a double.
func TestLateWorker(t *testing.T) {
	t.Parallel()
	open, dir := opener(t), t.TempDir()
	plan := planOf(t, open, dir, 100)
	address := start(t, "secret")
	ctx, end := context.WithCancel(t.Context())
	defer end()
	right := honest(t)
	asleep := make(chan struct{})
	wake := make(chan struct{})
	var slept int
	var workers sync.WaitGroup
	workers.Go(func() {
		pretend(t, ctx, address, func(w *fleet.Worker, l *fleet.Load) ([][]byte, string) {
			if slept == 0 {
				slept = l.Chunk + 1
				close(asleep)
				<-wake
			}
			return right(w, l)
		})
	})
	options := inMemory
	options.Lease = time.Second
	var r *Report
	var err error
	var coordinator sync.WaitGroup
	coordinator.Go(func() { r, err = Coordinate(ctx, connect(t, address), plan, dir, openLedger(t, dir, plan), options) })
	<-asleep
	workers.Go(func() {
		pretend(t, ctx, address, func(w *fleet.Worker, l *fleet.Load) ([][]byte, string) {
			if l.Chunk == slept-1 {
				select {
				case <-wake:
				default:
					close(wake) // now both compute it
				}
			}
			return right(w, l)
		})
	})
	coordinator.Wait()
	end()
	workers.Wait()
	if err != nil || r.Done != 10 {
		t.Errorf("%+v: %v", r, err)
	}
	if contentOf(t, plan, dir) != alone(t, open, plan) {
		t.Error("the content is another one than on one machine")
	}
}

// TestLeaves has a worker that has missed the end of its run leave it: the run's queues are gone, and the coordinator that
// answers works on something else.
func TestLeaves(t *testing.T) {
	t.Parallel()
	address := start(t, "secret")
	offer := Offer{Run: "b1", Lease: time.Second}
	text, err := json.Marshal(offer)
	if err != nil {
		t.Fatal(err)
	}
	coordinator := connect(t, address)
	if _, err := coordinator.Subscribe(offerSubject, func(m *nats.Msg) { _ = m.Respond(text) }); err != nil {
		t.Fatal(err)
	}
	if err := coordinator.Flush(); err != nil {
		t.Fatal(err)
	}
	offer.Run = "a0"
	w := &worker{offer: offer, nc: connect(t, address), last: time.Now().Add(-2 * aliveTime)}
	ctx, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	if err := w.work(ctx); err != nil {
		t.Error(err)
	}
}

// TestAChunkForOthersGoesOn has a worker get a chunk that others are to compute: they can have it at once, however long a lease is.
func TestAChunkForOthersGoesOn(t *testing.T) {
	t.Parallel()
	offer := Offer{Run: "b1", Lease: time.Hour}
	nc := connect(t, start(t, "secret"))
	q, err := newQueues(nc, offer.Run)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.make(t.Context(), inMemory.Storage, offer.Lease); err != nil {
		t.Fatal(err)
	}
	w := &worker{offer: offer, nc: nc, queues: q, self: job.Worker{Name: "first"}}
	if _, err := q.send(t.Context(), workSubject, 0, "id", fleet.Load{Not: []string{"first"}}, nil); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		messages, err := q.take(t.Context(), q.workStream(), 1, 20*time.Second)
		if err != nil || len(messages) != 1 {
			t.Fatalf("%d chunks: %v", len(messages), err)
		}
		if err := w.do(t.Context(), messages[0]); err != nil {
			t.Fatal(err)
		}
	}
}
