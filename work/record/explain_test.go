package record_test

import (
	"errors"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/dlx/cover"
	"github.com/sudokuctl/sudokuctl/plugins/rules/logic"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// An explanation ends with the reason why it went no further, or with the error of who is shown it.
func TestExplanationsEnd(t *testing.T) {
	explainer, err := runner.Here(logic.Spec(), nil)
	if err != nil {
		t.Fatal(err)
	}
	solver, err := runner.Here(cover.Spec(), nil)
	if err != nil {
		t.Fatal(err)
	}
	judge := func() (runner.Runner, error) { return solver, nil }
	enough := errors.New("enough")
	for _, test := range []struct {
		puzzle  string
		timeout time.Duration
		most    int // steps that are shown
		want    string
	}{
		{"2.14........4..2", 0, 99, record.EndedSolved}, {"2.14........4..2", 0, 3, ""}, {"1234341221434321", 0, 0, record.EndedFull},
		{"1.3............4", 0, 99, record.EndedMultiple}, {"11..............", 0, 0, record.EndedImpossible},
		{"12..3.4.........", 0, 99, record.EndedImpossible}, {"2.14........4..2", time.Nanosecond, 0, record.EndedTimeout},
	} {
		p, err := sudoku.ParsePuzzle(test.puzzle)
		if err != nil {
			t.Fatal(err)
		}
		ended, steps := "", 0
		err = record.Explain(t.Context(), explainer, p, test.timeout, judge, record.Events{
			Puzzle: func(*sudoku.Puzzle) error { return nil },
			Step: func(before *record.Replay, s sudoku.Step, n int) error {
				if steps++; n != steps || before.Puzzle != p {
					t.Errorf("%s: step %d is number %d", test.puzzle, steps, n)
				}
				if n > test.most {
					return enough
				}
				return nil
			},
			End: func(_ *record.Replay, o *record.Outcome) error { ended = o.Ended; return nil },
		})
		if ended != test.want || (test.want == "") != errors.Is(err, enough) || test.want != "" && err != nil {
			t.Errorf("%s: ended %q after %d steps, %v, want %q", test.puzzle, ended, steps, err, test.want)
		}
	}
}

// TestAnotherOrderOfTechniquesRatesNoPuzzle: steps that do not follow Sudoku Explainer's order have no ER, and the hardest
// of them is the one whose technique stands highest, whether it has a rating or not.
func TestAnotherOrderOfTechniquesRatesNoPuzzle(t *testing.T) {
	p, err := sudoku.ParsePuzzle("1234341221434321")
	if err != nil {
		t.Fatal(err)
	}
	o := record.NewOutcome(p)
	for _, s := range []sudoku.Step{{Technique: "naked_pair", Rating: 3, Order: 3}, {Technique: "w_wing", Order: 4.4},
		{Technique: "xy_wing", Rating: 4.2, Order: 4.2}} {
		o.Add(s)
	}
	if !o.Ordered || o.Hardest != "w_wing" {
		t.Errorf("ordered: %v, hardest: %s", o.Ordered, o.Hardest)
	}
}
