package papers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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
	s.draw("fig11", drawMarked("Fig. 11", must(sudoku.ParsePuzzle(majiFig11))))
	t.Note("Ours: explain --set rules.techniques=et1, et2, et3 or et4. Cells are (column,row), as in the paper.")
	s.table(t)
	s.puzzlesOfFigures(ctx)
}

// worked goes to the step of a figure and returns the state before it; without a part, to the end.
func (s maji) worked(ctx context.Context, f majiFigure) (*sudoku.State, *sudoku.Step) {
	p := must(sudoku.ParsePuzzle(f.board))
	plugin := s.openWith(ctx, "rules", "techniques", f.techniques)
	state := &sudoku.State{Puzzle: p, Values: p.Givens().Clone(), Candidates: p.Candidates()}
	var found *sudoku.Step
	err := plugin.Explain(ctx, p, func(step sudoku.Step) bool {
		if f.part != "" && strings.Contains(step.Text, f.part) {
			found = &step
			return false
		}
		apply(state, &step)
		return true
	})
	if !errors.Is(err, sudoku.ErrGaveUp) { // the boards of the figures are not whole puzzles
		check(err)
	}
	if f.part != "" && found == nil {
		check(fmt.Errorf("working out Fig. %s%s: no step with %q", f.before, f.after, f.part))
	}
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
	solver := s.open(ctx, "entropybt", nil)
	t := &Table{Title: "Section I: Figs. 3 and 4", Columns: []string{"figure", "givens", "solutions printed", "found",
		"cells that differ", "digits that are exchanged"}}
	for _, f := range [][3]string{{"3", "Strangely Familiar", "1"}, {"4", "Maji & Pal 2010, Fig. 4", "2"}} {
		puzzles := s.sample(ctx, "papers", f[1])
		found := s.solve(ctx, solver, "counting", puzzles[:1], runner.Options{})
		cells, digits := differing(found[0].Solutions)
		t.Row(f[0], fmt.Sprint(puzzles[0].Clues()), f[2], fmt.Sprint(found[0].Count), fmt.Sprint(cells), digits)
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
