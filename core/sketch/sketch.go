// Package sketch draws the constraints of a puzzle with plain shapes, once for SVG, PDF and the page alike.
//
// # Words
//
//   - The unit is the side of a cell. The grid's upper left corner is at 0, 0; x grows to the right and y downward.
//     What stands outside of the grid has coordinates below 0 or beyond its columns and rows.
//   - A [Shape] is a line, an area, a disc or a text. Its colours are names: paper has one colour for each, a screen
//     one in light and one in dark. Nothing is told by its colour alone, since many print in grey.
//   - A shape lies in a layer: below the lines of the grid (thermometers, outlines), on them (dots, signs), or above
//     (numbers).
//   - A rule says what a sort of drawing means; a note is the sentence of a constraint that has no drawing.
//
// The table has a row for each name of a constraint that can be drawn.
package sketch

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// Point is a place: x and y in cells.
type Point [2]float64

// Layer says whether a shape is drawn below the lines of the grid, over them or over all.
type Layer string

// Layers, the later over the earlier.
const (
	Below Layer = "below" // below the lines of the grid and its digits
	On    Layer = "on"    // over the lines
	Above Layer = "above" // texts over all
)

// Kind says what the points of a shape are.
type Kind string

// Kinds of shapes.
const (
	Line Kind = "line" // an open line with round ends
	Area Kind = "area" // a closed line
	Disc Kind = "disc" // one point, the centre
	Text Kind = "text" // one point on the baseline
)

// Shape is one element of a drawing. Colours that are "" paint nothing.
type Shape struct {
	Layer  Layer     `json:"layer"`
	Kind   Kind      `json:"kind"`
	Points []Point   `json:"points"`
	Stroke Colour    `json:"stroke,omitempty"`
	Fill   Colour    `json:"fill,omitempty"`
	Width  float64   `json:"width,omitempty"` // of the stroke
	Dash   []float64 `json:"dash,omitempty"`  // lengths of strokes and gaps, none for a solid line
	Radius float64   `json:"radius,omitempty"`
	Text   string    `json:"text,omitempty"`
	Size   float64   `json:"size,omitempty"`  // of the text
	Start  bool      `json:"start,omitempty"` // a text begins at its point, others have their middle there
	Of     int       `json:"of"`              // number of the constraint, from 0

	depth float64 // within the layer
}

// Drawing is a list of shapes for some constraints, with the sentences that explain them.
type Drawing struct {
	Shapes                   []Shape
	Top, Right, Bottom, Left int      // cells by which clues outside widen the picture
	Labelled                 []int    // cells with a text in a corner
	Sentences                []string // one for each constraint
	Rules                    []string // what the drawings mean, each sort once
	Notes                    []string // sentences of constraints without a drawing
}

// Of draws the constraints of a puzzle. Shapes come in the order in which they are to be painted.
func Of(p *sudoku.Puzzle) *Drawing {
	b, err := p.Geometry().Board()
	if err != nil {
		return &Drawing{} // of a geometry without constraints
	}
	return draw(b, p.Constraints())
}

// draw draws all constraints of a board.
func draw(b *constraint.Board, constraints []constraint.Constraint) *Drawing {
	d := &drawer{board: b, values: map[string][]string{}, corners: map[corner]bool{}, edges: map[edge]int{},
		marks: map[Point]int{}, outside: map[[2]int]bool{}, shades: map[int]Colour{}}
	for _, c := range constraints {
		if !slices.Contains(d.values[c.Name], c.Value) {
			d.values[c.Name] = append(d.values[c.Name], c.Value)
		}
	}
	for i := range constraints {
		d.Constraint, d.index = &constraints[i], i
		d.Sentences = append(d.Sentences, constraints[i].Sentence(b))
		k := slices.IndexFunc(rows, func(r row) bool { return r.name == constraints[i].Name })
		if k >= 0 {
			d.row = &rows[k]
		}
		if k < 0 || !d.draw(d) {
			d.Notes = append(d.Notes, d.Sentences[i])
			continue
		}
		if rule := d.ruleOf(d.rule); !slices.Contains(d.Rules, rule) {
			d.Rules = append(d.Rules, rule)
		}
	}
	for c := range d.corners {
		d.Labelled = append(d.Labelled, c.cell)
	}
	slices.Sort(d.Labelled)
	d.Labelled = slices.Compact(d.Labelled)
	layers := []Layer{Below, On, Above}
	slices.SortStableFunc(d.Shapes, func(a, b Shape) int {
		return cmp.Or(slices.Index(layers, a.Layer)-slices.Index(layers, b.Layer), cmp.Compare(a.depth, b.depth))
	})
	return &d.Drawing
}

// ruleOf completes the rule of a sort. Values that differ from line to line stand beside their lines.
func (d *drawer) ruleOf(text string) string {
	if strings.Contains(text, "{value}") && d.several() {
		return strings.ReplaceAll(text, "{value}", "n") + " The n of each stands at its first cell."
	}
	return strings.ReplaceAll(text, "{value}", strings.ReplaceAll(d.Value, ".", " or "))
}

