package papers

import (
	"reflect"
	"testing"
)

func TestATableWithoutTimesKeepsTheOtherColumns(t *testing.T) {
	table := &Table{Title: "runs", Columns: []string{"algorithm", "mean ms", "solved"}, Times: []string{"mean ms"}}
	table.Row("paper", "0.02", "10")
	table.Note("of ten runs")
	got := table.withoutTimes()
	if want := []string{"algorithm", "solved"}; !reflect.DeepEqual(got.Columns, want) {
		t.Errorf("columns are %q, want %q", got.Columns, want)
	}
	if want := [][]string{{"paper", "10"}}; !reflect.DeepEqual(got.Rows, want) {
		t.Errorf("rows are %q, want %q", got.Rows, want)
	}
	if len(got.Notes) != 1 || len(table.Columns) != 3 {
		t.Errorf("notes %q, columns of the table itself %q", got.Notes, table.Columns)
	}
}
