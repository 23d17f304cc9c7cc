package puzzles

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/record"
)

func end(digit int, cells ...int) (all []sudoku.Candidate) {
	for _, c := range cells {
		all = append(all, sudoku.Candidate{Cell: c, Digit: digit})
	}
	return all
}

func TestEndText(t *testing.T) {
	g := sudoku.Classic()
	for _, c := range []struct {
		end     []sudoku.Candidate
		yes, no string
	}{
		{nil, "", ""},
		{end(3, 1), "r1c2=3", "r1c2≠3"},
		{end(3, 1, 2, 9), "r1c2,r1c3,r2c1=3", "r1c2,r1c3,r2c1≠3"},
		{append(end(3, 1, 2), end(4, 2)...), "r1c2,r1c3=3 or r1c3=4", "r1c2,r1c3≠3, r1c3≠4"},
		{append(append(end(3, 1), end(4, 1)...), end(3, 5)...), "r1c2=3 or r1c2=4 or r1c6=3", "r1c2≠3, r1c2≠4, r1c6≠3"},
	} {
		if yes, no := endText(g, c.end, true), endText(g, c.end, false); yes != c.yes || no != c.no {
			t.Errorf("%v: %q and %q, want %q and %q", c.end, yes, no, c.yes, c.no)
		}
	}
}

// TestChainText writes links, whichever their order, as chains.
func TestChainText(t *testing.T) {
	weak := func(from, to int) sudoku.Link {
		return sudoku.Link{Kind: sudoku.WeakLink, From: end(3, from), To: end(3, to)}
	}
	strong := func(from, to int) sudoku.Link {
		return sudoku.Link{Kind: sudoku.StrongLink, From: end(3, from), To: end(3, to)}
	}
	const chain = "   r1c1=3 → r1c2≠3 → r1c3=3 → r1c4≠3 → r1c5=3 → r1c6≠3 → r1c7=3\n"
	for _, c := range []struct {
		name, text, want string
		links            []sudoku.Link
	}{
		{"none", "", "", nil},
		{"few", "", "", []sudoku.Link{weak(0, 1), strong(1, 2), weak(2, 3), strong(3, 4), weak(4, 5)}},
		{"one chain", "", chain, []sudoku.Link{weak(0, 1), strong(1, 2), weak(2, 3), strong(3, 4), weak(4, 5), strong(5, 6)}},
		{"not in order", "", chain, []sudoku.Link{weak(0, 1), strong(5, 6), weak(4, 5), strong(3, 4), weak(2, 3), strong(1, 2)}},
		{"the sentence has it", "r1c1=3 → r1c2≠3", "",
			[]sudoku.Link{weak(0, 1), strong(1, 2), weak(2, 3), strong(3, 4), weak(4, 5), strong(5, 6)}},
		{"what is true does not follow from what is not without a strong link", "", strings.Repeat("   r1c1=3 → r1c2≠3\n   r1c2=3 → r1c3≠3\n", 3),
			[]sudoku.Link{weak(0, 1), weak(1, 2), weak(0, 1), weak(1, 2), weak(0, 1), weak(1, 2)}},
		{"a ring", "", "   r1c1=3 → r1c2≠3 → r1c1=3 → r1c2≠3 → r1c1=3 → r1c2≠3 → r1c1=3\n",
			[]sudoku.Link{weak(0, 1), strong(1, 0), weak(0, 1), strong(1, 0), weak(0, 1), strong(1, 0)}},
	} {
		a := &app.App{Streams: &screen.Streams{Stdout: &strings.Builder{}}}
		if got := chainText(a, sudoku.Classic(), sudoku.Step{Text: c.text, Links: c.links}); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
	}
}

// TestLongChain has lines of at most the columns that there are, with every link in them.
func TestLongChain(t *testing.T) {
	var links []sudoku.Link
	for c := range 40 {
		links = append(links, sudoku.Link{Kind: sudoku.LinkKind(1 + c%2), From: end(3, c), To: end(3, c+1)})
	}
	a := &app.App{Streams: &screen.Streams{Stdout: &strings.Builder{}}}
	text := chainText(a, sudoku.Classic(), sudoku.Step{Links: links})
	if n := strings.Count(text, "→"); n != 40 {
		t.Errorf("%d links", n)
	}
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > wideChain {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// TestOutcomeText writes the last line of an explanation, and asks for the exit code of each ending.
func TestOutcomeText(t *testing.T) {
	p := sudoku.MustPuzzle(sudoku.Classic(), make(sudoku.Grid, 81))
	rated := record.Outcome{Steps: 7, Filled: 30, Cells: 81, Hardest: "x_wing"}
	rated.Ratings.ER, rated.Ratings.EP, rated.Ratings.ED = 3.2, 1.2, 1
	const ratings = "ER 3.2, EP 1.2, ED 1.0; hardest: X-wing"
	for _, c := range []struct {
		ended, reason string
		steps         int // 0 for none, 7 with ratings
		code          int
		want          string
	}{
		{record.EndedFull, "", 0, app.ExitDone, "already solved, with no mistakes: there is nothing to explain"},
		{record.EndedSolved, "", 1, app.ExitDone, "solved in 1 step"},
		{record.EndedSolved, "", 7, app.ExitDone, "solved in 7 steps; " + ratings},
		{record.EndedBeyond, "", 0, app.ExitUnknown, "beyond these techniques: none helps, though the puzzle has one solution"},
		{record.EndedMultiple, "", 0, app.ExitMultiple, "not decided: the puzzle has several solutions"},
		{record.EndedImpossible, "two 5 in row 1", 0, app.ExitImpossible, "impossible: the puzzle has no solution, two 5 in row 1"},
		{record.EndedTimeout, "", 1, app.ExitUnknown, "not finished: timed out; reached in 1 step: 30 of 81 cells filled"},
		{record.EndedUnknown, "", 7, app.ExitUnknown,
			"not solved: none of these techniques helps; reached in 7 steps: 30 of 81 cells filled; up to here " + ratings},
	} {
		o := record.Outcome{Steps: c.steps, Filled: 30, Cells: 81}
		if c.steps == 7 {
			o = rated
		}
		o.Ended, o.Reason = c.ended, c.reason
		if got := outcomeText(p, &o); got != c.want {
			t.Errorf("%s: %q, want %q", c.ended, got, c.want)
		}
		if got := codeOf(c.ended); got != c.code {
			t.Errorf("%s: exit code %d, want %d", c.ended, got, c.code)
		}
	}
}
