package canon

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"pgregory.net/rapid"
)

var threeOrders = [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// lineOrders are the 1,296 orders of nine lines that keep groups of three together.
var lineOrders = func() (orders [][9]int) {
	for b := range 1296 {
		var o [9]int
		for i := range 9 {
			band := threeOrders[b%6][i/3]
			o[i] = 3*band + threeOrders[b/[]int{6, 36, 216}[i/3]%6][i%3]
		}
		orders = append(orders, o)
	}
	return orders
}()

// bruteForce tries all 3,359,232 cell maps.
func bruteForce(grid sudoku.Grid) (best sudoku.Grid, automorphisms int64) {
	best = bytes.Repeat([]byte{10}, 81)
	for _, source := range []sudoku.Grid{grid, symmetry.Transpose(sudoku.Classic()).Grid(grid)} {
		for _, rows := range lineOrders {
			for _, cols := range lineOrders {
				switch lower(best, source, &rows, &cols) {
				case -1:
					automorphisms = 1
				case 0:
					automorphisms++
				}
			}
		}
	}
	return best, automorphisms
}

// lower compares an image with best, and replaces best if the image is smaller.
func lower(best, source sudoku.Grid, rows, cols *[9]int) int {
	var label [10]uint8
	next, below := uint8(0), false
	for i := range best {
		d := source[9*rows[i/9]+cols[i%9]]
		if d != 0 && label[d] == 0 {
			next++
			label[d] = next
		}
		switch {
		case below || label[d] < best[i]:
			best[i], below = label[d], true
		case label[d] > best[i]:
			return 1
		}
	}
	if below {
		return -1
	}
	return 0
}

// A grid with a digit twice in a row or column is relabelled where it stands: the search relies on that there
// is none. It does not rely on boxes.
func TestCanonicalContradiction(t *testing.T) {
	c := New(sudoku.Classic())
	for line, first := range map[string]string{
		"812743569469851237753629814687495321134278965925316478396142785571389642248567193": "123456789589",
		"22" + strings.Repeat(".", 79):                 "11..........",
		"123456789112233445" + strings.Repeat(".", 63): "123456789112",
		strings.Repeat("7", 81):                        "111111111111",
	} {
		g := givens(t, line)
		k := c.Canonical(g)
		if got := sudoku.Classic().FormatGrid(k.Grid)[:12]; got != first || k.Automorphisms != 1 {
			t.Errorf("%s: %s… with %d automorphisms", line, got, k.Automorphisms)
		}
		if !slices.Equal(k.Map.Grid(g), k.Grid) || !slices.Equal(c.Form(g), k.Grid) {
			t.Errorf("%s: the map leads to %v, the form is %v", line, k.Map.Grid(g), c.Form(g))
		}
	}
}

func TestCanonicalOfLatinSquares(t *testing.T) {
	for _, line := range []string{
		"123456789234567891345678912456789123567891234678912345789123456891234567912345678",
		"123456789231564897312645978" + strings.Repeat(".", 54),
	} {
		g := givens(t, line)
		want, automorphisms := bruteForce(g)
		if k := New(sudoku.Classic()).Canonical(g); !slices.Equal(k.Grid, want) ||
			k.Automorphisms != automorphisms {
			t.Errorf("%s: %v with %d automorphisms, want %v with %d", line, k.Grid, k.Automorphisms, want,
				automorphisms)
		}
	}
}

func givens(t testing.TB, line string) sudoku.Grid {
	t.Helper()
	p, err := sudoku.ParsePuzzle(line)
	if err != nil {
		t.Fatal(err)
	}
	return p.Givens()
}

// sample returns every step-th puzzle of a file of the public collections.
func sample(t testing.TB, name string, step int) []*sudoku.Puzzle {
	t.Helper()
	dir := os.Getenv("SUDOKUCTL_PUZZLES")
	file, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Skip("no puzzle collection: set SUDOKUCTL_PUZZLES to its directory")
	}
	defer file.Close()
	var puzzles []*sudoku.Puzzle
	number := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		if number++; (number-1)%step != 0 {
			continue
		}
		p, err := sudoku.ParsePuzzle(line)
		if err != nil {
			t.Fatalf("%s, puzzle %d: %v", name, number, err)
		}
		puzzles = append(puzzles, p)
	}
	return puzzles
}

// Puzzles with automorphisms, sparse ones and full grids among them.
var assorted = []string{
	"1.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3........",
	"................12..3.45........64...1......762.8........2..6....4...5...8.......",
	"123456789456789123789123456231564897564897231897231564312645978645978312978312645",
	"1...5...9........................................................................."[:81],
	"812753649943682175675491283154237896369845721287169534521974368438526917796318452",
}

