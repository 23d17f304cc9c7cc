package serve

import (
	"context"
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
	byRoute map[route]*answers
}

// route is what a request asked for and how it went: the pattern of its handler, never its address.
type route struct{ pattern, status string }

// answers are the answers of a route, by how long they took.
type answers struct {
	within  [len(buckets)]int64
	all     int64
	seconds float64
}

// buckets are the upper limits of times, in seconds.
var buckets = [...]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// counted counts what a handler answers.
func (c *counters) counted(next http.Handler) http.Handler {
	c.byRoute = map[route]*answers{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		c.open.Add(1)
		out := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			c.open.Add(-1)
			c.count(route{r.Pattern, fmt.Sprintf("%dxx", out.status/100)}, time.Since(begun).Seconds())
		}()
		next.ServeHTTP(out, r)
	})
}

func (c *counters) count(r route, seconds float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := c.byRoute[r]
	if a == nil {
		a = &answers{}
		c.byRoute[r] = a
	}
	a.all++
	a.seconds += seconds
	for i, limit := range buckets {
		if seconds <= limit {
			a.within[i]++
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

func (s *Server) health(mux *http.ServeMux) {
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), time.Second)
		defer cancel()
		if _, err := s.desk.Query(ctx, "SELECT 1"); err != nil {
			http.Error(w, "the library cannot be read", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ready")
	})
	mux.HandleFunc("GET /metrics", s.metrics)
}

// metrics answers in the text format of Prometheus.
func (s *Server) metrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	s.count.write(w)
	metric := func(name, kind, help string, value any) {
		fmt.Fprintf(w, "# HELP sudokuctl_%[1]s %[3]s\n# TYPE sudokuctl_%[1]s %[2]s\nsudokuctl_%[1]s %[4]v\n", name, kind, help, value)
	}
	now, most := s.desk.Computing()
	metric("requests_open", "gauge", "Requests that are being answered.", s.count.open.Load())
	metric("computations_total", "counter", "Requests that ran a plugin.", s.desk.Computed.Load())
	metric("slots", "gauge", "Requests that may compute at the same time.", most)
	metric("slots_used", "gauge", "Requests that compute now.", now)
	metric("streams", "gauge", "Event streams that are open.", len(s.desk.Jobs.Streams))
	metric("runs", "gauge", "Runs under way that were started here.", s.desk.Jobs.Running())
}

// write writes a histogram of times for each route.
func (c *counters) write(w http.ResponseWriter) {
	const name = "sudokuctl_request_seconds"
	fmt.Fprintf(w, "# HELP %[1]s How long answers took, by pattern and status.\n# TYPE %[1]s histogram\n", name)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range slices.SortedFunc(maps.Keys(c.byRoute), func(a, b route) int {
		return slices.Compare([]string{a.pattern, a.status}, []string{b.pattern, b.status})
	}) {
		a, labels := c.byRoute[r], fmt.Sprintf("route=%q,status=%q", r.pattern, r.status)
		for i, limit := range buckets {
			fmt.Fprintf(w, "%s_bucket{%s,le=\"%g\"} %d\n", name, labels, limit, a.within[i])
		}
		fmt.Fprintf(w, "%[1]s_bucket{%[2]s,le=\"+Inf\"} %[3]d\n%[1]s_sum{%[2]s} %[4]g\n"+
			"%[1]s_count{%[2]s} %[3]d\n", name, labels, a.all, a.seconds)
	}
}
