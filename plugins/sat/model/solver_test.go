package model

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func parse(t *testing.T, text string) *sudoku.Puzzle {
	t.Helper()
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name, line string
		want       int
	}{
		{"AI Escargot", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 1},
		{"Zhai C", "1.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3........", 34},
		{"a clash", "11.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3.......", 0},
		{"all 4x4", "................", 288},
		{"all Latin squares of 4", "4/l:................", 576},
		{"anti-knight 4x4", "4+n:................", 24},
		{"a full grid", "1234341221434321", 1},
		{"a full grid that is wrong", "1234341221434312", 0},
		{"a full grid that a cage refuses", "1234341221434321~cage=5:r1c12", 0},
		{"a cage of all cells of a box", "................~cage=10:r1c12r2c12", 288},
		{"a cage that cannot be", "................~cage=9:r1c12", 0},
		{"digits from 0", "4@0123:................~cage=1:r1c12", 48},
	} {
		if got := count(t, parse(t, c.line), 0); got != c.want {
			t.Errorf("%s: %d solutions, want %d", c.name, got, c.want)
		}
	}
}

// TestInterrupted ends searches that would go on: at once, after some models, and while another search has its turn.
func TestInterrupted(t *testing.T) {
	hard := parse(t, "9:~cage:r1c1r2c2r3c3r4c4r5c5r6c6r7c7r8c8r9c9~sandwich=23:r1~sandwich=2:r2~sandwich=33:r3")
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Solver{}).Solve(over, hard, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that is over: %v", err)
	}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			found := 0
			_, err := (Solver{}).Solve(ctx, hard, func(g sudoku.Grid) bool {
				if sudoku.Verify(hard, g) != nil {
					t.Errorf("wrong: %v", g)
				}
				if found++; found == 5 {
					cancel()
				}
				return true
			})
			if !errors.Is(err, context.Canceled) || found != 5 {
				t.Errorf("%d models, then %v", found, err)
			}
		})
	}
	all.Wait()
}

// TestInterruptedProof ends a search while it looks for the first model: that two rows cannot sum to 91 has no short proof.
func TestInterruptedProof(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for len(turn) == 0 {
			runtime.Gosched()
		}
		cancel()
	}()
	_, err := Solver{}.Solve(ctx, parse(t, "9:~sum=91:r1r2"), func(sudoku.Grid) bool { t.Error("a model"); return false })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if got := count(t, parse(t, "4:~cage=3:r1c12"), 0); got == 0 {
		t.Error("the turn has not ended")
	}
}
