package papers

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// guntherLines are the lines of Table I with what they print for easy, medium, hard and evil puzzles:
// failures of 1,000, seconds and iterations (mean/standard deviation). The last is ours.
var guntherLines = []guntherLine{
	{"A sparse", "convex", "sparse", [4]string{"0", "204", "750", "958"},
		[4]string{"0.19/0.04", "0.19/0.03", "0.19/0.03", "0.18/0.02"}, [4]string{}},
	{"B ILP", "convex", "ilp", [4]string{"0", "22", "not run", "not run"},
		[4]string{"0.26/0.04", "8.77/53.33", "-", "-"}, [4]string{}},
	{"C", "convex", "C", [4]string{"0", "0", "0", "2"},
		[4]string{"0.1/0.03", "0.13/0.06", "0.22/0.12", "0.29/0.25"}, [4]string{"0/0", "0.22/0.49", "0.95/1.03",
			"1.45/2.02"}},
	{"D", "convex", "D", [4]string{"0", "0", "0", "1"},
		[4]string{"0.1/0.01", "0.14/0.2", "0.3/0.54", "0.48/1.56"}, [4]string{"0/0", "0.31/1.79", "1.75/5.13",
			"3.31/14.49"}},
	{"E", "convex", "E", [4]string{"0", "1", "5", "0"},
		[4]string{"0.1/0.01", "0.25/1.01", "1.2/3.59", "1.5/1.73"}, [4]string{"0/0", "0.53/3.92", "2.45/8.89",
			"2.89/2.97"}},
	{"F", "convex", "F", [4]string{"0", "0", "1", "3"},
		[4]string{"0.1/0.01", "0.29/0.42", "1.01/1.21", "1.49/1.65"}, [4]string{"0/0", "0.29/0.68", "1.46/2.04",
			"2.27/2.84"}},
	{"G dancing links", "dlx", "", [4]string{"0", "0", "0", "0"},
		[4]string{"0.0012/0.001", "4.7e-6/1.6e-6", "0.0013/0.0001", "0.0014/0.0001"}, [4]string{}},
	{"auto (ours)", "convex", "auto", [4]string{"-", "-", "-", "-"}, [4]string{"-", "-", "-", "-"}, [4]string{}},
}

// guntherWalks are the places of C to F, the entropy minimisations, in guntherLines.
var guntherWalks = []int{2, 3, 4, 5}

// guntherPrinted is the number of puzzles in each level of the paper, and guntherInit how many of them the initial point
// alone solves.
const guntherPrinted = 1000

var guntherInit = [4]int{1000, 795, 250, 42}

// guntherBudget ends a search that takes too long, which only B can.
const guntherBudget = 20 * time.Second

