package serve

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"github.com/sudokuctl/sudokuctl/serve/api"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/page"
)

// DeskOptions say what can be asked for. Env must have a Store.
type DeskOptions = desk.Options

// Options say what is served and to whom.
type Options struct {
	Desk    DeskOptions
	Hosts   []string // the values of the header Host that are answered: names with a port, or without one for any port
	Secret  string   // of programs and of browsers; "" asks nobody for one
	Origins []string // of pages elsewhere that may use the API, such as "https://example.org"
	Framers []string // origins of pages elsewhere that may show those below /embed/ in a frame; "*" is all
}

// Server answers requests. It is safe for concurrent use.
type Server struct {
	options Options
	desk    *desk.Desk
	count   counters
	handler http.Handler
}

// New returns a server; Close ends what it has started.
func New(o Options) *Server {
	o.Desk.BasePath = strings.TrimSuffix(o.Desk.BasePath, "/")
	s := &Server{options: o, desk: desk.New(o.Desk)}
	pages, mux := http.NewServeMux(), http.NewServeMux()
	page.Register(pages, s.desk)
	pages.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	pages.HandleFunc("GET /ready", s.ready)
	pages.HandleFunc("GET /metrics", s.metrics)
	mux.Handle("/", pages)
	mux.Handle(desk.APIPath+"/", api.Handler(s.desk))
	s.handler = (&guard{options: &s.options, session: rand.Text(),
		used: map[string]bool{}}).protect(bounded(s.count.counted(compressed(mux))))
	if o.Desk.BasePath != "" {
		s.handler = http.StripPrefix(o.Desk.BasePath, s.handler)
	}
	return s
}

// compressed compresses texts for clients that take gzip, but no events, which come one by one.
func compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.EnableZstd(false),
		gzhttp.ContentTypes([]string{"text/html", "text/css", "text/javascript",
			"text/plain", "text/csv", "application/json", "application/problem+json",
			"application/openapi+json", "application/x-ndjson", "image/svg+xml"}))
	if err != nil {
		panic(err) // of options that cannot be
	}
	return wrap(next)
}

// ready says whether the library can be read.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	if _, err := s.desk.Query(ctx, "SELECT 1"); err != nil {
		http.Error(w, "the library cannot be read", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ready")
}

// Close ends the runs that were started here, which can be resumed, and waits for them.
func (s *Server) Close() { s.desk.Close() }

// ServeHTTP answers a request, through all guards. Tests call it without a listener.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Ticket returns a secret that opens one browser session: the address of any page with ?ticket= before it is exchanged
// for a cookie. It is "" if nobody is asked for a secret.
func (s *Server) Ticket() string {
	if s.options.Secret == "" {
		return ""
	}
	return NewTicket(s.options.Secret)
}

// How long a client may take.
const (
	headerTime = 5 * time.Second
	bodyTime   = time.Minute
	idleTime   = 2 * time.Minute
	closeTime  = 3 * time.Second
	headerSize = 64 << 10
)

// Serve answers requests on listeners until ctx ends, with TLS if a certificate is given.
func (s *Server) Serve(ctx context.Context, certificates []tls.Certificate, listeners ...net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: bodyTime, IdleTimeout: idleTime,
		MaxHeaderBytes: headerSize, BaseContext: func(net.Listener) context.Context { return ctx },
		ErrorLog: slog.NewLogLogger(s.desk.Options.Log.Handler(), slog.LevelDebug),
	}
	if certificates != nil {
		server.TLSConfig = &tls.Config{Certificates: certificates, MinVersion: tls.VersionTLS12}
	}
	if !s.desk.Options.NoSQL {
		_, _ = s.desk.RunSQL(ctx, "SELECT 1", 0) // bounds the memory of SQLite before its caches fill
	}
	ended := make(chan error, len(listeners))
	for _, l := range listeners {
		go func() {
			if certificates != nil {
				ended <- server.ServeTLS(l, "", "")
				return
			}
			ended <- server.Serve(l)
		}()
	}
	var err error
	select {
	case <-ctx.Done():
	case err = <-ended:
	}
	cancel() // what is computed for a request ends with it
	s.Close()
	late, stop := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer stop()
	if server.Shutdown(late) != nil {
		server.Close()
	}
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return err
}

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

// count adds an answer to the metrics.
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

// WriteHeader remembers the status for the log and sends it.
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
