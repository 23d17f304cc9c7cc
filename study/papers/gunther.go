package papers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// guntherLines are the lines of Table I with the printed figures for easy, medium, hard and evil puzzles: failures of
// 1,000, seconds and iterations (mean/standard deviation). The last is ours.
var guntherLines = []guntherLine{
	{"A sparse", "convex", "variant=sparse", [4]string{"0", "204", "750", "958"},
		[4]string{"0.19/0.04", "0.19/0.03", "0.19/0.03", "0.18/0.02"}, [4]string{}},
	{"B ILP", "convex", "variant=ilp", [4]string{"0", "22", "not run", "not run"},
		[4]string{"0.26/0.04", "8.77/53.33", "-", "-"}, [4]string{}},
	{"C", "convex", "variant=C", [4]string{"0", "0", "0", "2"},
		[4]string{"0.1/0.03", "0.13/0.06", "0.22/0.12", "0.29/0.25"}, [4]string{"0/0", "0.22/0.49", "0.95/1.03",
			"1.45/2.02"}},
	{"D", "convex", "variant=D", [4]string{"0", "0", "0", "1"},
		[4]string{"0.1/0.01", "0.14/0.2", "0.3/0.54", "0.48/1.56"}, [4]string{"0/0", "0.31/1.79", "1.75/5.13", "3.31/14.49"}},
	{"E", "convex", "variant=E", [4]string{"0", "1", "5", "0"},
		[4]string{"0.1/0.01", "0.25/1.01", "1.2/3.59", "1.5/1.73"}, [4]string{"0/0", "0.53/3.92", "2.45/8.89", "2.89/2.97"}},
	{"F", "convex", "variant=F", [4]string{"0", "0", "1", "3"},
		[4]string{"0.1/0.01", "0.29/0.42", "1.01/1.21", "1.49/1.65"}, [4]string{"0/0", "0.29/0.68", "1.46/2.04",
			"2.27/2.84"}},
	{"G dancing links", "dlx", "", [4]string{"0", "0", "0", "0"},
		[4]string{"0.0012/0.001", "4.7e-6/1.6e-6", "0.0013/0.0001", "0.0014/0.0001"}, [4]string{}},
	{"auto (ours)", "convex", "variant=auto", [4]string{"-", "-", "-", "-"}, [4]string{"-", "-", "-", "-"}, [4]string{}},
}

// guntherWalks are the places of C to F, the entropy minimisations, in guntherLines.
var guntherWalks = []int{2, 3, 4, 5}

// guntherPrinted is the number of puzzles in each level of the paper, and guntherInit how many of them the initial
// point alone solves.
const guntherPrinted = 1000

var guntherInit = [4]int{1000, 795, 250, 42}

// guntherBudget ends a search that takes too long, which only B can.
const guntherBudget = 20 * time.Second

// guntherLine is a line of Table I with its printed figures.
type guntherLine struct {
	name, plugin, setting         string
	failures, seconds, iterations [4]string
}

// guntherNames are the levels of Table I.
var guntherNames = [4]string{"easy", "medium", "hard", "evil"}

// guntherSet is puzzles in four levels; ours[line][level] are their results.
type guntherSet struct {
	title     string
	generator map[string]any // settings of plugin generate
	picture   string         // of the shares of uniqueness
	orders    [4]sudoku.Order
	made      string // how
	levels    []level
	ours      [][][]sudoku.Result
	unique    [][]bool // whether a puzzle has one solution
}

