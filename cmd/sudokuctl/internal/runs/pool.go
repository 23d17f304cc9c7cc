package runs

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/fleet"
	"github.com/sudokuctl/sudokuctl/fleet/ledger"
	"github.com/sudokuctl/sudokuctl/fleet/pool"
	"github.com/sudokuctl/sudokuctl/fleet/pool/broker"
)

const (
	embedded     = "embedded"
	joinFile     = "join" // in the folder of parts: how workers reach an embedded broker
	certFile     = "broker.pem"
	tokenNote    = "token"
	addressNote  = "address"
	planFileName = "plan.json"
)

// poolOptions say how to reach workers.
type poolOptions struct {
	on        string
	listen    string
	cert, key string
	access    pool.Access
	lease     time.Duration
	recheck   string
}

func (o *poolOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.on, "on", "", "have workers compute it: `BROKER` is embedded, or the nats:// URL of your NATS")
	f.StringVar(&o.listen, "listen", "",
		"`ADDRESS` with port of the embedded broker (default 127.0.0.1 and a free port); others than this machine's get TLS")
	f.StringVar(&o.cert, "tls-cert", "", "`FILE` with the certificate of the embedded broker (default: one of its own)")
	f.StringVar(&o.key, "tls-key", "", "`FILE` with its key")
	f.DurationVar(&o.lease, "lease", pool.DefaultLease, "time after which a silent worker's chunk goes to another")
	f.StringVar(&o.recheck, "recheck", "1%", "share of the chunks that two workers compute, to compare their answers; 0 for none")
	accessFlags(f, &o.access)
}

// share is what --recheck says.
func (o *poolOptions) share() (float64, error) {
	number, isPercent := strings.CutSuffix(o.recheck, "%")
	share, err := strconv.ParseFloat(number, 64)
	if isPercent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) || share > 0 && !isPercent {
		return 0, app.UsageErrorf("--recheck %q is no share such as 1%%", o.recheck)
	}
	return share, nil
}

func accessFlags(f *pflag.FlagSet, a *pool.Access) {
	f.StringVar(&a.Creds, "creds", "", "`FILE` with the credentials of a NATS user")
	f.StringVar(&a.CA, "tls-ca", "", "`FILE` with the certificates that sign that of the broker (default: those of the system)")
}

func (o *poolOptions) check() error {
	switch {
	case o.on != embedded && !strings.Contains(o.on, "://"):
		return app.UsageErrorf("--on %q is neither embedded nor a URL such as nats://host:4222", o.on)
	case o.on != embedded && o.listen+o.cert != "":
		return app.UsageErrorf("--listen and --tls-cert are for --on embedded")
	case o.lease < time.Second:
		return app.UsageErrorf("--lease %v is shorter than a second", o.lease)
	}
	_, err := o.share()
	return err
}

// planHere makes the plan of a run in the folder of its parts. Named says that the command names files.
func planHere(ctx context.Context, a *app.App, where string, named bool, dir, on string) (file string, err error) {
	file = filepath.Join(dir, planFileName)
	if _, err := os.Stat(file); err == nil {
		on, _ = pool.Bare(on)
		return "", app.UsageErrorf("%s is there already; to go on: sudokuctl run --plan %s --out %s --on %s; for "+
			"another job name another folder with --out", file, file, dir, on)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("making the folder for parts: %w", err)
	}
	c := &a.Config.Run
	o := planOptions{app: a, out: file, request: fleet.PlanRequest{Solvers: c.Solvers, Graders: c.Graders, Ask: c.Ask(), Repeat: 1}}
	chosen, err := stored(ctx, a, where, named)
	switch {
	case err != nil:
		return "", err
	case chosen != nil:
		o.where = &chosen.Where
		return file, o.run(ctx, nil)
	}
	return file, o.run(ctx, c.Input)
}

