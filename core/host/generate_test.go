//go:build unix

package host_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

func TestPuzzlesAreComparedWithTheOrder(t *testing.T) {
	p := open(t, newHost(t, quick), "sloppy")
	const one = "4:1234341221434.2." // one solution
	for name, c := range map[string]struct {
		made  string
		order sudoku.Order
		want  string // "" = it is delivered
	}{
		"good":           {one, sudoku.Order{}, ""},
		"another size":   {"6:" + strings.Repeat(".", 36), sudoku.Order{}, "its geometry is not 4"},
		"a Latin square": {"4/l:1234341221434.2.", sudoku.Order{}, "its geometry is not 4"},
		"a clash":        {"4:11..............", sudoku.Order{}, "1 appears twice in r1"},
		"empty":          {"4:................", sudoku.Order{}, "several solutions"},
		"empty, allowed": {"4:................", sudoku.Order{AllowMultiple: true}, ""},
		"unsolvable":     {"4:123...4.........", sudoku.Order{}, "no solution"},
		"many givens":    {one, sudoku.Order{CluesMax: 5}, "14 givens where 0 to 5 were ordered"},
		"few givens":     {one, sudoku.Order{CluesMin: 15}, "14 givens where 15 or more were ordered"},
		"unsymmetric":    {one, sudoku.Order{Symmetry: "rot180"}, "not symmetric under rot180"},
		"the pattern":    {one, sudoku.Order{Pattern: []bool{13: true, 15: false}}, "r4c2 must be given"},
		"cages":          {one + "~cage=3:r1c12", sudoku.Order{Constraints: []constraint.Wanted{{Name: "cage"}}}, ""},
		"thermometers":   {one + "~cage=3:r1c12", sudoku.Order{Constraints: []constraint.Wanted{{Name: "thermo"}}}, `"cage", which was not ordered`},
	} {
		o := c.order
		o.Geometry, o.Count, o.Metric = sudoku.MustGeometry("4"), 1, c.made
		made := 0
		_, err := p.Generate(t.Context(), o, func(*sudoku.Puzzle) bool { made++; return true })
		if c.want == "" {
			if err != nil || made != 1 {
				t.Errorf("%s: %d puzzles, %v", name, made, err)
			}
			continue
		}
		if !errors.Is(err, lifecycle.ErrProtocol) || !strings.Contains(err.Error(), c.want) || made != 0 {
			t.Errorf("%s: %d puzzles, %v", name, made, err)
		}
	}
}

func TestConstraintsAreOrderedFromThoseThatDeclareClauses(t *testing.T) {
	o := sudoku.Order{Geometry: sudoku.MustGeometry("4"), Count: 1, Constraints: []constraint.Wanted{{Name: "cage"}}}
	_, err := open(t, newHost(t, quick), "echo").Generate(t.Context(), o, func(*sudoku.Puzzle) bool { return true })
	if !errors.Is(err, sudoku.ErrUnsupported) {
		t.Error(err)
	}
}

// A generator that somebody ends is started again and goes on; one that ends itself at the same place is not.
func TestGeneratingIsBegunAgain(t *testing.T) {
	c := fakeConfig("maker")
	c.Env = append(c.Env, "HOST_TEST_MARK="+filepath.Join(t.TempDir(), "mark"))
	p, err := newHost(t, quick).Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	o := sudoku.Order{Geometry: sudoku.MustGeometry("4"), Count: 14}
	var made []string
	_, err = p.Generate(t.Context(), o, func(q *sudoku.Puzzle) bool {
		if made = append(made, q.String()); len(made) == 5 || len(made) == 10 {
			kill(t, p.PID())
		}
		return true
	})
	slices.Sort(made)
	if n := len(slices.Compact(slices.Clone(made))); err != nil || n != 14 || len(made) != 14 {
		t.Errorf("%d different puzzles of %d: %v", n, len(made), err)
	}
	o.Metric = "mortal"
	if _, err = p.Generate(t.Context(), o, func(*sudoku.Puzzle) bool { return true }); !errors.Is(err, lifecycle.ErrExited) {
		t.Errorf("one that ends itself: %v", err)
	}
}

// A process that somebody ends before its handshake is started again.
func TestAStartThatSomebodyEndedIsTriedAgain(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	c := fakeConfig("late")
	c.Env = append(c.Env, "HOST_TEST_MARK="+mark)
	p, err := newHost(t, quick).Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(solveAll(t, p, puzzles(10), runner.Options{})); n != 10 {
		t.Errorf("%d results", n)
	}
}

func TestAPuzzleIsDeliveredOnce(t *testing.T) {
	p := open(t, newHost(t, quick), "sloppy")
	o := sudoku.Order{Geometry: sudoku.MustGeometry("4"), Count: 3, Metric: "4:1234341221434.2."}
	made := 0
	_, err := p.Generate(t.Context(), o, func(*sudoku.Puzzle) bool { made++; return true })
	if made != 1 || !errors.Is(err, sudoku.ErrGaveUp) || !strings.Contains(err.Error(), "1 different puzzles of 3") {
		t.Errorf("%d puzzles, %v", made, err)
	}
	if errors.Is(err, host.ErrEndedEarly) {
		t.Errorf("one that repeats itself: %v", err)
	}
}

func TestAGeneratorThatEndsEarlyIsTold(t *testing.T) {
	p := open(t, newHost(t, quick), "sloppy")
	all := func(*sudoku.Puzzle) bool { return true }
	o := sudoku.Order{Geometry: sudoku.MustGeometry("4"), Count: 2, Minimal: true, Metric: "4:1234341221434.2."}
	if _, err := p.Generate(t.Context(), o, all); !errors.Is(err, host.ErrEndedEarly) || !errors.Is(err, sudoku.ErrGaveUp) {
		t.Errorf("one puzzle of two: %v", err)
	}
	o.Count = 0
	_, err := p.Generate(t.Context(), o, all)
	if !errors.Is(err, lifecycle.ErrProtocol) || !strings.Contains(err.Error(), "count 0 goes on until it is stopped") {
		t.Errorf("none of an endless order: %v", err)
	}
}

func TestNeighboursOfWhatIsNotTaken(t *testing.T) {
	near, err := sudoku.ParsePuzzle("4:~thermo:r1c12")
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, newHost(t, quick), "sloppy")
	o := sudoku.Order{Geometry: near.Geometry(), Count: 1, Metric: "4:1234341221434.2.", Near: near}
	if _, err := p.Generate(t.Context(), o, func(*sudoku.Puzzle) bool { return true }); !errors.Is(err, sudoku.ErrUnsupported) {
		t.Errorf("neighbours of %s: %v", near, err)
	}
}
