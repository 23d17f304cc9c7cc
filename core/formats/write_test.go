package formats

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestDIMACSHoldsOnePuzzle(t *testing.T) {
	p, err := sudoku.ParsePuzzle("4:~thermo:r1c1234")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	w, err := NewWriter(&text, "dimacs")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(Record{Puzzle: p}); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(Record{Puzzle: p}); !errors.Is(err, ErrUnfit) {
		t.Errorf("a second puzzle: %v", err)
	}
	if err := w.Close(); err != nil || !strings.HasPrefix(text.String(), "c 4:~thermo:r1\n") ||
		strings.Count(text.String(), "\np cnf ") != 1 {
		t.Errorf("%v, %s", err, text.String())
	}
}
