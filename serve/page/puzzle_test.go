package page

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
)

// Grades are said in words and with four digits, those first for which people ask; techniques lead to their lessons, with how often they are used.
func TestGraded(t *testing.T) {
	table := &desk.Table{Columns: []string{"metric", "value", "label", "plugin", "version"}, Rows: [][]any{
		{"se", 4.2, "xy_wing", "rules", "1.0.0"}, {"information_entropy", 0.29766803840877915, nil, "entropybt", "1.0.0"},
		{"techniques", 2.0, "xy_wing,magic", "rules", "1.0.0"}}}
	for range mostGrades {
		table.Rows = append(table.Rows, []any{"level", 5.0, "hard", "rules", "1.0.0"})
	}
	v := &view{}
	b := &subject{path: func(p string) string { return p }}
	v.Grades, b.Uses = graded(table)
	if got := fmt.Sprint(v.First()[:3]); got != "[{Rating (SE) 4.2 XY-wing rules 1.0.0 se} {Techniques 2  rules 1.0.0 techniques} {Entropy 0.2977  entropybt 1.0.0 information_entropy}]" {
		t.Error(got)
	}
	if first, more := len(v.First()), len(v.More()); first != mostGrades || more != 3 {
		t.Errorf("%d grades are shown first, then %d", first, more)
	}
	b.Plan = &desk.Plan{Steps: []sudoku.Step{{Technique: "xy_wing"}, {Technique: "last_cell"}, {Technique: "xy_wing"}}}
	if got := b.Used(); !slices.Equal(got, []used{{"XY-wing", "/learn/xy_wing", 2}, {"magic", "", 0}}) {
		t.Errorf("used are %+v", got)
	}
}
