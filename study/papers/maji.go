package papers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// majiLevels are those of Table 1, by clues instead of empty cells: 40-45, 46-49, 50-53 and 54-58.
var majiLevels = []clueLevel{
	{"1 (easy)", 36, 41}, {"2 (medium)", 32, 35}, {"3 (difficult)", 28, 31}, {"4 (extremely difficult)", 23, 27},
}

// majiTechniques are values of the setting "techniques" and what they stand for.
var majiTechniques = []struct{ setting, name string }{
	{"et1", "ET-I"}, {"et2", "ET-I to II"}, {"et3", "ET-I to III"}, {"et4", "ET-I to IV"},
	{"paper", "ET-I to IV, then guesses"}, {"backtracking", "backtracking"},
}

// majiPerLevel is the number of puzzles in each level. The paper takes 15: too few to show what clones and triads
// bring.
const majiPerLevel = 250

// majiBudget ends plain backtracking on a puzzle that it takes too long for.
const majiBudget = 10 * time.Second

// maji solves puzzles of the four levels with Maji & Pal's techniques and with backtracking.
type maji struct{ *reproduction }

// reproduce computes the tables of the paper.
func (s maji) reproduce(ctx context.Context) {
	levels := s.levels(ctx, sudoku.Order{Count: s.count(majiPerLevel)}, majiLevels)
	results := make([][][]sudoku.Result, len(majiTechniques))
	for i, technique := range majiTechniques {
		plugin := s.open(ctx, "rules", "techniques="+technique.setting)
		for _, l := range levels {
			results[i] = append(results[i], s.steadySolve(ctx, plugin, l.puzzles,
				runner.Options{Ask: runner.Ask{Limit: 1, Timeout: majiBudget}}))
		}
	}
	s.solved(levels, results)
	s.guesses(levels, results)
	s.times(levels, results)
	s.explicit(ctx, levels, results)
	s.steps(ctx, s.mostClues, s.figures, s.puzzlesOfFigures, s.sizes, s.growth)
}

// majiTable has a row for each set of techniques and a column for each level and for all of them; cell writes
// what stands in one.
func majiTable(title string, levels []level, results [][][]sudoku.Result, cell func([]sudoku.Result) string) *Table {
	t := &Table{Title: title, Columns: []string{"techniques"}}
	for _, l := range levels {
		t.Columns = append(t.Columns, l.name)
	}
	t.Columns = append(t.Columns, "all")
	for i, technique := range majiTechniques {
		var cells []string
		var all []sudoku.Result
		for _, r := range results[i] {
			cells = append(cells, cell(r))
			all = append(all, r...)
		}
		t.Row(technique.name, cells, cell(all))
	}
	return t
}

func (s maji) solved(levels []level, results [][][]sudoku.Result) {
	t := majiTable("Solved without a guess, by the levels of Table 1 (empty cells 40-45, 46-49, 50-53, 54-58)",
		levels, results,
		func(r []sudoku.Result) string {
			straight := number(r, func(r sudoku.Result) bool { return r.Count > 0 && r.Stats.Guesses == 0 })
			return fmt.Sprintf("%d of %d", straight, len(r))
		})
	t.Note("The paper prints no such counts; its puzzles are not given. Ours are generated, each with one solution.")
	s.table(t)
}

func (s maji) guesses(levels []level, results [][][]sudoku.Result) {
	t := majiTable("Guesses until the solution, mean (and solved)", levels, results, func(r []sudoku.Result) string {
		return fmt.Sprintf("%s (%d)", stats.Figure(stats.Mean(guesses(r))), solved(r))
	})
	t.Note("The paper speaks of \"a limited number of guesses\". A guess of backtracking is a digit that it tries.")
	s.table(t)
}

