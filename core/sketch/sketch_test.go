package sketch

import (
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

func board(t *testing.T, geometry string, cells int) *constraint.Board {
	t.Helper()
	p, err := sudoku.ParsePuzzle(geometry + ":" + strings.Repeat(".", cells))
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Geometry().Board()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// samples are constraints that are drawn otherwise than the examples of the documentation, some of which have no drawing.
const samples = `~cage=7.8:r1c12r2c2~cage:r1c345r2c35r3c345~cage=9:r4c1r5c2~arrow:r4c34-r4c56~white=2:r1c1r2c2~quad=3:r5c56r6c56
~hidden-skyscraper=3:r987654321c1~little-killer=20:r1c7r2c8r3c9~equal:r1c12`

// documented returns the examples of the documentation, one or more of each constraint.
func documented(t *testing.T, b *constraint.Board) (all []constraint.Constraint) {
	page, err := os.ReadFile("../../docs/constraints.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range regexp.MustCompile("(?m)^\\| `([^` ]+)` \\|").FindAllStringSubmatch(string(page), -1) {
		set, err := constraint.Parse(b, "~"+row[1])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, set.Constraints...)
	}
	return all
}

// Each drawing is within the picture, touches each cell of its constraint, has colours that can be printed, and a rule.
func TestDrawings(t *testing.T) {
	b := board(t, "9", 81)
	left := map[string]bool{}
	for _, r := range rows {
		left[r.name] = true
	}
	drawn := maps.Clone(left)
	strange, err := constraint.Parse(b, strings.ReplaceAll(samples, "\n", ""))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range slices.Concat(strange.Constraints, documented(t, b)) {
		if !drawn[c.Name] {
			continue
		}
		d := draw(b, []constraint.Constraint{c})
		if len(d.Notes) == 1 && len(d.Rules)+len(d.Shapes) == 0 {
			continue // a form without a drawing
		}
		delete(left, c.Name)
		if len(d.Notes) > 0 || len(d.Rules) != 1 || strings.Contains(d.Rules[0], "{") {
			t.Errorf("%s: notes %q, rules %q", c.Name, d.Notes, d.Rules)
		}
		for _, s := range d.Shapes {
			checkShape(t, b, c.Name, s, d)
		}
		for _, cell := range slices.Concat(c.Lists...) {
			if outside := d.Top+d.Right+d.Bottom+d.Left > 0; !outside && !touches(d.Shapes, float64(cell%9), float64(cell/9)) {
				t.Errorf("%s does not touch r%dc%d", c.Name, cell/9+1, cell%9+1)
			}
		}
	}
	for name := range left {
		t.Errorf("docs/constraints.md has no example of %s that is drawn", name)
	}
}

// Whatever constraints the language allows is drawn within the picture, or a note.
func TestStrangeDrawings(t *testing.T) {
	b := board(t, "6", 36)
	names := map[string]int{}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		c := constraint.Constraint{Name: rows[random.IntN(len(rows))].name,
			Value: []string{"", "1", "6", "1.2", "1.2.2.3.3", "1000000000", "-3"}[random.IntN(7)]}
		for range 1 + random.IntN(3) {
			var list []int
			for range 1 + random.IntN(6) {
				list = append(list, random.IntN(36))
			}
			c.Lists = append(c.Lists, list)
		}
		set, err := constraint.Normalize(b, []constraint.Constraint{c})
		if err != nil {
			continue
		}
		d := draw(b, set.Constraints)
		if len(d.Notes)+len(d.Rules) != 1 || len(d.Notes) > 0 && len(d.Shapes) > 0 {
			t.Fatalf("%+v: notes %q, rules %q, %d shapes", c, d.Notes, d.Rules, len(d.Shapes))
		}
		for _, s := range d.Shapes {
			checkShape(t, b, c.Name, s, d)
		}
		names[c.Name]++
	}
	if len(names) < len(rows)-5 {
		t.Errorf("only %d of %d names come: %v", len(names), len(rows), names)
	}
}

// checkShape reports what a program that draws shapes could not draw.
func checkShape(t *testing.T, b *constraint.Board, name string, s Shape, d *Drawing) {
	t.Helper()
	size := float64(b.N)
	least := map[Kind]int{Line: 2, Area: 3, Disc: 1, Text: 1}[s.Kind]
	if least == 0 || len(s.Points) < least || s.Layer == "" || (s.Kind == Text) != (s.Text != "") || (s.Kind == Disc) != (s.Radius > 0) {
		t.Errorf("%s: %+v", name, s)
	}
	if (s.Fill == "" && s.Stroke == "") || (s.Stroke != "") != (s.Width > 0) && s.Kind != Area {
		t.Errorf("%s: nothing is painted of %+v", name, s)
	}
	for _, colour := range []Colour{s.Fill, s.Stroke} {
		if colour != "" && OnPaper[colour] == "" {
			t.Errorf("%s: colour %q", name, colour)
		}
	}
	low, high := box(s)
	if low[0] < -float64(d.Left) || low[1] < -float64(d.Top) || high[0] > size+float64(d.Right) || high[1] > size+float64(d.Bottom) {
		t.Errorf("%s: a shape from %v to %v is outside of the picture", name, low, high)
	}
}

// box returns the corners of the least rectangle around a shape.
func box(s Shape) (low, high Point) {
	low, high = Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, p := range s.Points {
		for axis := range p {
			far := s.Radius + s.Width/2
			if s.Kind == Text {
				far = s.Size / 2
			}
			low[axis], high[axis] = min(low[axis], p[axis]-far), max(high[axis], p[axis]+far)
		}
	}
	if s.Start {
		low, high = Point{s.Points[0][0], s.Points[0][1] - s.Size}, s.Points[0]
	}
	return low, high
}

func touches(shapes []Shape, x, y float64) bool {
	return slices.ContainsFunc(shapes, func(s Shape) bool {
		low, high := box(s)
		return low[0] < x+1 && high[0] > x && low[1] < y+1 && high[1] > y
	})
}

// An outline goes around each part and each hole, inside the borders; a second one keeps away from the first.
func TestOutline(t *testing.T) {
	b := board(t, "6", 36)
	cages := func(lists ...[]int) (corners [][]Point) {
		var all []constraint.Constraint
		for _, list := range lists {
			all = append(all, constraint.Constraint{Name: "cage", Lists: [][]int{list}})
		}
		for _, s := range draw(b, all).Shapes {
			corners = append(corners, s.Points)
		}
		return corners
	}
	if got := cages([]int{0, 1, 7}); len(got) != 1 || !slices.Equal(got[0], []Point{{1.92, 0.08}, {1.92, 1.92}, {1.08, 1.92}, {1.08, 0.92},
		{0.08, 0.92}, {0.08, 0.08}}) {
		t.Errorf("an L: %v", got)
	}
	if got := cages([]int{0, 1, 2, 6, 8, 12, 13, 14}); len(got) != 2 || !slices.Contains(got[1], Point{0.92, 0.92}) {
		t.Errorf("a ring: %v", got)
	}
	if got := cages([]int{0, 7}); len(got) != 2 || len(got[0]) != 4 || len(got[1]) != 4 {
		t.Errorf("cells that touch at a corner: %v", got)
	}
	if got := cages([]int{1, 6}); len(got) != 2 || len(got[0]) != 4 || len(got[1]) != 4 {
		t.Errorf("cells that touch at the other corner: %v", got)
	}
	if got := cages([]int{0, 1}, []int{1, 2}); len(got) != 2 || !slices.Contains(got[1], Point{1.16, 0.16}) {
		t.Errorf("two that overlap: %v", got)
	}
}

// What is drawn at one place is drawn side by side.
func TestRoom(t *testing.T) {
	b := board(t, "6", 36)
	d := draw(b, []constraint.Constraint{{Name: "white", Lists: [][]int{{0, 1}}}, {Name: "x", Lists: [][]int{{0, 1}}}})
	if a, b := d.Shapes[0].Points[0], d.Shapes[1].Points[0]; a == b || a[0] != b[0] {
		t.Errorf("two marks at %v and %v", a, b)
	}
	row := []int{0, 1, 2, 3, 4, 5}
	d = draw(b, []constraint.Constraint{{Name: "sandwich", Value: "5", Lists: [][]int{row}}, {Name: "x-sum", Value: "6", Lists: [][]int{row}}})
	if d.Left != 2 || d.Right+d.Top+d.Bottom > 0 {
		t.Errorf("two clues of a row need %+v", d)
	}
	var many []constraint.Constraint
	for _, value := range strings.Split("1 2 3 4 5 6", " ") {
		many = append(many, constraint.Constraint{Name: "sandwich", Value: value, Lists: [][]int{row}})
	}
	if d = draw(b, many); d.Left != 4 || len(d.Notes) != 2 {
		t.Errorf("six clues of a row need %d cells, and %q", d.Left, d.Notes)
	}
	d = draw(b, []constraint.Constraint{{Name: "cage", Value: "5", Lists: [][]int{{0, 1}}}, {Name: "sum", Value: "6", Lists: [][]int{{0, 6}}}})
	var at []Point
	for _, s := range d.Shapes {
		if s.Kind == Text {
			at = append(at, s.Points[0])
		}
	}
	if len(at) != 2 || at[0] == at[1] || !slices.Equal(d.Labelled, []int{0}) {
		t.Errorf("two sums in a cell at %v, labels in %v", at, d.Labelled)
	}
}

// Each sort is explained once; values that differ stand beside their lines.
func TestRules(t *testing.T) {
	b := board(t, "6", 36)
	line := func(value string, cells ...int) constraint.Constraint {
		return constraint.Constraint{Name: "whisper", Value: value, Lists: [][]int{cells}}
	}
	if d := draw(b, []constraint.Constraint{line("3", 0, 1), line("3", 12, 13)}); len(d.Rules) != 1 || !strings.Contains(d.Rules[0], "at least 3") || len(d.Labelled) > 0 {
		t.Errorf("%q, %v", d.Rules, d.Labelled)
	}
	if d := draw(b, []constraint.Constraint{line("3", 0, 1), line("2", 12, 13)}); len(d.Rules) != 1 || strings.Contains(d.Rules[0], "3") || len(d.Labelled) != 2 {
		t.Errorf("%q, %v", d.Rules, d.Labelled)
	}
}

// A sum less another is two outlines with a letter.
func TestSumLessAnother(t *testing.T) {
	p, err := sudoku.ParsePuzzle("9:~sum=4:r1c12-r1c3")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, s := range Of(p).Shapes {
		if s.Kind == Text {
			texts = append(texts, s.Text)
		}
	}
	if !slices.Equal(texts, []string{"A 4", "−A"}) {
		t.Errorf("texts %q", texts)
	}
}

// What has no drawing is a note.
func TestNotes(t *testing.T) {
	p, err := sudoku.ParsePuzzle("9:~or~cage=3:r1c12~cage=9:r3c12~end~sandwich=5:r1c1r2c2~white:r1c1r5c5~thermo:r1c12")
	if err != nil {
		t.Fatal(err)
	}
	d := Of(p)
	if len(d.Notes) != 3 || len(d.Rules) != 1 || d.Shapes[0].Of != 1 && p.Constraints()[d.Shapes[0].Of].Name != "thermo" {
		t.Errorf("notes %q, rules %q", d.Notes, d.Rules)
	}
	cube, err := sudoku.ParsePuzzle("9^3:" + strings.Repeat(".", 729))
	if err != nil || len(Of(cube).Shapes) > 0 {
		t.Error("a cube has constraints")
	}
}
