package cnf

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestWrite(t *testing.T) {
	p, err := sudoku.ParsePuzzle("2/l:1...~white:r2c12")
	if err != nil {
		t.Fatal(err)
	}
	f, err := Encode(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := f.Write(&text); err != nil {
		t.Error(err)
	}
	head := "c 2/l:1...~white:r2\n" +
		"c variable 2*cell+digit: that digit stands in that cell; cells are counted from 0, digits from 1\n" +
		"c r1c1: 1 to 2\nc r1c2: 3 to 4\nc r2c1: 5 to 6\nc r2c2: 7 to 8\np cnf 8 "
	if !strings.HasPrefix(text.String(), head) {
		t.Errorf("it begins with\n%s", text.String())
	}
	clauses := strings.Split(strings.TrimSpace(text.String()), "\n")[7:]
	if len(clauses) != f.Clauses {
		t.Errorf("%d clauses instead of %d", len(clauses), f.Clauses)
	}
}

func TestGrid(t *testing.T) {
	p := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	f, err := Encode(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := sudoku.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	clause := f.Without(want)
	got := f.Grid(func(v int) bool {
		for _, lit := range clause {
			if int32(v) == -lit {
				return true
			}
		}
		return false
	})
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
