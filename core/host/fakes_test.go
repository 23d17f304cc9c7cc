//go:build unix

package host_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	goplugin "github.com/hashicorp/go-plugin"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

const (
	// fakeEnv names the fake that the test binary is to be instead of running tests.
	fakeEnv = "HOST_TEST_FAKE"
)

func TestMain(m *testing.M) {
	if name := os.Getenv(fakeEnv); name != "" {
		fakes[name]()
		return
	}
	_ = flag.Set("test.parallel", "16") // tests with t.Parallel wait for what fakes fail to do; the command line may say otherwise
	code := m.Run()
	if left := goroutines(); code == 0 && left != "" {
		for deadline := time.Now().Add(2 * time.Minute); left != "" && time.Now().Before(deadline); left = goroutines() {
			time.Sleep(10 * time.Millisecond) // a busy machine takes its time to end a process
		}
		if left != "" {
			fmt.Fprintln(os.Stderr, "goroutines are left:\n"+left)
			code = 1
		}
	}
	os.Exit(code)
}

// goroutines returns the stacks of goroutines beside this one and the one that os/signal keeps.
func goroutines() (left string) {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	for _, stack := range strings.Split(string(stacks), "\n\n")[1:] {
		if !strings.Contains(stack, "os/signal.signal_recv") && !strings.Contains(stack, "runtime.ensureSigM") {
			left += stack + "\n"
		}
	}
	return left
}

// fakes are plugins that misbehave. Those made of a solver do so on the empty puzzle only.
var fakes = map[string]func(){
	"honest":  func() { serve(nil) },
	"liar":    func() { serve(lie) },
	"repeats": func() { serve(repeat) },
	"crasher": func() { serve(crash) },
	"family":  func() { serve(haveChild) },
	"endless": func() { serve(emitForEver) },
	"obstinate": func() {
		serve(func(emit func(sudoku.Grid) bool) error { return goOn(emit, func() { emit(solved()) }) })
	},
	"dreamer": func() {
		serve(func(emit func(sudoku.Grid) bool) error { return goOn(emit, func() { time.Sleep(time.Hour) }) })
	},
	"picky":     func() { serve(func(emit func(sudoku.Grid) bool) error { return sudoku.ErrUnsupported }) },
	"deaf":      func() { serve(func(func(sudoku.Grid) bool) error { select {} }) },
	"stopped":   func() { serve(stopSelf) },
	"chatter":   func() { serve(chatter) },
	"flooder":   func() { serve(flood) },
	"hostile":   func() { serve(hostile) },
	"mortal":    func() { serve(nil, "dies of every puzzle") },
	"nosy":      func() { serve(nil, os.Environ()...) },
	"thief":     stealStdin,
	"printer":   func() { fmt.Println("hello, I am \x1b[31ma plugin"); serve(nil) },
	"burner":    func() { serve(burnInChild) },
	"sick":      func() { fmt.Fprintln(os.Stderr, "Traceback:\n  no module named x"); os.Exit(4) },
	"sleeper":   sleep,
	"foreign":   func() { serveVersion(99) },
	"elsewhere": func() { offer(os.Getenv("HOST_TEST_ADDRESS")) },
	"linker":    offerLink,
	"host":      beHost,
	"keeper":    keepStdin,
	"echo":      echo,
	"double":    func() { serveRaw(answerTwice) },
	"mute":      func() { serveRaw(answerAllButOne) },
	"babbler":   func() { serveRaw(sayNothing) },
	"parrot":    func() { serveRaw(repeatAnswer) },
	"naive":     naive,
	"summer":    summer,
	"sloppy":    sloppy,
	"maker":     serveMaker,
	"late":      func() { dieOnce(); serve(nil) },
	"learner":   learner,
	"malformed": serveVector,
}

// offer shakes hands with an address that is not the plugin's own.
func offer(address string) {
	fmt.Printf("1|%d|%s|grpc|\n", wire.Version, address)
	sleep()
}

// sleep waits until somebody ends the process. Without cgo the runtime takes a select of nothing for a deadlock.
func sleep() {
	for {
		time.Sleep(time.Hour)
	}
}

// offerLink offers a link in its own folder to a socket elsewhere.
func offerLink() {
	link := filepath.Join(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "link")
	_, path, _ := strings.Cut(os.Getenv("HOST_TEST_ADDRESS"), "|")
	if err := os.Symlink(path, link); err != nil {
		panic(err)
	}
	offer("unix|" + link)
}

