//go:build unix

package host_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Results keep the order of the input, whatever happens in between.
func TestOrder(t *testing.T) {
	for _, test := range []struct {
		fake  string
		batch int
		empty []int
	}{
		{"honest", 3, []int{1, 2, 300}},
		{"crasher", 0, []int{0, 700, 1999}},
	} {
		p := host.InBatches(open(t, newHost(t, quick), test.fake), test.batch)
		o := runner.Options{Ask: runner.Ask{Workers: 4}, Ordered: true}
		next := uint64(0)
		err := p.Solve(t.Context(), puzzles(2000, test.empty...), o, func(n uint64, r sudoku.Result) error {
			if n != next {
				t.Fatalf("%s: result %d where %d was due", test.fake, n, next)
			}
			next++
			return nil
		})
		if err != nil || next != 2000 {
			t.Errorf("%s: %d results, %v", test.fake, next, err)
		}
	}
}

// An input that waits for the answer to its last puzzle gets on when Idle is called: by then the answer was emitted.
func TestIdleFollowsEveryAnswerThatHasCome(t *testing.T) {
	const count = 20
	p := open(t, newHost(t, host.Options{}), "honest")
	idle, emitted := make(chan int, 10*count), 0
	input := func(yield func(runner.Item, error) bool) {
		asked := 0
		for item, err := range puzzles(count) {
			if !yield(item, err) {
				return
			}
			for asked++; <-idle < asked; {
			}
		}
	}
	o := runner.Options{Ordered: true, Idle: func() { idle <- emitted }}
	err := p.Solve(t.Context(), input, o, func(uint64, sudoku.Result) error {
		emitted++
		return nil
	})
	if err != nil || emitted != count {
		t.Errorf("%d answers, %v", emitted, err)
	}
}

// While the receiver works, the input is not read further ahead than the batches in flight take.
func TestBackpressure(t *testing.T) {
	for _, ordered := range []bool{false, true} {
		p := host.InBatches(open(t, newHost(t, host.Options{}), "honest"), 10)
		var read atomic.Int64
		input := func(yield func(runner.Item, error) bool) {
			for item, err := range puzzles(100000) {
				if read.Add(1); !yield(item, err) {
					return
				}
			}
		}
		enough := errors.New("enough")
		got := 0
		err := p.Solve(t.Context(), input, runner.Options{Ordered: ordered},
			func(uint64, sudoku.Result) error {
				if got++; got < 1000 {
					return nil
				}
				last := read.Load()
				for settled := 0; settled < 20; settled++ { // until the reader stands still
					runtime.Gosched()
					time.Sleep(time.Millisecond)
					if now := read.Load(); now != last {
						last, settled = now, 0
					}
				}
				return enough
			})
		if !errors.Is(err, enough) {
			t.Errorf("error %v", err)
		}
		if ahead := read.Load() - 1000; ahead > 400 {
			t.Errorf("ordered %v: the input was read %d ahead", ordered, ahead)
		}
	}
}

