//go:build unix

package process_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
	"github.com/sudokuctl/sudokuctl/core/host/internal/pump"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// fewSchedules is how many schedules are tried unless SUDOKUCTL_SIMULATE says for how long: always the same ones.
const fewSchedules = 2000

// patience is how long a schedule may take, which takes a tenth of a millisecond.
const patience = 5 * time.Minute

// TestSimulation runs the host against simulated processes on random schedules, in simulated time. It tries a few
// schedules, or new ones for as long as SUDOKUCTL_SIMULATE says; SUDOKUCTL_SEED repeats the schedule of one seed. A seed
// fixes what every puzzle and process does and when; what happens at the same instant may come in another order.
func TestSimulation(t *testing.T) {
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Skip(err)
	}
	lasts, first, count, least := time.Duration(0), uint64(1), 0, fewSchedules
	if text := os.Getenv("SUDOKUCTL_SIMULATE"); text != "" {
		var err error
		if lasts, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
		first = rand.Uint64() >> 1
	}
	if text := os.Getenv("SUDOKUCTL_SEED"); text != "" {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		first, lasts, least = seed, 0, 1
	}
	defer debug.SetGCPercent(debug.SetGCPercent(1000)) // a schedule leaves little behind
	seen := map[string]int{}
	began := time.Now()
	seed := first
	stuck := time.AfterFunc(patience, func() {
		debug.SetTraceback("all")
		panic(fmt.Sprintf("SUDOKUCTL_SEED=%d hangs", atomic.LoadUint64(&seed)))
	})
	defer stuck.Stop()
	for count < least || time.Since(began) < lasts {
		atomic.StoreUint64(&seed, first+uint64(count))
		stuck.Reset(patience)
		synctest.Test(t, func(t *testing.T) {
			defer func() {
				if e := recover(); e != nil {
					panic(fmt.Sprintf("SUDOKUCTL_SEED=%d: %v", seed, e))
				}
			}()
			s := newSimulation(t, seed, ended.ProcessState)
			s.run()
			if t.Failed() {
				t.Logf("SUDOKUCTL_SEED=%d repeats it: limits %+v, habits %v", seed, s.options.Ask, s.habits)
			}
			for what, n := range s.events {
				seen[what] += n
			}
		})
		count++
	}
	t.Logf("%d schedules in %v from seed %d; %v", count, time.Since(began), first, seen)
}

// mostPuzzles is how many puzzles a schedule has at most. Most have a few, which is enough for nearly all that can happen.
const mostPuzzles = 60

