package paper

import (
	"context"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

func puzzle(t *testing.T, line string) *sudoku.Puzzle {
	t.Helper()
	p, err := sudoku.ParsePuzzle(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rowText returns the text of the candidates of a row: the digit itself where it is placed.
func rowText(b *board.Board, row int) string {
	var words []string
	for c := row * b.N; c < (row+1)*b.N; c++ {
		if b.Value[c] != 0 {
			words = append(words, b.DigitName(int(b.Value[c])-1))
			continue
		}
		word := ""
		for v := range b.N {
			if b.Can(c, v) {
				word += b.DigitName(v)
			}
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// elimination runs the paper's techniques to a level and returns the board and the steps, "technique: text".
func elimination(t *testing.T, line string, level int) (*board.Board, []string) {
	t.Helper()
	m := newEliminator(level)
	m.verbose = true
	var steps []string
	m.told = func(h *board.Hint) bool { steps = append(steps, h.Technique+": "+h.Text); return true }
	m.begin(context.Background(), puzzle(t, line))
	m.run(m.level)
	if m.Broken {
		t.Fatalf("%s: broken after %v", line, steps)
	}
	return m.Board, steps
}

func wantRows(t *testing.T, b *board.Board, rows ...string) {
	t.Helper()
	for i, want := range rows {
		if got := rowText(b, i); got != want && want != "" {
			t.Errorf("row %d: %s, want %s", i+1, got, want)
		}
	}
}

const (
	fig5  = "4.37851262........1.........58......614......7.9...............9........5........"
	fig9  = "6.7..1....8.7...699316452871.65.789.............................................."
	fig11 = "6.7..1....8.7..1699316452871.65.789.............................................."
)

func TestFigures5To7(t *testing.T) {
	b, steps := elimination(t, fig5, 1)
	if want := "naked_single: ET-I: 9 is the only possible value for cell (2,1)."; steps[0] != want {
		t.Errorf("first step %q, want %q", steps[0], want)
	}
	wantRows(t, b,
		"4 9 3 7 8 5 1 2 6",
		"2 678 567 13469 13469 13469 345789 345789 345789",
		"1 678 567 23469 23469 23469 345789 345789 345789",
		"3 5 8 12469 124679 124679 24679 14679 12479",
		"6 1 4 23589 23579 23789 235789 35789 235789",
		"7 2 9 134568 13456 13468 34568 134568 13458",
		"8 3467 1267 1234569 12345679 1234679 2345679 1345679 1234579",
		"9 3467 1267 1234568 1234567 1234678 2345678 1345678 1234578",
		"5 3467 1267 1234689 1234679 12346789 2346789 1346789 1234789")
}

func TestFigure8(t *testing.T) {
	line := "1.59672........8................................................................."
	b := board.NewBoard(board.NewFrame(puzzle(t, line).Geometry()))
	b.Load(puzzle(t, line))
	wantRows(t, b, "1 348 5 9 6 7 2 34 34")
	_, steps := elimination(t, line, 2)
	if want := "hidden_single: ET-II: 8 is a solitary number of row 1, in cell (2,1)."; steps[0] != want {
		t.Errorf("first step %q, want %q", steps[0], want)
	}
}

func TestFigures9And10(t *testing.T) {
	b, _ := elimination(t, fig9, 1)
	wantRows(t, b,
		"6 245 7 2389 2389 1 345 345 345",
		"245 8 245 7 23 23 1345 6 9",
		"9 3 1 6 4 5 2 8 7",
		"1 24 6 5 23 7 8 9 234")
	_, steps := elimination(t, fig9, 2)
	if want := "hidden_single: ET-II: 1 is a solitary number of minigrid 3, in cell (7,2)."; steps[0] != want {
		t.Errorf("first step %q, want %q", steps[0], want)
	}
}

func TestFigures11To15(t *testing.T) {
	b, steps := elimination(t, fig11, 3)
	text := strings.Join(steps, "\n")
	for _, want := range []string{
		"naked_pair: ET-III: clones 23 in cells (5,2), (6,2) of row 2; we can eliminate 2 as a possible value for (1,2), (3,2).",
		"naked_pair: ET-III: clones 23 in cells (5,2), (6,2) of minigrid 2; we can eliminate 2 and 3 as possible values for (4,1), (5,1).",
		"naked_pair: ET-III: clones 23 in cells (5,2), (5,4) of column 5; we can eliminate 2 and 3 as possible values for (5,5), (5,6), (5,7), (5,8), (5,9).",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no step %q in\n%s", want, text)
		}
	}
	wantRows(t, b, "", "45 8 45 7 23 23 1 6 9", "9 3 1 6 4 5 2 8 7")
	for r := 4; r < 9; r++ {
		if got := strings.Fields(rowText(b, r))[4]; strings.ContainsAny(got, "23") {
			t.Errorf("r%dc5 holds %s, want 2 and 3 gone", r+1, got)
		}
	}
}

func TestFigures16To18(t *testing.T) {
	for triad, line := range map[string]string{
		"456 456 456": ".........123......789............................................................",
		"456 456 46":  ".........123......789........5...................................................",
		"45 46 456":   ".........123......789......6.........5...........................................",
	} {
		b, steps := elimination(t, line, 4)
		if len(steps) == 0 || !strings.HasPrefix(steps[0],
			"naked_triplet: ET-IV: a triad 456 in cells (1,1), (2,1), (3,1) of row 1; we can eliminate 4, 5 and 6 as possible values for (4,1),") {
			t.Errorf("%s: steps %q", triad, steps)
		}
		wantRows(t, b, triad+strings.Repeat(" 123789", 6))
	}
}

func TestFigures19And20(t *testing.T) {
	line := "7..........................8........9.................1.........3.........5789..."
	b := board.NewBoard(board.NewFrame(puzzle(t, line).Geometry()))
	b.Load(puzzle(t, line))
	corner := func(b *board.Board) string {
		var rows []string
		for r := 6; r < 9; r++ {
			rows = append(rows, strings.Join(strings.Fields(rowText(b, r))[:3], " "))
		}
		return strings.Join(rows, " / ")
	}
	if got, want := corner(b), "1 246789 246789 / 246 3 246789 / 246 246 5"; got != want {
		t.Errorf("before: %s, want %s", got, want)
	}
	b, _ = elimination(t, line, 4)
	if got, want := corner(b), "1 789 789 / 246 3 789 / 246 246 5"; got != want {
		t.Errorf("after: %s, want %s", got, want)
	}
}
