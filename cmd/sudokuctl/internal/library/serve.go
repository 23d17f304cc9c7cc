package library

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/serve"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// defaultPort is asked for first; those after it are tried if it is in use.
const (
	defaultPort = 7411
	portsTried  = 20
)

// serveOptions are the flags of serve.
type serveOptions struct {
	app       *app.App
	listen    string
	auth      string
	hosts     []string
	origins   []string
	framers   []string
	basePath  string
	cert, key string
	insecure  bool
	readOnly  bool
	noCompute bool
	sql       bool
	plays     bool
	noOpen    bool
	probe     string
	list      bool
	pipe      bool
}

// Serve is the command that serves pages and the HTTP API, or with --pipe answers on standard output. It finds a free port,
// opens a browser once, and keeps address and token in a file that only the user can read.
func Serve(a *app.App) *cobra.Command {
	o := &serveOptions{app: a}
	c := app.Command("serve", nil)
	c.RunE = func(c *cobra.Command, _ []string) error {
		switch {
		case c.Flags().Changed("probe"):
			return probe(c.Context(), o.probe)
		case o.list:
			return listServers(c.Context(), a)
		case o.pipe:
			return answer(c.Context(), a)
		}
		o.plays = o.plays || !c.Flags().Changed("plays") && o.isLocal() && !o.readOnly
		o.sql = o.sql || !c.Flags().Changed("sql") && o.isLocal()
		return o.run(c.Context())
	}
	f := c.Flags()
	f.StringVar(&o.listen, "listen", "",
		"`ADDRESS` with port (default 127.0.0.1 and ::1, port 7411 or the next that is free)")
	app.OneOf(f, &o.auth, "auth", "", []string{"token", "proxy"},
		"who is let in, by a token or as a proxy before it decides (default token; none with --read-only)")
	f.StringSliceVar(&o.hosts, "host", nil, "further `NAME` under which browsers may ask, with or without a port")
	f.StringSliceVar(&o.origins, "cors", nil,
		"`ORIGIN` of pages elsewhere that may use the API, such as https://example.org")
	f.StringSliceVar(&o.framers, "frame-ancestors", nil,
		"`ORIGIN` of pages elsewhere that may show puzzles of /embed/ in a frame, or * for all")
	f.StringVar(&o.basePath, "base-path", "", "`PATH` before every address, behind a proxy")
	f.StringVar(&o.cert, "tls-cert", "", "`FILE` with a certificate")
	f.StringVar(&o.key, "tls-key", "", "`FILE` with its key")
	f.BoolVar(&o.insecure, "insecure", false, "serve other machines without TLS")
	f.BoolVar(&o.readOnly, "read-only", false, "nothing can be written")
	f.BoolVar(&o.noCompute, "no-compute", false, "no plugin runs")
	f.BoolVar(&o.plays, "plays", false,
		"take reports of how people fared with puzzles, also with --read-only (default on this machine alone)")
	f.BoolVar(&o.sql, "sql", false, "answer queries in SQL (default on this machine alone)")
	f.BoolVar(&o.noOpen, "no-open", false, "do not open a browser")
	f.StringVar(&o.probe, "probe", "", "serve nothing: ask the server at an `ADDRESS` whether it is up, for health checks")
	f.BoolVar(&o.list, "list", false,
		"serve nothing: print, for each server of yours that is up, an address that opens a browser")
	f.BoolVar(&o.pipe, "pipe", false, "answer requests on standard input instead, one a line of JSON")
	c.MarkFlagsMutuallyExclusive("pipe", "listen")
	c.MarkFlagsRequiredTogether("tls-cert", "tls-key")
	return c
}

// isLocal reports whether the server is for this machine alone: it listens here, and no proxy passes on what others
// ask.
func (o *serveOptions) isLocal() bool {
	return o.listensHere() && o.auth != "proxy" && len(o.hosts) == 0
}

// listensHere reports whether no other machine reaches the server.
func (o *serveOptions) listensHere() bool {
	if o.listen == "" {
		return true
	}
	name, _, err := net.SplitHostPort(o.listen)
	ip := net.ParseIP(name)
	return err == nil && (name == "localhost" || ip != nil && ip.IsLoopback())
}