// A call that is cancelled while its last answer is delivered has not come to its end if there was more to read.
func TestACutInputIsNoEnd(t *testing.T) {
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Skip(err)
	}
	synctest.Test(t, func(t *testing.T) {
		s := newSimulation(t, 1, ended.ProcessState)
		s.healthy, s.habits, s.costs = 0, []habit{forgets, honest}, make([]time.Duration, 2)
		s.options = pump.Options{Options: runner.Options{Ask: runner.Ask{Workers: 1}}, Batch: 1}
		ctx, cancel := context.WithCancel(t.Context())
		err := pump.Solve(ctx, s.plugin, func(put func(uint64, *sudoku.Puzzle) bool) error {
			if !put(0, numbered(0)) {
				t.Error("the first puzzle was not taken")
			}
			<-ctx.Done()
			synctest.Wait()
			put(1, numbered(1))
			return nil
		}, s.options, func(uint64, sudoku.Result) error {
			cancel()
			time.Sleep(time.Second) // until the input has ended
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
		for _, l := range s.lives {
			l.die(false)
		}
	})
}

// habit is what a plugin does with a puzzle.
type habit uint8

const (
	honest    habit = iota
	inParts         // answers in two messages
	givesUp         // says that it gives up
	kills           // the process dies of it
	lies            // answers with a wrong grid
	forgets         // does not answer it, and goes on
	twice           // answers it twice
	late            // answers that the time is over
	deaf            // neither answers it nor listens any more
	obstinate       // repeats a solution until it is told to stop, or for ever
	habits
)

// simulation is one schedule: a plugin, its processes and an input, all drawn from a seed.
type simulation struct {
	t       *testing.T
	seed    uint64
	ended   *os.ProcessState // of any process
	options pump.Options
	plugin  pump.Plugin
	habits  []habit
	costs   []time.Duration
	giveUp  int // the result that the receiver refuses, -1 = none
	cancel  time.Duration
	healthy int           // lives from here on end by puzzles alone
	slow    bool          // to send takes time
	read    chan struct{} // closed when the input has ended

	mu        sync.Mutex
	lives     []*life
	starts    []start
	blameless map[int]bool // puzzles that were alone in flight when somebody else ended the process, as far as the host knew
	doubled   map[int]bool // puzzles whose second answer the host has received
	results   map[int][]sudoku.Result
	retracted map[int]sudoku.Result
	order     []int
	events    map[string]int
}

// start is a start of a process and how it went.
type start struct {
	at     time.Time
	failed bool
	life   *life
}

func newSimulation(t *testing.T, seed uint64, ended *os.ProcessState) *simulation {
	r := rand.New(rand.NewPCG(seed, 0))
	s := &simulation{t: t, seed: seed, ended: ended, giveUp: -1, read: make(chan struct{}),
		blameless: map[int]bool{}, doubled: map[int]bool{}, results: map[int][]sudoku.Result{},
		retracted: map[int]sudoku.Result{}, events: map[string]int{}}
	s.options = pump.Options{Options: runner.Options{Ordered: r.IntN(2) == 0}, Batch: 1 + r.IntN(20)}
	s.options.Workers = 1 + r.IntN(3)
	if r.IntN(2) == 0 {
		s.options.Timeout = 2 * time.Second
	}
	rate := r.Float64() * r.Float64() // of puzzles with a habit
	for range 1 + r.IntN(1+r.IntN(mostPuzzles>>r.IntN(6))) {
		h := honest
		if r.Float64() < rate {
			h = habit(r.IntN(int(habits)))
		}
		if s.options.Timeout == 0 && (h == deaf || h == late) {
			h = forgets // without a budget they may go on for ever
		}
		s.habits = append(s.habits, h)
		s.costs = append(s.costs, time.Duration(r.Int64N(int64(40*time.Millisecond))))
	}
	if r.IntN(10) == 0 {
		s.giveUp = r.IntN(len(s.habits))
	}
	if r.IntN(10) == 0 {
		s.cancel = time.Duration(r.Int64N(int64(10 * time.Second)))
	}
	s.healthy = r.IntN(12)
	s.slow = seed%3 == 0 && !slices.Contains(s.habits, obstinate) // a stop would wait for a mutex meanwhile, see simulatedStream
	silence := time.Second << r.IntN(3)
	s.plugin = pump.Plugin{ID: "simulated", Info: sudoku.Info{Complete: true}, Grace: time.Second, Silence: silence,
		Processes: process.NewSupervisor("simulated", s.begin, time.Second, slog.New(slog.DiscardHandler))}
	return s
}

var errEnough = errors.New("enough")

// run solves the input of the schedule and checks what has been promised.
func (s *simulation) run() {
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Hour)
	defer cancel()
	if s.cancel > 0 {
		timer := time.AfterFunc(s.cancel, cancel)
		defer timer.Stop()
	}
	s.options.Retract = func(n uint64, r sudoku.Result) error {
		s.retracted[int(n)] = r
		return nil
	}
	err := pump.Solve(ctx, s.plugin, s.input, s.options, s.emit)
	if ctx.Err() != nil && s.cancel == 0 {
		s.t.Errorf("it did not end within an hour: %v", err)
	}
	cancel()
	<-s.read
	for _, l := range s.lives {
		l.die(false)
	}
	synctest.Wait()
	s.judge(err)
}

// input puts the puzzles.
func (s *simulation) input(put func(number uint64, p *sudoku.Puzzle) bool) error {
	defer close(s.read)
	r := rand.New(rand.NewPCG(s.seed, 1))
	for i := range s.habits {
		if r.IntN(8) == 0 {
			time.Sleep(time.Duration(r.Int64N(int64(time.Second))))
		}
		if !put(uint64(i), numbered(i)) {
			break
		}
	}
	return nil
}

