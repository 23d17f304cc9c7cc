package plugin_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
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
	series []wire.Series
}

// gather receives until the stream ends or done says enough.
func gather(t testing.TB, s *wire.SolveStream, cells int) map[uint64]*answer {
	t.Helper()
	all := map[uint64]*answer{}
	for {
		rows, err := s.Recv()
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
		all[i] = &sudoku.Puzzle{Geometry: g, Givens: make(sudoku.Grid, 81), Name: fmt.Sprint(i)}
		for c, v := 0, i; v > 0; c, v = c+1, v/9 {
			all[i].Givens[c] = uint8(v%9) + 1
		}
	}
	return all
}

func open(t testing.TB, c *wire.Client, o wire.Options) *wire.SolveStream {
	t.Helper()
	s, err := c.Solve(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryPuzzleIsAnsweredOnceWithItsOwnGrid(t *testing.T) {
	for _, workers := range []int{0, 1, 3} {
		s := open(t, connect(t, solving(echo)), wire.Options{Limit: 2, Workers: workers})
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
			if a.count != 1 || a.ending != wire.Exhausted || !slices.Equal(a.grids[0], []byte(p.Givens)) {
				t.Fatalf("puzzle %d: %+v", i, a)
			}
		}
	}
}

func TestDescribeAndConfigure(t *testing.T) {
	spec := solving(echo)
	spec.Info.Settings = []sudoku.Setting{{Name: "zeal", Default: 3, Min: 1, Max: 9}, {Name: "mode", Default: "a", Enum: []string{"a", "b"}}}
	c := connect(t, spec)
	info, err := c.Describe(t.Context())
	if err != nil || info.ID != "fake" || !info.Complete || !info.Has("solve") || info.Has("grade") ||
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