func (s maji) times(levels []level, results [][][]sudoku.Result) {
	if s.Untimed {
		return
	}
	t := majiTable("Fig. 21: mean milliseconds (of the median of five rounds)", levels, results,
		func(r []sudoku.Result) string {
			return stats.Figure(stats.Mean(milliseconds(r)))
		})
	t.Note("Fig. 21 has bars without numbers: theirs takes about 1/2 of the time of solver V2.0 and 1/3 of V1.01, in Java at")
	t.Note("2.4 GHz. Those programs cannot be had; plain backtracking, the method of the paper's section II, stands for them.")
	var groups []chart.Group
	for i, technique := range majiTechniques {
		var all []float64
		for _, r := range results[i] {
			all = append(all, milliseconds(r)...)
		}
		groups = append(groups, chart.Group{Name: technique.setting, Values: all})
	}
	s.table(t)
	s.draw("fig21", chart.Box(chart.Chart{
		Title: "Time for a puzzle, all levels", YLabel: "ms", YLog: true}, groups...))
}

// majiSeventeen is the first puzzle of G. Royle's collection of those with 17 givens.
const majiSeventeen = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."

// explicit shows puzzles that the paper asks for as future work: hard ones with more than 30 givens, and easy ones with
// 17.
func (s maji) explicit(ctx context.Context, levels []level, results [][][]sudoku.Result) {
	const all, most = 3, 4 // the place of ET-I to IV in majiTechniques, and how many are shown
	t := &Table{Title: "Future work: explicit puzzles, hard with more than 30 givens and easy with 17",
		Columns: []string{"puzzle", "givens", "level of Table 1", "solved without a guess by"}}
	found := 0
	for l := range levels {
		for k, p := range levels[l].puzzles {
			if p.Clues() <= 30 || results[all][l][k].Count > 0 {
				continue
			}
			if found++; found <= most {
				t.Row(p, p.Clues(), levels[l].name, "not by "+majiTechniques[all].name)
			}
		}
	}
	few := s.sample(ctx, "papers", "Strangely Familiar")
	for _, p := range append(few[:1:1], s.parse(majiSeventeen)) {
		t.Row(p, p.Clues(), "beyond it", s.firstThatSolves(ctx, p, all))
	}
	t.Note("Of the hard ones there are %d among the puzzles above. Those with 17 givens are that of Fig. 3 and Royle's first.", found)
	t.Note("Since settled: no puzzle of 16 givens has one solution (mcguire2012); of minimal puzzles there are some 3.1e37 (berthier2009).")
	s.table(t)
}

// firstThatSolves names the first techniques, up to a place in majiTechniques, that solve a puzzle without a guess.
func (s maji) firstThatSolves(ctx context.Context, p *sudoku.Puzzle, last int) string {
	for _, technique := range majiTechniques[:last+1] {
		plugin := s.open(ctx, "rules", "techniques="+technique.setting)
		if s.solve(ctx, plugin, "solving", []*sudoku.Puzzle{p}, one)[0].Count > 0 {
			return technique.name
		}
	}
	return "not by " + majiTechniques[last].name
}

// mostClues shows what section I says of many givens: 78 and more of a grid have one solution, 77 may have two.
func (s maji) mostClues(ctx context.Context) {
	puzzles := s.sample(ctx, "papers", "Strangely Familiar")
	solved := s.solve(ctx, s.open(ctx, "entropybt", ""), "solving", puzzles[:1], one)[0]
	if solved.Count == 0 {
		s.failed(errors.New("entropybt did not solve the puzzle of Fig. 3"))
		return
	}
	grid := solved.Solutions[0]
	t := &Table{Title: "Section I: puzzles of the grid of Fig. 3 that lack four givens at most",
		Columns: []string{"givens", "empty cells", "puzzles", "with one solution"}}
	row := func(givens int, empty string, sets iter.Seq[[]int]) {
		var lacking []*sudoku.Puzzle
		for cells := range sets {
			lacking = append(lacking, without(grid, cells))
		}
		unique := s.unique(ctx, "counting puzzles of "+fmt.Sprint(givens), lacking)
		t.Row(givens, empty, len(lacking), trues(unique))
	}
	for k := 1; k <= 3; k++ {
		row(len(grid)-k, "any", subsets(len(grid), k))
	}
	row(len(grid)-4, "two digits in two rows, columns and boxes", slices.Values(rectangles(grid)))
	t.Note("One grid proves nothing of all; but any two grids differ in two digits or more, each in two cells or more.")
	s.table(t)
}

