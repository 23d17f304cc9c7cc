package create

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestNeighboursOfPuzzlesWithConstraints(t *testing.T) {
	for _, names := range []string{"cage", "cage,white=3", "all-dots", "thermo=3"} {
		o := wanted(t, "6", names, 1)
		near := generate(t, nil, o)[0]
		solution := solve(t, near)
		o.Near, o.Count, o.Minimal = near, 6, true
		puzzles, err := tryGenerate(nil, o)
		if err != nil && !errors.Is(err, sudoku.ErrGaveUp) || len(puzzles) < 2 && names != "all-dots" {
			t.Errorf("%s: %d neighbours of %s: %v", names, len(puzzles), near, err)
		}
		for _, p := range puzzles {
			if needsAll(t, p); !bytes.Equal(solve(t, p), solution) || p.String() == near.String() {
				t.Errorf("%s is no neighbour of %s", p, near)
			}
		}
		if again, _ := tryGenerate(nil, o); texts(again) != texts(puzzles) {
			t.Errorf("%s: other neighbours of the same seed", names)
		}
	}
}

// Of neighbours that need not be minimal some have more than they need, which is the way to easier puzzles; killers stay without
// givens.
func TestNeighboursWithMoreThanTheyNeed(t *testing.T) {
	o := wanted(t, "6", "cage", 1)
	o.Near, o.Count = generate(t, nil, o)[0], 12
	puzzles, err := tryGenerate(nil, o)
	if err != nil && !errors.Is(err, sudoku.ErrGaveUp) {
		t.Fatal(err)
	}
	more := 0
	for _, p := range puzzles {
		if n := solutions(p, 2); n != 1 || p.Clues() > 0 {
			t.Errorf("%s has %d solutions and %d givens", p, n, p.Clues())
		}
		for i := range p.Constraints() {
			if solutions(without(t, p, i), 2) == 1 {
				more++
				break
			}
		}
	}
	if more == 0 {
		t.Errorf("%d neighbours all need all of their cages", len(puzzles))
	}
}

// TestNeighboursOfHardPuzzles begins with a killer of which 3,000 guesses do not prove that it has one solution, and with one that
// has several.
func TestNeighboursOfHardPuzzles(t *testing.T) {
	hard := "9:~cage=6:r234c4~cage=9:r2c89r3c9~cage=9:r6c12r7c1~cage=11:r45c2~cage=11:r678c3~cage=11:r89c2~cage=13:r6c45~" +
		"cage=13:r89c6r9c7~cage=13:r89c8r9c9~cage=14:r7c45r8c5~cage=16:r234c5~cage=17:r5c67r6c7~cage=18:r345c1~cage=18:r567c8~" +
		"cage=18:r678c9~cage=19:r234c7~cage=22:r8c4r9c34~cage=25:r1c567r2c6~cage=30:r1c34r234c3"
	for text, want := range map[string]string{hard: "", strings.Replace(hard, "cage=11:r45c2~", "", 1): "several solutions"} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		v, err := newVariant(&sudoku.Order{Geometry: p.Geometry(), Near: p, Constraints: namesOf(p)})
		if err != nil {
			t.Fatal(err)
		}
		if err := v.solve(p); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", text, err, want)
		}
	}
}
