package spec_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestSeedsOfDifferentPuzzles has all that a puzzle asks for count, and nothing else.
func TestSeedsOfDifferentPuzzles(t *testing.T) {
	seeds := map[uint64]string{}
	for _, line := range []string{"4:................", "4:1...............", "4:{12}...............", "4+x:................",
		"4:~cage=3:r1c12", "4:~cage=4:r1c12", "4:~cage=3:r1c12~thermo:r2c12"} {
		p, err := sudoku.ParsePuzzle(line + " a comment")
		if err != nil {
			t.Fatal(err)
		}
		seed := spec.SeedOf(1, p)
		if other := seeds[seed]; other != "" {
			t.Errorf("%s has the seed of %s", line, other)
		}
		seeds[seed] = line
		p.Name, p.Comment = "named", ""
		if spec.SeedOf(1, p) != seed || spec.SeedOf(2, p) == seed {
			t.Errorf("%s: the name counts, or the seed of the run does not", line)
		}
	}
}
