package pool

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/sudokuctl/sudokuctl/fleet"
	"github.com/sudokuctl/sudokuctl/fleet/ledger"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// answers is how an odd worker answers a chunk: parts that it sends one after the other, or why it failed.
type answers func(w *fleet.Worker, l *fleet.Load) (parts [][]byte, why string)

// honest computes a chunk.
func honest(t testing.TB) answers {
	return func(w *fleet.Worker, l *fleet.Load) ([][]byte, string) {
		_, data, err := w.Compute(t.Context(), l)
		if err != nil {
			t.Error(err)
		}
		return [][]byte{data}, ""
	}
}

// pretend works like a worker that answers oddly.
func pretend(t testing.TB, ctx context.Context, address string, answer answers) {
	pretendAs(t, ctx, "odd", address, answer)
}

// pretendAs is pretend with a name. It leaves chunks to others if it is to, unless it is called odd.
func pretendAs(t testing.TB, ctx context.Context, self, address string, answer answers) {
	nc := connect(t, address)
	offer, err := seek(ctx, nc)
	if err != nil {
		return
	}
	q, err := newQueues(nc, offer.Run)
	if err != nil {
		t.Error(err)
		return
	}
	w, err := fleet.NewWorker(ctx, opener(t), offer.Assignment, 1)
	if err != nil {
		t.Error(err)
		return
	}
	var talk sync.WaitGroup
	defer talk.Wait()
	talk.Go(func() { (&worker{offer: offer, nc: nc, self: job.Worker{Name: self, Chunk: -1}}).talk(ctx) })
	for ctx.Err() == nil {
		messages, err := q.take(ctx, q.workStream(), 1, time.Second)
		if err != nil {
			_ = sleep(ctx, pause)
			continue
		}
		for _, m := range messages {
			var l fleet.Load
			if err := json.Unmarshal([]byte(m.Headers().Get(metaHeader)), &l); err != nil {
				t.Error(err)
			}
			if self != "odd" && slices.Contains(l.Not, self) {
				leave(m)
				continue
			}
			if l.Packed, err = q.body(ctx, m); err != nil {
				continue
			}
			parts, why := answer(w, &l)
			if why != "" {
				parts = [][]byte{nil}
			}
			for i, data := range parts {
				r := result{Chunk: l.Chunk, Error: why, Worker: job.Worker{Name: self, Chunk: -1}}
				if _, err := q.send(ctx, resultSubject, l.Chunk, name()+string(rune('a'+i)), r, data); err != nil {
					return
				}
			}
			_ = m.Ack()
		}
	}
}

// with coordinates a plan of 100 puzzles, ten a chunk, with one odd worker.
func with(t *testing.T, answer answers) (plan *fleet.Plan, dir string, r *Report, err error) {
	t.Helper()
	dir = t.TempDir()
	open := opener(t)
	plan = planOf(t, open, dir, 100)
	address := start(t, "secret")
	ctx, end := context.WithCancel(t.Context())
	var worker sync.WaitGroup
	worker.Go(func() { pretend(t, ctx, address, answer) })
	r, err = Coordinate(ctx, connect(t, address), plan, dir, openLedger(t, dir, plan), inMemory)
	end()
	worker.Wait()
	return plan, dir, r, err
}

// TestPoison gives up a chunk that nobody can compute, and computes all others.
func TestPoison(t *testing.T) {
	t.Parallel()
	right := honest(t)
	plan, dir, r, err := with(t, func(w *fleet.Worker, l *fleet.Load) ([][]byte, string) {
		if l.Chunk == 4 {
			return nil, "it burns"
		}
		return right(w, l)
	})
	var failed *FailedError
	if !errors.As(err, &failed) || len(failed.Chunks) != 1 || err.Error() != "chunk 4 failed 5 times, the last time on odd: it burns" {
		t.Errorf("%v", err)
	}
	s, err := fleet.Take(t.Context(), plan, dir, true, nil)
	if err != nil || !slices.Equal(s.Missing, []int{4}) || r.Done != 9 {
		t.Errorf("%d done, missing %v: %v", r.Done, s.Missing, err)
	}
	l, err := ledger.Read(t.Context(), dir)
	if err != nil || len(l.Failures) != 1 || l.Failures[0].Failures != 5 || l.Failures[0].Error != "it burns" {
		t.Errorf("%+v: %v", l, err)
	}
}

