package metric

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// puzzle reads a puzzle for a geometry named by its head.
func puzzle(head, cells string) *sudoku.Puzzle {
	p, err := sudoku.ParsePuzzle(head + ":" + cells)
	if err != nil {
		panic(err)
	}
	return p
}

func layersOf(p *sudoku.Puzzle) *layers {
	l := newLayers(p.Geometry())
	l.lay(p.Givens())
	return l
}

func grader(t testing.TB, given map[string]any) *Grader {
	t.Helper()
	s, err := Spec().Info.Resolve(given)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Spec().Grader(s)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Grader)
}

func values(t testing.TB, g *Grader, p *sudoku.Puzzle) map[string]float64 {
	t.Helper()
	grades, err := g.Grade(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]float64{}
	for _, v := range grades {
		byName[v.Metric] = v.Value
	}
	return byName
}

// entropy returns the information entropy of Zhai & Zhang times the number of candidates of an empty grid.
func entropy(p *sudoku.Puzzle) int {
	sum := 0
	for c, digits := range p.Candidates() {
		if p.Givens()[c] == 0 {
			sum += digits.Len()
		}
	}
	return sum
}

var known = []struct {
	name, line                 string
	entropy                    int
	average, statements, clues float64
	split, covered             int
}{
	{"Rodríguez Fig. 1", "802003510060091003701000894608004021000258060920310400000402780005089000200007100",
		101, 1.4017, 0.6898, 0.5983, 280, 590},
	{"Zhai A", "...75.....3..48.2.1.......6.4......879.....312......7.5.......7.8.32..4.....69...",
		206, 0.6493, 0.4429, 0.3026, 118, 499},
	{"Zhai B", ".18...7.....3..2...7...........71...6......4.3........4..5....3.2..8...........6.",
		304, 0.3186, 0.2917, 0.1520, 51, 408},
	{"Zhai C", "1.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3........",
		209, 0.8765, 0.5020, 0.4028, 150, 494},
	{"Maji Fig. 4", "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........",
		329, 0.3177, 0.2917, 0.1510, 48, 384},
	{"AI Escargot", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		223, 0.6211, 0.4534, 0.2878, 113, 483},
}

func TestKnownPuzzles(t *testing.T) {
	for _, k := range known {
		t.Run(k.name, func(t *testing.T) {
			p := puzzle("9", k.line)
			v := values(t, grader(t, nil), p)
			got := fmt.Sprintf("%d %.4f %.4f %.4f %.0f",
				entropy(p), v["r_average"], v["r_ge2"], v["r_ge2_clues"], v["r_bipart"]*float64(k.covered))
			want := fmt.Sprintf("%d %.4f %.4f %.4f %d", k.entropy, k.average, k.statements, k.clues, k.split)
			if got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			if v["r_bipart"] != float64(k.split)/float64(k.covered) || v["r_bipart_bound"] != v["r_bipart"] {
				t.Errorf("r_bipart %v, bound %v, want %d/%d", v["r_bipart"], v["r_bipart_bound"], k.split, k.covered)
			}
			mean := v["r_average"] * float64(k.covered) / float64(28*p.Clues())
			if math.Abs(mean-v["r_average_mean"]) > 1e-12 {
				t.Errorf("r_average_mean %v, want %v", v["r_average_mean"], mean)
			}
		})
	}
}

// The picture of doc.go.
func TestPicture(t *testing.T) {
	c := newCover(puzzle("4", "1..2............"))
	var b strings.Builder
	for i, s := range c.statements {
		switch {
		case i == 0 || i == 16+3:
			b.WriteByte('o')
		case s == 0:
			b.WriteByte('.')
		default:
			b.WriteByte('0' + byte(s))
		}
	}
	const want = "o21221..1...1..." + "212o..12...1...1" + "1..1............" + "1..1............"
	if b.String() != want {
		t.Errorf("got  %s\nwant %s", b.String(), want)
	}
}

// fullGrid is a solution.
const fullGrid = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"

// state draws some cells of a solution that has digits, rows and columns in random order.
func state(t *rapid.T) *sudoku.Puzzle {
	full := puzzle("9", cyclic(rapid.Permutation([]int{1, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(t, "digits")))
	grid := full.Givens().Clone()
	for _, c := range rapid.SliceOfNDistinct(rapid.IntRange(0, 80), 1, 80, rapid.ID).Draw(t, "empty") {
		grid[c] = 0
	}
	return full.WithGivens(grid)
}

func cyclic(digits []int) string {
	b := make([]byte, 81)
	for i := range b {
		row, col := i/9, i%9
		b[i] = '0' + byte(digits[(row*3+row/3+col)%9])
	}
	return string(b)
}

func TestEntropyIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := state(t)
		if got, want := 729-p.Clues()-layersOf(p).covered, entropy(p); got != want {
			t.Fatalf("729 - |C| - Cov = %d, entropy %d/729", got, want)
		}
	})
}

// Equation 1 can be proved for raw counts: what is covered stays covered when a clue is added.
func TestCountsGrowWithClues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		full := puzzle("9", cyclic([]int{1, 2, 3, 4, 5, 6, 7, 8, 9}))
		grid := make(sudoku.Grid, 81)
		var before totals
		split := 0
		for _, c := range rapid.SliceOfNDistinct(rapid.IntRange(0, 80), 1, 24, rapid.ID).Draw(t, "clues") {
			grid[c] = full.Givens()[c]
			layers := layersOf(full.WithGivens(grid.Clone()))
			after := layers.totals
			s := bestBipartition(context.Background(), layers.hypergraph(), 0).split
			if after.covered < before.covered || after.shared < before.shared || after.repeated < before.repeated ||
				after.twoClues < before.twoClues || s < split {
				t.Fatalf("from %+v, split %d to %+v, split %d", before, split, after, s)
			}
			before, split = after, s
		}
	})
}

