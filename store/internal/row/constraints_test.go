package row

import (
	"fmt"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestCounts(t *testing.T) {
	for text, want := range map[string]string{
		"4:1...............": "[]",
		"4:~cage=3:r1c12~cage:r2c12~or~cage=4:r1c34~and~thermo:r1c34~end~end~word=_:r1c1": "[{and 1} {cage 3} {kind:any 1} " +
			"{kind:differ 2} {kind:sum 1} {kind:word 1} {or 1} {thermo 1} {word 1}]",
	} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := fmt.Sprint(Counts(p)); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
