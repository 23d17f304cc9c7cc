package transition

import (
	"math"
	"strings"
	"testing"
)

func TestTables(t *testing.T) {
	tr := &Transition{Request: Request{Count: 100, Grids: 3}, Spreads: []Spread{{Clues: 30, Puzzles: 100, Unique: []int{10, 50, 90}}},
		Points: []Point{{Clues: 30, Puzzles: 100, Unique: 20, Tight: 10, Frozen: 0.5}, {Clues: 31, Puzzles: 100, Unique: 60, Tight: 60, Frozen: math.NaN()}}}
	if got := tr.half(); got != 30.75 {
		t.Errorf("half at %v", got)
	}
	tables := tr.Tables()
	if got := strings.Join(tables[0].Rows[0], " "); !strings.Contains(got, "20.0 % (13.3–28.9) 50.0 %") {
		t.Errorf("row %q", got)
	}
	if got := strings.Join(tables[1].Rows[0], " "); !strings.HasPrefix(got, "30 50.00 10.00 90.00 39.") {
		t.Errorf("spread %q", got)
	}
	if svg := tr.Drawings()[0].Picture.SVG(); strings.Contains(svg, "NaN") {
		t.Error("the picture has a point that is no number")
	}
	if c, err := tr.Write(t.TempDir(), "1.2.3"); err != nil || c.Rows != 2 || c.SHA256 == "" {
		t.Errorf("%v: %+v", err, c)
	}
}