func TestCanonicalEqualsBruteForce(t *testing.T) {
	c := New(sudoku.Classic())
	for _, line := range assorted {
		g := givens(t, line)
		form, automorphisms := bruteForce(g)
		k := c.Canonical(g)
		if !slices.Equal(k.Grid, form) || k.Automorphisms != automorphisms {
			t.Errorf("%s:\n got %s with %d automorphisms\nwant %s with %d", line,
				sudoku.Classic().FormatGrid(k.Grid), k.Automorphisms, sudoku.Classic().FormatGrid(form), automorphisms)
		}
	}
}

func TestAutomorphismsOfTheEmptyGrid(t *testing.T) {
	if k := New(sudoku.Classic()).Canonical(make(sudoku.Grid, 81)); k.Automorphisms != 3_359_232 {
		t.Errorf("%d automorphisms of the empty grid", k.Automorphisms)
	}
}

// cyclicGrid is a solution for boxes of R rows and C columns.
func cyclicGrid(g *sudoku.Geometry) sudoku.Grid {
	R, C := g.BoxSize()
	grid := make(sudoku.Grid, g.Cells())
	for i := range grid {
		row, col := i/g.N(), i%g.N()
		grid[i] = uint8((row%R*C+row/R+col)%g.N() + 1)
	}
	return grid
}

// someCells draws a shuffled solution and empties some of its cells.
func someCells(t *rapid.T, full sudoku.Grid, g *sudoku.Geometry) sudoku.Grid {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	grid := symmetry.RandomTransform(g, rng).Grid(full)
	for _, c := range rng.Perm(len(grid))[:rapid.IntRange(0, len(grid)).Draw(t, "empty")] {
		grid[c] = 0
	}
	return grid
}

// checkCanonical draws a grid and an image and checks that form, map and count agree.
func checkCanonical(t *rapid.T, c *Canonizer, g *sudoku.Geometry, grid sudoku.Grid) {
	k := c.Canonical(grid)
	if !slices.Equal(k.Map.Grid(grid), k.Grid) {
		t.Fatalf("the map of %v leads to %v, not to %v", grid, k.Map.Grid(grid), k.Grid)
	}
	if !k.Map.Keeps(g) {
		t.Fatalf("the map of %v does not keep the houses", grid)
	}
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "image"), 1))
	image := c.Canonical(symmetry.RandomTransform(g, rng).Grid(grid))
	if !slices.Equal(image.Grid, k.Grid) || image.Automorphisms != k.Automorphisms {
		t.Fatalf("%v: %v with %d automorphisms, an image: %v with %d", grid, k.Grid, k.Automorphisms,
			image.Grid, image.Automorphisms)
	}
}

func TestCanonicalIsInvariant(t *testing.T) {
	c := New(sudoku.Classic())
	rapid.Check(t, func(t *rapid.T) {
		full := givensOf(assorted[rapid.IntRange(2, 4).Draw(t, "grid")])
		checkCanonical(t, c, sudoku.Classic(), someCells(t, full, sudoku.Classic()))
	})
}

func givensOf(line string) sudoku.Grid {
	p, _ := sudoku.ParsePuzzle(line)
	return p.Givens()
}

func TestCanonicalOfOtherGeometries(t *testing.T) {
	for _, text := range []string{"4", "6", "8", "9", "9+x", "9+w", "6/3x2+x", "5/l", "6/l"} {
		t.Run(text, func(t *testing.T) {
			g := sudoku.MustGeometry(text)
			c := New(g)
			if !c.Whole() {
				t.Fatalf("%s has too many symmetries", text)
			}
			rapid.Check(t, func(t *rapid.T) {
				full := make(sudoku.Grid, g.Cells())
				if rows, _ := g.BoxSize(); rows > 0 {
					full = cyclicGrid(g)
				} else {
					for i := range full {
						full[i] = uint8((i/g.N()+i%g.N())%g.N() + 1)
					}
				}
				checkCanonical(t, c, g, someCells(t, full, g))
			})
		})
	}
}

