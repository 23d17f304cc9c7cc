package record

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A step names the constraints that it argues from; a step that argues from none says nothing of constraints.
func TestStepsNameConstraints(t *testing.T) {
	p, err := sudoku.ParsePuzzle("4:~cage=3:r1c12~thermo:r2c12")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from []int
		want string
	}{{[]int{1, 0}, `"constraints":["thermo:r2c12","cage=3:r1c12"]`}, {nil, `"sets":[]}`}} {
		text, err := json.Marshal(NewStep(p, sudoku.Step{Constraints: c.from}, 1))
		if err != nil || !strings.Contains(string(text), c.want) || c.from == nil && strings.Contains(string(text), "constraints") {
			t.Errorf("%s, %v", text, err)
		}
	}
}
