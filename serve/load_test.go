package serve_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/serve"
)

// Many readers and event streams ask while runs write: nobody gets an error, and nothing piles up. It takes a second or two
// with few readers; SUDOKUCTL_TEST_LOAD=1m makes it 200 readers with 16 streams for a minute and tells how long answers took.
func TestLoad(t *testing.T) {
	readers, streams, long := 24, 4, 1500*time.Millisecond
	if text := os.Getenv("SUDOKUCTL_TEST_LOAD"); text != "" {
		var err error
		if long, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
		readers, streams = 200, 16
	}
	s := newServed(t, nil)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, nil, l) }()
	w := &load{t: t, strict: readers == 200, base: "http://" + l.Addr().String(), client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: readers + streams + 2}}}
	work, stop := context.WithTimeout(ctx, long)
	defer stop()
	var all sync.WaitGroup
	all.Go(func() { w.write(work) })
	for n := range streams {
		all.Go(func() { w.watch(work, n) })
	}
	for n := range readers {
		all.Go(func() { w.read(work, uint64(n)) })
	}
	half := time.AfterFunc(long/2, func() { w.heapHalf.Store(heap()) })
	defer half.Stop()
	all.Wait()
	atEnd := heap()
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
	if len(w.times) == 0 {
		return // the machine was too busy for a single answer
	}
	slices.Sort(w.times)
	at := func(q float64) time.Duration {
		return w.times[min(len(w.times)-1, int(q*float64(len(w.times))))].Round(10 * time.Microsecond)
	}
	t.Logf("%d reads by %d readers, median %v, p90 %v, p99 %v, most %v; %d events on %d streams; %d runs; live memory %.1f MB half-way, %.1f MB at the end",
		len(w.times), readers, at(.5), at(.9), at(.99), at(1), w.events.Load(), streams, w.runs.Load(), float64(w.heapHalf.Load())/1e6, float64(atEnd)/1e6)
	for address, times := range w.byAddress {
		slices.Sort(times)
		t.Logf("  %s: %d, median %v, p99 %v", address, len(times), times[len(times)/2].Round(10*time.Microsecond), times[len(times)*99/100].Round(10*time.Microsecond))
	}
}

// heap is how much memory is in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// load asks a server for many things.
type load struct {
	t        *testing.T
	strict   bool
	base     string
	client   *http.Client
	events   atomic.Int64
	runs     atomic.Int64
	newest   atomic.Int64 // run
	heapHalf atomic.Uint64

	mu        sync.Mutex
	times     []time.Duration
	byAddress map[string][]time.Duration
}

func (l *load) do(ctx context.Context, method, path, body string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, l.base+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Host = "localhost:7411"
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return l.client.Do(r)
}

// addresses are those that readers ask for.
var addresses = []string{"/", "/library", "/library?where=clues+%3C%3D+24&sort=-clues", "/library?view=cards", "/p/1",
	"/p/3?marks=on", "/runs", "/plugins", "/api/v1/puzzles?limit=100", "/api/v1/puzzles/2", "/api/v1/facets", "/api/v1/runs",
	"/query", "/generate", "/health"}

// What one answer takes, by address.
func BenchmarkPages(b *testing.B) {
	for _, address := range addresses {
		b.Run(address, func(b *testing.B) {
			s := newServed(b, nil)
			for b.Loop() {
				if w := s.get(address, "Accept-Encoding", "gzip"); w.Code != http.StatusOK {
					b.Fatal(w.Code, w.Body)
				}
			}
		})
	}
}

// read asks for pages and records as somebody who looks at each for about half a second.
func (l *load) read(ctx context.Context, n uint64) {
	r := rand.New(rand.NewPCG(n, 7))
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Duration(250+r.IntN(500)) * time.Millisecond):
		}
		address := addresses[r.IntN(len(addresses))]
		begun := time.Now()
		answer, err := l.do(ctx, http.MethodGet, address, "")
		if err != nil {
			l.cut(ctx, address, err)
			continue
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		took := time.Since(begun)
		if err != nil {
			l.cut(ctx, address, err)
			continue
		}
		if answer.StatusCode != http.StatusOK {
			l.failed(ctx, "%s: %d %.200s", address, answer.StatusCode, text)
			continue
		}
		l.mu.Lock()
		l.times = append(l.times, took)
		if l.byAddress == nil {
			l.byAddress = map[string][]time.Duration{}
		}
		l.byAddress[address] = append(l.byAddress[address], took)
		l.mu.Unlock()
	}
}