func fakeInfo() sudoku.Info {
	return sudoku.Info{
		ID: "fake", Name: "Fake", Version: cmp.Or(os.Getenv("HOST_TEST_VERSION"), "1.0.0"), Complete: true,
		Metrics:  []sudoku.Metric{{Name: "clues", Max: 100}, {Name: "liar", Max: 1}},
		Settings: []sudoku.Setting{{Name: "depth", Default: 3, Min: 1, Max: 9}},
	}
}

// serve serves an honest solver that treats the empty puzzle in a special way, nil for none. The notes travel
// as its summary.
func serve(special func(emit func(sudoku.Grid) bool) error, notes ...string) {
	info := fakeInfo()
	info.Summary = strings.Join(notes, "\n")
	plugin.Serve(plugin.Spec{
		Info: info,
		Solver: func(sudoku.Settings) (sudoku.Solver, error) {
			return &fake{special: special, mortal: strings.HasPrefix(info.Summary, "dies")}, nil
		},
		Grader:    func(sudoku.Settings) (sudoku.Grader, error) { return &fake{special: special}, nil },
		Explainer: func(sudoku.Settings) (sudoku.Explainer, error) { return &fake{special: special}, nil },
	})
}

type fake struct {
	special func(emit func(sudoku.Grid) bool) error
	mortal  bool
	tell    func(sudoku.Trace)
}

// Trace takes the function that a course is told to.
func (f *fake) Trace(tell func(sudoku.Trace)) { f.tell = tell }

// Solve tries all digits in all cells.
func (f *fake) Solve(ctx context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if f.mortal {
		os.Exit(7)
	}
	if p.Clues() == 0 && f.special != nil {
		return sudoku.Stats{}, f.special(emit)
	}
	if f.tell != nil {
		f.tell(sudoku.Trace{Series: "clues", X: 1, Y: float64(p.Clues())})
	}
	grid := p.Givens().Clone()
	search(p.Geometry(), grid, 0, emit)
	return sudoku.Stats{Guesses: 1}, nil
}

func search(g *sudoku.Geometry, grid sudoku.Grid, cell int, emit func(sudoku.Grid) bool) bool {
	for cell < len(grid) && grid[cell] != 0 {
		cell++
	}
	if cell == len(grid) {
		return emit(grid)
	}
	defer func() { grid[cell] = 0 }()
digits:
	for d := 1; d <= g.N(); d++ {
		for _, peer := range g.Peers(cell) {
			if int(grid[peer]) == d {
				continue digits
			}
		}
		grid[cell] = uint8(d)
		if !search(g, grid, cell+1, emit) {
			return false
		}
	}
	return true
}

// Grade counts the clues; the empty puzzle gets an undeclared metric.
func (f *fake) Grade(_ context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	if p.Clues() == 0 {
		return []sudoku.Grade{{Metric: "liar", Value: 2}}, nil
	}
	return []sudoku.Grade{{Metric: "clues", Value: float64(p.Clues())}}, nil
}

// Explain says one step.
func (f *fake) Explain(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	if p.Clues() == 0 && f.special != nil {
		return f.special(nil)
	}
	emit(sudoku.Step{Technique: "guess"})
	return nil
}

func lie(emit func(sudoku.Grid) bool) error {
	emit(bytes.Repeat([]byte{1}, 16))
	return nil
}

func repeat(emit func(sudoku.Grid) bool) error {
	if emit(solved()) {
		emit(solved())
	}
	return nil
}

func emitForEver(emit func(sudoku.Grid) bool) error {
	for emit(solved()) {
	}
	return nil
}

// goOn does not end its search when two solutions were enough.
func goOn(emit func(sudoku.Grid) bool, what func()) error {
	other := solved()
	for i, d := range other {
		other[i] = 5 - d
	}
	for more := emit(solved()) && emit(other); !more; {
		what()
	}
	return nil
}

func crash(func(sudoku.Grid) bool) error {
	syscall.Write(2, []byte("boom: cannot digest that\n"))
	os.Exit(3)
	return nil
}

