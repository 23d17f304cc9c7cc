package transition

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTables(t *testing.T) {
	tr := &Transition{Request: Request{Count: 100, Grids: 3}, Points: []Point{
		{Clues: 30, Puzzles: 100, Unique: 20, WholeUnique: 20, Tight: 10, Frozen: 0.5, ByGrid: []int{3, 16, 30}},
		{Clues: 31, Puzzles: 100, Unique: 60, WholeUnique: 60, Tight: 60, Frozen: math.NaN(), ByGrid: []int{9, 20, 31}}}}
	if got := tr.half(); got != 30.75 {
		t.Errorf("half at %v", got)
	}
	tables := tr.Tables()
	if got := strings.Join(tables[0].Rows[0], " "); !strings.HasPrefix(got, "30 20 (13.337–28.883) 50.0 % (29.9–70.1) 0.000 0 50.0") {
		t.Errorf("row %q", got)
	}
	if got := strings.Join(tables[1].Rows[0], " "); !strings.HasPrefix(got, "30 49.49 9.09 90.91 40.") {
		t.Errorf("spread %q", got)
	}
	if svg := tr.Drawings()[0].Picture.SVG(); strings.Contains(svg, "NaN") {
		t.Error("the picture has a point that is no number")
	}
	folder := t.TempDir()
	if c, err := tr.Write(folder, "1.2.3"); err != nil || c.Rows != 2 || c.SHA256 == "" || len(c.Columns) != 12 {
		t.Errorf("%v: %+v", err, c)
	}
	rows, err := os.ReadFile(filepath.Join(folder, "transition.tsv"))
	if lines := strings.Split(string(rows), "\n"); err != nil || lines[2] != "31\t100\t60\t0\t60\t60\t0.000000\t0\t-\t9\t20\t31" {
		t.Errorf("%v: %q", err, lines)
	}
}