// check refuses what would let strangers in.
func (o *serveOptions) check() error {
	for flag, origins := range map[string][]string{"cors": o.origins, "frame-ancestors": o.framers} {
		for _, origin := range origins {
			if flag == "frame-ancestors" && origin == "*" {
				continue
			}
			if err := http.NewCrossOriginProtection().AddTrustedOrigin(origin); err != nil {
				return app.UsageErrorf("--%s %q is not an origin such as https://example.org: %v", flag, origin, err)
			}
		}
	}
	if o.basePath != "" && !strings.HasPrefix(o.basePath, "/") {
		return app.UsageErrorf("--base-path %q does not begin with /", o.basePath)
	}
	if o.listensHere() {
		return nil
	}
	if _, _, err := net.SplitHostPort(o.listen); err != nil {
		return app.UsageErrorf("--listen %q is not an address with a port", o.listen)
	}
	if o.auth == "" {
		return app.UsageErrorf("--listen %s lets other machines in: say who may come in with --auth token or --auth proxy",
			o.listen)
	}
	if o.cert == "" && !o.insecure {
		return app.UsageErrorf("--listen %s lets other machines in: give --tls-cert and --tls-key, or --insecure", o.listen)
	}
	return nil
}

// run serves until ctx is done.
func (o *serveOptions) run(ctx context.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	o.app.Unwatched = true
	var certificates []tls.Certificate
	scheme := "http"
	if o.cert != "" {
		pair, err := tls.LoadX509KeyPair(o.cert, o.key)
		if err != nil {
			return fmt.Errorf("reading the certificate: %w", err)
		}
		certificates, scheme = []tls.Certificate{pair}, "https"
	}
	s, note, done, err := o.library(ctx)
	if err != nil {
		return err
	}
	defer done()
	listeners, err := o.listeners()
	if err != nil {
		return err
	}
	port := strconv.Itoa(listeners[0].Addr().(*net.TCPAddr).Port)
	secret := rand.Text()
	if o.auth == "proxy" || o.readOnly && o.auth == "" {
		secret = ""
	}
	a := o.app
	server := serve.New(serve.Options{
		Desk: serve.DeskOptions{
			Env: a.Env(s), Find: finder(a), Granted: a.Granted, Note: note,
			BasePath: o.basePath, ReadOnly: o.readOnly, NoCompute: o.noCompute, NoSQL: !o.sql, Plays: o.plays,
			Proxy: o.auth == "proxy",
			Limit: a.Config.Run.Limit, Timeout: a.Config.Run.Timeout, Seed: a.Config.Run.Seed, Bundled: app.Bundled,
			Log: logger(a),
		},
		Hosts:   append([]string{"localhost:" + port, "127.0.0.1:" + port, "[::1]:" + port}, o.hosts...),
		Origins: o.origins, Framers: o.framers, Secret: secret,
	})
	name := "localhost:" + port
	if len(o.hosts) > 0 {
		name = o.hosts[0]
		if _, _, err := net.SplitHostPort(name); err != nil && o.auth != "proxy" {
			name = net.JoinHostPort(name, port)
		}
	}
	base := scheme + "://" + name + strings.TrimSuffix(o.basePath, "/") + "/"
	if note != "" {
		a.Remark("%s", note)
	}
	if path, err := writeSecret(port, base, secret); err != nil {
		a.Remark("programs cannot find the server: %v", err)
	} else {
		defer os.Remove(path)
		a.Remark("programs find its address and secret in %s", path)
	}
	address := func() string {
		if t := server.Ticket(); t != "" {
			return base + "?ticket=" + t
		}
		return base
	}
	fmt.Fprintln(a.Stdout, address())
	if !o.noOpen && screen.IsTerminal(a.Stdout) {
		openBrowser(address())
	}
	if secret != "" && screen.IsTerminal(a.Stdin) {
		go func() {
			for lines := bufio.NewScanner(a.Stdin); lines.Scan(); {
				fmt.Fprintln(a.Stdout, address())
			}
		}()
	}
	return server.Serve(ctx, certificates, listeners...)
}

// listeners listens where it is asked to, or on this machine's own addresses, at the first port that is free.
func (o *serveOptions) listeners() ([]net.Listener, error) {
	if o.listen != "" {
		l, err := net.Listen("tcp", o.listen)
		if err != nil {
			return nil, fmt.Errorf("listening on %s: %w", o.listen, err)
		}
		return []net.Listener{l}, nil
	}
	var last error
	for port := defaultPort; port < defaultPort+portsTried; port++ {
		v4, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			last = err
			continue
		}
		v6, err := net.Listen("tcp", fmt.Sprintf("[::1]:%d", port))
		if err == nil {
			return []net.Listener{v4, v6}, nil
		}
		if !strings.Contains(err.Error(), "address already in use") {
			return []net.Listener{v4}, nil // a machine without IPv6
		}
		v4.Close()
		last = err
	}
	return nil, fmt.Errorf("listening on the ports from %d: %w", defaultPort, last)
}