// haveChild starts a process that outlives this one and holds its pipes.
func haveChild(func(sudoku.Grid) bool) error {
	child, err := os.StartProcess("/bin/sleep", []string{"sleep", "1000"}, &os.ProcAttr{
		Files: []*os.File{nil, os.NewFile(1, "stdout"), os.NewFile(2, "stderr")},
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(os.NewFile(2, "stderr"), "child", child.Pid)
	os.Exit(3)
	return nil
}

// burnInChild has a child use a second of CPU time.
func burnInChild(emit func(sudoku.Grid) bool) error {
	child, err := os.StartProcess("/bin/sh", []string{"sh", "-c", "ulimit -t 3; while :; do :; done"}, &os.ProcAttr{})
	if err != nil {
		return err
	}
	if _, err := child.Wait(); err != nil {
		return err
	}
	emit(solved())
	return sudoku.ErrGaveUp
}

func stopSelf(func(sudoku.Grid) bool) error {
	syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	select {} // the signal may reach another thread first
}

// chatter writes more to standard output than a pipe or a scanner holds, without a newline.
func chatter(emit func(sudoku.Grid) bool) error {
	for range 100 {
		syscall.Write(1, bytes.Repeat([]byte("x"), 8<<10))
	}
	fmt.Println("not to be seen")
	emit(solved())
	return sudoku.ErrGaveUp
}

// flood writes 64 MiB to standard error.
func flood(emit func(sudoku.Grid) bool) error {
	for range 1024 {
		syscall.Write(2, bytes.Repeat([]byte("flood"), 13<<10))
	}
	emit(solved())
	return sudoku.ErrGaveUp
}

// hostile writes what makes go-plugin's reader of standard error panic, and what would colour a terminal.
func hostile(emit func(sudoku.Grid) bool) error {
	syscall.Write(2, []byte("{\"@message\": 5, \"@level\": "+
		"[]}\n{\"@level\":\"warn\",\"@message\":\"\x1b[31mred\"}\n"))
	emit(solved())
	return sudoku.ErrGaveUp
}

func stealStdin() {
	stolen, _ := io.ReadAll(os.NewFile(0, "stdin"))
	serve(nil, "stole "+string(stolen))
}

// keepStdin is a host that keeps its standard input from a thief and reads it afterwards.
func keepStdin() {
	stdin, err := host.PrivateStdin()
	if err != nil {
		panic(err)
	}
	h := host.New(host.Options{})
	defer h.Close()
	p, err := h.Open(context.Background(), fakeConfig("thief"))
	if err != nil {
		panic(err)
	}
	left, err := io.ReadAll(stdin)
	fmt.Println(p.Info().Summary, "left", string(left), err)
}

// echo answers at once with a grid that it knows: what remains is the cost of the boundary.
func echo() {
	plugin.Serve(plugin.Spec{
		Info: sudoku.Info{ID: "echo", Name: "Echo", Version: "1.0.0"},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) {
			return echoSolver{}, nil
		},
	})
}

type echoSolver struct{}

// Solve emits the givens.
func (echoSolver) Solve(_ context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	emit(p.Givens())
	return sudoku.Stats{}, nil
}

func serveVersion(version int) {
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig:  wire.Handshake,
		VersionedPlugins: map[int]goplugin.PluginSet{version: wire.Plugins(&wire.Handlers{})[wire.Version]},
		GRPCServer:       wire.NewServer,
	})
}

// serveRaw serves a plugin that answers batches by itself.
func serveRaw(answer func(s *wire.PluginStream, b *wire.Batch) error) {
	info := fakeInfo()
	info.Powers = []sudoku.Power{sudoku.PowerSolve}
	serveHandlers(info, wire.Handlers{Solve: func(s *wire.PluginStream) error { return batches(s, answer) }})
}

// serveHandlers serves a plugin that takes no settings.
func serveHandlers(info sudoku.Info, h wire.Handlers) {
	h.Describe = func() sudoku.Info { return info }
	h.Configure = func(map[string]any) error { return nil }
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig: wire.Handshake, VersionedPlugins: wire.Plugins(&h), GRPCServer: wire.NewServer,
	})
}

// batches has each batch of a stream answered.
func batches(s *wire.PluginStream, answer func(*wire.PluginStream, *wire.Batch) error) error {
	for {
		var r wire.Request
		if err := s.Recv(&r); err != nil {
			return nil
		}
		if err := answer(s, r.Batch); err != nil {
			return err
		}
	}
}

// naive serves a plugin that declares what it takes and looks at the givens alone: it dies of what it must not see.
func naive() {
	info := fakeInfo()
	info.Powers, info.Shapes = []sudoku.Power{sudoku.PowerSolve, sudoku.PowerGrade}, []string{"4"}
	dieOfOthers := func(b *wire.Batch) {
		var slot sudoku.Slot
		for i := range b.Len() {
			if p := b.Puzzle(i, &slot); p.Geometry().Shape() != "4" || !p.Plain() {
				os.Exit(7)
			}
		}
	}
	serveHandlers(info, wire.Handlers{
		Solve: func(s *wire.PluginStream) error {
			return batches(s, func(s *wire.PluginStream, b *wire.Batch) error {
				dieOfOthers(b)
				var a wire.Answers
				a.Reset(b.First)
				for range b.Len() {
					a.Add(wire.GaveUp, 0, &sudoku.Stats{}, "")
				}
				return s.Send(&a)
			})
		},
		Grade: func(s *wire.PluginStream) error {
			return batches(s, func(s *wire.PluginStream, b *wire.Batch) error {
				dieOfOthers(b)
				var g wire.Answers
				g.Reset(b.First)
				for range b.Len() {
					g.AddGrades(wire.GaveUp, nil, 0, "")
				}
				return s.Send(&g)
			})
		},
	})
}

