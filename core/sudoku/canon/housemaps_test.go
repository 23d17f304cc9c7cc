package canon

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

func read(t rapid.TB, text string) *sudoku.Puzzle {
	t.Helper()
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Images of a puzzle have one canonical form, which is an image too; a puzzle has as many automorphisms as images that are itself.
func TestPicturesHaveCanonicalForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for text, automorphisms := range map[string]int{
		"9:~cage=6:r1c123~thermo:r4c321": 1, "9:~cage=7:r1c12": 1, "9:~nonconsecutive": 16, "9:~all-dots~x:r1c12": 1,
		"1...............~extra:r1c1r2c3": 1, "12..............~or~white:r1c34~thermo:r4c12~end": 1, "4:~extra:r1c1r2c3": 1, "4:~extra:r1c1r4c4": 4,
		"9:~sandwich=0:r1": 4, "9:~sandwich=0:r5": 8, "9:~sandwich=5:r1": 2, "9:~between:r1c1234": 2, "9:~between:r5c4r3c5r5c6": 4,
	} {
		p := read(t, text)
		form, same := Picture(p)
		if same != automorphisms || string(Keys{}.Key(form)) != string(Keys{}.Key(p)) {
			t.Errorf("%s: %s, %d automorphisms, not %d", text, form, same, automorphisms)
		}
		for range 4 {
			q := symmetry.RandomImage(p, rng)
			if got, _ := Picture(q); got.String() != form.String() {
				t.Errorf("%s: its image %s has the form %s, not %s", text, q, got, form)
			}
		}
	}
}

