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

func TestTechniqueText(t *testing.T) {
	for technique, want := range map[string]string{
		"x_wing": "X-wing", "finned_x_wing": "finned X-wing", "xyz_wing": "XYZ-wing", "hidden_single_box": "hidden single",
		"hidden_pair": "hidden pair", "als_xz": "ALS-XZ", "als_xy_wing": "ALS-XY-wing", "bug_1": "BUG 1",
		"forcing_x_chain": "forcing X-chain", "sue_de_coq": "Sue de Coq", "two_string_kite": "two string kite", "y_cycle": "Y-cycle",
		"": "",
	} {
		if got := TechniqueText(technique); got != want {
			t.Errorf("%s: %q, want %q", technique, got, want)
		}
	}
}

func TestPlaceText(t *testing.T) {
	for _, c := range []struct {
		step sudoku.Step
		want string
	}{
		{sudoku.Step{Why: []string{"b2"}}, "in box 2"},
		{sudoku.Step{Why: []string{"r3", "r7", "c1", "c9"}}, "in rows 3 and 7 and columns 1 and 9"},
		{sudoku.Step{Why: []string{"b1", "b2", "b3", "r1"}}, "in boxes 1, 2 and 3 and row 1"},
		{sudoku.Step{Why: []string{"x1"}}, "in x1"},
		{sudoku.Step{Cells: []int{0, 10}}, "at r1c1 and r2c2"},
		{sudoku.Step{Cells: []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, Strike: []sudoku.Candidate{{Cell: 80, Digit: 1}}}, "at r9c9"},
	} {
		if got := PlaceText(sudoku.Classic(), c.step); got != c.want {
			t.Errorf("%+v: %q, want %q", c.step, got, c.want)
		}
	}
}
