package sudoku

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

func TestReceived(t *testing.T) {
	g := MustGeometry("4")
	sum := func(cell int) []clause.Clause {
		return []clause.Clause{{Kind: clause.Sum, Cells: []int{0, cell}, Total: []clause.Range{{Low: 3, High: 3}}}}
	}
	p, err := NewPuzzle(g, nil, Received([]string{"later=3:r1c12"}, sum(1)))
	if err != nil || p.String() != "4:~later=3:r1c12" || !p.Kinds().Has(clause.Sum) {
		t.Error(p, err)
	}
	for grid, holds := range map[string]bool{"1234341221434321": true, "2341412312343412": false} {
		cells, err := g.ParseGrid(grid)
		if err != nil {
			t.Fatal(err)
		}
		if err := Verify(p, cells); holds && err != nil || !holds && (err == nil || !strings.Contains(err.Error(), "later=3")) {
			t.Errorf("%s: %v", grid, err)
		}
	}
	if q, err := p.With(Received(nil, nil)); err != nil || !q.Plain() {
		t.Error(q, err)
	}
	for _, option := range []Option{Received([]string{"x:r1c12"}, sum(16)), Received(nil, sum(1)),
		Received(slices.Repeat([]string{"x:r1c12"}, 4097), nil)} {
		if q, err := NewPuzzle(g, nil, option); err == nil {
			t.Errorf("%v passes", q)
		}
	}
	if q, err := NewPuzzle(MustGeometry("4^3"), nil, Received([]string{"x:r1c12"}, sum(1))); err == nil {
		t.Errorf("%v passes", q)
	}
}

func TestConstraintText(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "9:..",
		"~x:r1c21~cage=3:r1c1": "9:~cage=3:r1c1~x:r1c12",
		"~cge":                 `no constraint "cge"`,
		"x:r1c12":              `"x" instead of the "~"`,
	} {
		p, err := NewPuzzle(Classic(), nil, ConstraintText(text))
		if got := fmt.Sprint(p, err); !strings.Contains("9:"+got, want) {
			t.Errorf("%q: %s", text, got)
		}
	}
}

func TestMarks(t *testing.T) {
	dots := strings.Repeat(".", 80)
	for text, want := range map[string]string{
		"9:.2" + dots[1:] + "~x:r1c12":                  "[] true",
		"9:{123}" + dots:                                "[{0 7 []}] true",
		"9:{123}" + dots + "~even:r1c123":               "[{0 2 []} {1 170 []} {2 170 []}] true",
		"9:{1:0.5,2:0.25,4:0.25}" + dots + "~even:r1c1": "[{0 10 [0 0.5 0 0.5 0 0 0 0 0]}] true",
		"9:2" + dots + "~even:r1c12":                    "[{1 170 []}] true",
		"9:1" + dots + "~even:r1c12":                    "[] false",
		"9:{13}" + dots + "~even:r1c12":                 "[] false",
	} {
		p, err := ParsePuzzle(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := fmt.Sprint(p.Marks()); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