func TestCancel(t *testing.T) {
	p := open(t, newHost(t, host.Options{}), "honest")
	ctx, cancel := context.WithCancel(t.Context())
	endless := func(yield func(runner.Item, error) bool) {
		for {
			for item, err := range puzzles(100) {
				if !yield(item, err) {
					return
				}
			}
		}
	}
	got := 0
	err := p.Solve(ctx, endless, runner.Options{}, func(uint64, sudoku.Result) error {
		if got++; got == 5000 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if n := len(solveAll(t, p, puzzles(100), runner.Options{})); n != 100 || p.State() != lifecycle.Ready {
		t.Errorf("afterwards %d results, state %v", n, p.State())
	}
}

// An answer does not wait for a batch to fill: input that comes one by one is answered one by one.
func TestTrickle(t *testing.T) {
	p := open(t, newHost(t, host.Options{}), "honest")
	answered := make(chan struct{})
	input := func(yield func(runner.Item, error) bool) {
		for item, err := range puzzles(50) {
			if !yield(item, err) {
				return
			}
			<-answered
		}
	}
	err := p.Solve(t.Context(), input, runner.Options{}, func(uint64, sudoku.Result) error {
		answered <- struct{}{}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// Geometries may alternate; each puzzle finds a batch of its own kind.
func TestMixedGeometries(t *testing.T) {
	p := open(t, newHost(t, host.Options{}), "honest")
	var all []*sudoku.Puzzle
	for i := range 3000 {
		g := sudoku.MustGeometry([]string{"4", "4+x", "6", "2/1x2", "3/l", "4/l", "5/l", "6/l", "4/2x2@abcd",
			"1"}[i%9])
		grid := make(sudoku.Grid, g.Cells())
		all = append(all, sudoku.MustPuzzle(g, grid))
	}
	for _, ordered := range []bool{false, true} {
		results := solveAll(t, p, runner.Numbered(all), runner.Options{Ask: runner.Ask{Limit: 1}, Ordered: ordered})
		if len(results) != len(all) {
			t.Errorf("%d results", len(results))
		}
		for n, r := range results {
			if r.Puzzle != all[n] || len(r.Solutions) != 1 && r.Verdict != sudoku.Impossible {
				t.Fatalf("puzzle %d of %v: %v %v", n, r.Puzzle.Geometry(), r.Verdict, r.Err)
			}
		}
	}
}

// misfits yields puzzles of which the fake "naive" takes those that ours says.
func misfits(count int, ours func(i int) bool) iter.Seq2[runner.Item, error] {
	soft := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil, sudoku.Soft(sudoku.SoftClue{Cell: 1, Allowed: sudoku.DigitSet(1, 2)}))
	others := []*sudoku.Puzzle{soft, sudoku.MustPuzzle(sudoku.MustGeometry("4+x"), nil)}
	plain := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	return func(yield func(runner.Item, error) bool) {
		for i := range count {
			p := others[i%2]
			if ours(i) {
				p = plain
			}
			if !yield(runner.Item{Number: uint64(i), Puzzle: p}, nil) {
				return
			}
		}
	}
}

// No plugin sees a puzzle that it does not take, and each such puzzle has its place among the answers.
func TestPluginsSeeOnlyWhatTheyTake(t *testing.T) {
	p := open(t, newHost(t, quick), "naive")
	few := func(n int) func(i int) bool { return func(i int) bool { return i%n == n/2 } }
	for _, verb := range []func(context.Context, iter.Seq2[runner.Item, error], runner.Options,
		func(uint64, sudoku.Result) error) error{p.Solve, p.Grade} {
		for _, ours := range []func(i int) bool{few(1), few(2), few(2000), few(20_000)} {
			for batch, o := range []runner.Options{{}, {Ordered: true}} {
				host.InBatches(p, batch)
				seen := make([]bool, 5000)
				next := 0
				err := verb(t.Context(), misfits(len(seen), ours), o, func(n uint64, r sudoku.Result) error {
					if r.Verdict == sudoku.Unsupported == ours(int(n)) || seen[n] || o.Ordered && int(n) != next {
						t.Fatalf("puzzle %d as number %d: %v, %v", n, next, r.Verdict, r.Err)
					}
					if !ours(int(n)) && r.Err.Error() != "unsupported" {
						t.Fatalf("puzzle %d: %v", n, r.Err)
					}
					seen[n] = true
					next++
					return nil
				})
				if err != nil || next != len(seen) {
					t.Fatalf("%d results, %v", next, err)
				}
			}
		}
	}
}

// What is refused is not waiting for other puzzles either.
func TestTrickleOfMisfits(t *testing.T) {
	p := open(t, newHost(t, quick), "naive")
	answered := make(chan struct{})
	input := func(yield func(runner.Item, error) bool) {
		for item, err := range misfits(50, func(i int) bool { return i%7 > 3 }) {
			if !yield(item, err) {
				return
			}
			<-answered
		}
	}
	err := p.Solve(t.Context(), input, runner.Options{}, func(uint64, sudoku.Result) error {
		answered <- struct{}{}
		return nil
	})
	if err != nil || p.State() != lifecycle.Ready {
		t.Errorf("state %v, %v", p.State(), err)
	}
}

func TestEmptyInput(t *testing.T) {
	p := open(t, newHost(t, host.Options{}), "honest")
	if n := len(solveAll(t, p, puzzles(0), runner.Options{})); n != 0 {
		t.Errorf("%d results", n)
	}
}

// All 288 solutions of the empty 4×4 arrive, distinct and verified; when only counting, two are kept.
func TestAllSolutions(t *testing.T) {
	p := open(t, newHost(t, host.Options{}), "honest")
	r := solveAll(t, p, puzzles(1, 0), runner.Options{})[0]
	if r.Count != 288 || len(r.Solutions) != 288 || r.Verdict != sudoku.Multiple {
		t.Errorf("%d solutions, %d kept, %v", r.Count, len(r.Solutions), r.Verdict)
	}
	slices.SortFunc(r.Solutions, func(a, b sudoku.Grid) int { return slices.Compare(a, b) })
	if n := len(slices.CompactFunc(r.Solutions, func(a, b sudoku.Grid) bool {
		return slices.Equal(a,
			b)
	})); n != 288 {
		t.Errorf("%d distinct solutions", n)
	}
	r = solveAll(t, p, puzzles(1, 0), runner.Options{CountOnly: true})[0]
	if r.Count != 288 || len(r.Solutions) != 2 {
		t.Errorf("counting: %d solutions, %d kept", r.Count, len(r.Solutions))
	}
}

// Many solutions come in parts.
func TestSolutionsInParts(t *testing.T) {
	p := open(t, newHost(t, host.Options{}), "honest")
	g := sudoku.MustGeometry("5/l")
	puzzle := sudoku.MustPuzzle(g, nil)
	r := solveAll(t, p, runner.Numbered([]*sudoku.Puzzle{puzzle}), runner.Options{CountOnly: true})[0]
	if r.Count != 161280 || r.Verdict != sudoku.Multiple { // Latin squares of order 5
		t.Errorf("%d solutions, %v, %v", r.Count, r.Verdict, r.Err)
	}
}

func TestGrade(t *testing.T) {
	p := open(t, newHost(t, host.Options{}), "honest")
	got := 0
	err := p.Grade(t.Context(), puzzles(500, 9), runner.Options{Ordered: true},
		func(n uint64, g sudoku.Result) error {
			got++
			switch {
			case n == 9 && (g.Verdict != sudoku.Wrong || len(g.Grades) > 0 ||
				!strings.Contains(g.Err.Error(), "liar")):
				t.Errorf("the grade out of range: %v, %v", g.Verdict, g.Err)
			case n != 9 && (len(g.Grades) != 1 || g.Grades[0].Value != 15 || g.Err != nil):
				t.Errorf("puzzle %d: %+v", n, g)
			}
			return nil
		})
	if err != nil || got != 500 {
		t.Errorf("%d grades, %v", got, err)
	}
}

func TestExplain(t *testing.T) {
	p := open(t, newHost(t, quick), "crasher")
	for item := range puzzles(3, 1) {
		n, puzzle := item.Number, item.Puzzle
		steps := 0
		err := p.Explain(t.Context(), puzzle, func(sudoku.Step) bool { steps++; return true })
		switch {
		case n == 1 && (!errors.Is(err, lifecycle.ErrExited) || !strings.Contains(err.Error(), "boom")):
			t.Errorf("the killer: %v", err)
		case n != 1 && (err != nil || steps != 1):
			t.Errorf("puzzle %d: %d steps, %v", n, steps, err)
		}
	}
}

func TestNoSuchPower(t *testing.T) {
	p := open(t, newHost(t, quick), "mute")
	err := p.Grade(t.Context(), puzzles(1), runner.Options{}, func(uint64, sudoku.Result) error { return nil })
	if !errors.Is(err, sudoku.ErrUnsupported) {
		t.Errorf("grading with a solver: %v", err)
	}
	if _, err := p.Generate(t.Context(), sudoku.Order{Geometry: sudoku.MustGeometry("4")}, nil); !errors.Is(err,
		sudoku.ErrUnsupported) {
		t.Errorf("generating with a solver: %v", err)
	}
	if p.State() != lifecycle.Ready {
		t.Errorf("state %v", p.State())
	}
}

func TestUsage(t *testing.T) {
	h := newHost(t, quick)
	p := open(t, h, "flooder")
	solveAll(t, p, puzzles(1000, 1), runner.Options{})
	live, ok := p.Usage()
	if ok && (live.PeakRSS < 1<<20 || live.Processes != 1) {
		t.Errorf("while it runs: %+v", live)
	}
	h.Close()
	if u, ok := p.Usage(); !ok || u.User+u.System == 0 || u.PeakRSS < 1<<20 || u.Processes != 1 {
		t.Errorf("afterwards: %+v, %v", u, ok)
	}
}

// What a plugin has a child do counts as its work: it is not idle meanwhile.
func TestWorkOfAChild(t *testing.T) {
	t.Parallel()
	times := quick
	times.Silence = briefSilence
	p := open(t, newHost(t, times), "burner")
	r := solveAll(t, p, puzzles(1, 0), runner.Options{})[0]
	u, ok := p.Usage()
	if r.Verdict != sudoku.Solved || ok && (u.User < 50*time.Millisecond || u.Processes != 1) {
		t.Errorf("%v, %v, usage %+v", r.Verdict, r.Err, u)
	}
}

func TestTrace(t *testing.T) {
	p := open(t, newHost(t, host.Options{}), "honest")
	got := map[uint64]float64{}
	solveAll(t, p, puzzles(100, 7), runner.Options{Ask: runner.Ask{Limit: 1}, Trace: func(n uint64, point sudoku.Trace) {
		got[n] = point.Y
	}})
	if len(got) != 100 || got[7] != 0 || got[8] != 15 {
		t.Errorf("%d curves: %v", len(got), got)
	}
}

// What a result holds stays as it is, whatever comes later.
func TestResultsBelongToTheReceiver(t *testing.T) {
	p := open(t, newHost(t, host.Options{}), "echo")
	g := sudoku.MustGeometry("9")
	var puzzles []*sudoku.Puzzle
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		digits, grid := r.Perm(9), solved9()
		for i, v := range grid {
			grid[i] = uint8(digits[v-1] + 1)
		}
		puzzles = append(puzzles, sudoku.MustPuzzle(g, grid))
	}
	kept := make([]sudoku.Result, len(puzzles))
	err := p.Solve(t.Context(), runner.Numbered(puzzles), runner.Options{Ask: runner.Ask{Limit: 2}},
		func(n uint64, r sudoku.Result) error {
			kept[n] = r
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range kept {
		if len(r.Solutions) != 1 || !slices.Equal(r.Solutions[0], puzzles[i].Givens()) {
			t.Fatalf("puzzle %d: %+v", i, r)
		}
		if cap(r.Solutions[0]) != len(r.Solutions[0]) {
			t.Fatalf("puzzle %d: who appends to its solution writes into another", i)
		}
	}
}

// What came before an error of the input is answered, then the error is returned.
func TestAnErrorOfTheInputEndsIt(t *testing.T) {
	p := open(t, newHost(t, host.Options{}), "honest")
	unreadable := errors.New("unreadable")
	input := func(yield func(runner.Item, error) bool) {
		for item := range puzzles(700) {
			if !yield(item, nil) {
				return
			}
		}
		yield(runner.Item{}, unreadable)
	}
	results, err := collect(t.Context(), t, p, input, runner.Options{Ordered: true})
	if !errors.Is(err, unreadable) || len(results) != 700 {
		t.Errorf("%d results, %v", len(results), err)
	}
}

// A plugin gets the clauses that it declares to take, and no others. Its answers are held against all of them.
func TestClausesReachPluginsThatTakeThem(t *testing.T) {
	p := open(t, newHost(t, quick), "summer")
	if got := p.Info().Clauses; !slices.Equal(got, []string{"differ", "sum"}) {
		t.Error(got)
	}
	texts := []string{
		"4:1...............~cage=7:r1c23~cage=3:r1c12",
		"4:.2..............~cage=5:r1c14~cage=7:r2c12~cage=4:r13c1~odd:r3c4~sum=3:r2c4r3c4",
		"4:~cage=3:r1c12~thermo:r2c123",
		"4:2...............~odd:r1c1~cage=3:r1c12",
		"4:...12...........~cage=20:r1c12",
	}
	want := []string{"wrong: plugin \"summer\": verifying: cage=7:r1c23 has the sum 5", "unique: <nil>", "unsupported: unsupported: constraints of kind \"pair\"",
		"impossible: <nil>", "impossible: <nil>"}
	var input []*sudoku.Puzzle
	for _, text := range texts {
		q, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		input = append(input, q)
	}
	items := func(yield func(runner.Item, error) bool) {
		for i, q := range input {
			if !yield(runner.Item{Number: uint64(i), Puzzle: q}, nil) {
				return
			}
		}
	}
	count := 0
	err := p.Solve(t.Context(), items, runner.Options{Ask: runner.Ask{Limit: 2}}, func(n uint64, r sudoku.Result) error {
		count++
		if got := fmt.Sprintf("%v: %v", r.Verdict, r.Err); !strings.HasPrefix(got, want[n]) {
			t.Errorf("%s: %s", texts[n], got)
		}
		return nil
	})
	if err != nil || count != len(texts) {
		t.Error(count, err)
	}
}