// several reports whether constraints of the present sort have different values.
func (d *drawer) several() bool { return len(d.values[d.Name]) > 1 }

// add adds a shape of the present constraint.
func (d *drawer) add(depth float64, s Shape) {
	for i, p := range s.Points {
		s.Points[i] = Point{round(p[0]), round(p[1])}
	}
	s.Of, s.depth = d.index, depth
	d.Shapes = append(d.Shapes, s)
}

// round cuts a coordinate to three decimals.
func round(v float64) float64 { return math.Round(v*1000) / 1000 }

// Colour is the name of a colour, not its value: pages and printed sheets choose values that can be told apart there.
type Colour string

// Colours. White and black stay what they are in the dark; ink and paper change places.
const (
	Ink     Colour = "ink"
	Paper   Colour = "paper"
	White   Colour = "white"
	Black   Colour = "black"
	Pale    Colour = "pale"
	Grey    Colour = "grey"
	Dim     Colour = "dim"
	Green   Colour = "green"
	Magenta Colour = "magenta"
	Blue    Colour = "blue"
	Sky     Colour = "sky"
	Purple  Colour = "purple"
	Gold    Colour = "gold"
	Peach   Colour = "peach"
	Teal    Colour = "teal"
	Red     Colour = "red"
	Rose    Colour = "rose"
	Mint    Colour = "mint"
)

// OnPaper are the colours as they are printed, "#rrggbb".
var OnPaper = map[Colour]string{
	Ink: "#000000", Paper: "#ffffff", White: "#ffffff", Black: "#000000", Pale: "#e9e9e9", Grey: "#cfcfcf", Dim: "#8f8f8f",
	Green: "#67e067", Magenta: "#e86ae8", Blue: "#2ebcf0", Sky: "#cfe6fb", Purple: "#9a5fc0", Gold: "#e8bf3c",
	Peach: "#ffcfa8", Teal: "#1fae96", Red: "#e0705a", Rose: "#fadcdc", Mint: "#d8f2d8",
}

// row is how constraints of one name are drawn, and what their drawing means.
type row struct {
	name string
	draw func(d *drawer) bool // returns false, and draws nothing, if the constraint is of a form that has no drawing
	look
	rule string // {value} stands for the value
}

// look is what drawings of one form differ in. In the text % stands for the value.
type look struct {
	colour Colour
	width  float64
	text   string
	dash   []float64
}

var (
	dashes     = []float64{0.09, 0.06}
	longDashes = []float64{0.2, 0.07}
)

