package pool

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet"
	"github.com/sudokuctl/sudokuctl/fleet/ledger"
	"github.com/sudokuctl/sudokuctl/fleet/pool/broker"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// counter grades the number of givens. The first grade waits at a gate, if there is one; a counter that lies adds a thousand.
type counter struct {
	gate *gate
	lies bool
}

const (
	lies = "lies" // in the place of the folder of a gate
	lie  = 1000
)

func (c counter) Grade(_ context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	if p.Givens().Filled() >= 36-20 && len(p.Givens()) == 36 { // of the plan, and not a built-in one
		if err := c.gate.pass(); err != nil {
			return nil, err
		}
		if c.lies {
			return []sudoku.Grade{{Metric: "givens", Value: float64(p.Givens().Filled() + lie)}}, nil
		}
	}
	return []sudoku.Grade{{Metric: "givens", Value: float64(p.Givens().Filled())}}, nil
}

// gate is a folder with two named pipes: who comes to it opens the one, and then the other, which the test opens to let it pass.
type gate struct {
	dir  string
	once sync.Once
}

const (
	bell = "bell" // is opened for writing by who comes to the gate
	door = "door" // is opened for writing by who opens the gate
)

func (g *gate) pass() (err error) {
	g.once.Do(func() {
		if g.dir == "" {
			return
		}
		if err = touch(filepath.Join(g.dir, bell), os.O_WRONLY); err == nil {
			err = touch(filepath.Join(g.dir, door), os.O_RDONLY)
		}
	})
	return err
}

