package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
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
	warm    func(context.Context)
}

// New returns a server; Close ends what it has started.
func New(o Options) *Server {
	o.Desk.BasePath = strings.TrimSuffix(o.Desk.BasePath, "/")
	s := &Server{options: o, desk: desk.New(o.Desk)}
	pages, mux := http.NewServeMux(), http.NewServeMux()
	s.warm = page.Register(pages, s.desk)
	pages.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	pages.HandleFunc("GET /ready", s.ready)
	pages.HandleFunc("GET /metrics", s.metrics)
	mux.Handle("/", pages)
	mux.Handle(desk.APIPath+"/", api.Handler(s.desk))
	s.handler = newGuard(&s.options).protect(bounded(s.count.counted(compressed(mux))))
	if o.Desk.BasePath != "" {
		s.handler = http.StripPrefix(o.Desk.BasePath, s.handler)
	}
	return s
}

// compressed compresses texts for clients that take gzip, but no events, which come one by one.
func compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.EnableZstd(false), gzhttp.ContentTypes([]string{"text/html", "text/css", "text/javascript",
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

// ServeHTTP answers a request.
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
	go s.warm(ctx)
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