// openBrowser opens an address on a desktop; elsewhere it does nothing.
func openBrowser(address string) {
	command := []string{"xdg-open"}
	switch {
	case runtime.GOOS == "darwin":
		command = []string{"open"}
	case runtime.GOOS == "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"}
	case os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "":
		return
	}
	c := exec.Command(command[0], append(command[1:], address)...)
	if c.Start() == nil {
		go c.Wait()
	}
}

// library opens the database, or the samples in a folder of their own if there is none yet, which no plugin grades with
// --no-compute.
func (o *serveOptions) library(ctx context.Context) (s *store.Store, note string, done func(), err error) {
	if o.app.HasLibrary() {
		s, done, err = o.app.OpenStock(ctx, !o.readOnly || o.plays)
		return s, "", done, err
	}
	env := o.app.Env(nil)
	if o.noCompute {
		env.Graders = nil
	}
	note = fmt.Sprintf("There is no database %q yet, so these are the samples; what is written here is lost when the "+
		"server ends. \"sudokuctl import\" or \"sudokuctl run\" makes a database.", o.app.Config.Database)
	s, done, err = run.Samples(ctx, env)
	return s, note, done, err
}

// answer is "serve --pipe", which programs in other languages start.
func answer(ctx context.Context, a *app.App) error {
	if screen.IsTerminal(a.Stdin) {
		a.Remark("waiting for requests of a program on standard input")
	}
	a.Unwatched = true
	app.CollectLess() // a third less work, for 25 MB
	return serve.Pipe(ctx, serve.DeskOptions{Env: a.Env(nil), Find: finder(a), Granted: a.Granted, Log: logger(a)},
		a.Stdin, a.Stdout)
}

// finder returns what finds all plugins that there are now. The host is made at once: requests come at the same time.
func finder(a *app.App) func() []find.Candidate {
	a.Host()
	return func() []find.Candidate {
		a.Renew()
		return a.Find()
	}
}

// logger returns the log of the server, warnings only.
func logger(a *app.App) *slog.Logger {
	return slog.New(slog.NewTextHandler(a.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// running is what programs of this user can know of a server. Its keys are stable.
type running struct {
	Address string `json:"address"`
	PID     int    `json:"pid"`
	Token   string `json:"token"`
}

// serversFolder is where the files of servers are.
func serversFolder() (string, error) {
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if !filepath.IsAbs(dir) {
		var err error
		if dir, err = os.UserCacheDir(); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, "sudokuctl"), nil
}

// writeSecret tells programs of this user where the server is.
func writeSecret(port, base, secret string) (path string, err error) {
	dir, err := serversFolder()
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, "serve-"+port+".json")
	text, err := json.Marshal(running{base, os.Getpid(), secret})
	if err != nil {
		return "", err
	}
	os.Remove(path) // one of another mode
	return path, os.WriteFile(path, append(text, '\n'), 0o600)
}

// listServers prints an address of each server that is up, which opens one browser.
func listServers(ctx context.Context, a *app.App) error {
	dir, err := serversFolder()
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(dir, "serve-*.json"))
	if err != nil {
		return err
	}
	up := 0
	for _, file := range files {
		var s running
		text, err := os.ReadFile(file)
		if err != nil || json.Unmarshal(text, &s) != nil || probe(ctx, s.Address) != nil {
			continue // it has ended
		}
		if up++; s.Token != "" {
			s.Address += "?ticket=" + serve.NewTicket(s.Token)
		}
		fmt.Fprintln(a.Stdout, s.Address)
	}
	if up == 0 {
		return fmt.Errorf("no server of yours is up; \"sudokuctl serve\" starts one")
	}
	return nil
}

// probeTime is how long a server may take to say that it is up.
const probeTime = 4 * time.Second

// probe asks a server whether it is up, as the health check of a container does: an image need hold no other program.
func probe(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return app.UsageErrorf("invalid value %q for --probe: must be an address such as http://localhost:7411/", address)
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.JoinPath("health").String(), nil)
	if err != nil {
		return err
	}
	// The certificate is that of a name which this address need not be, and nothing secret is sent.
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	answer, err := client.Do(r)
	if err != nil {
		return fmt.Errorf("asking %s: %w", address, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 100))
	if err != nil || answer.StatusCode != http.StatusOK || strings.TrimSpace(string(text)) != "ok" {
		return fmt.Errorf("asking %s: it answers %s", address, answer.Status)
	}
	return nil
}
