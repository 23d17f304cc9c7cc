package record

import (
	"context"
	"errors"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Hint is a hint that says no more than where to look, or what to look for; a Step says all.
type Hint struct {
	Where     string  `json:"where"`
	Technique string  `json:"technique,omitempty"`
	Rating    float64 `json:"rating,omitempty"`
	Several   string  `json:"several,omitempty"` // as in a Step
}

// Record returns the record of a hint with a step, which says as much as a level wants: a Hint for "where" and "what",
// else the Step.
func (h *Hinted) Record(p *sudoku.Puzzle, level string) any {
	where := strings.Join(Place(p.Geometry(), *h.Step), ", ")
	switch level {
	case "where":
		return Hint{Where: where, Several: h.TwoWays}
	case "what":
		return Hint{Where: where, Technique: h.Step.Technique, Rating: h.Step.Rating, Several: h.TwoWays}
	}
	s := NewStep(p, *h.Step, 1)
	s.Several = h.TwoWays
	return s
}

// Hinted is a hint, or why there is none.
type Hinted struct {
	Step    *sudoku.Step   // nil if there is none
	Verdict sudoku.Verdict // Impossible if a value is wrong, Multiple if no step can decide everything
	TwoWays string         // of several solutions where two differ: "r4c2 may be 8 or 9"
	Full    bool           // every cell is filled correctly
	Late    bool           // the time was up
	Clash   string         // of no solution what contradicts what, as far as it is known
	bare    bool           // nothing is filled in
}

// FindHint finds the next step of a puzzle. What has no solution gets none. Explain looks for its steps until emit returns false.
func FindHint(ctx context.Context, p *sudoku.Puzzle, judge Judge, explain func(emit func(sudoku.Step) bool) error) (*Hinted, error) {
	if sudoku.CheckGivens(p) != nil {
		return &Hinted{Verdict: sudoku.Invalid}, nil
	}
	result, why, err := judge.two(ctx, p)
	if err != nil {
		return nil, err
	}
	h := &Hinted{Verdict: result.Verdict, Clash: why, bare: p.Clues() == 0}
	switch {
	case result.Verdict == sudoku.Impossible:
		return h, nil
	case result.Verdict == sudoku.Multiple:
		h.TwoWays = twoWays(p.Geometry(), result.Solutions)
	}
	if h.Full = p.Clues() == p.Geometry().Cells(); h.Full {
		return h, nil
	}
	err = explain(func(s sudoku.Step) bool {
		h.Step = &s
		return false
	})
	h.Late = h.Step == nil && errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
	if h.Step == nil && err != nil && !h.Late && !errors.Is(err, sudoku.ErrGaveUp) {
		return nil, err
	}
	return h, nil
}

// Missing says why there is no step.
func (h *Hinted) Missing() string {
	switch {
	case h.Verdict == sudoku.Invalid:
		return "two givens clash"
	case h.Clash != "":
		return "the puzzle has no solution: " + h.Clash
	case h.Verdict == sudoku.Impossible && h.bare:
		return "the puzzle has no solution"
	case h.Verdict == sudoku.Impossible:
		return "a value is wrong: from here there is no solution"
	case h.Full:
		return "nothing is left to do: the puzzle is solved"
	case h.TwoWays != "":
		return "no step can be certain, for there are several solutions: " + h.TwoWays
	case h.Late:
		return "the time was up before a step was found"
	}
	return "no technique helps here"
}