// subsets yields the subsets of k of the numbers 0 … n−1. The slice is valid until the next one.
func subsets(n, k int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		chosen := make([]int, k)
		var choose func(from, at int) bool
		choose = func(from, at int) bool {
			if at == k {
				return yield(chosen)
			}
			for i := from; i < n; i++ {
				chosen[at] = i
				if !choose(i+1, at+1) {
					return false
				}
			}
			return true
		}
		choose(0, 0)
	}
}

// rectangles returns the places of two digits, each twice, in two rows, two columns and two boxes of a 9×9 grid.
func rectangles(grid sudoku.Grid) (all [][]int) {
	for rows := range subsets(9, 2) {
		for columns := range subsets(9, 2) {
			corners := []int{9*rows[0] + columns[0], 9*rows[0] + columns[1], 9*rows[1] + columns[0], 9*rows[1] + columns[1]}
			oneBand, oneStack := rows[0]/3 == rows[1]/3, columns[0]/3 == columns[1]/3
			if oneBand != oneStack && grid[corners[0]] == grid[corners[3]] && grid[corners[1]] == grid[corners[2]] {
				all = append(all, corners)
			}
		}
	}
	return all
}

// without returns the puzzle of a 9×9 grid that lacks some cells.
func without(grid sudoku.Grid, cells []int) *sudoku.Puzzle {
	givens := slices.Clone(grid)
	for _, cell := range cells {
		givens[cell] = 0
	}
	return sudoku.MustPuzzle(sudoku.Classic(), givens)
}

// majiFigure is a worked example of Maji & Pal: the first step of some techniques on a board whose text contains a
// part.
type majiFigure struct {
	before, after string // numbers of the figures before and after the step; "" for none
	board         string
	techniques    string
	part          string // of the step's text; "" for what is left after all steps
	shown         string // in the paper
}

// The boards of the worked examples: they hold no more than what the figures show.
const (
	majiFig5  = "4.37851262........1.........58......614......7.9...............9........5........"
	majiFig9  = "6.7..1....8.7...699316452871.65.789.............................................."
	majiFig11 = "6.7..1....8.7..1699316452871.65.789.............................................."
	majiFig19 = "7..........................8........9.................1.........3.........5789..."
)

var majiFigures = []majiFigure{
	{"5", "6", majiFig5, "et1", "(2,1)", "9 is the only possibility for (2,1)"},
	{"", "7", majiFig5, "et1", "", "possible values of all empty cells"},
	{"8", "", "1.59672........8.................................................................", "et2", "solitary",
		"8 can only be in the second cell of the row"},
	{"9", "10", majiFig9, "et2", "solitary", "1 can only be in (7,2) of minigrid 3"},
	{"12", "13", majiFig11, "et3", "of row 2", "clones 23 in (5,2), (6,2): 2 and 3 leave (1,2), (3,2)"},
	{"", "14", majiFig11, "et3", "of minigrid 2", "... and leave (4,1), (5,1)"},
	{"", "15", majiFig11, "et3", "of column 5", "2 and 3 leave (5,5) to (5,9)"},
	{"16", "", ".........123......789............................................................", "et4", "triad",
		"triad 456 456 456"},
	{"17", "", ".........123......789........5...................................................", "et4", "triad",
		"triad 456 456 46"},
	{"18", "", ".........123......789......6.........5...........................................", "et4", "triad",
		"triad 45 46 456"},
	{"19", "20", majiFig19, "et4", "of minigrid 7",
		"triad 246 in (1,8), (1,9), (2,9): 789 are left in (2,7), (3,7), (3,8)"},
}

// figures explains the worked examples in the paper's words and draws them, and Figs. 3 and 4.
func (s maji) figures(ctx context.Context) {
	t := &Table{Title: "Figs. 5-20: the worked examples", Columns: []string{"figure", "in the paper", "ours"}}
	for _, f := range majiFigures {
		state, step := s.worked(ctx, f)
		if f.before != "" {
			s.draw("fig"+f.before, drawState("Fig. "+f.before, state, step))
		}
		text := ""
		if step != nil {
			text = step.Text
			apply(state, step)
		} else {
			text = fmt.Sprintf("%d cells filled, %d possible values in the others", state.Values.Filled(), possible(state))
		}
		t.Row(strings.Trim(f.before+"-"+f.after, "-"), f.shown, text)
		if f.after != "" {
			s.draw("fig"+f.after, drawState("Fig. "+f.after, state, nil))
		}
	}
	s.draw("fig11", drawMarked("Fig. 11", s.parse(majiFig11)))
	t.Note("Ours: explain --set rules.techniques=et1, et2, et3 or et4. Cells are (column,row), as in the paper.")
	s.table(t)
}