// coordinate has workers compute a plan.
func (o *poolOptions) coordinate(ctx context.Context, a *app.App, planFile, dir string) error {
	p, err := fleet.LoadPlan(planFile)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making the folder for parts: %w", err)
	}
	l, err := ledger.Open(ctx, dir, p.ID(), len(p.Chunks))
	if err != nil {
		return err
	}
	defer l.Close()
	share, err := o.share()
	if err != nil {
		return err
	}
	options := pool.Options{Lease: o.lease, Recheck: share, Storage: pool.Storage{InMemory: o.on == embedded}, Progress: a.Screen().Report}
	o.access.URL = o.on
	secret := false
	if o.on == embedded {
		stop, err := o.startBroker(ctx, a, l, dir)
		if err != nil {
			return err
		}
		defer stop()
	} else if o.on, secret = pool.Bare(o.on); secret || o.access.Creds != "" {
		a.Remark("workers join with: sudokuctl worker --join %s, and a user or --creds of their own", o.on)
	} else {
		a.Remark("workers join with: sudokuctl worker --join %s", o.on)
	}
	nc, err := pool.Connect(ctx, o.access, "sudokuctl coordinator", func(err error) { a.Remark("waiting for the broker: %v", err) })
	if err != nil {
		return err
	}
	defer nc.Close()
	app.CollectLess()
	r, err := pool.Coordinate(ctx, nc, p, dir, l, options)
	if r.Again > 0 {
		a.Remark("%d chunks were sent again, because the broker had lost them", r.Again)
	}
	if r.Doubles > 0 {
		a.Remark("%d %s computed a second time, after a worker had been silent for longer than its lease; the first part stays", r.Doubles,
			screen.Plural(r.Doubles, "chunk"))
	}
	var failed *pool.FailedError
	var differ *pool.DifferError
	switch {
	case errors.As(err, &failed):
		return &app.Failure{Code: app.ExitPlugin, Cause: fmt.Errorf("%d of %d chunks cannot be computed\n%w", len(r.Failed), r.Chunks, err)}
	case errors.As(err, &differ):
		return &app.Failure{Code: app.ExitDisagree,
			Cause: fmt.Errorf("%d of %d chunks have two answers; the first part stays\n%w", len(r.Differing),
				r.Chunks, err)}
	case err != nil:
		a.Remark("stopped after %d of %d chunks; to go on: sudokuctl run --plan %s --out %s --on %s", r.Before+r.Done, r.Chunks, planFile,
			dir, o.on)
		return err
	}
	switch {
	case r.Checked > 0:
		a.Remark("%d %s computed by two workers, with the same answers", r.Checked, screen.Plural(r.Checked, "chunk"))
	case r.Unchecked > 0:
		a.Remark("no chunk was computed by two workers, so that nothing could be compared: there was only one at a time")
	}
	a.Remark("%d %s computed, %d already there; to look at them: sudokuctl merge %s %s", r.Done, screen.Plural(r.Done, "chunk"), r.Before,
		planFile, dir)
	return nil
}

// startBroker starts the embedded broker, under the address and with the token that it had before, and writes down how to
// reach it.
func (o *poolOptions) startBroker(ctx context.Context, a *app.App, l *ledger.Ledger, dir string) (stop func(), err error) {
	token, err := l.Note(ctx, tokenNote)
	if err != nil {
		return nil, err
	}
	if token == "" {
		token = rand.Text()
		if err := l.SetNote(ctx, tokenNote, token); err != nil {
			return nil, err
		}
	}
	before, err := l.Note(ctx, addressNote)
	if err != nil {
		return nil, err
	}
	mine := rand.Text() // what only the coordinator may do needs another token
	admit := broker.Options{Token: mine, Guest: token}
	admit.Publish, admit.Subscribe = pool.WorkerSubjects(l.Run)
	b, own, err := o.listenAt(cmp.Or(o.listen, before, "127.0.0.1:0"), admit, dir)
	if err != nil && o.listen == "" && before != "" {
		a.Remark("%v; taking another port", err)
		b, own, err = o.listenAt("127.0.0.1:0", admit, dir)
	}
	if err != nil {
		return nil, err
	}
	host := ""
	if o.listen != "" {
		host, _, _ = net.SplitHostPort(o.listen)
	} else if before != "" {
		host, _, _ = net.SplitHostPort(before)
	}
	port := fmt.Sprint(b.Addr().Port)
	if err := l.SetNote(ctx, addressNote, net.JoinHostPort(cmp.Or(host, b.Addr().IP.String()), port)); err != nil {
		b.Stop()
		return nil, err
	}
	join := "nats://" + token + "@" + b.Addr().String()
	o.access.URL = "nats://" + mine + "@" + b.Addr().String()
	if !b.Addr().IP.IsLoopback() {
		address := net.JoinHostPort(reachable(host), port)
		o.access.URL, join = "tls://"+mine+"@"+address, "tls://"+token+"@"+address
		if own != nil {
			join = pool.Pinned(address, token, own)
			o.access.URL = pool.Pinned(net.JoinHostPort("127.0.0.1", port), mine, own)
		}
	}
	file := filepath.Join(dir, joinFile)
	if err := os.WriteFile(file, []byte(join+"\n"), 0o600); err != nil {
		b.Stop()
		return nil, fmt.Errorf("writing down how to join: %w", err)
	}
	a.Remark("workers join with: sudokuctl worker --join %s\non this machine also: sudokuctl worker --join %s", join, file)
	return func() {
		b.Stop()
		_ = os.Remove(file)
	}, nil
}

