package create

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

func TestOrders(t *testing.T) {
	pattern := make([]bool, 81)
	for i, c := range "1.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3........" {
		pattern[i] = c != '.'
	}
	for name, c := range map[string]struct {
		o    sudoku.Order
		fits func(*sudoku.Puzzle) bool
	}{
		"rot180": {sudoku.Order{Count: 5, Symmetry: "rot180"}, func(p *sudoku.Puzzle) bool {
			return slices.Contains(symmetry.OfPattern(p), "rot180")
		}},
		"minimal rot180": {sudoku.Order{Count: 1, Symmetry: "rot180", Minimal: true},
			func(p *sudoku.Puzzle) bool { return slices.Contains(symmetry.OfPattern(p), "rot180") }},
		"clues": {sudoku.Order{Count: 5, CluesMin: 30, CluesMax: 31}, func(p *sudoku.Puzzle) bool {
			return p.Clues() == 30 || p.Clues() == 31
		}},
		"few clues": {sudoku.Order{Count: 2, CluesMax: 21},
			func(p *sudoku.Puzzle) bool { return p.Clues() <= 21 }},
		"easiest": {sudoku.Order{Count: 1, HasDifficulty: true},
			func(p *sudoku.Puzzle) bool { return p.Clues() == 81 }},
		"pattern": {sudoku.Order{Count: 2, Pattern: pattern}, func(p *sudoku.Puzzle) bool {
			wrong := func(i int) bool { return pattern[i] != (p.Givens()[i] != 0) }
			return !slices.ContainsFunc(cells(81), wrong)
		}},
		"entropy": {sudoku.Order{Count: 3, Metric: "information_entropy", MetricMin: 0.3, MetricMax: 0.31},
			func(p *sudoku.Puzzle) bool { return entropy(p) >= 0.3 && entropy(p) < 0.31 }},
		"little entropy": {sudoku.Order{Count: 3, Metric: "information_entropy", MetricMin: 0.1, MetricMax: 0.11},
			func(p *sudoku.Puzzle) bool { return entropy(p) >= 0.1 && entropy(p) < 0.11 }},
		"little entropy, few clues": {sudoku.Order{Count: 1, CluesMin: 28, CluesMax: 30,
			Metric: "information_entropy", MetricMin: 0.2, MetricMax: 0.23},
			func(p *sudoku.Puzzle) bool { return entropy(p) < 0.23 && p.Clues() <= 30 }},
		"many clues": {sudoku.Order{Count: 1, Metric: "clues", MetricMin: 60, MetricMax: 61, Symmetry: "rot180"},
			func(p *sudoku.Puzzle) bool { return p.Clues() == 60 }},
	} {
		t.Run(name, func(t *testing.T) {
			puzzles := generate(t, nil, c.o)
			if len(puzzles) != c.o.Count {
				t.Errorf("%d puzzles", len(puzzles))
			}
			for _, p := range puzzles {
				if n := solutions(p, 2); n != 1 || !c.fits(p) {
					t.Errorf("%s has %d solutions or does not fit", p, n)
				}
			}
		})
	}
}

func TestImpossibleOrders(t *testing.T) {
	few := map[string]any{"attempts": 2}
	for want, o := range map[string]sudoku.Order{
		"fewer than 17":    {Count: 1, CluesMax: 16},
		"rot45":            {Count: 1, Symmetry: "rot45"},
		"30 to 20 clues":   {Count: 1, CluesMin: 30, CluesMax: 20},
		"not one of clues": {Count: 1, Metric: "hodoku"},
		"sets of 1 and 4":  {Count: 1, CluesMin: 26, CluesMax: 26, Symmetry: "rot90"},
		"no pattern with symmetry rot180 has 21 clues": {Count: 1, CluesMin: 21, CluesMax: 21, Symmetry: "rot180",
			Geometry: sudoku.MustPuzzle(sudoku.MustGeometry("8"), make(sudoku.Grid, 64)).Geometry()},
		"nearest was": {Count: 1, CluesMax: 17, Symmetry: "rot180"},
		"puzzle 1 (17 clues, symmetry rot180, se from 1 to below 1.5): nothing fits": {Count: 1, CluesMin: 17,
			CluesMax: 17, Symmetry: "rot180", Metric: "se", MetricMin: 1, MetricMax: 1.5},
	} {
		_, err := tryGenerate(few, o)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
		if want == "nearest was" && !errors.Is(err, sudoku.ErrGaveUp) {
			t.Errorf("%v is not ErrGaveUp", err)
		}
	}
}

// TestBoundsHold asks of puzzles with ratings by Sudoku Explainer 1.2.1 whether they may have them.
func TestBoundsHold(t *testing.T) {
	dir := os.Getenv("SUDOKUCTL_PUZZLES")
	if dir == "" {
		t.Skip("SUDOKUCTL_PUZZLES names no folder of puzzle collections")
	}
	f, err := os.Open(filepath.Join(dir, "graded/se121_half.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o := sudoku.Order{Geometry: sudoku.Classic(), Metric: "se"}
	m := newMaker(t.Context(), &o, settings{GridBound: 1}, nil)
	excluded := 0
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		p, err := sudoku.ParsePuzzle(fields[1])
		if err != nil {
			continue // the header
		}
		er, _ := strconv.ParseFloat(fields[3], 64)
		o.MetricMin, o.MetricMax = er, er+0.1
		if far := m.far(p.Givens()); far != 0 {
			t.Errorf("%s is rated %.1f, but seems %d away", p, er, far)
		}
		if o.MetricMin, o.MetricMax = 1, 1.5; m.far(p.Givens()) > tooEasy {
			excluded++
		}
	}
	if excluded < 1000 {
		t.Errorf("%d puzzles seem too hard to be easy", excluded)
	}
}

// The setting of the range decides which puzzles come: none that is sure to be outside.
func TestBoundedOrders(t *testing.T) {
	for _, o := range []sudoku.Order{
		{Count: 3, Metric: "se", MetricMin: 1, MetricMax: 1.5, Seed: 1},
		{Count: 5, Metric: "qqwing_level", MetricMin: 3, MetricMax: 4, Seed: 1},
		{Count: 5, Metric: "se", MetricMin: 6.6, MetricMax: 12, Symmetry: "rot180", Seed: 1},
		{Count: 50, Metric: "se", MetricMin: 6.6, MetricMax: 12, Minimal: true, Seed: 1},
	} {
		puzzles := generate(t, nil, o)
		o.Geometry = sudoku.Classic()
		m := newMaker(t.Context(), &o, settings{GridBound: 1}, nil)
		grids := map[string]bool{}
		for _, p := range puzzles {
			grid := make(sudoku.Grid, 81)
			m.c.engine.count(p.Givens(), 1, grid)
			grids[string(grid)] = true
			if m.far(p.Givens()) != 0 || solutions(p, 2) != 1 {
				t.Errorf("%+v: %s", o, p)
			}
		}
		if len(grids) < len(puzzles) {
			t.Errorf("%+v: %d puzzles of %d grids", o, len(puzzles), len(grids))
		}
	}
}
