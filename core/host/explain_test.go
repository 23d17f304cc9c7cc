//go:build unix

package host_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestStepsAreChecked(t *testing.T) {
	p := open(t, newHost(t, quick), "sloppy")
	for item := range puzzles(2, 1) {
		steps := 0
		err := p.Explain(t.Context(), item.Puzzle, func(sudoku.Step) bool { steps++; return true })
		want, most := "step 1: no candidate of 4: digit 1 in cell 4000000000", 0
		if item.Number == 1 {
			want, most = "more than 1128 steps", 1128
		}
		if !errors.Is(err, host.ErrProtocol) || !strings.Contains(err.Error(), want) || steps != most {
			t.Errorf("%d steps, %v", steps, err)
		}
	}
	if p.State() != host.Ready {
		t.Errorf("state %v", p.State())
	}
}