type guntherLine struct {
	name, plugin, variant         string
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
func guntherSets() []*guntherSet {
	const made = "Made as in the paper, with n = 0.3, 0.5, 0.6, 0.7, which it does not print; any grid that fits counts as solved."
	wang := &guntherSet{title: "puzzles of Wang's generator", generator: map[string]any{"method": "wang"}, made: made, picture: "uniqueness"}
	stored := &guntherSet{title: "puzzles of Wang's generator and his stored grid", generator: map[string]any{"method": "wang", "grid": wangsGrid},
		made: made, picture: "uniqueness-stored"}
	for i, n := range [4]float64{0.3, 0.5, 0.6, 0.7} {
		wang.orders[i] = sudoku.Order{HasDifficulty: true, Difficulty: n, AllowMultiple: true}
	}
	stored.orders = wang.orders
	clues := [4]clueLevel{{"easy", 36, 42}, {"medium", 30, 35}, {"hard", 27, 29}, {"evil", 23, 26}}
	single := &guntherSet{title: "puzzles with one solution", generator: map[string]any{"method": "carve"},
		made: "Ours have " + clueText(clues[:]) + " clues."}
	for i, c := range clues {
		single.orders[i] = sudoku.Order{CluesMin: c.min, CluesMax: c.max}
	}
	return []*guntherSet{wang, stored, single}
}

// gunther reproduces Table I and the stochastic puzzle of Gunther & Moon 2012.
type gunther struct{ *reproduction }

func (s gunther) reproduce(ctx context.Context) error {
	var plugins []job.Plugin
	for _, line := range guntherLines {
		var settings map[string]any
		if line.variant != "" {
			settings = map[string]any{"variant": line.variant}
		}
		plugin, err := s.open(ctx, line.plugin, settings)
		if err != nil {
			return err
		}
		plugins = append(plugins, plugin)
	}
	sets := guntherSets()
	for i, set := range sets {
		if err := s.tableOf(ctx, plugins, set); err != nil {
			return err
		}
		if i == 1 {
			if err := s.grids(ctx, sets[0], sets[1]); err != nil {
				return err
			}
		}
		if i < len(sets)-1 {
			continue
		}
		if err := s.picture(ctx, plugins, "evil", set.hardest()); err != nil {
			return err
		}
	}
	return s.stochastic(ctx, plugins)
}

// tableOf solves a set with all lines and shows failures, times and iterations.
func (s gunther) tableOf(ctx context.Context, plugins []job.Plugin, set *guntherSet) error {
	for i, o := range set.orders {
		o.Count, o.Seed = s.count(50), s.Seed+uint64(i)<<32
		puzzles, err := s.generateWith(ctx, set.generator, o)
		if err != nil {
			return fmt.Errorf("generating level %q: %w", guntherNames[i], err)
		}
		set.levels = append(set.levels, level{guntherNames[i], puzzles})
	}
	if err := s.countUnique(ctx, set); err != nil {
		return err
	}
	for i, line := range guntherLines {
		if _, err := s.solve(ctx, plugins[i], "warming up", set.levels[0].puzzles,
			runner.Options{Ask: sudoku.Ask{Limit: 1}}); err != nil {
			return err
		}
		var rows [][]sudoku.Result
		for _, l := range set.levels {
			r, err := s.solveOnce(ctx, plugins[i], line.name+" "+l.name, l.puzzles,
				runner.Options{Ask: sudoku.Ask{Limit: 1, Timeout: guntherBudget}})
			if err != nil {
				return err
			}
			rows = append(rows, r)
		}
		set.ours = append(set.ours, rows)
	}
	return cmp.Or(s.table(set.failures()), s.table(set.agreement()), s.uniqueness(set), s.times(set),
		s.table(set.iterations()))
}

// table makes a table with the printed and our figure of each level side by side.
func (set *guntherSet) table(what string) *study.Table {
	t := &study.Table{Title: "Table I, " + set.title + ": " + what, Columns: []string{"line"}}
	for _, name := range guntherNames {
		t.Columns = append(t.Columns, name+" printed", name+" ours")
	}
	return t
}

func (set *guntherSet) failures() *study.Table {
	n := len(set.levels[0].puzzles)
	t := set.table(fmt.Sprintf("failures, printed of 1,000, ours of %d", n))
	initial := []string{"solved by INIT alone"}
	for l := range set.levels {
		initial = append(initial, fmt.Sprint(guntherInit[l]),
			fmt.Sprint(trues(set.initial(l))))
	}
	t.Row(initial...)
	for i, line := range guntherLines {
		cells := []string{line.name}
		for l, results := range set.ours[i] {
			cells = append(cells, line.failures[l], fmt.Sprint(len(results)-solved(results)))
		}
		t.Row(cells...)
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

func (s gunther) times(set *guntherSet) error {
	if s.Untimed {
		return nil
	}
	t := set.table("time, mean/standard deviation, printed in seconds, ours in milliseconds")
	for i, line := range guntherLines {
		cells := []string{line.name}
		for l, results := range set.ours[i] {
			cells = append(cells, line.seconds[l], spread(milliseconds(results)))
		}
		t.Row(cells...)
	}
	t.Note("Theirs in Matlab with CVX. The printed time of G for medium puzzles, microseconds, is out of line with its others.")
	return s.table(t)
}

func (set *guntherSet) iterations() *study.Table {
	t := set.table("iterations, mean/standard deviation")
	for _, i := range guntherWalks {
		cells := []string{guntherLines[i].name}
		for l, results := range set.ours[i] {
			cells = append(cells, guntherLines[i].iterations[l], spread(measure(results, "iterations")))
		}
		t.Row(cells...)
	}
	t.Note("INIT does not count as an iteration, each UP and DOWN does; failures count with the steps until they gave up.")
	t.Note("If the first point is a symmetric maximum, from which no step moves, C to F go a tenth of the way to a vertex,")
	t.Note("once. The paper does not say what it does there.")
	return t
}

// spread writes mean and standard deviation.
func spread(values []float64) string {
	return figure(stats.Mean(values)) + "/" + figure(stats.Deviation(values))
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
func (s gunther) picture(ctx context.Context, plugins []job.Plugin, title string,
	puzzle *sudoku.Puzzle) error {
	if !s.Drawings {
		return nil
	}
	var curves []chart.Series
	for _, i := range guntherWalks {
		curve := chart.Series{Name: guntherLines[i].name}
		o := runner.Options{Ask: sudoku.Ask{Limit: 1}, Trace: func(_ uint64, t sudoku.Trace) {
			curve.X, curve.Y = append(curve.X, t.X), append(curve.Y, t.Y)
		}}
		if _, err := s.solve(ctx, plugins[i], "tracing", []*sudoku.Puzzle{puzzle}, o); err != nil {
			return err
		}
		inOrder(&curve)
		curves = append(curves, curve)
	}
	return s.draw("entropy-"+title, chart.Line(chart.Chart{Title: "Entropy along the iterations: " + title,
		XLabel: "iteration (0 is INIT)", YLabel: "entropy of the probabilities (nats)"}, curves...))
}
