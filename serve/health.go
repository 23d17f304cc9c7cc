package serve

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// counters count requests for Prometheus.
type counters struct {
	mu       sync.Mutex
	byStatus map[int]int64
	open     atomic.Int64
	elapsed  atomic.Int64 // nanoseconds, of all answers
}

// counted counts what a handler answers.
func (c *counters) counted(next http.Handler) http.Handler {
	c.byStatus = map[int]int64{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		c.open.Add(1)
		out := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			c.open.Add(-1)
			c.elapsed.Add(int64(time.Since(begun)))
			c.mu.Lock()
			c.byStatus[out.status/100*100]++
			c.mu.Unlock()
		}()
		next.ServeHTTP(out, r)
	})
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
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		metric := func(name, kind, help string, value any) {
			fmt.Fprintf(w, "# HELP sudokuctl_%[1]s %[3]s\n# TYPE sudokuctl_%[1]s %[2]s\nsudokuctl_%[1]s %[4]v\n", name, kind, help, value)
		}
		fmt.Fprint(w, "# HELP sudokuctl_requests_total Requests that were answered, by status.\n# TYPE sudokuctl_requests_total counter\n")
		s.count.mu.Lock()
		for status := 100; status < 600; status += 100 {
			if n := s.count.byStatus[status]; n > 0 {
				fmt.Fprintf(w, "sudokuctl_requests_total{status=\"%dxx\"} %d\n", status/100, n)
			}
		}
		s.count.mu.Unlock()
		metric("request_seconds_total", "counter", "Time that answers took.", time.Duration(s.count.elapsed.Load()).Seconds())
		metric("requests_open", "gauge", "Requests that are being answered.", s.count.open.Load())
		metric("computations_total", "counter", "Requests that ran a plugin.", s.desk.Computed.Load())
		now, most := s.desk.Computing()
		metric("slots", "gauge", "Requests that may compute at the same time.", most)
		metric("slots_used", "gauge", "Requests that compute now.", now)
		metric("streams", "gauge", "Event streams that are open.", len(s.desk.Jobs.Streams))
	})
}
