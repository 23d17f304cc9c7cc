package serve

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// counters count requests for Prometheus.
type counters struct {
	open    atomic.Int64
	mu      sync.Mutex
	answers map[string]*times // by labels: the pattern of a handler, never an address, and the status
}

// times say how long answers took.
type times struct {
	within  [len(buckets)]int64
	all     int64
	seconds float64
}

// buckets are the upper limits of times, in seconds.
var buckets = [...]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// counted counts what a handler answers.
func (c *counters) counted(next http.Handler) http.Handler {
	c.answers = map[string]*times{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		c.open.Add(1)
		out := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			c.open.Add(-1)
			c.count(fmt.Sprintf("route=%q,status=\"%dxx\"", r.Pattern, out.status/100), time.Since(begun).Seconds())
		}()
		next.ServeHTTP(out, r)
	})
}

func (c *counters) count(labels string, seconds float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.answers[labels]
	if t == nil {
		t = &times{}
		c.answers[labels] = t
	}
	t.all++
	t.seconds += seconds
	for i, limit := range buckets {
		if seconds <= limit {
			t.within[i]++
		}
	}
}

// statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Flush sends what was written, for writers around this one, which ask no http.ResponseController.
func (w *statusWriter) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// Unwrap lets an http.ResponseController reach the writer below.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// metrics answers in the text format of Prometheus.
func (s *Server) metrics(w http.ResponseWriter, _ *http.Request) {
	var b bytes.Buffer // no request waits until this one is read
	head := func(name, kind, help string) {
		fmt.Fprintf(&b, "# HELP sudokuctl_%[1]s %[3]s\n# TYPE sudokuctl_%[1]s %[2]s\n", name, kind, help)
	}
	head("request_seconds", "histogram", "How long answers took, by pattern and status.")
	s.count.mu.Lock()
	for _, labels := range slices.Sorted(maps.Keys(s.count.answers)) {
		t := s.count.answers[labels]
		for i, limit := range buckets {
			fmt.Fprintf(&b, "sudokuctl_request_seconds_bucket{%s,le=\"%g\"} %d\n", labels, limit, t.within[i])
		}
		fmt.Fprintf(&b, "sudokuctl_request_seconds_bucket{%[1]s,le=\"+Inf\"} %[2]d\nsudokuctl_request_seconds_sum{%[1]s} %[3]g\n"+
			"sudokuctl_request_seconds_count{%[1]s} %[2]d\n", labels, t.all, t.seconds)
	}
	s.count.mu.Unlock()
	now, most := s.desk.Computing()
	for _, m := range []struct {
		name, kind, help string
		value            any
	}{
		{"requests_open", "gauge", "Requests that are being answered.", s.count.open.Load()},
		{"computations_total", "counter", "Requests that ran a plugin.", s.desk.Computed.Load()},
		{"slots", "gauge", "Requests that may compute at the same time.", most},
		{"slots_used", "gauge", "Requests that compute now.", now},
		{"streams", "gauge", "Event streams that are open.", len(s.desk.Jobs.Streams)},
		{"runs", "gauge", "Runs under way that were started here.", s.desk.Jobs.Running()},
	} {
		head(m.name, m.kind, m.help)
		fmt.Fprintf(&b, "sudokuctl_%s %v\n", m.name, m.value)
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Write(b.Bytes())
}
