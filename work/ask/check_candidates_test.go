package ask_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

func candidatesOf(t *testing.T, ctx context.Context, req ask.CandidatesRequest, line string) *ask.CandidatesRecord {
	t.Helper()
	var got *ask.CandidatesRecord
	req.Inputs = []*input.Input{input.Text(line)}
	_, err := ask.Candidates(ctx, worktest.Env("entropybt"), req, nil, func(r *ask.CandidatesRecord) error { got = r; return nil })
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// True candidates are those of all solutions, however few of them are counted.
func TestTrueCandidatesAreThoseOfAllSolutions(t *testing.T) {
	for _, line := range []string{"1.3............4", "4:~cage=3:r1c12~thermo:r3c12", "4:~cage=3:r1c12~thermo:r2c123",
		"..343412..434321~cage=3:r1c1r2c4", "6:~or~cage=7:r1c12~cage=3:r1c12~end~quad=1.4:r2c34r3c34~thermo:r1c3456~x-sum=6:r6"} {
		all := candidatesOf(t, t.Context(), ask.CandidatesRequest{True: true, Ask: runner.Ask{Limit: 1 << 30}}, line)
		some := candidatesOf(t, t.Context(), ask.CandidatesRequest{True: true, Ask: runner.Ask{Limit: 2}}, line)
		if all.Verdict != some.Verdict || !all.Complete || len(some.Open) > 0 || len(all.Candidates) != len(some.Candidates) {
			t.Errorf("%s: %s, %d of %d", line, some.Verdict, len(some.Candidates), len(all.Candidates))
		}
		for cell, digits := range all.Digits {
			if digits != some.Digits[cell] {
				t.Errorf("%s: cell %d has %v, not %v", line, cell, some.Digits[cell], digits)
			}
		}
	}
}

// Without a search they are what the givens leave; what the time is too short for is open.
func TestCandidatesThatAreNotKnown(t *testing.T) {
	left := candidatesOf(t, t.Context(), ask.CandidatesRequest{}, "1.3............4")
	if left.Digits[1] != sudoku.DigitSet(2, 4) || left.Digits[0] != 0 || left.Verdict != "" {
		t.Errorf("%v, %s", left.Digits, left.Verdict)
	}
	late := candidatesOf(t, t.Context(), ask.CandidatesRequest{True: true, Ask: runner.Ask{Limit: 2, Timeout: 1}}, strings.Repeat(".", 16))
	if late.Verdict == sudoku.Multiple.String() && len(late.Open) == 0 && len(late.Candidates) != 64 {
		t.Errorf("%d candidates, none open", len(late.Candidates))
	}
}