// touch opens a named pipe, which waits for somebody who opens the other end, and closes it.
func touch(pipe string, mode int) error {
	f, err := os.OpenFile(pipe, mode, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func testSpec(dir string) spec.Spec {
	c := counter{gate: &gate{dir: dir}}
	if dir == lies {
		c = counter{gate: &gate{}, lies: true}
	}
	return spec.Spec{
		Info: sudoku.Info{ID: "counter", Name: "counter", Version: "1.0.0", Deterministic: true,
			Metrics: []sudoku.Metric{{Name: "givens", Max: 2 * lie}}},
		Grader: func(sudoku.Settings) (sudoku.Grader, error) { return c, nil },
	}
}

// TestMain serves a plugin, or plays a role in a storm, if this program is started for that.
func TestMain(m *testing.M) {
	if bundled.Serve() || playRole() {
		return
	}
	if len(os.Args) > 2 && os.Args[1] == "serve-counter" {
		plugin.Serve(testSpec(os.Args[2]))
		return
	}
	_ = flag.Set("test.parallel", "16") // most tests wait for processes and deadlines; the command line may say otherwise
	os.Exit(m.Run())
}

// command starts this program as a plugin: that of the tests, or a bundled one.
func command(id string) ([]string, bool) { return gated("")(id) }

// gated is command for a plugin of the tests that waits at a gate in a folder, unless that is "".
func gated(dir string) func(id string) ([]string, bool) {
	return func(id string) ([]string, bool) {
		if id != "counter" {
			return bundled.Command(id)
		}
		self, err := os.Executable()
		return []string{self, "serve-counter", dir}, err == nil
	}
}

// opener opens the plugins of this program.
func opener(t testing.TB) job.Open {
	t.Helper()
	h := host.New(host.Options{BundledIDs: append(bundled.IDs(), "counter"), Bundled: command})
	t.Cleanup(func() { h.Close() })
	return openOn(h)
}

func openOn(h *host.Host) job.Open {
	return func(ctx context.Context, id string, settings map[string]any) (job.Plugin, error) {
		return h.Open(ctx, host.Config{ID: id, Settings: settings})
	}
}

const solved6 = "123456456123231564564231312645645312"

// planOf plans to grade n puzzles in chunks of ten.
func planOf(t testing.TB, open job.Open, dir string, n int) *fleet.Plan {
	t.Helper()
	var b strings.Builder
	for i := range n {
		text := []byte(solved6)
		for k := range i % 20 {
			text[(i*7+k*5)%36] = '.'
		}
		fmt.Fprintf(&b, "%s\n", text)
	}
	path := filepath.Join(dir, "in.txt")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, err := fleet.MakePlan(t.Context(), open, fleet.PlanRequest{Inputs: []string{path}, Graders: []string{"counter"}, Records: 10}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// contentOf checks all parts of a plan and returns the hash of their content.
func contentOf(t testing.TB, plan *fleet.Plan, dir string) string {
	t.Helper()
	s, err := fleet.Take(t.Context(), plan, dir, true, nil)
	if err != nil || !s.Whole() {
		t.Fatalf("missing %v, bad %v: %v", s.Missing, s.Bad, err)
	}
	return s.Content
}

// alone computes a plan on one machine and returns the hash of its content.
func alone(t testing.TB, open job.Open, plan *fleet.Plan) string {
	t.Helper()
	dir := t.TempDir()
	if _, err := fleet.RunShard(t.Context(), open, plan, fleet.Shard{Index: 0, Count: 1}, dir, 1, nil); err != nil {
		t.Fatal(err)
	}
	return contentOf(t, plan, dir)
}

// start starts an embedded broker on a free port.
func start(t testing.TB, token string) (address string) {
	t.Helper()
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", Token: token})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Stop)
	return "nats://" + token + "@" + b.Addr().String()
}

func connect(t testing.TB, address string) *nats.Conn {
	t.Helper()
	nc, err := Connect(t.Context(), Access{URL: address}, "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

func openLedger(t testing.TB, dir string, plan *fleet.Plan) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(t.Context(), dir, plan.ID(), len(plan.Chunks))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

var inMemory = Options{Storage: Storage{InMemory: true, Replicas: 1}, Lease: DefaultLease}

// TestPool has two workers compute a plan: the content is that of one machine.
func TestPool(t *testing.T) {
	t.Parallel()
	open, dir := opener(t), t.TempDir()
	plan := planOf(t, open, dir, 235)
	address := start(t, "secret")
	ctx, end := context.WithCancel(t.Context())
	var workers sync.WaitGroup
	for range 2 {
		nc := connect(t, address)
		workers.Go(func() { // one that comes too late waits for the next plan
			if err := Work(ctx, nc, open, WorkerOptions{Workers: 1}); err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	report, err := Coordinate(ctx, connect(t, address), plan, dir, openLedger(t, dir, plan), inMemory)
	if err != nil || report.Done != 24 || report.Chunks != 24 || report.Before+report.Again+report.Doubles != 0 {
		t.Errorf("%+v: %v", report, err)
	}
	end()
	workers.Wait()
	r, err := ledger.Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	chunks, puzzles := 0, int64(0)
	for _, w := range r.Workers {
		chunks += w.Chunks
		puzzles += w.Puzzles
	}
	if chunks != 24 || puzzles != 235 {
		t.Errorf("%d chunks and %d puzzles by %+v", chunks, puzzles, r.Workers)
	}
	if content := contentOf(t, plan, dir); content != alone(t, open, plan) {
		t.Error("the content is another one than on one machine")
	}
}

// TestAccess refuses who does not know the token.
func TestAccess(t *testing.T) {
	t.Parallel()
	address := start(t, "secret")
	for _, wrong := range []string{strings.Replace(address, "secret@", "", 1), strings.Replace(address, "secret", "guess", 1), "nats://%zz",
		address + "#sha256=12", address + "#" + pinKey + strings.Repeat("0", 64)} {
		nc, err := Connect(t.Context(), Access{URL: wrong}, "test", func(err error) { t.Errorf("%s: waiting after %v", wrong, err) })
		if err == nil {
			nc.Close()
			t.Errorf("%s is let in", wrong)
		} else if strings.Contains(err.Error(), "guess") || strings.Contains(err.Error(), "secret") {
			t.Errorf("the error tells the token: %v", err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Connect(ctx, Access{URL: "nats://127.0.0.1:1"}, "test", func(error) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("no broker: %v", err)
	}
}