// listenAt starts a broker, with TLS unless it is for this machine alone, and returns the certificate if it is its own.
func (o *poolOptions) listenAt(address string, options broker.Options, dir string) (b *broker.Broker, own []byte, err error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, nil, app.UsageErrorf("--listen %q is not an address with a port", address)
	}
	options.Listen = address
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		var c tls.Certificate
		if o.cert != "" {
			c, err = tls.LoadX509KeyPair(o.cert, o.key)
		} else if c, err = broker.OwnCertificate(filepath.Join(dir, certFile)); err == nil {
			own = c.Certificate[0]
		}
		if err != nil {
			return nil, nil, err
		}
		options.TLS = &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{c}}
	}
	b, err = broker.Start(options)
	return b, own, err
}

// reachable returns a name under which other machines probably find this one.
func reachable(host string) string {
	if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
		return host
	}
	addresses, err := net.InterfaceAddrs()
	if err == nil {
		for _, a := range addresses {
			if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsGlobalUnicast() {
				return n.IP.String()
			}
		}
	}
	name, err := os.Hostname()
	if err != nil {
		return "127.0.0.1"
	}
	return name
}

// Worker is the command "worker".
func Worker(a *app.App) *cobra.Command {
	var access pool.Access
	var join string
	o := pool.WorkerOptions{Report: func(offer pool.Offer, w *pool.Worked) {
		if w == nil {
			a.Remark("working on plan %.12s", offer.Assignment.Plan)
			return
		}
		a.Remark("plan %.12s is done; computed here: %d %s with %d %s", offer.Assignment.Plan, w.Chunks, screen.Plural(w.Chunks, "chunk"),
			w.Puzzles, screen.Plural(int(w.Puzzles), "puzzle"))
	}}
	c := &cobra.Command{
		Use:   "worker --join BROKER",
		Short: "Compute chunks for a coordinator, here or elsewhere",
		Long: `Compute chunks of a plan for "sudokuctl run --on", which prints how to join it. Start a worker on as
many machines as you like, whenever you like; stop or kill one at any time: its chunk goes to another.
A worker runs only plugins that it has itself, and refuses a plan that names other plugins. It needs
no files of the plan.`,
		Example: `  sudokuctl worker --join parts/join
  sudokuctl worker --join nats://TOKEN@host:4222 --jobs 4 --stay`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			var err error
			if access.URL, err = joinURL(join); err != nil {
				return err
			}
			if o.Workers <= 0 {
				o.Workers = runtime.NumCPU()
			}
			nc, err := pool.Connect(c.Context(), access, "sudokuctl worker",
				func(err error) { a.Remark("waiting for the broker: %v", err) })
			if err != nil {
				return err
			}
			defer nc.Close()
			app.CollectLess()
			return pool.Work(c.Context(), nc, a.OpenWith, o)
		},
	}
	f := c.Flags()
	f.StringVar(&join, "join", "", "`BROKER`: a nats:// URL, or the file that a coordinator has written it to")
	f.IntVar(&o.Workers, "jobs", 0, "puzzles worked on at the same time, 0 = one per processor")
	f.BoolVar(&o.Stay, "stay", false, "wait for further plans when one is done")
	accessFlags(f, &access)
	_ = c.MarkFlagRequired("join")
	return c
}

// joinURL returns the URL that --join names.
func joinURL(join string) (string, error) {
	if strings.Contains(join, "://") {
		return join, nil
	}
	text, err := os.ReadFile(join)
	if errors.Is(err, fs.ErrNotExist) {
		return "", app.UsageErrorf("--join %q is neither a URL such as nats://host:4222 nor a file; \"sudokuctl run "+
			"--on embedded\" writes one while it waits for workers", join)
	}
	if err != nil {
		return "", fmt.Errorf("reading how to join: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}
