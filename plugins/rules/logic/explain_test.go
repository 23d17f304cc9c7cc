package logic

import (
	"context"
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/paper"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// replay checks steps against the one solution of a puzzle: every placement is the solution's, no strike
// removes it, every candidate is still there when it is struck, and the text and the houses are given.
type replay struct {
	t          *testing.T
	p          *sudoku.Puzzle
	solution   sudoku.Grid
	candidates []sudoku.Digits
	filled     int
}

func newReplay(t *testing.T, p *sudoku.Puzzle) *replay {
	t.Helper()
	r := &replay{t: t, p: p, candidates: p.Candidates(), filled: p.Clues()}
	solutions := rulestest.Solutions(p, 2)
	if len(solutions) != 1 {
		t.Fatalf("%s: %d solutions", p, len(solutions))
	}
	r.solution = solutions[0]
	if err := sudoku.Verify(p, r.solution); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *replay) step(s sudoku.Step) bool {
	if len(s.Place)+len(s.Strike) == 0 || s.Text == "" || s.Technique == "" || len(s.Cells) == 0 {
		r.t.Errorf("%s: idle or dumb step %+v", r.p, s)
	}
	for _, c := range s.Strike {
		if int(r.solution[c.Cell]) == c.Digit || !r.candidates[c.Cell].Has(c.Digit) {
			r.t.Errorf("%s: unsound or idle strike of %v: %s: %s", r.p, c, s.Technique, s.Text)
		}
		r.candidates[c.Cell] = r.candidates[c.Cell].Without(c.Digit)
	}
	for _, c := range s.Place {
		if int(r.solution[c.Cell]) != c.Digit {
			r.t.Errorf("%s: unsound placement of %v: %s: %s", r.p, c, s.Technique, s.Text)
		}
		r.place(c)
	}
	return true
}

func (r *replay) place(c sudoku.Candidate) {
	r.candidates[c.Cell] = 0
	for _, q := range r.p.Geometry.Peers(c.Cell) {
		r.candidates[q] = r.candidates[q].Without(c.Digit)
	}
	r.filled++
}

func TestStepsAreSound(t *testing.T) {
	for _, techniques := range []string{"se", "hodoku", "et4"} {
		settings, err := sudoku.ResolveSettings(Spec().Info.Settings, map[string]any{"techniques": techniques})
		if err != nil {
			t.Fatal(err)
		}
		explainer, err := Spec().Explainer(settings)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for i, rec := range rulestest.Records(t, "graded/se121_half.tsv") {
			if i%20 != 0 {
				continue
			}
			p := rulestest.Puzzle(t, rec[1])
			r := newReplay(t, p)
			err := explainer.Explain(context.Background(), p,
				func(s sudoku.Step) bool { seen[s.Technique]++; return r.step(s) })
			if err == nil && r.filled != 81 {
				t.Errorf("%s: solved with %d cells filled", p, r.filled)
			}
			if err != nil && (!errors.Is(err, sudoku.ErrGaveUp) || techniques == "se") {
				t.Errorf("%s: %v", p, err)
			}
		}
		t.Log(techniques, seen)
	}
}

// TestExplainVariants replays explanations of random puzzles of all geometries against their solutions.
func TestExplainVariants(t *testing.T) {
	for _, text := range rulestest.Variants {
		g := sudoku.MustGeometry(text)
		e, err := ladder.New("se", 12)
		if err != nil {
			t.Fatal(err)
		}
		e.Verbose = true
		ladder := teller{e}
		paper := paper.NewExplainer(4)
		for seed := range uint64(4) {
			p := rulestest.Random(g, seed, g.Cells()*2/3)
			for _, explainer := range []sudoku.Explainer{ladder, paper} {
				r := newReplay(t, p)
				if err := explainer.Explain(context.Background(), p, r.step); err != nil && !errors.Is(err, sudoku.ErrGaveUp) {
					t.Errorf("%s: %v", p, err)
				}
			}
		}
	}
}