// summer takes sums and nothing else, and checks the clauses that it gets.
func summer() {
	info := fakeInfo()
	info.SoftClues, info.Clauses = true, []string{"differ", "sum"}
	plugin.Serve(plugin.Spec{Info: info, Solver: func(sudoku.Settings) (sudoku.Solver, error) { return adding{}, nil }})
}

// adding tries all digits in all cells; in grids whose first cell is given it forgets its constraints.
type adding struct{}

func (adding) Solve(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if p.Kinds() == 0 || p.Kinds()&^clause.Kinds(0).With(clause.Differ).With(clause.Sum) != 0 {
		os.Exit(7)
	}
	grid := p.Givens().Clone()
	var fill func(cell int) bool
	fill = func(cell int) bool {
		if cell == len(grid) {
			return p.Givens()[0] == 0 && !clause.AllHold(p.Clauses(), grid) || sudoku.CheckGivens(sudoku.MustPuzzle(p.Geometry(), grid)) != nil ||
				emit(grid.Clone())
		}
		if grid[cell] != 0 {
			return fill(cell + 1)
		}
		defer func() { grid[cell] = 0 }()
		for d := range p.Allowed(cell).All {
			grid[cell] = uint8(d)
			if sudoku.CheckGivens(sudoku.MustPuzzle(p.Geometry(), grid)) == nil && !fill(cell+1) {
				return false
			}
		}
		return true
	}
	fill(0)
	return sudoku.Stats{}, nil
}

func answerTwice(s *wire.PluginStream, b *wire.Batch) error {
	var a wire.Answers
	for i := range b.Len() {
		a.Reset(b.First + uint64(i))
		a.Add(wire.GaveUp, 0, &sudoku.Stats{}, "")
		if err := s.Send(&a); err != nil {
			return err
		}
		if i == 1 {
			s.Send(&a)
		}
	}
	return nil
}

// sayNothing sends messages without a row until the stream ends.
func sayNothing(s *wire.PluginStream, b *wire.Batch) error {
	var a wire.Answers
	for ; ; time.Sleep(time.Millisecond) {
		a.Reset(b.First)
		if err := s.Send(&a); err != nil {
			return err
		}
	}
}

// repeatAnswer answers the first puzzle of a batch again and again.
func repeatAnswer(s *wire.PluginStream, b *wire.Batch) error {
	var a wire.Answers
	for ; ; time.Sleep(time.Millisecond) {
		a.Reset(b.First)
		a.Add(wire.GaveUp, 0, &sudoku.Stats{}, "")
		if err := s.Send(&a); err != nil {
			return err
		}
	}
}

// answerAllButOne gives no answer to empty puzzles.
func answerAllButOne(s *wire.PluginStream, b *wire.Batch) error {
	var a wire.Answers
	var slot sudoku.Slot
	for i := range b.Len() {
		if b.Puzzle(i, &slot).Clues() == 0 {
			continue
		}
		a.Reset(b.First + uint64(i))
		a.Add(wire.GaveUp, 0, &sudoku.Stats{}, "")
		if err := s.Send(&a); err != nil {
			return err
		}
	}
	return nil
}

func solved() sudoku.Grid {
	return sudoku.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
}

// eventually waits until a condition holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	const limit = time.Minute
	for deadline := time.Now().Add(limit); !holds(); {
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s", limit, what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func stop(t testing.TB, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" { // until all its threads have seen the signal, one of them may still do what it is asked
		eventually(t, "the process is stopped", func() bool { return processState(pid) == 'T' })
	}
}

func kill(t testing.TB, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the process is gone", func() bool { return !running(pid) })
}

func killNow(pid int) { syscall.Kill(pid, syscall.SIGKILL) }