// TestRefused refuses what is not the part of the chunk, and takes the right one when it comes.
func TestRefused(t *testing.T) {
	t.Parallel()
	right := honest(t)
	seen := map[int]int{}
	var other, puzzles []byte
	plan, dir, r, err := with(t, func(w *fleet.Worker, l *fleet.Load) ([][]byte, string) {
		parts, _ := right(w, l)
		if seen[l.Chunk]++; seen[l.Chunk] > 1 {
			return parts, ""
		}
		switch l.Chunk {
		case 1:
			return [][]byte{[]byte("half a part")}, ""
		case 2:
			return [][]byte{parts[0][:len(parts[0])/2]}, ""
		case 3:
			if other != nil {
				return [][]byte{other}, ""
			}
		case 4:
			odd := *w // answers of another version
			odd.Tasks = slices.Clone(odd.Tasks)
			odd.Tasks[0].Version = "0.5.0"
			return right(&odd, l)
		case 5:
			odd := *l // answers to other puzzles
			odd.Packed = puzzles
			return right(w, &odd)
		case 0:
			other, puzzles = parts[0], l.Packed
		}
		return parts, ""
	})
	if err != nil || r.Done != 10 || len(r.Failed) != 0 {
		t.Errorf("%+v: %v", r, err)
	}
	if contentOf(t, plan, dir) != alone(t, opener(t), plan) {
		t.Error("the content is another one than on one machine")
	}
}

// TestDoubles counts what is computed twice, once; the first part stays.
func TestDoubles(t *testing.T) {
	t.Parallel()
	right := honest(t)
	plan, dir, r, err := with(t, func(w *fleet.Worker, l *fleet.Load) ([][]byte, string) {
		parts, _ := right(w, l)
		return append(parts, parts[0]), ""
	})
	if err != nil || r.Done != 10 || r.Doubles == 0 {
		t.Errorf("%+v: %v", r, err)
	}
	if contentOf(t, plan, dir) != alone(t, opener(t), plan) {
		t.Error("the content is another one than on one machine")
	}
}

// between coordinates a plan of 100 puzzles, ten a chunk, with workers of these names.
func between(t *testing.T, o Options, workers map[string]answers) (plan *fleet.Plan, dir string, r *Report, err error) {
	t.Helper()
	dir = t.TempDir()
	plan = planOf(t, opener(t), dir, 100)
	address := start(t, "secret")
	ctx, end := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for name, answer := range workers {
		all.Go(func() { pretendAs(t, ctx, name, address, answer) })
	}
	r, err = Coordinate(ctx, connect(t, address), plan, dir, openLedger(t, dir, plan), o)
	end()
	all.Wait()
	return plan, dir, r, err
}

// together are the same answers, but none before all workers have a chunk.
func together(workers map[string]answers) map[string]answers {
	var waiting sync.WaitGroup
	waiting.Add(len(workers))
	for name, answer := range workers {
		var once sync.Once
		workers[name] = func(w *fleet.Worker, l *fleet.Load) ([][]byte, string) {
			once.Do(func() { waiting.Done(); waiting.Wait() })
			return answer(w, l)
		}
	}
	return workers
}

// TestRecheck has every chunk computed by two workers: nothing differs, and the parts are those of one machine.
func TestRecheck(t *testing.T) {
	t.Parallel()
	o := inMemory
	o.Recheck = 1
	plan, dir, r, err := between(t, o, together(map[string]answers{"first": honest(t), "second": honest(t)}))
	if err != nil || r.Done != 10 || r.Checked != 10 || r.Unchecked != 0 {
		t.Errorf("%+v: %v", r, err)
	}
	if contentOf(t, plan, dir) != alone(t, opener(t), plan) {
		t.Error("the content is another one than on one machine")
	}
}