// guntherSets are puzzles as the paper made them, of any grids and of one, and puzzles as people know them.
func guntherSets() (wang, stored, single *guntherSet) {
	const made = "Made as in the paper, with n = 0.3, 0.5, 0.6, 0.7, which it does not print; any grid that fits counts as solved."
	wang = &guntherSet{title: "puzzles of Wang's generator", generator: map[string]any{"method": "wang"}, made: made,
		picture: "uniqueness"}
	stored = &guntherSet{title: "puzzles of Wang's generator and his stored grid",
		generator: map[string]any{"method": "wang", "grid": wangsGrid}, made: made, picture: "uniqueness-stored"}
	for i, n := range [4]float64{0.3, 0.5, 0.6, 0.7} {
		wang.orders[i] = sudoku.Order{HasDifficulty: true, Difficulty: n, AllowMultiple: true}
	}
	stored.orders = wang.orders
	clues := [4]clueLevel{{"easy", 36, 42}, {"medium", 30, 35}, {"hard", 27, 29}, {"evil", 23, 26}}
	single = &guntherSet{title: "puzzles with one solution", generator: map[string]any{"method": "carve"},
		made: "Ours have " + clueText(clues[:]) + " clues."}
	for i, c := range clues {
		single.orders[i] = sudoku.Order{CluesMin: c.min, CluesMax: c.max}
	}
	return wang, stored, single
}

// gunther reproduces Table I and the stochastic puzzle of Gunther & Moon 2012.
type gunther struct{ *reproduction }

// reproduce computes the tables of the paper.
func (s gunther) reproduce(ctx context.Context) {
	var plugins []work.Plugin
	for _, line := range guntherLines {
		plugins = append(plugins, s.open(ctx, line.plugin, line.setting))
	}
	wang, stored, single := guntherSets()
	s.tableOf(ctx, plugins, wang)
	s.tableOf(ctx, plugins, stored)
	s.grids(ctx, wang, stored)
	s.tableOf(ctx, plugins, single)
	s.picture(ctx, plugins, "evil", single.hardest())
	s.stochastic(ctx, plugins)
}

// tableOf solves a set with all lines and shows failures, times and iterations.
func (s gunther) tableOf(ctx context.Context, plugins []work.Plugin, set *guntherSet) {
	for i, o := range set.orders {
		o.Count, o.Seed = s.count(50), s.Seed+uint64(i)<<32
		puzzles := s.generate(ctx, set.generator, o)
		set.levels = append(set.levels, level{guntherNames[i], puzzles})
		set.unique = append(set.unique, s.unique(ctx, "counting "+guntherNames[i], puzzles))
	}
	for i, line := range guntherLines {
		s.solve(ctx, plugins[i], "warming up", set.levels[0].puzzles, one)
		var rows [][]sudoku.Result
		for _, l := range set.levels {
			rows = append(rows, s.solveOnce(ctx, plugins[i], line.name+" "+l.name, l.puzzles,
				runner.Options{Ask: runner.Ask{Limit: 1, Timeout: guntherBudget}}))
		}
		set.ours = append(set.ours, rows)
	}
	s.table(set.failures())
	s.table(set.agreement())
	s.uniqueness(set)
	s.times(set)
	s.table(set.iterations())
}

// table makes a table with the printed and our figure of each level side by side.
func (set *guntherSet) table(what string) *Table {
	t := &Table{Title: "Table I, " + set.title + ": " + what, Columns: []string{"line"}}
	for _, name := range guntherNames {
		t.Columns = append(t.Columns, name+" printed", name+" ours")
	}
	return t
}

// row adds the row of a line: for each level the printed figure and ours.
func (set *guntherSet) row(t *Table, line int, printed [4]string, ours func([]sudoku.Result) string) {
	var cells []string
	for l, results := range set.ours[line] {
		cells = append(cells, printed[l], ours(results))
	}
	t.Row(guntherLines[line].name, cells)
}

// failures returns the table of failures.
func (set *guntherSet) failures() *Table {
	n := len(set.levels[0].puzzles)
	t := set.table(fmt.Sprintf("failures, printed of 1,000, ours of %d", n))
	var initial []string
	for l := range set.levels {
		initial = append(initial, fmt.Sprint(guntherInit[l]), fmt.Sprint(trues(set.initial(l))))
	}
	t.Row("solved by INIT alone", initial)
	for i, line := range guntherLines {
		set.row(t, i, line.failures, func(r []sudoku.Result) string { return fmt.Sprint(len(r) - solved(r)) })
	}
	t.Note("%s", set.made)
	t.Note("Puzzles that none of C to F solves: printed 0, ours %d of %d.", set.unsolved(), 4*n)
	return t
}

