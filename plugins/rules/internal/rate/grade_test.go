package rate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

func TestMajiLevel(t *testing.T) {
	for empty, want := range map[int]string{30: "below", 40: "1", 45: "1", 46: "2", 50: "3", 54: "4", 58: "4",
		64: "above"} {
		if g := majiLevel(empty); g.Label != want {
			t.Errorf("%d empty cells: %q, want %q", empty, g.Label, want)
		}
	}
}

func TestGrade(t *testing.T) {
	grader, err := NewGrader(Settings{UpTo: 12, HoDoKu: true})
	if err != nil {
		t.Fatal(err)
	}
	solved := rulestest.Puzzle(t, rulestest.Easy)
	solved = solved.WithGivens(rulestest.Solutions(solved, 1)[0])
	for _, c := range []struct {
		puzzle *sudoku.Puzzle
		want   string
	}{
		{rulestest.Puzzle(t, rulestest.Easy), "maji_level=3(3) qqwing_level=1(simple) se=1.2(hidden_single_box) se_ep=1.2() se_ed=1.2() techniques=2(last_cell,hidden_single_box) human_seconds=305(light) human_level=2(light) human_relative=0.753() human_technique=0(hidden_single_box) hodoku=208(Easy)"},
		{rulestest.Puzzle(t, rulestest.TwoSolutions), "maji_level=5(above) se_reached=3.4(multiple)"},
		{rulestest.Puzzle(t, rulestest.NoSolution), "maji_level=5(above) se_reached=0(impossible)"},
		{solved, "maji_level=0(below) se_reached=0(full)"},
	} {
		grades, err := grader.Grade(context.Background(), c.puzzle)
		var words []string
		for _, g := range grades {
			words = append(words, fmt.Sprintf("%s=%v(%s)", g.Metric, g.Value, g.Label))
			if !slices.ContainsFunc(Metrics, func(m sudoku.Metric) bool { return m.Name == g.Metric }) {
				t.Errorf("metric %s is not declared", g.Metric)
			}
		}
		if got := fmt.Sprint(words); got != "["+c.want+"]" || err != nil {
			t.Errorf("%s: %s, %v; want %s", c.puzzle, got, err, c.want)
		}
	}
}

// zhai is Zhai & Zhang's example A (2013), which needs an X-wing.
const zhai = "...75.....3..48.2.1.......6.4......879.....312......7.5.......7.8.32..4.....69..."

// TestUnrated sees puzzles that get no rating: what was reached, and why there is no more.
func TestUnrated(t *testing.T) {
	grader, err := NewGrader(Settings{UpTo: 3})
	if err != nil {
		t.Fatal(err)
	}
	grades, err := grader.Grade(context.Background(), rulestest.Puzzle(t, zhai))
	if got := fmt.Sprint(grades); err != nil || got != "[{maji_level 4 4} {se_reached 3 beyond} {qqwing_level 4 expert} {techniques 6 last_cell,hidden_single_box,hidden_single,direct_hidden_pair,pointing,naked_pair}]" {
		t.Errorf("with techniques up to 3.0: %s, %v", got, err)
	}
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	grades, err = grader.Grade(late, rulestest.Puzzle(t, zhai))
	if got := fmt.Sprint(grades); !errors.Is(err, context.DeadlineExceeded) ||
		got != "[{maji_level 4 4} {se_reached 0 timeout}]" {
		t.Errorf("after the deadline: %s, %v", got, err)
	}
}
