package plugin_test

import (
	"context"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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
		s := open(t, c, wire.Options{Ask: sudoku.Ask{Seed: seed, Workers: workers}})
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
		rows, err := s.Recv()
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