// TestLiar has a worker measure something else: the coordinator names it, the other one, the chunk and the puzzle.
func TestLiar(t *testing.T) {
	t.Parallel()
	right := honest(t)
	lies := func(w *fleet.Worker, l *fleet.Load) ([][]byte, string) {
		parts, _ := right(w, l)
		return [][]byte{rewritten(t, parts[0])}, ""
	}
	o := inMemory
	o.Recheck = 0.1
	_, _, r, err := between(t, o, together(map[string]answers{"honest": right, "liar": lies}))
	var differ *DifferError
	if !errors.As(err, &differ) || len(differ.Chunks) != 1 || r.Done != 10 || r.Checked != 1 {
		t.Fatalf("%+v: %v", r, err)
	}
	for _, want := range []string{"honest", "liar", "counter: givens ", `, puzzle "in.txt:`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
}

// rewritten writes a part anew in which the third puzzle has a thousand givens.
func rewritten(t *testing.T, data []byte) []byte {
	p, err := part.Parse("honest", data)
	if err != nil {
		t.Error(err)
		return nil
	}
	var out bytes.Buffer
	h := p.Header
	h.Rows = 0
	w, err := part.NewWriter(&out, h)
	n := 0
	for r, rowErr := range p.Rows() {
		if n++; n == 3 && rowErr == nil {
			r.Answers[0].Grades[0].Value = lie
		}
		err = errors.Join(err, rowErr, w.Write(r))
	}
	if _, closeErr := w.Close(); err != nil || closeErr != nil {
		t.Error(err, closeErr)
	}
	return out.Bytes()
}

// TestNobodyChecksItself adopts parts that somebody computed, as after a kill before the ledger was written, and hears of them from a
// worker that may be who it was: only a second one's answers count as a comparison. A part that differs and is removed is computed
// and compared again.
func TestNobodyChecksItself(t *testing.T) {
	t.Parallel()
	open, dir, address := opener(t), t.TempDir(), start(t, "secret")
	plan := planOf(t, open, dir, 30)
	if _, err := fleet.RunShard(t.Context(), open, plan, fleet.Shard{Index: 0, Count: 1}, dir, 1, nil); err != nil {
		t.Fatal(err)
	}
	forged, missing := filepath.Join(dir, part.Name(1)), filepath.Join(dir, part.Name(2))
	data, err := os.ReadFile(forged)
	if err := errors.Join(err, os.WriteFile(forged, rewritten(t, data), 0o600), os.Remove(missing)); err != nil {
		t.Fatal(err)
	}
	o, l := inMemory, openLedger(t, dir, plan)
	o.Recheck = 1
	coordinate := func(worker string) (*Report, error) {
		ctx, end := context.WithCancel(t.Context())
		var working sync.WaitGroup
		defer working.Wait()
		defer end()
		working.Go(func() { pretendAs(t, ctx, worker, address, honest(t)) })
		return Coordinate(ctx, connect(t, address), plan, dir, l, o)
	}
	r, err := coordinate("one")
	if r.Before != 2 || r.Done != 1 || r.Checked != 1 || r.Unchecked != 2 || err == nil || !strings.Contains(err.Error(), "chunk 1: workers somebody on ") {
		t.Errorf("one: %+v: %v", r, err)
	}
	if err := os.Remove(forged); err != nil {
		t.Fatal(err)
	}
	if r, err = coordinate("two"); err != nil || r.Before != 2 || r.Done != 1 || r.Checked != 2 || r.Unchecked != 1 {
		t.Errorf("two: %+v: %v", r, err)
	}
}

// TestNobodyToCompareWith says how many chunks only one worker could compute.
func TestNobodyToCompareWith(t *testing.T) {
	t.Parallel()
	o := inMemory
	o.Recheck = 0.25
	_, _, r, err := between(t, o, map[string]answers{"lonely": honest(t)})
	if err != nil || r.Done != 10 || r.Checked != 0 || r.Unchecked != 3 {
		t.Errorf("%+v: %v", r, err)
	}
}

// TestOneWorkerGivesNothingUp has a worker fail at everything, as often as it likes: another one computes all.
func TestOneWorkerGivesNothingUp(t *testing.T) {
	t.Parallel()
	fails := func(*fleet.Worker, *fleet.Load) ([][]byte, string) { return nil, strings.Repeat("no ", mostError) }
	plan, dir, r, err := between(t, inMemory, together(map[string]answers{"honest": honest(t), "saboteur": fails}))
	if err != nil || r.Done != 10 || len(r.Failed) != 0 {
		t.Errorf("%+v: %v", r, err)
	}
	contentOf(t, plan, dir)
}

// TestManyNames keeps no more workers than there can be, and none with endless names.
func TestManyNames(t *testing.T) {
	c := &coordinator{workers: map[string]heard{}}
	for i := range ledger.MostWorkers + 100 {
		c.hear(job.Worker{Name: fmt.Sprint("w", i)})
	}
	c.hear(job.Worker{Name: strings.Repeat("w", mostName+1)})
	if len(c.workers) != ledger.MostWorkers {
		t.Errorf("%d workers", len(c.workers))
	}
	for name, w := range c.workers {
		c.workers[name] = heard{w.Worker, time.Now().Add(-time.Hour)}
	}
	c.hear(job.Worker{Name: "late"})
	if len(c.workers) != 1 || !c.anyoneBut("other") || c.anyoneBut("late") {
		t.Errorf("%d workers", len(c.workers))
	}
}

// TestAdopt goes on with what the folder holds, whatever the ledger says: parts without a row, rows without a part.
func TestAdopt(t *testing.T) {
	t.Parallel()
	open, dir := opener(t), t.TempDir()
	plan := planOf(t, open, dir, 100)
	if _, err := fleet.RunShard(t.Context(), open, plan, fleet.Shard{Index: 0, Count: 2}, dir, 1, nil); err != nil {
		t.Fatal(err)
	}
	l := openLedger(t, dir, plan)
	if err := l.Record(t.Context(), []ledger.Chunk{{N: 1, Rows: 10, ContentHash: "gone"}}); err != nil {
		t.Fatal(err)
	}
	address := start(t, "secret")
	ctx, end := context.WithCancel(t.Context())
	var worker sync.WaitGroup
	worker.Go(func() { pretend(t, ctx, address, honest(t)) })
	r, err := Coordinate(ctx, connect(t, address), plan, dir, l, inMemory)
	end()
	worker.Wait()
	if err != nil || r.Before != 5 || r.Done != 5 {
		t.Errorf("%+v: %v", r, err)
	}
	done, err := l.Done(t.Context())
	if err != nil || len(done) != 10 {
		t.Errorf("%v: %v", done, err)
	}
	db, err := sql.Open(sqlite.Driver, "file:"+filepath.Join(dir, "ledger.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var hash string
	if err := db.QueryRow(`SELECT content_hash FROM chunk WHERE n = 1`).Scan(&hash); err != nil || hash == "gone" {
		t.Errorf("%q: %v", hash, err)
	}
}

// TestHalfWritten names a damaged part and says what to do.
func TestHalfWritten(t *testing.T) {
	t.Parallel()
	open, dir := opener(t), t.TempDir()
	plan := planOf(t, open, dir, 20)
	if err := os.WriteFile(filepath.Join(dir, part.Name(1)), []byte("PAR1"), 0o600); err != nil {
		t.Fatal(err)
	}
	address := start(t, "secret")
	_, err := Coordinate(t.Context(), connect(t, address), plan, dir, openLedger(t, dir, plan), inMemory)
	if err == nil || !strings.Contains(err.Error(), part.Name(1)) || !strings.Contains(err.Error(), "remove it, and its chunk is computed again") {
		t.Errorf("%v", err)
	}
}

// TestChangedInput says so instead of sending other puzzles.
func TestChangedInput(t *testing.T) {
	t.Parallel()
	open, dir := opener(t), t.TempDir()
	plan := planOf(t, open, dir, 20)
	if err := os.WriteFile(filepath.Join(dir, "in.txt"), []byte(strings.Repeat(solved6+"\n", 20)), 0o600); err != nil {
		t.Fatal(err)
	}
	address := start(t, "secret")
	_, err := Coordinate(t.Context(), connect(t, address), plan, dir, openLedger(t, dir, plan), inMemory)
	if !errors.Is(err, fleet.ErrChanged) {
		t.Errorf("%v", err)
	}
}

// TestLostWhileMade loses what the coordinator has made on the broker before it has made the rest.
func TestLostWhileMade(t *testing.T) {
	t.Parallel()
	open, dir := opener(t), t.TempDir()
	plan := planOf(t, open, dir, 100)
	address := start(t, "secret")
	ctx, end := context.WithCancel(t.Context())
	thief := connect(t, address)
	js, err := jetstream.New(thief)
	if err != nil {
		t.Fatal(err)
	}
	left := 5
	_, err = thief.Subscribe("$JS.EVENT.ADVISORY.STREAM.CREATED.>", func(m *nats.Msg) {
		if left--; left >= 0 {
			_ = js.DeleteStream(ctx, m.Subject[strings.LastIndexByte(m.Subject, '.')+1:])
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var worker sync.WaitGroup
	nc := connect(t, address)
	worker.Go(func() {
		if err := Work(ctx, nc, open, WorkerOptions{Workers: 1, Stay: true}); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	r, err := Coordinate(ctx, connect(t, address), plan, dir, openLedger(t, dir, plan), inMemory)
	end()
	worker.Wait()
	if err != nil || r.Done != 10 {
		t.Errorf("%+v: %v", r, err)
	}
	contentOf(t, plan, dir)
}
