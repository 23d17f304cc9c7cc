package constraint

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

func TestWantedIsReadAsItIsWritten(t *testing.T) {
	for _, text := range []string{"cage", "thermo=4", "all-dots", "white=4096"} {
		if w, err := ParseWanted(text); err != nil || w.String() != text {
			t.Errorf("%q: %v, %v", text, w, err)
		}
	}
	for text, want := range map[string]string{
		"cge":         `no constraint "cge"; did you mean "cage"?`,
		"":            `no constraint ""`,
		"anti-knight": `is part of the geometry: "+n"`,
		"or":          "is a group of others",
		"cage=":       "is not a number",
		"cage=0":      "is not a number",
		"cage=4097":   "is not a number",
		"cage=many":   "is not a number",
	} {
		if w, err := ParseWanted(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q was read as %v, %v; want %q", text, w, err, want)
		}
	}
}

func TestConstraintsAreComparedWithThoseWanted(t *testing.T) {
	if err := Missed([]Wanted{{Name: "all-dots"}}, []Constraint{{Name: "all-dots"}, {Name: "white"}, {Name: "black"}}); err != nil {
		t.Errorf("the marks of all-dots: %v", err)
	}
	wanted := []Wanted{{Name: "cage"}, {Name: "thermo", Count: 1}}
	cage, thermo, white := Constraint{Name: "cage"}, Constraint{Name: "thermo"}, Constraint{Name: "white"}
	for _, c := range []struct {
		has  []Constraint
		want string
	}{
		{nil, ""},
		{[]Constraint{cage, cage, thermo}, ""},
		{[]Constraint{cage, thermo, thermo}, `2 constraints "thermo" where 1 were ordered`},
		{[]Constraint{cage, white}, `"white", which was not ordered`},
	} {
		if err := Missed(wanted, c.has); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v; want %q", err, c.want)
		}
	}
}

// TestOfCells compares what is said of names with what constraints of them come down to.
func TestOfCells(t *testing.T) {
	b := board(9, 3, 1)
	for name := range singles {
		set, err := Normalize(b, []Constraint{{Name: name, Lists: [][]int{{40}}}})
		if err != nil {
			t.Fatal(name, err)
		}
		of := len(set.Clauses) > 0
		for _, c := range set.Clauses {
			of = of && c.Kind == clause.In
		}
		if of != OfCells(name) {
			t.Errorf("%s: OfCells is %v", name, OfCells(name))
		}
	}
}
