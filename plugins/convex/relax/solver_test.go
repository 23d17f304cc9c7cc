package relax

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// countdown is a context that is cancelled after a number of looks at it.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestInterrupted ends each variant after any number of steps, in the middle of a program too.
func TestInterrupted(t *testing.T) {
	for _, variant := range []string{"auto", "sparse", "reweighted", "ilp", "C", "E", "F"} {
		s := solverWith(t, "variant", variant)
		for left := range 40 {
			_, err := s.Solve(&countdown{t.Context(), left}, parse(t, escargot),
				func(sudoku.Grid) bool { return true })
			if !errors.Is(err, context.Canceled) && !errors.Is(err, sudoku.ErrGaveUp) && err != nil {
				t.Fatalf("%s after %d looks: %v", variant, left, err)
			}
			if left < 5 && !errors.Is(err, context.Canceled) {
				t.Errorf("%s after %d looks: %v, want canceled", variant, left, err)
			}
		}
		if r := sudoku.Solve(t.Context(), s, parse(t, "1234341221434321"), 1, true); len(r.Solutions) != 1 {
			t.Errorf("%s: a full grid: %v, %v", variant, r.Verdict, r.Err)
		}
	}
}

// TestInterruptedMostProbable expects the best grid so far with a gap, or none.
func TestInterruptedMostProbable(t *testing.T) {
	p := parse(t, strings.Repeat(".", 60)+strings.Repeat("{1:.4,2:.2,3:.2,4:.2}{4:.5,5:.3,6:.2}{7:.6,8:.2,9:.2}",
		7))
	s := solverWith(t, "objective", "most_probable")
	for left := 20; left < 2000; left += 180 {
		found := 0
		stats, err := s.Solve(&countdown{t.Context(), left}, p, func(sudoku.Grid) bool { found++; return false })
		switch {
		case err != nil && !errors.Is(err, context.Canceled):
			t.Fatal(err)
		case found == 1 && measure(t, stats, "certified") == 0 && measure(t, stats, "dual_gap") <= 0:
			t.Errorf("after %d looks: not certified, gap %v", left, measure(t, stats, "dual_gap"))
		}
	}
}

func TestTraceTellsTheCourse(t *testing.T) {
	s, series := solverWith(t), map[string]int{}
	s.Trace(func(tr sudoku.Trace) { series[tr.Series]++ })
	sudoku.Solve(t.Context(), s, parse(t, escargot), 1, true)
	for _, name := range []string{"init", "down", "up", "lp_solves"} {
		if series[name] == 0 {
			t.Errorf("no trace %q", name)
		}
	}
}

// TestGeometries proves the solution of one puzzle of each shape unique.
func TestGeometries(t *testing.T) {
	s := solverWith(t)
	for _, line := range []string{
		"5/j:..5.1......4..3..........:1111213222334425334455554",
		"6/3x2:4.6.............12..4.5.1..6..541...",
		"7/j:.....4....7...2...4..3...6......1..7..3..........:1112222331242234114453314445336555566666576777777",
		"7/l:14.3..2....5.43.26......5.6...3..1.....7..7..14.6",
		"8......6.1..5......5...3.7..61.........723.4...8....2.....86.3.4",
		"9+x:.7..8.6...832......6.............3.1..6..........45.9....8.3.....14..2.5.........",
		"9+w:6..........4....2.....4...6..9..6..55.7.........3...9....2...3..5.............41.",
		"9+k:...6...25.....2....564..8..4.....9.3.2.3.......5.....4.9.2.......7..3......176...",
	} {
		if r := sudoku.Solve(t.Context(), s, parse(t, line), 2, true); r.Verdict != sudoku.Unique {
			t.Errorf("%s: %v, %v", line, r.Verdict, r.Err)
		}
	}
}

// TestConstraints takes those that speak of single cells, with each variant, and no others.
func TestConstraints(t *testing.T) {
	for line, want := range map[string]int{"123434..214343..~odd:r2c3": 1, "123434..214343..~odd:r2c34": 0, "123434..214343..~even:r1c1": 0} {
		for _, variant := range []string{"auto", "ilp", "C", "sparse", "marginals"} {
			p := parse(t, line)
			r := sudoku.Solve(t.Context(), solverWith(t, "variant", variant), p, 2, true)
			if len(r.Solutions) != want || want == 1 && sudoku.Verify(p, r.Solutions[0]) != nil {
				t.Errorf("%s: %s: %v, want %d; %v", variant, line, r.Solutions, want, r.Err)
			}
		}
	}
	info := Spec().Info
	if err := info.Fits(parse(t, "4:~cage=5:r1c12")); !errors.Is(err, sudoku.ErrUnsupported) {
		t.Errorf("a cage: %v", err)
	}
	if err := info.Fits(parse(t, "4:~odd:r1c1")); err != nil {
		t.Errorf("an odd cell: %v", err)
	}
}

func TestSettingsAreChecked(t *testing.T) {
	if _, err := newSolver(settings{Variant: "G"}); err == nil {
		t.Error("variant G was accepted")
	}
	spec := Spec()
	if spec.Info.ID != "convex" || !spec.Info.Complete || !spec.Info.SoftClues {
		t.Errorf("%+v", spec.Info)
	}
}