// unsolved counts the puzzles that no entropy minimisation solves.
func (set *guntherSet) unsolved() int {
	n := 0
	for l := range set.levels {
		for k := range set.levels[l].puzzles {
			found := false
			for _, line := range guntherWalks {
				found = found || set.ours[line][l][k].Count > 0
			}
			if !found {
				n++
			}
		}
	}
	return n
}

// times adds the tables of times, unless they are unwanted.
func (s gunther) times(set *guntherSet) {
	if s.Untimed {
		return
	}
	t := set.table("time, mean/standard deviation, printed in seconds, ours in milliseconds")
	for i, line := range guntherLines {
		set.row(t, i, line.seconds, func(r []sudoku.Result) string { return spread(milliseconds(r)) })
	}
	t.Note("Theirs in Matlab with CVX. The printed time of G for medium puzzles, microseconds, is out of line with its others.")
	s.table(t)
}

// iterations returns the table of iterations.
func (set *guntherSet) iterations() *Table {
	t := set.table("iterations, mean/standard deviation")
	for _, i := range guntherWalks {
		set.row(t, i, guntherLines[i].iterations, func(r []sudoku.Result) string { return spread(measure(r, "iterations")) })
	}
	t.Note("INIT does not count as an iteration, each UP and DOWN does; failures count with the steps until they gave up.")
	t.Note("If the first point is a symmetric maximum, from which no step moves, C to F go a tenth of the way to a vertex,")
	t.Note("once. The paper does not say what it does there.")
	return t
}

// spread writes mean and standard deviation.
func spread(values []float64) string {
	return stats.Figure(stats.Mean(values)) + "/" + stats.Figure(stats.Deviation(values))
}

// hardest returns the puzzle of the last level that takes C most iterations and that C solves.
func (set *guntherSet) hardest() *sudoku.Puzzle {
	last := len(set.levels) - 1
	best, most := 0, -1.0
	for i, steps := range measure(set.ours[guntherWalks[0]][last], "iterations") {
		if set.ours[guntherWalks[0]][last][i].Count > 0 && steps > most {
			best, most = i, steps
		}
	}
	return set.levels[last].puzzles[best]
}

// picture draws the entropy along the iterations of C to F.
func (s gunther) picture(ctx context.Context, plugins []work.Plugin, title string, puzzle *sudoku.Puzzle) {
	if !s.Drawings {
		return
	}
	var curves []chart.Series
	for _, i := range guntherWalks {
		var course []sudoku.Trace // INIT, UP and DOWN come in curves of their own
		o := runner.Options{Ask: one.Ask, Trace: func(_ uint64, t sudoku.Trace) { course = append(course, t) }}
		s.solve(ctx, plugins[i], "tracing", []*sudoku.Puzzle{puzzle}, o)
		slices.SortStableFunc(course, func(a, b sudoku.Trace) int { return int(a.X - b.X) })
		curves = append(curves, curveOf(guntherLines[i].name, course))
	}
	s.draw("entropy-"+title, chart.Line(chart.Chart{Title: "Entropy along the iterations: " + title,
		XLabel: "iteration (0 is INIT)", YLabel: "entropy of the probabilities (nats)"}, curves...))
}

