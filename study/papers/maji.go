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

// majiPerLevel is the number of puzzles in each level. The paper takes 15: too few to show what clones and triads bring.
const majiPerLevel = 250

// majiBudget ends plain backtracking on a puzzle that it takes too long for.
const majiBudget = 10 * time.Second

// maji solves puzzles of the four levels with Maji & Pal's techniques and with backtracking.
type maji struct{ *reproduction }

func (s maji) reproduce(ctx context.Context) error {
	levels, err := s.levels(ctx, sudoku.Order{Count: s.count(majiPerLevel)}, majiLevels)
	if err != nil {
		return err
	}
	results := make([][][]sudoku.Result, len(majiTechniques))
	for i, technique := range majiTechniques {
		plugin, err := s.open(ctx, "rules", map[string]any{"techniques": technique.setting})
		if err != nil {
			return err
		}
		for _, l := range levels {
			r, err := s.steadySolve(ctx, plugin, l.puzzles, runner.Options{Ask: sudoku.Ask{Limit: 1, Timeout: majiBudget}})
			if err != nil {
				return err
			}
			results[i] = append(results[i], r)
		}
	}
	return cmp.Or(s.solved(levels, results), s.guesses(levels, results), s.times(levels, results),
		s.explicit(ctx, levels, results), s.mostClues(ctx), s.figures(ctx), s.sizes(ctx), s.growth(ctx))
}

// majiTable has a row for each set of techniques and a column for each level and for all of them; cell writes
// what stands in one.
func majiTable(title string, levels []level, results [][][]sudoku.Result,
	cell func([]sudoku.Result) string) *study.Table {
	t := &study.Table{Title: title, Columns: []string{"techniques"}}
	for _, l := range levels {
		t.Columns = append(t.Columns, l.name)
	}
	t.Columns = append(t.Columns, "all")
	for i, technique := range majiTechniques {
		cells := []string{technique.name}
		var all []sudoku.Result
		for _, r := range results[i] {
			cells = append(cells, cell(r))
			all = append(all, r...)
		}
		t.Row(append(cells, cell(all))...)
	}
	return t
}

func (s maji) solved(levels []level, results [][][]sudoku.Result) error {
	t := majiTable("Solved without a guess, by the levels of Table 1 (empty cells 40-45, 46-49, 50-53, 54-58)",
		levels, results,
		func(r []sudoku.Result) string {
			straight := 0
			for i := range r {
				if r[i].Count > 0 && r[i].Stats.Guesses == 0 {
					straight++
				}
			}
			return fmt.Sprintf("%d of %d", straight, len(r))
		})
	t.Note("The paper prints no such counts; its puzzles are not given. Ours are generated, each with one solution.")
	return s.table(t)
}

func (s maji) guesses(levels []level, results [][][]sudoku.Result) error {
	t := majiTable("Guesses until the solution, mean (and solved)", levels, results,
		func(r []sudoku.Result) string {
			total := 0.0
			for i := range r {
				total += float64(r[i].Stats.Guesses)
			}
			return fmt.Sprintf("%s (%d)", figure(total/float64(len(r))), solved(r))
		})
	t.Note("The paper speaks of \"a limited number of guesses\". A guess of backtracking is a digit that it tries.")
	return s.table(t)
}

func (s maji) times(levels []level, results [][][]sudoku.Result) error {
	if s.Untimed {
		return nil
	}
	t := majiTable("Fig. 21: mean milliseconds (of the median of five rounds)", levels, results,
		func(r []sudoku.Result) string {
			return figure(stats.Mean(milliseconds(r)))
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
	return cmp.Or(s.table(t), s.draw("fig21", chart.Box(chart.Chart{
		Title: "Time for a puzzle, all levels", YLabel: "ms", YLog: true}, groups...)))
}

// majiSeventeen is the first puzzle of G. Royle's collection of those with 17 givens.
const majiSeventeen = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."

// explicit shows puzzles that the paper asks for as future work: hard ones with more than 30 givens, and easy ones with 17.
func (s maji) explicit(ctx context.Context, levels []level, results [][][]sudoku.Result) error {
	const all, most = 3, 4 // the place of ET-I to IV in majiTechniques, and how many are shown
	t := &study.Table{Title: "Future work: explicit puzzles, hard with more than 30 givens and easy with 17",
		Columns: []string{"puzzle", "givens", "level of Table 1", "solved without a guess by"}}
	found := 0
	for l := range levels {
		for k, p := range levels[l].puzzles {
			if p.Clues() <= 30 || results[all][l][k].Count > 0 {
				continue
			}
			if found++; found <= most {
				t.Row(p.String(), fmt.Sprint(p.Clues()), levels[l].name, "not by "+majiTechniques[all].name)
			}
		}
	}
	few, err := s.sample(ctx, "papers", "Strangely Familiar")
	if err != nil {
		return err
	}
	easy, err := sudoku.ParsePuzzle(majiSeventeen)
	if err != nil {
		return err
	}
	for _, p := range append(few[:1:1], easy) {
		by, err := s.firstThatSolves(ctx, p, all)
		if err != nil {
			return err
		}
		t.Row(p.String(), fmt.Sprint(p.Clues()), "beyond it", by)
	}
	t.Note("Of the hard ones there are %d among the puzzles above. Those with 17 givens are that of Fig. 3 and Royle's first.", found)
	t.Note("Since settled: no puzzle of 16 givens has one solution (mcguire2012); of minimal puzzles there are some 3.1e37 (berthier2009).")
	return s.table(t)
}

// firstThatSolves names the first techniques, up to a place in majiTechniques, that solve a puzzle without a guess.
func (s maji) firstThatSolves(ctx context.Context, p *sudoku.Puzzle, last int) (string, error) {
	for _, technique := range majiTechniques[:last+1] {
		plugin, err := s.open(ctx, "rules", map[string]any{"techniques": technique.setting})
		if err != nil {
			return "", err
		}
		r, err := s.solve(ctx, plugin, "solving", []*sudoku.Puzzle{p}, runner.Options{Ask: sudoku.Ask{Limit: 1}})
		if err != nil {
			return "", err
		}
		if r[0].Count > 0 {
			return technique.name, nil
		}
	}
	return "not by " + majiTechniques[last].name, nil
}