// TestKeysOfPictures compares puzzles with constraints.
func TestKeysOfPictures(t *testing.T) {
	keys := Keys{}
	for _, c := range []struct {
		a, b  string
		equal bool
	}{
		{"9:~x:r1c12", "9:~cage=10:r1c12", true},        // in one row
		{"9:~x:r1c12", "9:~x:r9c89", true},              // turned
		{"9:~x:r1c12", "9:~x:r12c1", true},              // mirrored
		{"9:~x:r1c12", "9:~x:r4c12", false},             // rows shuffled
		{"9:~cage=6:r1c123", "9:~cage=24:r9c789", true}, // reversed
		{"9:~thermo:r1c123", "9:~thermo:r1c321", true},
		{"9:~thermo:r1c123", "9:~thermo:r4c321", false},
		{"9:~sandwich=0:r1", "9:~sandwich=0:r9c987654321", true},
		{"9:~sandwich=5:r1", "9:~sandwich=5:r1c987654321", true},
		{"9:~between:r1c12345", "9:~between:r1c14325", true},
		{"9:~between:r1c12345", "9:~between:r1c12435", true},
		{"9:~between:r1c12345", "9:~between:r1c21345", false},
		{"9:~skyscraper=5:r1", "9:~skyscraper=5:r1c987654321~or~x:r3c34~v:r3c34~end", false},
		{"9:~slingshot:r1c123", "9:~slingshot:r1c321", false},       // the same, which is not recognised
		{"9:~quad=1.2:r1c12r2c12", "9:~quad=3.4:r1c12r2c12", false}, // nor is that the digits are exchanged
		{"4:~extra:r1c1r2c3", "4:~sum=5:r1c1r2c3", false},
		{"1...............~extra:r1c1r2c3", "4...............~extra:r1c1r2c3", true}, // digits exchanged
		{"1...............~thermo:r1c1r2c3", "4...............~thermo:r1c1r2c3", false},
		{"1...............~thermo:r1c1r2c3", "4...............~thermo:r2c3r1c1", true},
		{"1...............~x:r3c12", "1...............", false},
		{"{12}...............~x:r3c12", "...{12}............~x:r3c34", false}, // soft clues are like themselves alone
	} {
		if got := slices.Equal(keys.Key(read(t, c.a)), keys.Key(read(t, c.b))); got != c.equal {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}

// TestImagesOfEachConstraint draws images of the examples of the documentation, alone and beside another: they have equal keys,
// canonical forms and numbers of automorphisms.
func TestImagesOfEachConstraint(t *testing.T) {
	page, err := os.ReadFile("../../../docs/constraints.md")
	if err != nil {
		t.Fatal(err)
	}
	var examples []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([^` ]*)` \\|").FindAllStringSubmatch(string(page), -1) {
		examples = append(examples, row[1])
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i, example := range examples {
		for _, text := range []string{"9:~" + example, "9:~" + example + "~" + examples[rng.IntN(i+1)]} {
			p := read(t, text)
			q := symmetry.RandomImage(p, rng)
			form, same := Picture(p)
			other, too := Picture(q)
			if !slices.Equal(Keys{}.Key(p), Keys{}.Key(q)) || form.String() != other.String() || same != too {
				t.Errorf("%s and its image %s: forms %s and %s, %d and %d automorphisms", p, q, form, other, same, too)
			}
		}
	}
}

// TestImagesOfPicturesShareKeys draws symmetries of puzzles.
func TestImagesOfPicturesShareKeys(t *testing.T) {
	texts := []string{"6:~cage=7:r1c12r2c1~less:r3c34~sandwich=3:r4~regex=1%2A%5B2%2D6%5D%2A:r5c123456", "4:~extra:r1c12r2c3~equal:r1c4r2c1~clone:r3c12-r4c34",
		"1.............2.~quad=1.3:r1c12r2c12~row-index:r4c4", "9:~or~thermo:r1c123~x:r1c12~end~arrow:r3c3-r4c456", "9+x:~all-xv~x:r5c56"}
	keys := Keys{}
	rapid.Check(t, func(rt *rapid.T) {
		p := read(t, rapid.SampledFrom(texts).Draw(rt, "text"))
		q := symmetry.RandomImage(p, rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)))
		if !slices.Equal(keys.Key(p), keys.Key(q)) {
			rt.Fatalf("%s and its image %s", p, q)
		}
	})
}

func TestAutomorphismsOfPictures(t *testing.T) {
	for text, want := range map[string]int{
		"9:~extra:r1c1r9c9": 4, "9:~x:r1c12": 1, "9:~white:r5c45": 2, "9:~sum=10:r1c1r9c9": 4, "9:~thermo:r1c1r2c2": 2, "6:~white:r1c34": 2,
		"9:~thermo:r1c19":          2, // mirrored and reversed
		"9:~sandwich=0:r1":         2, // with digits as they are and reversed
		"1...............~x:r1c12": 1, "1..2............~white:r4c23": 1, "1..2............~equal:r4c1r3c2~equal:r4c4r3c3": 2,
		"{12}...............~x:r3c12": 1,
	} {
		maps, ok := Automorphisms(read(t, text))
		if !ok || len(maps) != want {
			t.Errorf("%s: %d automorphisms", text, len(maps))
		}
	}
}

// TestSolutionsUpToPictures counts solutions that symmetries do not turn into each other.
func TestSolutionsUpToPictures(t *testing.T) {
	for text, free := range map[string]bool{"4:~sum=5:r1c1r4c4": false, "4:~equal:r1c1r2c3": true, "4:~thermo:r1c13": false,
		"1...............~equal:r1c1r2c3": true, "4:~white:r1c12": false} {
		p := read(t, text)
		var solutions []sudoku.Grid
		fillAll(p, p.Givens().Clone(), func(g sudoku.Grid) { solutions = append(solutions, g.Clone()) })
		maps, _ := Automorphisms(p)
		want := orbits(p, solutions, free)
		if got := EssentiallyDifferent(p, maps, solutions); got != want || len(solutions) == 0 {
			t.Errorf("%s: %d of %d, not %d", text, got, len(solutions), want)
		}
	}
}

// fillAll yields the solutions of a small puzzle.
func fillAll(p *sudoku.Puzzle, grid sudoku.Grid, yield func(sudoku.Grid)) {
	cell := slices.Index(grid, 0)
	if cell < 0 {
		if sudoku.Verify(p, grid) == nil {
			yield(grid)
		}
		return
	}
	for d := uint8(1); int(d) <= p.Geometry().N(); d++ {
		if !slices.ContainsFunc(p.Geometry().Peers(cell), func(c int) bool { return grid[c] == d }) {
			grid[cell] = d
			fillAll(p, grid, yield)
		}
	}
	grid[cell] = 0
}

// orbits counts solutions up to the rotations and reflections, with digits as they are, reversed or, if they are free, exchanged,
// that keep the givens and take solutions to solutions.
func orbits(p *sudoku.Puzzle, solutions []sudoku.Grid, free bool) int {
	g := p.Geometry()
	known := map[string]int{}
	for i, s := range solutions {
		known[string(s)] = i
	}
	joined := make([]int, len(solutions))
	for i := range joined {
		joined[i] = i
	}
	var root func(i int) int
	root = func(i int) int {
		if joined[i] == i {
			return i
		}
		return root(joined[i])
	}
	for k := range 8 {
		t := symmetry.Reflection(g, k)
		for _, digits := range permutations(g.N()) {
			if !free && !slices.IsSorted(digits) && !slices.IsSortedFunc(digits[1:], func(a, b uint8) int { return int(b) - int(a) }) {
				continue
			}
			t.Digits = digits
			if !slices.Equal(t.Grid(p.Givens()), p.Givens()) || slices.ContainsFunc(solutions, func(s sudoku.Grid) bool {
				_, ok := known[string(t.Grid(s))]
				return !ok
			}) {
				continue
			}
			for i, s := range solutions {
				joined[root(i)] = root(known[string(t.Grid(s))])
			}
		}
	}
	n := 0
	for i := range joined {
		if joined[i] == i {
			n++
		}
	}
	return n
}

// permutations returns all relabellings of n digits.
func permutations(n int) (all [][]uint8) {
	if n == 0 {
		return [][]uint8{{0}}
	}
	for _, p := range permutations(n - 1) {
		for i := 1; i <= n; i++ {
			all = append(all, slices.Insert(slices.Clone(p), i, uint8(n)))
		}
	}
	return all
}