// stochastic solves the puzzle of Fig. 1, whose clues are sets of digits, and counts the grids that fit.
func (s gunther) stochastic(ctx context.Context, plugins []work.Plugin) {
	puzzles := s.sample(ctx, "papers", "stochastic")
	t := &Table{Title: "Fig. 1: the stochastic puzzle", Times: []string{"time"}, Columns: []string{
		"line", "solved", "iterations", "lp solves", "time"}}
	t.Row("printed", "yes", "16", "-", "2 s")
	for _, i := range append(slices.Clone(guntherWalks), len(guntherLines)-1) {
		results := s.solve(ctx, plugins[i], guntherLines[i].name, puzzles, one)
		answer := "no"
		if results[0].Count > 0 {
			answer = "yes"
		}
		t.Row(guntherLines[i].name, answer, fmt.Sprint(measure(results, "iterations")[0]),
			fmt.Sprint(measure(results, "lp_solves")[0]), stats.Figure(milliseconds(results)[0])+" ms")
	}
	all := s.solve(ctx, s.open(ctx, "entropybt", ""), "counting", puzzles, runner.Options{CountOnly: true})
	t.Note("Each grid within the sets counts as a solution: entropybt counts %d.", all[0].Count)
	if !s.Untimed {
		t.Note("Counting takes %s s.", stats.Figure(all[0].Stats.Elapsed.Seconds()))
	}
	s.table(t)
	s.draw("fig1", drawMarked("Fig. 1: the stochastic puzzle, what its clues leave each cell", puzzles[0]))
	s.picture(ctx, plugins, "stochastic", puzzles[0])
}

// wangsGrid is the solution grid in sudokoA.mat of github.com/analog-garage/dimple, demo/05_MultipleSudoku, which has a
// copy of Wang's program: in the file as first committed, written on 2 January 2010, and in the one of 2015. The
// program makes all puzzles of this grid, rows and columns exchanged, until it accepts one after a guess: then it
// stores the grid that the guess led to.
const wangsGrid = "683547192715923648492816375328154769574369821961782453837695214256431987149278536"

// guntherGrids is how many grids are compared.
const guntherGrids = 20

// grids shows how the shares of puzzles with one solution, which are what INIT solves, depend on the solution grid.
func (s gunther) grids(ctx context.Context, uniform, stored *guntherSet) {
	n := len(uniform.levels[0].puzzles)
	t := &Table{Title: fmt.Sprintf("Puzzles of Wang's generator with one solution, %%, of %d, by solution grid", n),
		Columns: []string{"level", "n", "INIT, printed", "grids drawn anew", "Wang's stored grid",
			fmt.Sprintf("%d grids: mean", guntherGrids), "least-greatest", "deviation between grids", "95 % of grids"}}
	grids := s.generate(ctx, carved, sudoku.Order{Count: guntherGrids, Seed: s.Seed + 9<<32, CluesMin: 81,
		AllowMultiple: true})
	for l, o := range uniform.orders {
		o.Count = n
		var hits []int
		for i, grid := range grids {
			o.Seed = s.Seed + uint64(l)<<32 + uint64(i+1)<<40
			puzzles := s.generate(ctx, map[string]any{"method": "wang", "grid": grid.String()}, o)
			hits = append(hits, trues(s.unique(ctx, "counting "+guntherNames[l], puzzles)))
		}
		percent := func(k float64) string { return fmt.Sprintf("%.1f", 100*k/float64(n)) }
		mean := 0.0
		for _, k := range hits {
			mean += float64(k) / guntherGrids
		}
		between := stats.Between(hits, n)
		p := mean / float64(n)
		half := 1.96 * between
		t.Row(guntherNames[l], fmt.Sprint(o.Difficulty), fmt.Sprintf("%.1f", float64(guntherInit[l])/guntherPrinted*100),
			stats.ShareOf(int64(trues(uniform.unique[l])), int64(n)), stats.ShareOf(int64(trues(stored.unique[l])), int64(n)),
			percent(mean), percent(float64(slices.Min(hits)))+"-"+percent(float64(slices.Max(hits))),
			fmt.Sprintf("%.1f", 100*between),
			fmt.Sprintf("%.1f-%.1f", 100*math.Max(0, p-half), 100*math.Min(1, p+half)))
	}
	t.Note("Wang's program makes its puzzles of one grid, so a printed share is one of a grid, and 1,000 puzzles more make it no surer.")
	t.Note("The stored grid is in sudokoA.mat beside a copy of his program (github.com/analog-garage/dimple, demo/05_MultipleSudoku), in a")
	t.Note("file of January 2010. The program stores another grid whenever it accepts a puzzle after a guess: " +
		"the authors may have had another.")
	s.table(t)
}
