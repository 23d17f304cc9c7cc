// Package sketch draws the constraints of a puzzle with plain shapes, once for SVG, PDF and the page alike.
//
// # Words
//
//   - The unit is the side of a cell. The grid's upper left corner is at 0, 0; x grows to the right and y downward. What
//     stands outside of the grid has coordinates below 0 or beyond its columns and rows.
//   - A [Shape] is a line, an area, a disc or a text. Its colours are names: paper has one colour for each, a screen one in
//     light and one in dark. Nothing is told by its colour alone, since many print in grey.
//   - A shape lies in a layer: below the lines of the grid (thermometers, outlines), on them (dots, signs), or above (numbers).
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

// Layer says what a shape covers.
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

// Drawing is what is drawn of some constraints.
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

func draw(b *constraint.Board, constraints []constraint.Constraint) *Drawing {
	d := &drawer{board: b, values: map[string][]string{}, corners: map[corner]bool{}, edges: map[edge]int{}, marks: map[Point]int{},
		outside: map[[2]int]bool{}, shades: map[int]Colour{}}
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

func round(v float64) float64 { return math.Round(v*1000) / 1000 }

// Colour is the name of a colour.
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
	Green: "#67e067", Magenta: "#e86ae8", Blue: "#2ebcf0", Sky: "#cfe6fb", Purple: "#9a5fc0", Gold: "#e8bf3c", Peach: "#ffcfa8",
	Teal: "#1fae96", Red: "#e0705a", Rose: "#fadcdc", Mint: "#d8f2d8",
}
