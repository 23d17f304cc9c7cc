package record

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/entropybt/entropy"
)

func checked(t *testing.T, text string, timeout time.Duration) *Check {
	t.Helper()
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		t.Fatal(err)
	}
	solver, err := runner.Here(entropy.Spec(), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := Checker{Solver: solver, Most: 100, Timeout: timeout}
	r := c.New(p)
	if err := c.Complete(t.Context(), []*Check{r}); err != nil {
		t.Fatal(err)
	}
	return r
}

// Constraints are checked as givens are: which are superfluous, which clash, which alone are at fault.
func TestConstraintsAreChecked(t *testing.T) {
	r := checked(t, "..343412..434321~thermo:r1c12~cage=3:r1c1r2c4~cage=3:r1c12", time.Minute)
	if want := []string{"cage=3:r1c12", "cage=3:r1c1r2c4", "thermo:r1c12"}; r.Verdict != "unique" || r.Minimal || !slices.Equal(r.SuperfluousConstraints, want) {
		t.Errorf("%s, minimal %v, superfluous %v %q", r.Verdict, r.Minimal, r.Superfluous, r.SuperfluousConstraints)
	}
	r = checked(t, "4:~cage=3:r1c12~cage=7:r4c12~thermo:r2c123", time.Minute)
	clash := []string{"cage=3:r1c12", "thermo:r2c123"}
	if r.Verdict != "impossible" || !slices.Equal(r.ClashingConstraints, clash) || !slices.Equal(r.ConstraintsAtFault, clash) ||
		r.Contradiction != nil || r.AtFault != nil || r.Late {
		t.Errorf("%s: %q clash, %q at fault, givens %q, %q", r.Verdict, r.ClashingConstraints, r.ConstraintsAtFault, r.Contradiction, r.AtFault)
	}
}

// TestAnotherOnlySolution leaves out a sign, without which all-xv forbids what stood there: that there is one solution then, too, does
// not make the sign superfluous.
func TestAnotherOnlySolution(t *testing.T) {
	const head, tail = "............................3.......~all-xv~v:r12c2~v:r12c5~v:r45c1~v:r45c3~v:r5c45~v:r6c23~x:r1c45~x:r2c23~x:r23c2", "~x:r56c1"
	with, without := checked(t, head+tail, time.Minute), checked(t, head, time.Minute)
	if without.Verdict != "unique" || slices.Equal(with.Solutions, without.Solutions) || !with.Minimal {
		t.Errorf("minimal %v, superfluous %q; %q and without a sign %s, %q", with.Minimal, with.SuperfluousConstraints, with.Solutions,
			without.Verdict, without.Solutions)
	}
}

// A given and a constraint clash together.
func TestAGivenAndAConstraintClash(t *testing.T) {
	r := checked(t, "4..............1~cage=3:r1c12~cage=7:r4c12", time.Minute)
	if r.Verdict != "impossible" || !slices.Equal(r.Contradiction, []string{"r1c1"}) || !slices.Equal(r.ClashingConstraints, []string{"cage=3:r1c12"}) {
		t.Errorf("%s: %q and %q", r.Verdict, r.Contradiction, r.ClashingConstraints)
	}
}

// When the time is up the check says so, and claims nothing.
func TestChecksThatAreLate(t *testing.T) {
	p, err := sudoku.ParsePuzzle("4..............1~cage=3:r1c12~cage=7:r4c12")
	if err != nil {
		t.Fatal(err)
	}
	r := &Check{Source: p}
	late := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	if err := (&Checker{Timeout: 1}).timely(t.Context(), r, late); err != nil || !r.Late {
		t.Errorf("late %v, %v", r.Late, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := (&Checker{Timeout: time.Hour}).timely(ctx, r, late); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Puzzles that differ in their soft clues alone are three puzzles: none has the canonical form of its givens.
func TestSoftCluesHaveNoCanonicalForm(t *testing.T) {
	var c Checker
	for text, known := range map[string]bool{"...............4": true, "{12}..............4": false, "{34}..............4": false} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		if r := c.New(p); (r.Canonical != "") != known || (r.Automorphisms != 0) != known {
			t.Errorf("%s: canonical form %q, %d automorphisms", text, r.Canonical, r.Automorphisms)
		}
	}
}