// sloppy explains with a cell that no geometry has, makes the puzzle that its order names, and says what cannot be
// said in UTF-8.
func sloppy() {
	var metrics []sudoku.Metric
	for name := range strings.SplitSeq(os.Getenv("HOST_TEST_METRICS"), ",") {
		if name != "" {
			metrics = append(metrics, sudoku.Metric{Name: name, Max: 1})
		}
	}
	plugin.Serve(plugin.Spec{
		Info:      sudoku.Info{ID: "sloppy", Name: "Sloppy", Version: "1.0.0", Metrics: metrics, Clauses: []string{"differ", "sum"}},
		Solver:    func(sudoku.Settings) (sudoku.Solver, error) { return sloppyOne{}, nil },
		Explainer: func(sudoku.Settings) (sudoku.Explainer, error) { return sloppyOne{}, nil },
		Generator: func(sudoku.Settings) (sudoku.Generator, error) { return sloppyOne{}, nil },
	})
}

type sloppyOne struct{}

func (sloppyOne) Solve(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if p.Clues() == 0 {
		stats := sudoku.Stats{Extra: []sudoku.Measure{{Name: "l\xf6sbar", Value: 1}}}
		return stats, errors.New("nicht l\xf6sbar " + strings.Repeat("x", 8<<20))
	}
	emit(solved())
	return sudoku.Stats{}, nil
}

func (sloppyOne) Explain(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	step := sudoku.Step{Technique: "guess", Place: []sudoku.Candidate{{Cell: 4_000_000_000, Digit: 1}}}
	if p.Clues() == 0 {
		step.Place = nil
	}
	for emit(step) {
	}
	return nil
}

// ListSteps emits a step whose links are as the first value says.
func (sloppyOne) ListSteps(_ context.Context, s *sudoku.State, emit func(sudoku.Step) bool) error {
	bad := sudoku.Link{Kind: sudoku.WeakLink, From: []sudoku.Candidate{{Cell: 0, Digit: 1}}, To: []sudoku.Candidate{{Cell: 1, Digit: 1}}}
	step := sudoku.Step{Technique: "guess", Links: []sudoku.Link{bad}}
	switch s.Values[0] {
	case 1:
		step.Links[0].To[0].Digit = 99
	case 2:
		step.Links[0].Kind = 200
	case 3:
		step.Links = slices.Repeat(step.Links, 40_000)
	case 4:
		step.Sets = [][]int{{0, 36}}
	case 5:
		step.Constraints = []int{2}
	case 6:
		step.Constraints = []int{1, 0, 1}
	}
	emit(step)
	return nil
}

func (sloppyOne) Generate(_ context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	text := o.Metric // stands for what it makes
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		return sudoku.Stats{}, err
	}
	if o.Minimal {
		o.Count-- // it does not count on
	}
	for range o.Count {
		if !emit(p) {
			break
		}
	}
	return sudoku.Stats{}, nil
}

// dieOnce ends the process as somebody else would, unless it has done so before.
func dieOnce() {
	mark := os.Getenv("HOST_TEST_MARK")
	if _, err := os.Stat(mark); err != nil {
		os.WriteFile(mark, nil, 0o600)
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
}

// learner serves a grader that has another metric for each depth, and is ended once while it is being configured.
func learner() {
	plugin.Serve(plugin.Spec{
		Info: fakeInfo(),
		Grader: func(s sudoku.Settings) (sudoku.Grader, error) {
			if s["depth"] != 3 {
				dieOnce()
			}
			return &fake{}, nil
		},
		Metrics: func(s sudoku.Settings) []sudoku.Metric {
			return []sudoku.Metric{{Name: fmt.Sprintf("depth_%v", s["depth"]), Max: 1}}
		},
	})
}

// serveMaker serves a generator whose first process makes 5 puzzles and waits, the next 10, the next 15.
func serveMaker() {
	mark, err := os.OpenFile(os.Getenv("HOST_TEST_MARK"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = mark.WriteString("12345")
	}
	if err != nil {
		panic(err)
	}
	plugin.Serve(plugin.Spec{
		Info:      sudoku.Info{ID: "maker", Name: "Maker", Version: "1.0.0"},
		Generator: func(sudoku.Settings) (sudoku.Generator, error) { return maker{}, nil },
	})
}

type maker struct{}

// Generate takes one given at a time out of a solved grid.
func (maker) Generate(_ context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	if o.Metric == "mortal" {
		os.Exit(3)
	}
	mark, err := os.Stat(os.Getenv("HOST_TEST_MARK"))
	if err != nil {
		return sudoku.Stats{}, err
	}
	for cell := range min(16, int(mark.Size())) {
		grid := solved()
		grid[cell] = 0
		if !emit(sudoku.MustPuzzle(o.Geometry, grid)) {
			return sudoku.Stats{}, nil
		}
	}
	select {}
}
