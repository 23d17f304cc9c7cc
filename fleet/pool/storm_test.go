//go:build linux

package pool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/fleet"
	"github.com/sudokuctl/sudokuctl/fleet/ledger"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// stormLease is short, so that a storm need not wait long for what stopped workers hold.
const stormLease = 2 * time.Second

// roles are what this program is if it is started again with their names.
var roles = map[string]func(ctx context.Context, args []string) error{
	"coordinator": coordinatorRole, "worker": workerRole, "liar": liarRole, "guest": guestRole, "server": serverRole,
}

// playRole plays a role if the command line names one.
func playRole() bool {
	if len(os.Args) < 2 || roles[os.Args[1]] == nil {
		return false
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := roles[os.Args[1]](ctx, os.Args[2:]); err != nil {
		slog.Error("ending", "role", os.Args[1], "err", err)
		os.Exit(1)
	}
	return true
}

// coordinatorRole coordinates a plan: file, folder, URL, replicas, share of the chunks that are computed twice.
func coordinatorRole(ctx context.Context, args []string) error {
	plan, err := fleet.LoadPlan(args[0])
	if err != nil {
		return err
	}
	l, err := ledger.Open(ctx, args[1], plan.ID(), len(plan.Chunks))
	if err != nil {
		return err
	}
	defer l.Close()
	nc, err := Connect(ctx, Access{URL: args[2]}, "coordinator", nil)
	if err != nil {
		return err
	}
	defer nc.Close()
	replicas, err := strconv.Atoi(args[3])
	if err != nil {
		return err
	}
	recheck, err := strconv.ParseFloat(args[4], 64)
	if err != nil {
		return err
	}
	r, err := Coordinate(ctx, nc, plan, args[1], l, Options{Storage: Storage{Replicas: replicas}, Lease: stormLease, Recheck: recheck})
	if _, differ := errors.AsType[*DifferError](err); differ {
		err = nil // the ledger has it
	}
	fmt.Printf("%d computed, %d before, %d sent again, %d doubles, %d differing\n", r.Done, r.Before, r.Again, r.Doubles, len(r.Differing))
	return err
}

// workerRole works for ever on what comes: URL.
func workerRole(ctx context.Context, args []string) error {
	return play(ctx, args[0], "", WorkerOptions{Workers: 1, Stay: true})
}

// liarRole is workerRole with a plugin that lies: URL.
func liarRole(ctx context.Context, args []string) error {
	return play(ctx, args[0], lies, WorkerOptions{Workers: 1, Stay: true})
}

// guestRole works on one plan: URL, folder with the gate of its plugin.
func guestRole(ctx context.Context, args []string) error {
	return play(ctx, args[0], args[1], WorkerOptions{Workers: 1})
}

func play(ctx context.Context, url, gate string, o WorkerOptions) error {
	nc, err := Connect(ctx, Access{URL: url}, "worker", nil)
	if err != nil {
		return err
	}
	defer nc.Close()
	h := host.New(host.Options{BundledIDs: append(bundled.IDs(), "counter"), Bundled: gated(gate)})
	defer h.Close()
	return Work(ctx, nc, openOn(h), o)
}

// serverRole is a NATS server with the config of a file.
func serverRole(ctx context.Context, args []string) error {
	text, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	o := &server.Options{NoSigs: true}
	if err := o.ProcessConfigString(string(text)); err != nil {
		return err
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.ConfigureLogger()
	s.Start()
	<-ctx.Done()
	s.Shutdown()
	return nil
}

// actor is a process of a storm, which is started again when it ends before its time.
type actor struct {
	name string
	args []string
	log  string
	cmd  *exec.Cmd
	done chan error
}

// starter is the thread that starts actors: their death signal comes when the thread that started them ends.
var starter = child.NewThread()

func (a *actor) start(t *testing.T) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.OpenFile(a.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	a.cmd = exec.Command(self, a.args...)
	a.cmd.Stdout, a.cmd.Stderr = log, log
	a.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if closed := starter.Do(func() { err = a.cmd.Start() }); closed != nil || err != nil {
		t.Fatal(closed, err)
	}
	done := make(chan error, 1)
	a.done = done
	go func(c *exec.Cmd) { done <- c.Wait() }(a.cmd)
}

func (a *actor) kill() {
	if a.cmd == nil {
		return
	}
	_ = a.cmd.Process.Signal(syscall.SIGCONT)
	_ = a.cmd.Process.Kill()
	<-a.done
	a.cmd = nil
}

// storm is one plan computed while processes are killed and stopped.
type storm struct {
	t           *testing.T
	random      *rand.Rand
	dir         string // of logs, configs and disks of brokers
	brokers     []*actor
	workers     []*actor
	coordinator *actor
	url         string
	recheck     float64 // share of the chunks that are computed twice
	events      map[string]int
}

// newStorm configures brokers on an address of the loopback network that nobody else uses.
func newStorm(t *testing.T, random *rand.Rand, brokers int) *storm {
	t.Helper()
	s := &storm{t: t, random: random, dir: t.TempDir(), events: map[string]int{}}
	ip := fmt.Sprintf("127.%d.%d.%d", 1+rand.IntN(250), rand.IntN(256), 1+rand.IntN(250)) // another one each time a seed is repeated
	port := func(i int) string { return net.JoinHostPort(ip, strconv.Itoa(14000+i)) }
	var urls, routes []string
	for i := range brokers {
		urls = append(urls, "nats://storm@"+port(i))
		routes = append(routes, "nats://"+port(100+i))
	}
	for i := range brokers {
		config := fmt.Sprintf("server_name: n%d\nlisten: %q\nauthorization { token: storm }\njetstream { store_dir: %q }\nmax_payload: 65536\n"+
			"log_file: %q\n", i, port(i), s.disk(i), filepath.Join(s.dir, fmt.Sprintf("nats%d.log", i)))
		if brokers > 1 {
			config += fmt.Sprintf("cluster { name: storm, listen: %q, routes: [ %s ] }\n", port(100+i), strings.Join(routes, ", "))
		}
		file := filepath.Join(s.dir, fmt.Sprintf("nats%d.conf", i))
		if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
		s.brokers = append(s.brokers, s.actor(fmt.Sprintf("broker%d", i), "server", file))
	}
	s.url = strings.Join(urls, ",")
	for i := range 3 {
		s.workers = append(s.workers, s.actor(fmt.Sprintf("worker%d", i), "worker", s.url))
	}
	t.Cleanup(func() {
		for _, a := range slices.Concat(s.workers, s.brokers) {
			a.kill()
		}
	})
	for _, a := range slices.Concat(s.brokers, s.workers) {
		a.start(t)
	}
	return s
}

func (s *storm) disk(i int) string { return filepath.Join(s.dir, fmt.Sprintf("disk%d", i)) }

func (s *storm) actor(name string, args ...string) *actor {
	return &actor{name: name, args: args, log: filepath.Join(s.dir, name+".log")}
}

// blow does one thing at random, and counts it.
func (s *storm) blow() {
	victims := append(slices.Clone(s.workers), s.coordinator)
	kind := s.random.IntN(10)
	switch {
	case kind < 2 && len(s.brokers) > 1: // one of three
		victims = s.brokers[s.random.IntN(len(s.brokers)):][:1]
	case kind == 0: // the only one, with its disk
		b := s.brokers[0]
		b.kill()
		if err := os.RemoveAll(s.disk(0)); err != nil {
			s.t.Fatal(err)
		}
		b.start(s.t)
		s.events["brokers lost with their disk"]++
		return
	}
	a := victims[s.random.IntN(len(victims))]
	what := strings.TrimRight(a.name, "0123456789")
	if s.random.IntN(3) > 0 {
		a.kill()
		a.start(s.t)
		s.events[what+"s killed"]++
		return
	}
	_ = a.cmd.Process.Signal(syscall.SIGSTOP)
	time.Sleep(time.Duration(s.random.IntN(int(2 * stormLease)))) // sometimes longer than its lease
	_ = a.cmd.Process.Signal(syscall.SIGCONT)
	s.events[what+"s stopped"]++
}

// compute computes a plan with at most so many events, and returns how many there were.
func (s *storm) compute(planFile string, most int, pause time.Duration) (dir string, events int) {
	s.t.Helper()
	dir = s.t.TempDir()
	return dir, s.again(planFile, dir, most, pause)
}

// again computes what a folder lacks.
func (s *storm) again(planFile, dir string, most int, pause time.Duration) (events int) {
	s.t.Helper()
	s.coordinator = s.actor("coordinator", "coordinator", planFile, dir, s.url, strconv.Itoa(len(s.brokers)), fmt.Sprint(s.recheck))
	s.coordinator.start(s.t)
	defer s.coordinator.kill()
	limit := time.After(20 * time.Minute)
	for {
		s.revive()
		select {
		case err := <-s.coordinator.done:
			s.coordinator.cmd = nil
			if err != nil {
				s.t.Fatalf("the coordinator ended: %v\n%s", err, s.logs())
			}
			return events
		case <-s.t.Context().Done():
			s.t.Fatal("interrupted")
		case <-limit:
			s.t.Fatalf("not done after 20 minutes and %d events\n%s", events, s.logs())
		case <-time.After(time.Duration(s.random.Int64N(int64(pause)))):
			if events < most {
				s.blow()
				events++
			}
		}
	}
}

// revive starts workers again that have ended by themselves, for example because their plugin did not start in time on a busy
// machine.
func (s *storm) revive() {
	for _, w := range s.workers {
		select {
		case <-w.done:
			w.start(s.t)
			s.events["workers ended"]++
		default:
		}
	}
}

// logs returns the last lines of all logs.
func (s *storm) logs() string {
	var b strings.Builder
	files, _ := filepath.Glob(filepath.Join(s.dir, "*.log"))
	for _, f := range files {
		text, _ := os.ReadFile(f)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		fmt.Fprintf(&b, "%s:\n%s\n", filepath.Base(f), strings.Join(lines[max(0, len(lines)-8):], "\n"))
	}
	return b.String()
}

// check compares what a storm has left with what one machine computes.
func (s *storm) check(plan *fleet.Plan, dir, content string) {
	s.t.Helper()
	if got := contentOf(s.t, plan, dir); got != content {
		s.t.Errorf("the content is another one than on one machine")
	}
	l, err := ledger.Open(s.t.Context(), dir, plan.ID(), len(plan.Chunks))
	if err != nil {
		s.t.Fatal(err)
	}
	defer l.Close()
	done, err := l.Done(s.t.Context())
	if err != nil || len(done) != len(plan.Chunks) {
		s.t.Errorf("the ledger has %d of %d chunks: %v", len(done), len(plan.Chunks), err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "part-*.parquet"))
	if err != nil || len(files) != len(plan.Chunks) {
		s.t.Errorf("%d files for %d chunks: %v", len(files), len(plan.Chunks), err)
	}
}

// stormPlans are plans that ask every bundled plugin for something that it does fast enough.
func stormPlans(t *testing.T, open job.Open) map[string]*fleet.Plan {
	t.Helper()
	plans := map[string]*fleet.Plan{}
	for name, r := range map[string]fleet.PlanRequest{
		"entropybt":  {Solvers: []string{"entropybt"}, Graders: []string{"entropybt"}},
		"dlx":        {Solvers: []string{"dlx"}},
		"rules":      {Solvers: []string{"rules"}, Graders: []string{"rules"}},
		"redundancy": {Graders: []string{"redundancy"}},
		"convex":     {Solvers: []string{"convex"}},
		"ga":         {Solvers: []string{"ga"}},
		"generate":   {Solvers: []string{"dlx"}, Generate: &fleet.Order{Generator: "generate", Geometry: "9", Minimal: true, Seed: 5}, Count: 600},
	} {
		r.Ask.Limit, r.Ask.Seed, r.Records = 2, 1, 20
		if r.Generate == nil {
			r.Inputs = []string{stormPuzzles(t, name)}
		}
		plan, err := fleet.MakePlan(t.Context(), open, r, nil)
		if err != nil {
			t.Fatal(err)
		}
		plans[name] = plan
	}
	return plans
}

// stormPuzzles writes a file of puzzles for a plugin: a solved grid with as many holes as it fills fast.
func stormPuzzles(t *testing.T, plugin string) string {
	t.Helper()
	const solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	holes, n := 30, 600
	if plugin == "ga" || plugin == "convex" {
		holes, n = 6, 200
	}
	var b strings.Builder
	for i := range n {
		text := []byte(solved)
		for k := range holes {
			text[(i*11+k*(7+i/81))%81] = '.'
		}
		fmt.Fprintf(&b, "%s\n", text)
	}
	path := filepath.Join(t.TempDir(), plugin+".txt")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestStorm kills and stops workers, the coordinator and brokers at random moments. Nothing is lost, nothing counts twice,
// and the content is that of one machine. SUDOKUCTL_STORM is the number of events of the long form, in which every bundled
// plugin takes part, with one broker that loses its disk and with a cluster of three; SUDOKUCTL_SEED repeats one. The short
// form is always the same storm.
func TestStorm(t *testing.T) {
	t.Parallel()
	seed := uint64(1)
	if os.Getenv("SUDOKUCTL_STORM") != "" {
		seed = rand.Uint64()
	}
	if text := os.Getenv("SUDOKUCTL_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("SUDOKUCTL_SEED=%d", seed)
	random := rand.New(rand.NewPCG(seed, 17))
	open := opener(t)
	wanted, err := strconv.Atoi(os.Getenv("SUDOKUCTL_STORM"))
	if err != nil {
		plan := planOf(t, open, t.TempDir(), 400)
		round(t, newStorm(t, random, 1), plan, alone(t, open, plan), 10, 300*time.Millisecond)
		return
	}
	plans := stormPlans(t, open)
	contents := map[string]string{}
	for name, plan := range plans {
		contents[name] = alone(t, open, plan)
	}
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range plans {
			if !yield(name) {
				return
			}
		}
	})
	storms := []*storm{newStorm(t, random, 1), newStorm(t, random, 3)}
	for had, i := 0, 0; had < wanted; i++ {
		s, name := storms[i%2], names[i/2%len(names)]
		n := round(t, s, plans[name], contents[name], min(60, wanted-had), 400*time.Millisecond)
		had += n
		t.Logf("%d of %d events: %s with %d brokers had %d", had, wanted, name, len(s.brokers), n)
	}
	for _, s := range storms {
		t.Logf("%d brokers: %v", len(s.brokers), s.events)
	}
}

// round computes a plan in a storm and checks it.
func round(t *testing.T, s *storm, plan *fleet.Plan, content string, most int, pause time.Duration) (events int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "plan.json")
	if err := plan.Save(file); err != nil && !errors.Is(err, os.ErrExist) {
		t.Fatal(err)
	}
	dir, events := s.compute(file, most, pause)
	s.check(plan, dir, content)
	return events
}

// TestLiarInAStorm has one of three workers lie about every puzzle, while all other processes are killed and stopped. Each lie is found, and
// the name under which it was told is never that of an honest worker; without the liar, and the parts that differ, the content is
// that of one machine.
func TestLiarInAStorm(t *testing.T) {
	t.Parallel()
	open, dir := opener(t), t.TempDir()
	plan, seed := planOf(t, open, dir, 400), uint64(2)
	if text := os.Getenv("SUDOKUCTL_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	s := newStorm(t, rand.New(rand.NewPCG(seed, 17)), 1)
	s.recheck = 1
	s.workers[2].kill()
	s.workers = s.workers[:2]
	liar := s.actor("liar", "liar", s.url) // not to be killed: with the name of each start it is another one
	liar.start(t)
	t.Cleanup(liar.kill)
	file := filepath.Join(dir, "plan.json")
	if err := plan.Save(file); err != nil {
		t.Fatal(err)
	}
	parts, events := s.compute(file, 10, 300*time.Millisecond)
	differing, unchecked := lied(t, plan, parts)
	t.Logf("%d events %v; of %d chunks %d differ and %d have no second answer", events, s.events, len(plan.Chunks), len(differing), len(unchecked))
	liar.kill()
	for _, n := range slices.Concat(differing, unchecked) {
		if err := os.Remove(filepath.Join(parts, part.Name(n))); err != nil {
			t.Fatal(err)
		}
	}
	s.again(file, parts, 5, 300*time.Millisecond)
	if differing, _ := lied(t, plan, parts); len(differing) > 0 {
		t.Errorf("chunks %v still differ", differing)
	}
	s.check(plan, parts, alone(t, open, plan))
}

// lied returns the chunks that two workers answered differently, and those that no second one answered, and checks that they are
// all that have a lie.
func lied(t *testing.T, plan *fleet.Plan, dir string) (differing, unchecked []int) {
	t.Helper()
	l := openLedger(t, dir, plan)
	defer l.Close()
	_, differences, err := l.Checked(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	left, err := l.Unchecked(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	unchecked = slices.Collect(maps.Keys(left))
	told := map[string]bool{} // whether who bears the name lied
	note := func(name string, lied bool) {
		if before, known := told[name]; known && before != lied && !strings.HasPrefix(name, somebody) {
			t.Errorf("%s is named for what another worker answered: %+v", name, differences)
		}
		told[name] = lied
	}
	for _, d := range differences {
		differing = append(differing, d.Chunk)
		first := hasLie(t, filepath.Join(dir, part.Name(d.Chunk)))
		note(d.First, first)
		note(d.Second, !first)
	}
	for n := range plan.Chunks {
		if hasLie(t, filepath.Join(dir, part.Name(n))) && !slices.Contains(differing, n) && !slices.Contains(unchecked, n) {
			t.Errorf("the lies of chunk %d are believed", n)
		}
	}
	return differing, unchecked
}

// hasLie reports whether a part has a grade that nobody honest gives.
func hasLie(t *testing.T, path string) (lies bool) {
	t.Helper()
	p, err := part.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for r, err := range p.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		lies = lies || r.Answers[0].Grades[0].Value >= lie
	}
	return lies
}

// guest starts a worker for one plan, with a plugin that waits at a gate unless that is "".
func guest(t *testing.T, name, url, gate string) *actor {
	t.Helper()
	a := &actor{name: name, args: []string{"guest", url, gate}, log: filepath.Join(t.TempDir(), name+".log")}
	a.start(t)
	t.Cleanup(a.kill)
	return a
}

// await waits for something that processes do.
func await[T any](t *testing.T, what string, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(3 * time.Minute):
		t.Fatalf("%s: not within 3 minutes", what)
	}
	return v
}

// TestStopped stops the process of a worker that has a chunk. When its lease has ended, another one computes the chunk; then the
// first is woken and answers too. No chunk is lost or counted twice, and both workers end well.
func TestStopped(t *testing.T) {
	t.Parallel()
	open, dir, gate := opener(t), t.TempDir(), t.TempDir()
	rang := make(chan error, 1)
	for _, pipe := range []string{bell, door} {
		if err := syscall.Mkfifo(filepath.Join(gate, pipe), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	go func() { rang <- touch(filepath.Join(gate, bell), os.O_RDONLY) }()

	plan, address := planOf(t, open, dir, 100), start(t, "secret")
	l, spy := openLedger(t, dir, plan), connect(t, address)
	working := make(chan job.Worker, 1)
	if _, err := spy.Subscribe(liveSubject+l.Run, func(m *nats.Msg) {
		var w job.Worker
		if json.Unmarshal(m.Data, &w) == nil && w.Chunk >= 0 {
			select {
			case working <- w:
			default: // the first counts
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	settled, goOn, free := make(chan struct{}), make(chan struct{}), make(chan struct{})
	options := inMemory
	options.Lease = time.Second
	options.Progress = func(e work.Event) {
		if _, ok := e.(work.Advanced); !ok {
			return
		}
		select { // the coordinator waits, so that the run is not over before the first worker was woken
		case settled <- struct{}{}:
			<-goOn
		case <-free:
		}
	}
	var report *Report
	over, nc := make(chan error, 1), connect(t, address)
	go func() {
		var err error
		report, err = Coordinate(t.Context(), nc, plan, dir, l, options)
		over <- err
	}()

	first := guest(t, "first", address, gate)
	if err := await(t, "the first worker computes", rang); err != nil {
		t.Fatal(err)
	}
	w := await(t, "the first worker says what it computes", working)
	if err := first.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	second := guest(t, "second", address, "")
	for {
		await(t, "the second worker computes", settled)
		if _, err := os.Stat(filepath.Join(dir, part.Name(w.Chunk))); err == nil {
			break
		}
		goOn <- struct{}{}
	}

	late := make(chan struct{}, 1)
	if _, err := spy.Subscribe(fmt.Sprintf("%s%s.%d", resultSubject, l.Run, w.Chunk), func(m *nats.Msg) {
		var r result
		if json.Unmarshal([]byte(m.Header.Get(metaHeader)), &r) == nil && r.Worker.Name == w.Name {
			select {
			case late <- struct{}{}:
			default: // it was sent twice
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(spy.FlushTimeout(time.Minute), first.cmd.Process.Signal(syscall.SIGCONT),
		touch(filepath.Join(gate, door), os.O_WRONLY)); err != nil {
		t.Fatal(err)
	}
	await(t, "the first worker answers", late)
	close(free)
	goOn <- struct{}{}
	if err := await(t, "the run is over", over); err != nil || report.Done != 10 || len(report.Differing) > 0 {
		t.Errorf("%+v: %v", report, err)
	}
	if contentOf(t, plan, dir) != alone(t, open, plan) {
		t.Error("the content is another one than on one machine")
	}
	for _, a := range []*actor{first, second} {
		err := await(t, "the "+a.name+" worker ends", a.done)
		a.cmd = nil
		if text, _ := os.ReadFile(a.log); err != nil {
			t.Errorf("the %s worker: %v\n%s", a.name, err, text)
		}
	}
}