// worked goes to the step of a figure and returns the state before it; without a part, to the end.
func (s maji) worked(ctx context.Context, f majiFigure) (state *sudoku.State, found *sudoku.Step) {
	p, plugin := s.parse(f.board), s.open(ctx, "rules", "techniques="+f.techniques)
	state = &sudoku.State{Puzzle: p, Values: p.Givens().Clone(), Candidates: p.Candidates()}
	if s.err != nil {
		return state, nil
	}
	err := plugin.Explain(ctx, p, func(step sudoku.Step) bool {
		if f.part != "" && strings.Contains(step.Text, f.part) {
			found = &step
			return false
		}
		apply(state, &step)
		return true
	})
	if errors.Is(err, sudoku.ErrGaveUp) { // the boards of the figures are not whole puzzles
		err = nil
	}
	if err == nil && f.part != "" && found == nil {
		err = fmt.Errorf("working out Fig. %s%s: no step with %q", f.before, f.after, f.part)
	}
	s.failed(err)
	return state, found
}

// apply does a step.
func apply(state *sudoku.State, step *sudoku.Step) {
	g := state.Puzzle.Geometry()
	for _, c := range step.Place {
		state.Values[c.Cell] = uint8(c.Digit)
		for _, peer := range g.Peers(c.Cell) {
			state.Candidates[peer] = state.Candidates[peer].Without(c.Digit)
		}
	}
	for _, c := range step.Strike {
		state.Candidates[c.Cell] = state.Candidates[c.Cell].Without(c.Digit)
	}
}

// possible counts the candidates of the empty cells.
func possible(state *sudoku.State) (n int) {
	for cell, digits := range state.Candidates {
		if state.Values[cell] == 0 {
			n += digits.Len()
		}
	}
	return n
}

// puzzlesOfFigures draws Figs. 3 and 4 and counts the solutions of their puzzles.
func (s maji) puzzlesOfFigures(ctx context.Context) {
	counter := s.open(ctx, "entropybt", "")
	t := &Table{Title: "Section I: Figs. 3 and 4", Columns: []string{"figure", "givens", "solutions printed", "found",
		"cells that differ", "digits that are exchanged"}}
	for _, f := range [][3]string{{"3", "Strangely Familiar", "1"}, {"4", "Maji & Pal 2010, Fig. 4", "2"}} {
		puzzles := s.sample(ctx, "papers", f[1])[:1]
		found := s.solve(ctx, counter, "counting", puzzles, runner.Options{})[0]
		if s.err != nil {
			return
		}
		cells, digits := differing(found.Solutions)
		t.Row(f[0], puzzles[0].Clues(), f[2], found.Count, cells, digits)
		title := fmt.Sprintf("Fig. %s: a puzzle of %d clues", f[0], puzzles[0].Clues())
		s.draw("fig"+f[0], drawPuzzle(title, puzzles[0]))
	}
	t.Note("Of the grid of Fig. 3, \"Strangely Familiar\", 29 puzzles of 17 givens are known, says the paper; ours is one of them.")
	t.Note("The paper knows one puzzle of 16 givens with no more than two solutions. Since settled: none has one (mcguire2012).")
	s.table(t)
}

// differing returns in how many cells grids are not all alike, and the digits that stand there: "89".
func differing(grids []sudoku.Grid) (cells int, digits string) {
	var there sudoku.Digits
	for cell := range grids[0] {
		differ := false
		for _, g := range grids {
			differ = differ || g[cell] != grids[0][cell]
		}
		if !differ {
			continue
		}
		cells++
		for _, g := range grids {
			there = there.With(int(g[cell]))
		}
	}
	for d := range there.All {
		digits += fmt.Sprint(d)
	}
	return cells, cmp.Or(digits, "-")
}
