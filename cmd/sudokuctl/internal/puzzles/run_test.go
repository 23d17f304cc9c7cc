package puzzles

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// TestResumeWhat refuses what is not the number of a run, before it opens the database.
func TestResumeWhat(t *testing.T) {
	for _, arg := range []string{"", "0", "-1", "x", "3x", "3 4", "1.5", "0x10", "99999999999999999999"} {
		if err := resume(t.Context(), &app.App{}, newest, []string{arg}); err == nil || !strings.Contains(err.Error(), "is not a number") {
			t.Errorf("%q: %v", arg, err)
		}
	}
}

func TestVerdictText(t *testing.T) {
	for _, c := range []struct {
		graded   int
		verdicts map[string]int
		want     string
	}{
		{0, nil, "nothing to do"},
		{0, map[string]int{"unique": 0}, "nothing to do"},
		{0, map[string]int{"timeout": 1, "multiple": 2, "unique": 60}, "unique 60, multiple 2, timeout 1"},
		{5, map[string]int{"unsupported": 3}, "graded 5, unsupported 3"},
		{5, nil, "graded 5"},
	} {
		task := &run.TaskRecord{Graded: c.graded, Verdicts: c.verdicts}
		if got := verdictText(task); got != c.want {
			t.Errorf("%d graded, %v: %q, want %q", c.graded, c.verdicts, got, c.want)
		}
	}
}

// TestSolvesNothing warns of solvers that decide none of the puzzles that they take, and of nothing else.
func TestSolvesNothing(t *testing.T) {
	for _, c := range []struct {
		task     sudoku.Power
		done     int
		verdicts map[string]int
		want     string // part of the warning
	}{
		{sudoku.PowerSolve, 4, map[string]int{"unknown": 3, "timeout": 1}, "4"},
		{sudoku.PowerSolve, 4, map[string]int{"unsupported": 1, "unknown": 3}, "3"},
		{sudoku.PowerSolve, 4, map[string]int{"unsupported": 4}, ""},
		{sudoku.PowerSolve, 0, nil, ""},
		{sudoku.PowerSolve, 4, map[string]int{"unknown": 3, "impossible": 1}, ""},
		{sudoku.PowerSolve, 4, map[string]int{"crashed": 3, "solved": 1}, ""},
		{sudoku.PowerGrade, 4, map[string]int{"unknown": 4}, ""},
	} {
		got := solvesNothing(&run.TaskRecord{Plugin: "mine", Task: string(c.task), Done: c.done, Verdicts: c.verdicts})
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%d done, %v: %q, want %q", c.done, c.verdicts, got, c.want)
		}
	}
}
