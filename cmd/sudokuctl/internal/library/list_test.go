package library

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/work/library"
)

func TestShortened(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"äöüß", 4, "äöüß"}, {"äöüßx", 4, "äöü…"}, {"abc", 1, "…"}} {
		if got := shortened(c.text, c.most); got != c.want {
			t.Errorf("%q in %d signs: %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

// TestTableCells chooses the grade that a table shows: that by which levels go, or what a grader reached of it.
func TestTableCells(t *testing.T) {
	for _, c := range []struct {
		grades map[string]float64
		level  string
		want   string
	}{
		{nil, "se", ""},
		{map[string]float64{"se": 4.25}, "se", "Rating (SE) 4.25"},
		{map[string]float64{"clues_left": 1, "se": 4.5, "zeal": 2}, "se", "Rating (SE) 4.5 +2"},
		{map[string]float64{"human": 1, "se_reached": 3.4}, "se", "se_reached 3.4 +1"},
		{map[string]float64{"human": 1, "sea": 3.4}, "se", "human 1 +1"},
		{map[string]float64{"a_metric_of_long_name": 1.0 / 3}, "se", "a_metric_o… 0.33333"},
	} {
		r := &library.ListRecord{ID: 7, Puzzle: strings.Repeat("1", 256), Clues: 30, Grades: c.grades, Tags: []string{"a", "b"}, Name: "n", Source: "f:1"}
		cells := tableCells(r, c.level)
		if got := cells[slices.Index(cells, "grade")+1]; got != c.want || len(cells) != 16 {
			t.Errorf("%v: %q of %d cells, want %q", c.grades, got, len(cells), c.want)
		}
		if got, want := []any{cells[3], cells[13], cells[15]}, []any{strings.Repeat("1", 80) + "…", "a,b", "n (f:1)"}; !slices.Equal(got, want) {
			t.Errorf("cells %q, want %q", got, want)
		}
	}
}
