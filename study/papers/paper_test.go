package papers

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/work"
)

func TestWhatAPaperWouldIgnoreIsRefused(t *testing.T) {
	for name, r := range map[string]Request{
		"no paper":         {Paper: "zhai2014"},
		"no runs":          {Paper: "zhai2013", Runs: 3},
		"no levels":        {Paper: "rodriguez2018", PerLevel: 3},
		"one puzzle":       {Paper: "kranawetter2013", Puzzles: 1},
		"negative":         {Paper: "zhai2013", PerLevel: -1},
		"no timeout":       {Paper: "zhai2013", Timeout: time.Second},
		"before its time":  {Paper: "maji2010", Timeout: -1},
		"another plugin":   {Paper: "zhai2013", Settings: map[string]map[string]any{"dlx": {"x": 1}}},
		"a chosen setting": {Paper: "rodriguez2018", Settings: map[string]map[string]any{"ga": {"variant": "memetic"}}},
	} {
		var request *work.RequestError
		err := Reproduce(t.Context(), r, nil, nil)
		if !errors.As(err, &request) {
			t.Errorf("%s: %v, want a *work.RequestError", name, err)
		}
	}
}

func TestATableHasEachColumnOnce(t *testing.T) {
	show := func(columns ...string) error {
		s := &reproduction{show: func(any) error { return nil }}
		s.table(&Table{Columns: columns})
		return s.err
	}
	if err := show("level", "ours"); err != nil {
		t.Error(err)
	}
	if err := show("ours", "level", "ours"); err == nil {
		t.Error("two columns of one name were shown")
	}
}

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
