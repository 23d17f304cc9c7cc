package plugin_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// answer is all that came for one puzzle, its parts put together.
type answer struct {
	ending wire.Ending
	count  int64
	grids  [][]byte
	stats  sudoku.Stats
	err    error
	parts  int
}

// receive returns the rows of the next message.
func receive(s *wire.HostStream, cells int) (iter.Seq[*wire.Answer], error) {
	m, err := s.Recv()
	if err != nil {
		return nil, err
	}
	return m.Rows(cells)
}

// gather receives until the stream ends or done says enough.
func gather(t testing.TB, s *wire.HostStream, cells int) map[uint64]*answer {
	t.Helper()
	all := map[uint64]*answer{}
	for {
		rows, err := receive(s, cells)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		for row := range rows {
			a := all[row.Seq]
			if a == nil {
				a = &answer{}
				all[row.Seq] = a
			}
			if a.ending != 0 && a.ending != wire.Part {
				t.Errorf("puzzle %d was answered twice", row.Seq)
			}
			a.ending, a.err, a.stats = row.Ending, row.Err, row.Stats
			a.stats.Extra = slices.Clone(row.Stats.Extra)
			a.count += row.Count
			for g := range slices.Chunk(row.Grids, cells) {
				a.grids = append(a.grids, slices.Clone(g))
			}
			if row.Ending == wire.Part {
				a.parts++
			}
		}
	}
}

// puzzles returns n empty 9×9 puzzles that hold their number in the first cells.
func puzzles(n int) []*sudoku.Puzzle {
	g := sudoku.MustGeometry("9")
	all := make([]*sudoku.Puzzle, n)
	for i := range all {
		givens := make(sudoku.Grid, 81)
		for c, v := 0, i; v > 0; c, v = c+1, v/9 {
			givens[c] = uint8(v%9) + 1
		}
		all[i] = sudoku.MustPuzzle(g, givens)
		all[i].Name = fmt.Sprint(i)
	}
	return all
}

