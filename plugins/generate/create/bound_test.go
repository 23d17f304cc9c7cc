package create

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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
	m := newMaker(&o, settings{GridBound: 1}, nil)
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
		m := newMaker(&o, settings{GridBound: 1}, nil)
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