// The search agrees with the list of all maps where that is short.
func TestLexersAgree(t *testing.T) {
	for _, text := range []string{"4", "6", "4/l"} {
		g := sudoku.MustGeometry(text)
		rows, cols := g.BoxSize()
		if text == "4/l" {
			rows, cols = 1, 4
		}
		maps, whole := houseMaps(g)
		if want := map[string]int{"4": 128, "6": 3456, "4/l": 1152}[text]; len(maps) != want || !whole {
			t.Fatalf("%s: %d maps, want %d", text, len(maps), want)
		}
		boxes, other := newBoxlexer(g.N(), rows, cols, text != "6"), &maplexer{maps: maps}
		rapid.Check(t, func(t *rapid.T) {
			full := make(sudoku.Grid, g.Cells())
			for i := range full {
				full[i] = uint8((i/g.N()+i%g.N())%g.N() + 1)
			}
			if rows, _ := g.BoxSize(); rows > 0 {
				full = cyclicGrid(g)
			}
			grid := someCells(t, full, g)
			m, n := boxes.run(grid), other.run(grid)
			image := func(l lexer) sudoku.Grid {
				to := symmetry.Identity(g)
				l.transform(&to)
				return to.Grid(grid)
			}
			a, b := image(boxes), image(other)
			if m != n || !slices.Equal(a, b) {
				t.Fatalf("%s: %v: %v with %d automorphisms, and %v with %d", text, grid, a, m, b, n)
			}
		})
	}
}

// TestShufflesKeepTheForm compares 10,000 puzzles with an image of each.
func TestShufflesKeepTheForm(t *testing.T) {
	c := New(sudoku.Classic())
	rng := rand.New(rand.NewPCG(1, 2))
	for _, p := range sample(t, "speed/minimal_20k.txt", 2) {
		image := symmetry.RandomImage(p, rng)
		if !slices.Equal(c.Form(image.Givens()), c.Form(p.Givens())) {
			t.Errorf("%s and its image %s have different forms", p, image)
		}
	}
}