// numbered returns a puzzle whose missing givens say its number.
func numbered(i int) *sudoku.Puzzle {
	givens := slices.Clone(rightGrid)
	for bit := range 6 {
		if i>>bit&1 == 1 {
			givens[bit] = 0
		}
	}
	p := sudoku.MustPuzzle(sudoku.MustGeometry("4"), givens)
	p.Name = strconv.Itoa(i)
	return p
}

// numberOf is the inverse of numbered.
func numberOf(givens []byte) (i int) {
	for bit := range 6 {
		if givens[bit] == 0 {
			i |= 1 << bit
		}
	}
	return i
}

var (
	rightGrid = sudoku.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	wrongGrid = sudoku.Grid{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
)

func (s *simulation) emit(n uint64, r sudoku.Result) error {
	s.results[int(n)] = append(s.results[int(n)], r)
	s.order = append(s.order, int(n))
	if s.seed%5 == 0 {
		time.Sleep(time.Duration(n%7) * 30 * time.Millisecond)
	}
	if len(s.order)-1 == s.giveUp {
		return errEnough
	}
	return nil
}

// judge checks the promises.
func (s *simulation) judge(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	complete := false
	switch {
	case err == nil, errors.Is(err, lifecycle.ErrProtocol):
		complete = true
	case errors.Is(err, lifecycle.ErrQuarantined):
		s.events["quarantines"]++
		if n, _ := s.deaths(); n < process.MaxDeaths {
			s.t.Errorf("in quarantine after %d deaths", n)
		}
	case errors.Is(err, errEnough) && s.giveUp >= 0, errors.Is(err, context.Canceled) && s.cancel > 0:
	default:
		s.t.Errorf("ended with %v", err)
	}
	if s.options.Ordered && !slices.IsSorted(s.order) {
		s.t.Errorf("out of order: %v", s.order)
	}
	for i := range s.habits {
		switch n := len(s.results[i]); {
		case n > 1, n == 0 && complete:
			s.t.Errorf("puzzle %d has %d answers, and the error is %v", i, n, err)
		case n == 1:
			s.fair(i, s.results[i][0], err)
		}
	}
	for i := range s.retracted {
		if len(s.results[i]) == 0 {
			s.t.Errorf("puzzle %d is retracted before it is delivered", i)
		}
	}
	if len(s.retracted) > 0 && err == nil {
		s.t.Error("an answer was retracted without an error")
	}
	s.events["starts"] += len(s.starts)
	s.events["retractions"] += len(s.retracted)
	s.events["puzzles"] += len(s.habits)
}

// fair checks the last word on a puzzle: it is what the plugin did with it and nothing else.
func (s *simulation) fair(i int, r sudoku.Result, err error) {
	if last, ok := s.retracted[i]; ok {
		r = last
	}
	s.events[r.Verdict.String()]++
	for _, grid := range r.Solutions {
		if sudoku.Verify(r.Puzzle, grid) != nil || !slices.Equal(grid, rightGrid) {
			s.t.Errorf("puzzle %d: a wrong grid: %v", i, grid)
		}
	}
	if s.blameless[i] && (r.Verdict == sudoku.Crashed || r.Verdict == sudoku.Timeout) {
		s.events["unlucky"]++ // nobody can tell that it was not this puzzle
		return
	}
	fair := false
	switch s.habits[i] {
	case honest, inParts:
		fair = r.Verdict == sudoku.Unique && len(r.Solutions) == 1 && r.Err == nil
	case givesUp:
		fair = r.Verdict == sudoku.Unknown
	case kills:
		fair = r.Verdict == sudoku.Crashed
	case lies:
		fair = r.Verdict == sudoku.Wrong
	case forgets:
		fair = r.Verdict == sudoku.Wrong || r.Verdict == sudoku.Timeout && s.options.Timeout > 0
	case twice:
		fair = r.Verdict == sudoku.Wrong || r.Verdict == sudoku.Unique && !s.doubled[i]
		if s.doubled[i] && err == nil {
			s.t.Errorf("puzzle %d was answered twice, and the error is %v", i, err)
		}
		if errors.Is(err, errEnough) || errors.Is(err, context.Canceled) {
			fair = fair || r.Verdict == sudoku.Unique // the end came before the second answer was looked at
		}
	case late, deaf:
		fair = r.Verdict == sudoku.Timeout
	case obstinate:
		fair = r.Verdict == sudoku.Wrong || r.Verdict == sudoku.Timeout
	}
	if !fair {
		s.t.Errorf("puzzle %d, which %v, is %v: %v", i, s.habits[i], r.Verdict, r.Err)
	}
}

// String says what a plugin does with the puzzle.
func (h habit) String() string {
	return [...]string{"it solves", "it solves in parts", "it gives up", "kills it", "it lies about", "it forgets",
		"it answers twice", "takes it too long", "makes it deaf", "it goes on with"}[h]
}

// deaths recounts the deaths in a row without an answer, and when the next start is due.
func (s *simulation) deaths() (count int, due time.Time) {
	var times []time.Time
	for _, b := range s.starts {
		at := b.at
		if !b.failed {
			if at = b.life.end; at.IsZero() {
				continue
			}
			if b.life.process.Answers() > 0 {
				times = nil
				continue
			}
		}
		for len(times) > 0 && at.Sub(times[0]) > process.DeathWindow {
			times = times[1:]
		}
		times = append(times, at)
		due = at
	}
	if n := len(times); n >= 2 {
		due = due.Add(time.Second << min(n-2, 5))
	}
	return len(times), due
}

// begin starts a simulated process, or fails to. It judges when by simulated time, which stands while anything runs.
func (s *simulation) begin(ctx context.Context) (*process.Process, error) {
	s.mu.Lock()
	count, due := s.deaths()
	if n := len(s.starts); count >= process.MaxDeaths {
		s.t.Errorf("start %d after %d deaths without an answer", n, count)
	} else if count > 0 && time.Now().Before(due) {
		s.t.Errorf("start %d comes %v too early", n, time.Until(due))
	} else if count > 0 && time.Since(due) > 10*time.Second {
		s.t.Errorf("start %d comes %v too late", n, time.Since(due))
	}
	number := len(s.starts)
	r := rand.New(rand.NewPCG(s.seed, 2+uint64(number)))
	s.mu.Unlock()
	select {
	case <-time.After(time.Duration(r.Int64N(int64(100 * time.Millisecond)))):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if number < s.healthy && r.IntN(6) == 0 {
		s.mu.Lock()
		s.starts = append(s.starts, start{at: time.Now(), failed: true})
		s.events["failed starts"]++
		s.mu.Unlock()
		return nil, fmt.Errorf("%w before the handshake", lifecycle.ErrExited)
	}
	l := newLife(s, r, number < s.healthy)
	s.mu.Lock()
	s.lives = append(s.lives, l)
	s.starts = append(s.starts, start{at: time.Now(), life: l})
	s.mu.Unlock()
	return l.process, nil
}

// life is a simulated process.
type life struct {
	sim     *simulation
	process *process.Process
	exit    func(*os.ProcessState)
	over    chan struct{} // closed when it has ended
	stopped chan struct{} // closed when somebody has suspended it
	halt    sync.Once
	trouble *time.Timer // what comes from outside, may be nil

	// the following are guarded by sim.mu
	end    time.Time
	killed bool         // somebody else ended it
	flight map[int]bool // puzzles that it has and whose answers the host has not
}

func newLife(s *simulation, r *rand.Rand, endangered bool) *life {
	l := &life{sim: s, over: make(chan struct{}), stopped: make(chan struct{}), flight: map[int]bool{}}
	dies := time.Duration(r.Int64N(int64(50 * time.Millisecond))) // after it is killed
	l.process, l.exit = process.Simulated(s.plugin.ID, wire.NewClient(connection{life: l}), l.ping, func() {
		time.AfterFunc(dies, func() { l.die(false) })
	})
	fate, at := r.IntN(8), time.Duration(r.ExpFloat64()*float64(300*time.Millisecond))
	switch {
	case !endangered:
	case fate < 3:
		l.trouble = time.AfterFunc(at, func() { l.die(true) })
	case fate == 3:
		l.trouble = time.AfterFunc(at, l.suspend)
	}
	return l
}

// suspend stops the process as SIGSTOP does.
func (l *life) suspend() {
	l.halt.Do(func() {
		l.sim.mu.Lock()
		defer l.sim.mu.Unlock()
		l.sim.events["suspended"]++
		close(l.stopped)
	})
}

func (l *life) suspended() bool {
	select {
	case <-l.stopped:
		return true
	default:
		return false
	}
}

// die ends the process, by somebody else's doing or its own.
func (l *life) die(outside bool) {
	l.sim.mu.Lock()
	defer l.sim.mu.Unlock()
	if !l.end.IsZero() {
		return
	}
	l.end = time.Now()
	if l.killed = outside || l.suspended(); l.killed {
		l.sim.events["ended from outside"]++
		l.excuse()
	}
	if l.trouble != nil {
		l.trouble.Stop()
	}
	close(l.over)
	l.exit(l.sim.ended)
}

// excuse notes the puzzle that is alone in flight: the host has to take it for the killer.
func (l *life) excuse() {
	if len(l.flight) == 1 {
		maps.Copy(l.sim.blameless, l.flight)
	}
}

// ping answers while the process runs.
func (l *life) ping() error {
	if l.suspended() {
		<-l.over
	}
	return nil
}

// connection is to a simulated process.
type connection struct {
	grpc.ClientConnInterface
	life *life
}

// NewStream opens the stream of puzzles; there is no other.
func (c connection) NewStream(ctx context.Context, _ *grpc.StreamDesc, _ string, _ ...grpc.CallOption) (grpc.ClientStream, error) {
	s := &simulatedStream{l: c.life, ctx: ctx, in: make(chan simulatedBatch, 2*len(c.life.sim.habits)), out: make(chan answer, 4), told: map[uint64]bool{},
		ids: map[uint64]int{}, seen: map[uint64]int{}}
	c.life.sim.mu.Lock()
	clear(c.life.flight) // what another stream did not answer is over
	c.life.sim.mu.Unlock()
	go s.serve()
	return s, nil
}

type simulatedBatch struct {
	first uint64
	ids   []int
}

// answer is a message with one row.
type answer struct {
	seq    uint64
	ending wire.Ending
	count  uint64
	grids  []byte
	self   time.Duration
}

// simulatedStream is a stream of batches to a simulated process and of answers back.
type simulatedStream struct {
	grpc.ClientStream
	l   *life
	ctx context.Context
	in  chan simulatedBatch // holds all: who waits for a mutex meanwhile would stop the simulated time
	out chan answer

	clock *time.Timer // of serve

	mu   sync.Mutex
	told map[uint64]bool // to stop, by number
	seen map[uint64]int  // answers received, by number
	ids  map[uint64]int
}

var errCut = status.Error(codes.Unavailable, "the connection is cut")

// SendMsg hands a request to the process.
func (s *simulatedStream) SendMsg(m any) error {
	request := m.(*pb.SolveRequest)
	s.mu.Lock()
	for _, seq := range request.GetStop() {
		s.told[seq] = true
	}
	s.mu.Unlock()
	if request.GetBatch() == nil {
		return nil
	}
	b := simulatedBatch{first: request.GetBatch().GetFirst()}
	s.l.sim.mu.Lock()
	s.mu.Lock()
	for givens := range slices.Chunk(request.GetBatch().GetGivens(), len(rightGrid)) {
		id := numberOf(givens)
		s.ids[b.first+uint64(len(b.ids))] = id
		s.l.flight[id] = true
		b.ids = append(b.ids, id)
	}
	s.mu.Unlock()
	if s.l.killed {
		s.l.excuse() // the host has not noticed yet
	}
	s.l.sim.mu.Unlock()
	if s.l.sim.slow {
		r := rand.New(rand.NewPCG(s.l.sim.seed, 1<<32+b.first))
		select {
		case <-time.After(time.Duration(r.Int64N(int64(50 * time.Millisecond)))):
		case <-s.l.over:
			return io.EOF
		case <-s.ctx.Done():
			return io.EOF
		}
	}
	select {
	case s.in <- b:
		return nil
	case <-s.l.over:
		return io.EOF // as gRPC does: who receives learns why
	case <-s.ctx.Done():
		return io.EOF
	}
}

// CloseSend says that nothing more comes.
func (s *simulatedStream) CloseSend() error {
	close(s.in)
	return nil
}

// RecvMsg returns the next message of the process.
func (s *simulatedStream) RecvMsg(m any) error {
	select {
	case a, ok := <-s.out:
		if !ok {
			return io.EOF
		}
		s.take(a)
		proto.Merge(m.(proto.Message), &pb.SolveResponse{First: a.seq, Endings: []byte{byte(a.ending)}, Counts: []uint64{a.count},
			Solutions: a.grids, SelfNs: []uint64{uint64(a.self)}})
		return nil
	case <-s.l.over:
		return errCut
	case <-s.ctx.Done():
		return s.ctx.Err()
	}
}

// take notes what the host learns.
func (s *simulatedStream) take(a answer) {
	if a.ending == wire.Part {
		return
	}
	s.l.sim.mu.Lock()
	defer s.l.sim.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.ids[a.seq]
	delete(s.l.flight, id)
	if s.l.killed {
		s.l.excuse() // the answer was on its way when the process ended
	}
	if s.seen[a.seq]++; s.seen[a.seq] > 1 {
		s.l.sim.doubled[id] = true
	}
}

// serve answers puzzles, one after the other.
func (s *simulatedStream) serve() {
	s.clock = time.NewTimer(time.Hour)
	defer s.clock.Stop()
	for {
		select {
		case b, ok := <-s.in:
			if !ok {
				if s.lasts(0) {
					close(s.out)
				}
				return
			}
			for i, id := range b.ids {
				if !s.answer(b.first+uint64(i), id) {
					return
				}
			}
		case <-s.l.over:
			return
		case <-s.ctx.Done():
			return
		}
	}
}

// lasts lets time pass. It returns false if the process or the stream has ended meanwhile.
func (s *simulatedStream) lasts(d time.Duration) bool {
	s.clock.Reset(d)
	select {
	case <-s.clock.C:
	case <-s.l.over:
		return false
	case <-s.ctx.Done():
		return false
	}
	if !s.l.suspended() {
		return true
	}
	select {
	case <-s.l.over:
	case <-s.ctx.Done():
	}
	return false
}

func (s *simulatedStream) say(a answer) bool {
	select {
	case s.out <- a:
		return true
	case <-s.l.over:
		return false
	case <-s.ctx.Done():
		return false
	}
}

// answer does with a puzzle what is its habit. It returns false if the process goes no further.
func (s *simulatedStream) answer(seq uint64, id int) bool {
	sim := s.l.sim
	if !s.lasts(sim.costs[id]) {
		return false
	}
	right := answer{seq: seq, ending: wire.Exhausted, count: 1, grids: rightGrid, self: sim.costs[id]}
	part, none := right, answer{seq: seq, ending: wire.Exhausted, self: sim.costs[id]}
	part.ending = wire.Part
	switch sim.habits[id] {
	case inParts:
		return s.say(part) && s.lasts(50*time.Millisecond) && s.say(none)
	case givesUp:
		none.ending = wire.GaveUp
		return s.say(none)
	case kills:
		s.l.die(false)
		return false
	case lies:
		right.grids = wrongGrid
	case forgets:
		return true
	case twice:
		if !s.say(right) {
			return false
		}
	case late:
		none.ending = wire.TimedOut
		return s.lasts(sim.options.Timeout) && s.say(none)
	case deaf:
		for s.lasts(time.Minute) {
		}
		return false
	case obstinate:
		return s.repeat(part, id%2 == 0)
	}
	return s.say(right)
}

// repeat goes on with one solution, and ends when told to if it obeys.
func (s *simulatedStream) repeat(part answer, obeys bool) bool {
	for s.say(part) {
		s.mu.Lock()
		told := s.told[part.seq]
		s.mu.Unlock()
		if told && obeys {
			return s.say(answer{seq: part.seq, ending: wire.Stopped})
		}
		if !s.lasts(20 * time.Millisecond) {
			return false
		}
	}
	return false
}