// cut reports a broken connection: on a busy machine a client may be so slow that it is left.
func (l *load) cut(ctx context.Context, what string, err error) {
	if l.strict {
		l.failed(ctx, "%s: %v", what, err)
	}
}

func (l *load) failed(ctx context.Context, format string, args ...any) {
	if ctx.Err() == nil {
		l.t.Errorf(format, args...)
	}
}

// write starts runs on new puzzles, one after the other.
func (l *load) write(ctx context.Context) {
	const first = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	r := rand.New(rand.NewPCG(3, 4))
	for ctx.Err() == nil {
		var puzzles strings.Builder
		for range 2_000 {
			digits := r.Perm(9)
			for _, c := range first {
				if c != '.' {
					c = rune('1' + digits[c-'1'])
				}
				puzzles.WriteRune(c)
			}
			puzzles.WriteString(`\n`)
		}
		answer, err := l.do(ctx, http.MethodPost, "/api/v1/runs", `{"puzzles":"`+puzzles.String()+`","solvers":["dlx"],"graders":["entropybt"]}`)
		if err != nil {
			l.cut(ctx, "starting a run", err)
			continue
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode == http.StatusServiceUnavailable { // two are under way
			time.Sleep(50 * time.Millisecond)
			continue
		}
		if answer.StatusCode != http.StatusAccepted {
			l.failed(ctx, "starting a run: %d %s", answer.StatusCode, text)
			return
		}
		var run int64
		if _, err := fmt.Sscanf(answer.Header.Get("Location"), "/api/v1/runs/%d", &run); err != nil {
			l.failed(ctx, "starting a run: %v", err)
			return
		}
		l.newest.Store(run)
		l.runs.Add(1)
	}
}

// watch reads the events of the newest run, one run after the other; one stream in four reads slowly.
func (l *load) watch(ctx context.Context, n int) {
	for ctx.Err() == nil {
		run := l.newest.Load()
		if run == 0 {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		answer, err := l.do(ctx, http.MethodGet, fmt.Sprintf("/api/v1/runs/%d/events", run), "")
		if err != nil {
			l.cut(ctx, "events", err)
			continue
		}
		if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusNoContent {
			l.failed(ctx, "events: %d", answer.StatusCode)
		}
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			if strings.HasPrefix(lines.Text(), "data: ") {
				l.events.Add(1)
			}
			if n%4 == 0 {
				time.Sleep(10 * time.Millisecond)
			}
		}
		answer.Body.Close()
		time.Sleep(20 * time.Millisecond)
	}
}

// A client that asks and never reads keeps nothing: others are answered, and the server ends.
func TestSilentClients(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Desk.Slots = 1 })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, nil, l) }()
	rows := "WITH+RECURSIVE+n(i)+AS+(SELECT+1+UNION+ALL+SELECT+i%2B1+FROM+n+LIMIT+9999)+SELECT+hex(zeroblob(300))+FROM+n"
	for _, request := range []string{"GET /export?to=csv HTTP/1.1", "GET /api/v1/query?sql=" + rows + " HTTP/1.1", "GET /query?sql=" + rows + " HTTP/1.1", "GET / HTTP/1.1", "POST /api/v1/solve HTTP/1.1\r\nContent-Length: 1000000", ""} {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := c.(*net.TCPConn).SetReadBuffer(1 << 10); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "%s\r\nHost: localhost:7411\r\n\r\n", request)
	}
	for {
		w := s.do(http.MethodPost, "/api/v1/solve", `{"puzzle":"`+easy+`","plugin":"dlx"}`)
		if w.Code == http.StatusOK {
			break
		}
		if w.Code != http.StatusServiceUnavailable { // the queries of the others are under way
			t.Fatalf("solving: %d %s", w.Code, w.Body)
		}
	}
	if w := s.get("/"); w.Code != http.StatusOK {
		t.Errorf("the library: %d", w.Code)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