// TestCollectionsEqualBruteForce takes some minutes: 100 puzzles of each of five collections and 50 grids
// that solve puzzles.
func TestCollectionsEqualBruteForce(t *testing.T) {
	if os.Getenv("SUDOKUCTL_THOROUGH") == "" {
		t.Skip("takes some minutes: set SUDOKUCTL_THOROUGH=1")
	}
	c := New(sudoku.Classic())
	check := func(grid sudoku.Grid) {
		form, automorphisms := bruteForce(grid)
		if k := c.Canonical(grid); !slices.Equal(k.Grid, form) || k.Automorphisms != automorphisms {
			t.Errorf("%v: %v with %d automorphisms, want %v with %d", grid, k.Grid, k.Automorphisms, form,
				automorphisms)
		}
	}
	for name, step := range map[string]int{"17_clue_half": 245, "hardest_1905_fifth": 97, "minimal_20k": 200,
		"top1465": 14, "serg_multi": 100} {
		for _, p := range sample(t, "speed/"+name+".txt", step)[:100] {
			check(p.Givens())
		}
	}
	text, err := os.ReadFile(filepath.Join(os.Getenv("SUDOKUCTL_PUZZLES"), "graded/radcliffe_sample.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n")[1:51] {
		check(givensOf(strings.Split(line, ",")[1]))
	}
}

func TestNoDuplicatesAmong17(t *testing.T) {
	c := New(sudoku.Classic())
	seen := map[string]string{}
	for _, p := range sample(t, "speed/17_clue_half.txt", 1) {
		key := string(c.Form(p.Givens()))
		if seen[key] != "" {
			t.Errorf("%s and %s are equivalent", seen[key], p.Name)
		}
		seen[key] = p.Name
	}
}

func BenchmarkCanonical(b *testing.B) {
	for _, name := range []string{"17_clue_half", "hardest_1905_fifth", "minimal_20k"} {
		puzzles := sample(b, "speed/"+name+".txt", 10)
		rng := rand.New(rand.NewPCG(1, 1))
		for i, p := range puzzles {
			puzzles[i] = symmetry.RandomImage(p, rng)
		}
		b.Run(name, func(b *testing.B) {
			c := New(sudoku.Classic())
			for i := 0; b.Loop(); i++ {
				c.Form(puzzles[i%len(puzzles)].Givens())
			}
		})
	}
}

func ExampleCanonizer_Canonical() {
	p, _ := sudoku.ParsePuzzle(assorted[0])
	k := New(p.Geometry()).Canonical(p.Givens())
	fmt.Println(p.Geometry().FormatGrid(k.Grid), k.Automorphisms)
	// Output:
	// ........1....1234...5.6..2.....7541....8....7..8.4..6.19.......45.......863..12.. 1
}

// fourGroup is all 128 · 24 symmetries of the 4×4.
var fourGroup = func() (group []symmetry.Transform) {
	g := sudoku.MustGeometry("4")
	swaps := [][]int{{0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2},
		{2, 3, 0, 1}, {3, 2, 0, 1}, {2, 3, 1, 0}, {3, 2, 1, 0}}
	for _, first := range []symmetry.Transform{symmetry.Identity(g), symmetry.Transpose(g)} {
		for _, rows := range swaps {
			for _, cols := range swaps {
				cells := first.Then(symmetry.PermuteRows(g, rows)).Then(symmetry.PermuteColumns(g, cols))
				for k := range 24 {
					digits := []int{1, 2, 3, 4}
					for i, n := range []int{k % 4, k / 4 % 3, k / 12} {
						digits[i], digits[i+n] = digits[i+n], digits[i]
					}
					relabelled := symmetry.Identity(g)
					for d, to := range digits {
						relabelled.Digits[d+1] = uint8(to)
					}
					group = append(group, cells.Then(relabelled))
				}
			}
		}
	}
	return group
}()

// fourGrids are the 288 grids of the 4×4.
var fourGrids = func() (grids []sudoku.Grid) {
	grid := make(sudoku.Grid, 16)
	var fill func(i int)
	fill = func(i int) {
		if i == 16 {
			grids = append(grids, grid.Clone())
			return
		}
		for d := uint8(1); d <= 4; d++ {
			grid[i] = d
			if sudoku.CheckGivens(sudoku.MustPuzzle(sudoku.MustGeometry("4"), grid)) == nil {
				fill(i + 1)
			}
			grid[i] = 0
		}
	}
	fill(0)
	return grids
}()

// bruteOrbits counts orbits by the whole group.
func bruteOrbits(p *sudoku.Puzzle, solutions []sudoku.Grid) (orbits int) {
	reached := map[string]bool{}
	for _, s := range solutions {
		if !reached[string(s)] {
			orbits++
		}
		for _, t := range fourGroup {
			if slices.Equal(t.Grid(p.Givens()), p.Givens()) {
				reached[string(t.Grid(s))] = true
			}
		}
	}
	return orbits
}

func TestEssentiallyDifferentEqualsBruteForce(t *testing.T) {
	g := sudoku.MustGeometry("4")
	rapid.Check(t, func(t *rapid.T) {
		full := rapid.SampledFrom(fourGrids).Draw(t, "grid")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		grid := make(sudoku.Grid, 16)
		for _, c := range rng.Perm(16)[:rapid.IntRange(1, 5).Draw(t, "clues")] {
			grid[c] = full[c]
		}
		p := sudoku.MustPuzzle(g, grid)
		var solutions []sudoku.Grid
		for _, s := range fourGrids {
			if sudoku.Verify(p, s) == nil {
				solutions = append(solutions, s)
			}
		}
		maps, ok := Automorphisms(p)
		if got, want := EssentiallyDifferent(p, maps, solutions), bruteOrbits(p, solutions); !ok || got != want {
			t.Fatalf("%s: %d of %d solutions are essentially different, want %d", p, got, len(solutions), want)
		}
	})
}

func TestEssentiallyDifferentOfTheEmptyGrid(t *testing.T) {
	p := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	maps, _ := Automorphisms(p)
	if n := EssentiallyDifferent(p, maps, fourGrids); n != 2 || len(maps) != 128 {
		t.Errorf("%d of %d grids are essentially different under %d maps, want 2 of 288 under 128", n,
			len(fourGrids), len(maps))
	}
}

// Both ways to find automorphisms agree on their number.
func TestAutomorphismsEqualCanonical(t *testing.T) {
	for _, text := range []string{"4", "6", "9", "9+x", "9/l"} {
		g := sudoku.MustGeometry(text)
		c := New(g)
		for _, line := range assorted {
			if text == "9/l" && line[0] != '.' {
				continue // takes long
			}
			grid := make(sudoku.Grid, g.Cells())
			for i := range grid {
				if row, col := i/g.N(), i%g.N(); row < 9 && col < 9 && line[9*row+col] != '.' {
					grid[i] = (line[9*row+col] - '0') % uint8(g.N()+1)
				}
			}
			maps, ok := Automorphisms(sudoku.MustPuzzle(g, grid))
			if want := c.lexer.run(grid); want != 0 && ok && int64(len(maps)) != want {
				t.Errorf("%s %s: %d automorphisms, want %d", text, line, len(maps), want)
			}
		}
	}
	if _, ok := Automorphisms(sudoku.MustPuzzle(sudoku.Classic(), nil)); ok {
		t.Error("the automorphisms of the empty grid are listed")
	}
}