func open(t testing.TB, c *wire.Client, o wire.Options) *wire.HostStream {
	t.Helper()
	s, err := c.Solve(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryPuzzleIsAnsweredOnceWithItsOwnGrid(t *testing.T) {
	for _, workers := range []int{0, 1, 3} {
		s := open(t, connect(t, solving(echo)), wire.Options{Ask: runner.Ask{Limit: 2, Workers: workers}})
		sent := puzzles(2000)
		go func() {
			for i, batch := range slices.Collect(slices.Chunk(sent, 320)) {
				if err := s.Send(uint64(320*i), batch); err != nil {
					t.Error(err)
				}
			}
			s.CloseSend()
		}()
		got := gather(t, s, 81)
		if len(got) != len(sent) {
			t.Fatalf("%d answers for %d puzzles", len(got), len(sent))
		}
		for i, p := range sent {
			a := got[uint64(i)]
			if a.count != 1 || a.ending != wire.Exhausted || !slices.Equal(a.grids[0], []byte(p.Givens())) {
				t.Fatalf("puzzle %d: %+v", i, a)
			}
		}
	}
}

func TestDescribeAndConfigure(t *testing.T) {
	spec := solving(echo)
	spec.Info.Settings = []sudoku.Setting{{Name: "zeal", Default: 3, Min: 1, Max: 9},
		{Name: "mode", Default: "a", Enum: []string{"a", "b"}}}
	c := connect(t, spec)
	info, err := c.Describe(t.Context())
	if err != nil || info.ID != "fake" || !info.Complete || !info.Has(sudoku.PowerSolve) || info.Has(sudoku.PowerGrade) ||
		len(info.Settings) != 2 || info.Settings[0].Name != "zeal" || info.Settings[0].Default != 3 {
		t.Fatalf("%+v, %v", info, err)
	}
	if err := c.Configure(t.Context(), map[string]any{"zeal": 4}); err != nil {
		t.Error(err)
	}
	err = c.Configure(context.Background(), map[string]any{"zest": 4})
	if err == nil || err.Error() != `setting "zest": unknown, the settings are zeal, mode` {
		t.Error(err)
	}
}

func TestManySolutionsComeInParts(t *testing.T) {
	const many = 5000
	spec := solving(func(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats,
		error) {
		g := p.Givens().Clone()
		for i := range many {
			g[0], g[1], g[2] = uint8(i%9+1), uint8(i/9%9+1), uint8(i/81%81+1)
			if !emit(g) {
				return sudoku.Stats{}, nil
			}
		}
		return sudoku.Stats{Guesses: 7, Extra: []sudoku.Measure{{Name: "depth", Value: 2.5}}}, nil
	})
	c := connect(t, spec)
	for _, test := range []struct {
		options wire.Options
		count   int64
		grids   int
		ending  wire.Ending
	}{
		{wire.Options{}, many, many, wire.Exhausted},
		{wire.Options{Ask: runner.Ask{Limit: 1234}}, 1234, 1234, wire.Stopped},
	} {
		s := open(t, c, test.options)
		s.Send(10, puzzles(3))
		s.CloseSend()
		got := gather(t, s, 81)
		for seq := uint64(10); seq < 13; seq++ {
			a := got[seq]
			if a.count != test.count || len(a.grids) != test.grids || a.ending != test.ending {
				t.Errorf("%+v: %d solutions, %d grids, %v", test.options, a.count, len(a.grids), a.ending)
			}
			if test.ending == wire.Exhausted && (a.stats.Guesses != 7 || len(a.stats.Extra) != 1) {
				t.Errorf("%+v: %+v", test.options, a.stats)
			}
		}
		if parts := got[10].parts; test.grids > 1000 && parts < 2 {
			t.Errorf("%+v: %d parts", test.options, parts)
		}
	}
}

func TestAPanicIsTheErrorOfItsPuzzleAlone(t *testing.T) {
	made := 0
	spec := solving(nil)
	spec.Solver = func(sudoku.Settings) (sudoku.Solver, error) {
		made++
		return solverFunc(func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats,
			error) {
			if p.Givens()[0] == 4 {
				panic("four")
			}
			return echo(ctx, p, emit)
		}), nil
	}
	s := open(t, connect(t, spec), wire.Options{})
	s.Send(0, puzzles(6))
	s.CloseSend()
	for seq, a := range gather(t, s, 81) {
		if seq == 3 && (a.ending != wire.Failed || a.err.Error() != "panic: four") || seq != 3 &&
			a.ending != wire.Exhausted {
			t.Errorf("puzzle %d: %v, %v", seq, a.ending, a.err)
		}
	}
	if made != 2 {
		t.Errorf("the solver was made %d times", made)
	}
}

func TestAGridOfAnotherSizeIsTheErrorOfItsPuzzleAlone(t *testing.T) {
	s := open(t, connect(t, solving(func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (
		sudoku.Stats, error) {
		if p.Givens()[0] == 3 {
			emit(p.Givens()[1:])
			return sudoku.Stats{}, nil
		}
		return echo(ctx, p, emit)
	})), wire.Options{})
	s.Send(0, puzzles(5))
	s.CloseSend()
	for seq, a := range gather(t, s, 81) {
		if seq == 2 && (a.ending != wire.Failed || a.count != 0) || seq != 2 && a.count != 1 {
			t.Errorf("puzzle %d: %v, %d solutions", seq, a.ending, a.count)
		}
	}
}

func TestUndeclaredShapesAndSoftCluesAreUnsupported(t *testing.T) {
	spec := solving(echo)
	spec.Info.Shapes = []string{"9"}
	s := open(t, connect(t, spec), wire.Options{})
	g := sudoku.MustGeometry("4")
	s.Send(0, []*sudoku.Puzzle{sudoku.MustPuzzle(g, nil)})
	soft := puzzles(2)
	soft[1] = sudoku.MustPuzzle(soft[1].Geometry(), soft[1].Givens(),
		sudoku.Soft(sudoku.SoftClue{Cell: 80, Allowed: sudoku.DigitSet(1, 2)}))
	s.Send(1, soft)
	s.CloseSend()
	got := gather(t, s, 81)
	for seq, want := range []wire.Ending{wire.Unsupported, wire.Exhausted, wire.Unsupported} {
		if a := got[uint64(seq)]; a == nil || a.ending != want {
			t.Errorf("puzzle %d: %+v", seq, a)
		}
	}
}

// roller is a Seeder that answers with its seed.
type roller struct{ seed uint64 }

func (r *roller) Seed(seed uint64) { r.seed = seed }

func (r *roller) Solve(context.Context, *sudoku.Puzzle, func(sudoku.Grid) bool) (sudoku.Stats, error) {
	return sudoku.Stats{Guesses: int64(r.seed >> 1)}, sudoku.ErrGaveUp
}

func TestTheSeedComesFromRunAndPuzzleWhateverTheBatching(t *testing.T) {
	spec := solving(nil)
	spec.Solver = func(sudoku.Settings) (sudoku.Solver, error) { return &roller{}, nil }
	c := connect(t, spec)
	roll := func(seed uint64, workers, batch int) map[sudokuKey]int64 {
		s := open(t, c, wire.Options{Ask: runner.Ask{Seed: seed, Workers: workers}})
		sent, rolls := puzzles(50), map[sudokuKey]int64{}
		for i, b := range slices.Collect(slices.Chunk(sent, batch)) {
			s.Send(uint64(i*batch), b)
		}
		s.CloseSend()
		for seq, a := range gather(t, s, 81) {
			rolls[sudokuKey(sent[seq].Givens())] = a.stats.Guesses
		}
		return rolls
	}
	one, again, other := roll(7, 1, 50), roll(7, 3, 4), roll(8, 1, 50)
	different := map[int64]bool{}
	for k, v := range one {
		if again[k] != v || other[k] == v {
			t.Errorf("seed 7: %d and %d, seed 8: %d", v, again[k], other[k])
		}
		different[v] = true
	}
	if len(different) != 50 {
		t.Errorf("%d different seeds for 50 puzzles", len(different))
	}
}

type sudokuKey string

// plotter is a Tracer.
type plotter struct{ trace func(sudoku.Trace) }

func (p *plotter) Trace(f func(sudoku.Trace)) { p.trace = f }

func (p *plotter) Solve(context.Context, *sudoku.Puzzle, func(sudoku.Grid) bool) (sudoku.Stats, error) {
	for i := range 10000 {
		p.trace(sudoku.Trace{Series: "even", X: float64(i), Y: 1})
	}
	p.trace(sudoku.Trace{Series: "odd", X: 1, Y: 2})
	return sudoku.Stats{}, sudoku.ErrGaveUp
}

func TestTracesComeWhenAskedForAndAreThinnedOut(t *testing.T) {
	spec := solving(nil)
	spec.Solver = func(sudoku.Settings) (sudoku.Solver, error) {
		return &plotter{trace: func(sudoku.Trace) {}},
			nil
	}
	c := connect(t, spec)
	if info, err := c.Describe(t.Context()); err != nil || !info.Has(sudoku.PowerTrace) {
		t.Errorf("%v, %v", info.Powers, err)
	}
	for _, trace := range []bool{false, true} {
		s := open(t, c, wire.Options{Trace: trace})
		s.Send(0, puzzles(1))
		s.CloseSend()
		rows, err := receive(s, 81)
		if err != nil {
			t.Fatal(err)
		}
		for row := range rows {
			if !trace && len(row.Series) > 0 || trace && len(row.Series) != 2 {
				t.Fatalf("%d series", len(row.Series))
			}
			if trace && (len(row.Series[0].X) != 2500 || row.Series[0].X[1] != 4 || row.Series[1].Y[0] != 2) {
				t.Errorf("%d points", len(row.Series[0].X))
			}
		}
	}
}

// ahead remembers which puzzles it was shown.
type ahead struct {
	shown map[string]bool
	limit int
	runs  int
}

func (a *ahead) Limit(n int) { a.limit = n }

func (a *ahead) Begin(ctx context.Context, puzzles []*sudoku.Puzzle) {
	if _, limited := ctx.Deadline(); !limited {
		panic("no deadline")
	}
	a.runs++
	clear(a.shown)
	for _, p := range puzzles {
		a.shown[p.CellText()] = true
	}
}

func (a *ahead) Solve(_ context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if !a.shown[p.CellText()] || a.limit != 7 {
		return sudoku.Stats{}, sudoku.ErrGaveUp
	}
	emit(p.Givens())
	return sudoku.Stats{Guesses: int64(a.runs)}, nil
}

func TestABatchSolverSeesEveryPuzzleBeforeItSolvesIt(t *testing.T) {
	spec := solving(nil)
	spec.Solver = func(sudoku.Settings) (sudoku.Solver, error) { return &ahead{shown: map[string]bool{}}, nil }
	s := open(t, connect(t, spec), wire.Options{Ask: runner.Ask{Limit: 7, Timeout: 1e9}})
	s.Send(0, puzzles(300))
	s.CloseSend()
	got := gather(t, s, 81)
	last := int64(0)
	for seq, a := range got {
		if a.err != nil || a.count != 1 {
			t.Errorf("puzzle %d: %v, %d solutions", seq, a.err, a.count)
		}
		last = max(last, a.stats.Guesses)
	}
	if len(got) != 300 || last > 100 {
		t.Errorf("%d answers in %d runs", len(got), last)
	}
}
