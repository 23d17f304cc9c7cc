package part

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// twoSolutions is a puzzle whose last two rows are empty, with two of its solutions.
func twoSolutions(t *testing.T) *Row {
	t.Helper()
	p, err := sudoku.ParsePuzzle(solved[:63] + strings.Repeat(".", 18))
	if err != nil {
		t.Fatal(err)
	}
	p.Name = "file:200"
	grid, err := sudoku.ParseGrid(p.Geometry(), solved)
	if err != nil {
		t.Fatal(err)
	}
	return &Row{Record: 199, Puzzle: p, Solution: grid, Second: slices.Concat(grid[:63], grid[72:], grid[63:72]),
		Answers: []Answer{{Verdict: sudoku.Multiple, Count: 2}, {Verdict: sudoku.Unique, Count: 1}, {}}}
}

// TestFalseRows refuses what is wrong in a row of a part whose hashes are right, and says where.
func TestFalseRows(t *testing.T) {
	for what, test := range map[string]struct {
		change func(r *Row)
		says   string
	}{
		"given":      {func(r *Row) { r.Solution = slices.Concat(r.Solution[9:18], r.Solution[:9], r.Solution[18:]) }, "r1c1 holds 6 instead of the given 5"},
		"house":      {func(r *Row) { r.Solution = slices.Clone(r.Solution); r.Solution[80] = 8 }, "holds 8 twice"},
		"empty cell": {func(r *Row) { r.Solution = slices.Clone(r.Solution); r.Solution[70] = 0 }, "r8c8 holds 0"},
		"second":     {func(r *Row) { r.Second = slices.Clone(r.Second); r.Second[80] = 8 }, "holds 8 twice"},
		"one twice":  {func(r *Row) { r.Second = r.Solution }, "its second solution is not another one"},
		"no first":   {func(r *Row) { r.Solution = nil }, "its second solution is not another one"},
		"unique without solution": {func(r *Row) { r.Solution, r.Second = nil, nil },
			"entropybt says multiple, but there is no solution"},
		"count": {func(r *Row) { r.Answers[1].Count = 3 }, "ga says unique and counts 3"},
		"impossible": {func(r *Row) { r.Answers[0].Verdict = sudoku.Impossible },
			"entropybt says impossible and counts 2"},
		"invalid": {func(r *Row) { r.Answers[1] = Answer{Verdict: sudoku.Invalid} }, "its givens do not clash"},
		"guesses": {func(r *Row) { r.Answers[1].Guesses = -5 }, `column "ga_guesses": -5 is negative`},
		"time":    {func(r *Row) { r.Answers[2].Self = -1 }, "-1 is negative"},
		"order":   {func(r *Row) { r.Record = 7 }, "record 7 follows on record 198"},
	} {
		rows := sample(t, 300)
		rows[199] = twoSolutions(t)
		test.change(rows[199])
		_, path := write(t, t.TempDir(), rows)
		p, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = p.Verify()
		if err == nil || !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", what, err)
		} else if !slices.Contains([]string{"order", "guesses", "time"}, what) &&
			!strings.Contains(err.Error(), `record 199, puzzle "file:200": `) {
			t.Errorf("%s: no place in %v", what, err)
		}
		p.Close()
	}
}

// TestWhatIsShown has a row say multiple: two different solutions prove it, and one proves that there is one.
func TestWhatIsShown(t *testing.T) {
	for _, second := range []bool{true, false} {
		rows, want := []*Row{twoSolutions(t)}, sudoku.Multiple
		if !second {
			rows[0].Second, want = nil, sudoku.Solved
		}
		_, path := write(t, t.TempDir(), rows)
		p, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for r, err := range p.Rows() {
			if err != nil {
				t.Fatal(err)
			}
			if a := r.Answers[0]; a.Verdict != want || a.Count != 2 || (r.Second != nil) != second {
				t.Errorf("a second solution: %v, but %v with %d", second, a.Verdict, a.Count)
			}
		}
		p.Close()
	}
}

// TestPuzzleHash is that of the puzzles alone, in their order.
func TestPuzzleHash(t *testing.T) {
	rows := sample(t, 1000)
	_, path := write(t, t.TempDir(), rows)
	p, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	got, _, err := p.Verify()
	if err != nil {
		t.Fatal(err)
	}
	want, other := NewPuzzleHash(), NewPuzzleHash()
	for i, r := range rows {
		want.Add(r.Puzzle)
		other.Add(rows[len(rows)-1-i].Puzzle)
	}
	if hash := want.Hex(); got != hash || hash == other.Hex() {
		t.Errorf("%s instead of %s", got, hash)
	}
}
