package papers

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/stats"
)

// initial returns for each puzzle of a level whether it was solved without an iteration.
func (set *guntherSet) initial(level int) []bool {
	results := set.ours[guntherWalks[0]][level]
	solved := make([]bool, len(results))
	for i, steps := range measure(results, "iterations") {
		solved[i] = results[i].Count > 0 && steps == 0
	}
	return solved
}

// uniqueness shows that INIT solves the puzzles with one solution, unless all of the set have one.
func (s gunther) uniqueness(set *guntherSet) {
	if set.generator["method"] == "carve" {
		return
	}
	t := &Table{Title: "Table I, " + set.title + ": one solution or several",
		Columns: append([]string{"puzzles"}, guntherNames[:]...)}
	row := func(name string, count func(level, puzzle int) bool) {
		var cells []string
		for l := range set.levels {
			n := 0
			for k := range set.levels[l].puzzles {
				if count(l, k) {
					n++
				}
			}
			cells = append(cells, fmt.Sprint(n))
		}
		t.Row(name, cells)
	}
	initial := [4][]bool{}
	for l := range set.levels {
		initial[l] = set.initial(l)
	}
	t.Row("solved by INIT, printed of 1,000", guntherInit[0], guntherInit[1], guntherInit[2], guntherInit[3])
	row("with one solution", func(l, k int) bool { return set.unique[l][k] })
	row("one solution, INIT solves it", func(l, k int) bool { return set.unique[l][k] && initial[l][k] })
	row("one solution, INIT does not", func(l, k int) bool { return set.unique[l][k] && !initial[l][k] })
	row("several, INIT finds one", func(l, k int) bool { return !set.unique[l][k] && initial[l][k] })
	row("several, INIT does not", func(l, k int) bool { return !set.unique[l][k] && !initial[l][k] })
	row("A and INIT differ", func(l, k int) bool { return initial[l][k] != (set.ours[0][l][k].Count > 0) })
	for _, i := range guntherWalks {
		row(guntherLines[i].name+" fails, one solution",
			func(l, k int) bool { return set.unique[l][k] && set.ours[i][l][k].Count == 0 })
		row(guntherLines[i].name+" fails, several",
			func(l, k int) bool { return !set.unique[l][k] && set.ours[i][l][k].Count == 0 })
	}
	t.Note("The paper assumes that every puzzle has one solution (section II). What INIT solves are those that do: its levels")
	t.Note("are shares of uniqueness. It reports that A and INIT differ on one medium puzzle.")
	t.Note("C fails when UP goes to and fro between fractional vertices: where all fractions are 1/2, (13) is the same for all of them.")
	s.table(t)
	s.draw(set.picture, set.uniquenessPicture(initial))
}

// uniquenessPicture draws, over n, the shares of puzzles that INIT solves and of puzzles with one solution.
func (set *guntherSet) uniquenessPicture(initial [4][]bool) *picture.Picture {
	printed, ours, unique := chart.Series{Name: "INIT, printed"}, chart.Series{Name: "INIT, ours"},
		chart.Series{Name: "one solution"}
	for l := range set.levels {
		add := func(to *chart.Series, k, n int) {
			to.X, to.Y = append(to.X, set.orders[l].Difficulty), append(to.Y, 100*float64(k)/float64(n))
		}
		add(&printed, guntherInit[l], guntherPrinted)
		add(&ours, trues(initial[l]), len(initial[l]))
		add(&unique, trues(set.unique[l]), len(set.unique[l]))
	}
	return chart.Line(chart.Chart{Title: "Levels of Gunther & Moon 2012 are shares of uniqueness",
		XLabel: "n of Wang's generator: easy, medium, hard, evil", YLabel: "% of the puzzles"}, unique, ours, printed)
}

// agreement says how probable the distance between our figures and the printed ones is if both are draws of the same.
func (set *guntherSet) agreement() *Table {
	t := &Table{Title: "Table I, " + set.title + ": probability of so large a difference by chance",
		Columns: append([]string{"figure"}, guntherNames[:]...)}
	var cells []string
	var tests []float64
	chance := func(p float64) string {
		tests = append(tests, p)
		return probability(p)
	}
	for l := range set.levels {
		ours := set.ours[guntherWalks[0]][l]
		cells = append(cells, chance(stats.SameShare(guntherInit[l], guntherPrinted, trues(set.initial(l)), len(ours))))
	}
	t.Row("solved by INIT alone", cells)
	for i, line := range guntherLines {
		if line.name == guntherLines[len(guntherLines)-1].name {
			continue
		}
		var cells []string
		for l, ours := range set.ours[i] {
			failed, err := strconv.Atoi(line.failures[l])
			if err != nil {
				cells = append(cells, "-") // not run
				continue
			}
			cells = append(cells, chance(stats.SameShare(failed, guntherPrinted, len(ours)-solved(ours), len(ours))))
		}
		t.Row("failures of "+line.name, cells)
	}
	for _, i := range guntherWalks {
		var cells []string
		for l, ours := range set.ours[i] {
			var mean, deviation float64
			fmt.Sscanf(guntherLines[i].iterations[l], "%g/%g", &mean, &deviation)
			steps := measure(ours, "iterations")
			cells = append(cells, chance(stats.SameMean(mean, deviation, guntherPrinted, stats.Mean(steps),
				stats.Deviation(steps), len(steps))))
		}
		t.Row("iterations of "+guntherLines[i].name, cells)
	}
	tests = slices.DeleteFunc(tests, math.IsNaN)
	t.Note("Counts by Fisher's exact test, means of iterations by Welch's test where 30 puzzles or more vary: %d tests, "+
		"of which one in twenty is below 0.05 by chance.", len(tests))
	t.Note("The smallest, adjusted for their number (Holm 1979): %s.", probability(slices.Min(stats.Holm(tests))))
	return t
}

// probability writes a probability, "-" if it cannot be computed because nothing varies.
func probability(p float64) string {
	switch {
	case math.IsNaN(p):
		return "-"
	case p < 0.0001:
		return "<0.0001"
	}
	return fmt.Sprintf("%.2g", p)
}