// rows has a row for each name of constraints that are drawn. They are data, made by the compiler.
var rows = []row{
	// Outlines
	{"cage", outlined, look{Ink, 0.025, "%", dashes},
		"Dashed cages: digits differ, and sum to the number in the corner if there is one."},
	{"sum", outlined, look{Blue, 0.04, "%", []float64{0.02, 0.07}},
		"Dotted outlines: digits sum to the number in the corner and may repeat; with a letter, less the digits of the " +
			"outline with − and that letter."},
	{"product", outlined, look{Ink, 0.035, "%×", nil}, "Outlines with ×: the product of the digits."},
	{"quotient", outlined, look{Ink, 0.035, "%÷", nil}, "Outlines with ÷: the quotient of the digits."},
	{"difference", outlined, look{Ink, 0.035, "%−", nil}, "Outlines with −: the difference of the digits."},
	{"contain", outlined, look{Purple, 0.03, "%", longDashes},
		"Long dashes: the cells hold at least the digits in the corner."},
	{"contain-exactly", outlined, look{Purple, 0.03, "=%", longDashes},
		"Long dashes and =: the cells hold the digits in the corner exactly as often as named."},
	{"look-and-say", outlined, look{Teal, 0.03, "“%”", longDashes},
		"Quoted numbers: 23 says that there are two 3s in the outline."},
	{"no-sum", outlined, look{Red, 0.03, "≠%", []float64{0.2, 0.05, 0.02, 0.05}},
		"Outlines with ≠: digits differ, and neither one of them nor several have that sum."},
	{"equality", outlined, look{Teal, 0.03, "E", nil},
		"Outlines with E: digits differ, as many are odd as even, as many low as high, and none is the middle one."},
	{"equal-sums", grouped, look{Blue, 0.035, "Σ", nil}, "Σ and a letter: the outlines of a letter have equal sums."},
	{"same-digits", grouped, look{Purple, 0.035, "", nil},
		"Outlines with a letter: those of a letter hold the same digits."},
	{"clone", shaded, look{Dim, 0.02, "%", nil},
		"Shaded shapes with a letter: equal shapes hold the same digits at the same places."},
	{"extra", shaded, look{Dim, 0.04, "", nil}, "Shaded regions: digits differ."},
	{"lunchbox", lunchbox, look{}, "Wide grey boxes: digits between the least and the greatest sum to the number."},

	// Lines
	{"thermo", thermo, look{}, "Thermometers: digits increase from the bulb."},
	{"slow-thermo", slowThermo, look{}, "Hollow thermometers: digits increase from the bulb or stay the same."},
	{"arrow", arrow, look{}, "Arrows: digits along each shaft sum to the number in the circle."},
	{"double-arrow", withEnds, look{colour: Dim, width: 0.06},
		"Lines with a circle at both ends: digits between sum to what the two circles sum to."},
	{"whisper", stroke, look{Green, 0.14, "", nil}, "Narrow green lines: neighbours differ by at least {value}."},
	{"renban", stroke, look{Magenta, 0.28, "", nil}, "Broad magenta lines: consecutive digits in any order."},
	{"nabner", nabner, look{}, "Golden beads: no two digits are equal or consecutive."},
	{"palindrome", hollowLine, look{Paper, 0.18, "", nil}, "Double grey lines: the same digits forth and back."},
	{"between", withEnds, look{colour: Dim, width: 0.12},
		"Lines with a grey disc at both ends: digits between lie between those two."},
	{"lockout", withEnds, look{colour: Blue, width: 0.1},
		"Lines with a diamond at both ends: the two differ by at least {value}, and no digit of the line is one of them or between."},
	{"modular", stroke, look{Teal, 0.16, "", []float64{0.3, 0.26}},
		"Dashed teal lines: any {value} cells in a row leave different remainders when divided by {value}."},
	{"entropic", hollowLine, look{Peach, 0.4, "", nil},
		"Very broad lines: any three cells in a row hold a low, a middle and a high digit."},
	{"parity", stroke, look{Red, 0.16, "", []float64{0.02, 0.26}}, "Dotted red lines: odd and even digits take turns."},
	{"ten-line", withEnds, look{colour: Gold, width: 0.12},
		"Lines with a square at both ends: they part into pieces with the sum {value}."},
	{"region-sum", regionSum, look{}, "Blue lines with bars at borders: their digits have the same sum in each region."},
	{"zipper", zipper, look{},
		"Lines with cross ties: cells as far from the middle sum to the same, which is the middle cell's digit if there is one."},
	{"slingshot", slingshot, look{},
		"Lines from a disc through a ring: the first digit comes again, as many cells after the ring as the digit in the ring says."},
	{"little-killer", littleKiller, look{},
		"Small arrows outside: digits along the diagonal sum to the number and may repeat."},

	// Cells
	{"odd", odd, look{}, "Grey discs: odd digits."},
	{"even", areas, look{}, "Grey squares: even digits."},
	{"low", areas, look{}, "Triangles downward: low digits."},
	{"high", areas, look{}, "Triangles upward: high digits."},
	{"minimum", extreme, look{width: -1}, "Cells with tips inward: lower than their neighbours."},
	{"maximum", extreme, look{width: 1}, "Cells with tips outward: higher than their neighbours."},
	{"row-index", index, look{Mint, 0, "R", nil},
		"Cells with R: the digit says in which row of its column the number of its row is."},
	{"column-index", index, look{Rose, 0, "C", nil},
		"Cells with C: the digit says in which column of its row the number of its column is."},
	{"box-index", index, look{Sky, 0, "B", nil},
		"Cells with B: the digit says at which place of its box the number of its place is."},
	{"circles", rings, look{}, "Double rings: a digit in a ring says in how many rings it is."},

	// Borders
	{"white", dot, look{White, 0, "%", nil}, "White dots: the digits differ by 1, or by the number in the dot."},
	{"black", dot, look{Black, 0, "%", nil},
		"Black dots: one digit is twice the other, or as many times as the number in the dot says."},
	{"x", written, look{text: "X"}, "X: the two digits sum to 10."},
	{"v", written, look{text: "V"}, "V: the two digits sum to 5."},
	{"pair-sum", written, look{text: "%"}, "Numbers between two cells: their sum."},
	{"less", less, look{}, "Signs < between cells: the lesser digit is at the tip."},
	{"equal", equal, look{}, "Signs =: equal digits."},
	{"quad", quad, look{}, "Circles at corners: the four cells hold the digits in the circle, each as often as it is there."},

	// Outside
	{"sandwich", outside, look{}, "Numbers outside: the sum of the digits between the least and the greatest of the line."},
	{"x-sum", outside, look{}, "Ringed numbers outside: the sum of the first cells, as many as the first digit says."},
	{"skyscraper", outside, look{colour: Ink},
		"Numbers outside with a tip: how many digits are higher than all before them."},
	{"hidden-skyscraper", outside, look{},
		"Numbers outside with a hollow tip: that digit is the first that a higher one hides."},
	{"numbered-room", outside, look{}, "Framed digits outside: the first cell says in which cell of the line they are."},
}