// One clue, all clues, and clues that contradict each other have grades too.
func TestExtremes(t *testing.T) {
	g := grader(t, map[string]any{"metrics": "all", "bipart_nodes": 2000})
	for _, line := range []string{"1" + strings.Repeat(".", 80), "11" + strings.Repeat(".", 79), fullGrid,
		strings.Repeat("1", 81), fullGrid[:72] + fullGrid[:9]} {
		v := values(t, g, puzzle("9", line))
		if len(v) != len(metricNames) || v["r_bipart"] > v["r_bipart_bound"] ||
			v["r_bipart_bound"] > v["r_ge2_clues"] {
			t.Errorf("%s: %v", line, v)
		}
	}
}

func TestUnsupported(t *testing.T) {
	_, err := grader(t, nil).Grade(context.Background(), puzzle("9", strings.Repeat(".", 81)))
	if !errors.Is(err, sudoku.ErrUnsupported) {
		t.Errorf("a puzzle without givens: %v", err)
	}
}

func TestEveryMetricDeclared(t *testing.T) {
	v := values(t, grader(t, map[string]any{"metrics": "all"}), puzzle("9", known[1].line))
	for _, m := range metrics() {
		x, ok := v[m.Name]
		if !ok || x < m.Min || x > m.Max {
			t.Errorf("metric %s: value %v, present %v, range %v to %v", m.Name, x, ok, m.Min, m.Max)
		}
		delete(v, m.Name)
	}
	if len(v) > 0 {
		t.Errorf("not declared: %v", v)
	}
	off := values(t, grader(t, map[string]any{"metrics": "quick"}), puzzle("9", known[1].line))
	if len(off) != 4 {
		t.Errorf("quick: %v", off)
	}
}

func TestEveryGeometry(t *testing.T) {
	for geometry, line := range map[string]string{
		"4": "1..2..3..4......", "6": "123456............1.................",
		"9+x": known[2].line, "9+w+n": known[2].line, "9/l": known[2].line,
	} {
		p := puzzle(geometry, line)
		v := values(t, grader(t, map[string]any{"metrics": "all"}), p)
		if v["r_bipart"] != v["r_bipart_bound"] || v["r_bipart"] < v["r_bipart_paper"] {
			t.Errorf("%s: %v", geometry, v)
		}
		h := layersOf(p).hypergraph()
		if want, got := enumerate(h), bestBipartition(context.Background(), h, 0).split; got != want {
			t.Errorf("%s: split %d, enumeration %d", geometry, got, want)
		}
	}
}

func TestMetricsSetting(t *testing.T) {
	for setting, want := range map[string]int{
		"quick": 4, "exact": 6, "all": 7, "r_ge2": 1, "r_ge2, r_bipart": 2, "quick,r_bipart_paper": 5,
	} {
		g, all := grader(t, map[string]any{"metrics": setting}), grader(t, map[string]any{"metrics": "all"})
		got, whole := values(t, g, puzzle("9", known[1].line)), values(t, all, puzzle("9", known[1].line))
		for name, v := range got {
			if whole[name] != v {
				t.Errorf("%s: %s is %v, else %v", setting, name, v, whole[name])
			}
		}
		if len(got) != want {
			t.Errorf("%s: %v, want %d metrics", setting, got, want)
		}
	}
	for _, setting := range []string{"", "quick,", "r_bipartite"} {
		if _, err := newGrader(settings{Metrics: setting}); err == nil {
			t.Errorf("setting %q was taken", setting)
		}
	}
}

// Conjecture 1 of Zhai & Zhang: a good grade does not change under the symmetries of the geometry.
// It holds for a search that a budget ends, too.
func TestInvariance(t *testing.T) {
	graders := []*Grader{grader(t, nil), grader(t, map[string]any{"bipart_nodes": 20})}
	rapid.Check(t, func(t *rapid.T) {
		p := puzzle("9", known[rapid.IntRange(0, 5).Draw(t, "puzzle")].line)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		image := symmetry.RandomImage(p, rng)
		for _, g := range graders {
			before, _ := g.Grade(context.Background(), p)
			after, err := g.Grade(context.Background(), image)
			if err != nil || !slices.Equal(before, after) {
				t.Fatalf("%v, image %v, error %v", before, after, err)
			}
		}
	})
}

// In other geometries too, where the search proves the maximum.
func TestInvarianceOfOtherGeometries(t *testing.T) {
	quick, exact := grader(t, map[string]any{"metrics": "quick"}), grader(t, nil)
	geometries := []string{"4", "6", "9+x", "9/l", "12", "16"}
	rapid.Check(t, func(t *rapid.T) {
		geometry := sudoku.MustGeometry(rapid.SampledFrom(geometries).Draw(t, "geometry"))
		grid := make(sudoku.Grid, geometry.Cells())
		for _, cell := range rapid.SliceOfN(rapid.IntRange(0, geometry.Cells()-1), 1, 60).Draw(t, "cells") {
			grid[cell] = uint8(rapid.IntRange(1, geometry.N()).Draw(t, "digit"))
		}
		p := sudoku.MustPuzzle(geometry, grid)
		g := quick
		if p.Clues() <= 30 {
			g = exact
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		image := symmetry.RandomImage(p, rng)
		before, _ := g.Grade(context.Background(), p)
		after, err := g.Grade(context.Background(), image)
		if err != nil || !slices.Equal(before, after) {
			t.Fatalf("%v, image %v, error %v", before, after, err)
		}
	})
}
