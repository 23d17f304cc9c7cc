package sketch

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// caption returns the text of the row with the value in it.
func (d *drawer) caption() string {
	value := d.choice()
	if strings.HasPrefix(d.Name, "contain") || d.Name == "look-and-say" {
		value = d.symbols()
	}
	return strings.ReplaceAll(d.text, "%", value)
}

// choice writes the value, of which several numbers may be right.
func (d *drawer) choice() string { return strings.ReplaceAll(d.Value, ".", "/") }

// symbols writes the digits of the value side by side if each is one letter.
func (d *drawer) symbols() string {
	parts := strings.Split(d.Value, ".")
	if slices.ContainsFunc(parts, func(s string) bool { return utf8.RuneCountInString(s) > 1 }) {
		return strings.Join(parts, " ")
	}
	return strings.Join(parts, "")
}

// outlined draws an outline with a text in the corner.
func outlined(d *drawer) bool {
	switch {
	case len(d.Lists) == 1:
		d.outline(d.Lists[0], d.caption())
	case d.Name == "sum":
		name := d.group()
		d.outline(d.Lists[0], name+" "+d.caption())
		d.outline(d.Lists[1], "−"+name)
	default:
		return false
	}
	return true
}

// grouped draws outlines with a common letter.
func grouped(d *drawer) bool {
	name := d.text + d.group()
	for _, list := range d.Lists {
		d.outline(list, name)
	}
	return true
}

// shaded draws shaded cells with an outline, and a common letter if the row has a text.
func shaded(d *drawer) bool {
	name := d.text
	if name != "" {
		name = d.group()
	}
	for _, list := range d.Lists {
		d.shade(list, Pale)
		d.outline(list, name)
	}
	return true
}

// lunchbox draws a pale line with its sum.
func lunchbox(d *drawer) bool {
	d.hollow(d.centres(d.Lists[0]), Pale, 0.8, 0.03)
	d.label(d.Lists[0][0], d.choice())
	return true
}

// stroke draws a plain line.
func stroke(d *drawer) bool {
	d.line(d.centres(d.Lists[0]), d.colour, d.width, d.dash...)
	d.labelSeveral()
	return true
}

// hollowLine draws a line with an edge.
func hollowLine(d *drawer) bool {
	d.hollow(d.centres(d.Lists[0]), d.colour, d.width, min(0.04, 0.01/d.width))
	return true
}

// nabner draws a golden line with a dot in each cell.
func nabner(d *drawer) bool {
	points := d.centres(d.Lists[0])
	for _, p := range points {
		d.disc(p, 0.2, Gold, "", 0)
	}
	d.line(points, Gold, 0.08)
	return true
}

// withEnds draws a line with something at both ends.
func withEnds(d *drawer) bool {
	points := d.centres(d.Lists[0])
	line := points
	if d.Name == "double-arrow" { // its circles are empty
		line = trimmed(points, 0.4)
	}
	d.line(line, d.colour, d.width)
	for _, p := range []Point{points[0], points[len(points)-1]} {
		switch d.Name {
		case "double-arrow":
			d.disc(p, 0.4, "", Dim, 0.06)
		case "between":
			d.disc(p, 0.4, Pale, Dim, 0.05)
		case "lockout":
			d.area(circles, p, Sky, Blue, 0.04, Point{0, -0.46}, Point{0.46, 0}, Point{0, 0.46}, Point{-0.46, 0})
		case "ten-line":
			d.area(circles, p, Gold, "", 0, square(0.2)...)
		}
	}
	d.labelSeveral()
	return true
}

// slingshot draws an arrow that begins with a dot.
func slingshot(d *drawer) bool {
	points := d.centres(d.Lists[0])
	d.line(points, Teal, 0.06)
	d.head(points[len(points)-2], points[len(points)-1], Teal, 0.06)
	d.disc(points[0], 0.2, Teal, "", 0)
	d.disc(points[1], 0.3, "", Teal, 0.05)
	return true
}

// trimmed makes a line shorter at both ends.
func trimmed(points []Point, by float64) []Point {
	points = slices.Clone(points)
	last := len(points) - 1
	begin, end := towards(points[0], points[1], by), towards(points[last], points[last-1], by)
	points[0], points[last] = begin, end
	return points
}

// thermo draws a bulb and a tube.
func thermo(d *drawer) bool {
	points := d.centres(d.Lists[0])
	d.line(points, Grey, 0.34)
	d.disc(points[0], 0.4, Grey, "", 0)
	return true
}

// slowThermo draws an empty bulb and tube.
func slowThermo(d *drawer) bool {
	points := d.centres(d.Lists[0])
	d.hollow(points, Paper, 0.34, 0.04)
	d.add(2-0.34, Shape{Layer: Below, Kind: Disc, Points: points[:1], Radius: 0.38, Fill: Paper, Stroke: Dim, Width: 0.04})
	return true
}

// arrow draws a circle, or a pill of several cells, and shafts.
func arrow(d *drawer) bool {
	pill := d.centres(d.Lists[0])
	if len(pill) == 1 {
		d.disc(pill[0], 0.4, "", Dim, 0.06)
	} else {
		d.hollow(pill, Paper, 0.83, 0.06)
	}
	for _, shaft := range d.Lists[1:] {
		points := d.centres(shaft)
		from := slices.MinFunc(pill, func(a, b Point) int {
			return cmp.Compare(distance(a, points[0]), distance(b, points[0]))
		})
		points = append([]Point{towards(from, points[0], 0.4)}, points...)
		d.line(points, Dim, 0.06)
		d.head(points[len(points)-2], points[len(points)-1], Dim, 0.06)
	}
	return true
}

// regionSum draws a line with a bar across it at each border of regions.
func regionSum(d *drawer) bool {
	cells := d.Lists[0]
	points := d.centres(cells)
	d.line(points, Blue, 0.14)
	for i := range len(cells) - 1 {
		if regions := d.board.Regions; regions[cells[i]] != regions[cells[i+1]] {
			d.across(points[i], points[i+1], 0.22, Blue, 0.09)
		}
	}
	return true
}

// across draws a bar in the middle between two points, as long to both sides.
func (d *drawer) across(a, b Point, half float64, colour Colour, width float64) {
	at := middle(a, b)
	to := towards(at, b, half)
	x, y := to[0]-at[0], to[1]-at[1]
	d.line([]Point{{at[0] - y, at[1] + x}, {at[0] + y, at[1] - x}}, colour, width)
}

// zipper draws a line with ties between its cells and a disc in its middle.
func zipper(d *drawer) bool {
	points := d.centres(d.Lists[0])
	d.line(points, Purple, 0.07)
	for i := range len(points) - 1 {
		d.across(points[i], points[i+1], 0.16, Purple, 0.07)
	}
	n := len(points)
	d.disc(middle(points[(n-1)/2], points[n/2]), 0.18, Purple, "", 0)
	return true
}

// odd draws a grey disc in each cell.
func odd(d *drawer) bool {
	for _, c := range d.Lists[0] {
		d.disc(d.centre(c), 0.38, Grey, "", 0)
	}
	return true
}

// areas draws a square, or a triangle that points downward or upward, in each cell.
func areas(d *drawer) bool {
	around := square(0.34)
	switch d.Name {
	case "low":
		around = []Point{{-0.42, -0.3}, {0.42, -0.3}, {0, 0.44}}
	case "high":
		around = []Point{{-0.42, 0.3}, {0.42, 0.3}, {0, -0.44}}
	}
	for _, c := range d.Lists[0] {
		d.area(circles, d.centre(c), Grey, "", 0, around...)
	}
	return true
}

// rings draws two circles in each cell.
func rings(d *drawer) bool {
	for _, c := range d.Lists[0] {
		d.disc(d.centre(c), 0.42, "", Ink, 0.025)
		d.disc(d.centre(c), 0.36, "", Ink, 0.025)
	}
	return true
}

// extreme draws cells with tips towards neighbours that are not marked the same, inward or outward.
func extreme(d *drawer) bool {
	d.shade(d.Lists[0], Pale)
	for _, c := range d.Lists[0] {
		at := d.centre(c)
		for side := range 4 {
			if n := d.neighbour(c, side); n < 0 || slices.Contains(d.Lists[0], n) {
				continue
			}
			out := steps[(side+3)%4]
			border := Point{at[0] + out[0]/2, at[1] + out[1]/2}
			tip := chevron(towards(at, border, 0.39-0.05*d.width), towards(at, border, 0.39+0.05*d.width), 0.1)
			d.add(circles, Shape{Layer: Below, Kind: Line, Points: tip, Stroke: Ink, Width: 0.035})
		}
	}
	return true
}

// index shades cells and writes a letter into a corner of each.
func index(d *drawer) bool {
	d.shade(d.Lists[0], d.colour)
	for _, c := range d.Lists[0] {
		d.label(c, d.text)
	}
	return true
}

// dot draws a disc on the border of two cells, with the value inside.
func dot(d *drawer) bool {
	ink := Black
	if d.colour == Black {
		ink = White
	}
	return d.badge(0.15, d.colour, Ink, ink, 0.22)
}

// written writes a text on the border of two cells.
func written(d *drawer) bool { return d.badge(0.17, Paper, Paper, Ink, 0.34) }

// less draws signs that point to the smaller digit.
func less(d *drawer) bool {
	return d.signs(func(at, from, to Point) {
		tip := chevron(towards(at, to, 0.07), towards(at, from, 0.07), 0.1)
		d.add(1, Shape{Layer: On, Kind: Line, Points: tip, Stroke: Ink, Width: 0.04})
	})
}

// equal draws signs of equality between cells.
func equal(d *drawer) bool {
	return d.signs(func(at, _, _ Point) { d.write(On, at, "=", 0.34, Ink) })
}

// quad draws digits in a circle where four cells meet.
func quad(d *drawer) bool {
	digits, cells := strings.Split(d.Value, "."), d.Lists[0]
	if cols := d.board.Cols; len(digits) > 4 || len(cells) != 4 || cells[0]%cols == cols-1 ||
		!slices.Equal(cells, []int{cells[0], cells[0] + 1, cells[0] + cols, cells[0] + cols + 1}) {
		return false
	}
	at := middle(d.centre(cells[0]), d.centre(cells[3]))
	d.add(2, Shape{Layer: On, Kind: Disc, Points: []Point{at}, Radius: 0.27, Fill: Paper, Stroke: Ink, Width: 0.025})
	size := []float64{0.36, 0.3, 0.24, 0.24}[len(digits)-1]
	lines := [][]string{digits}
	if len(digits) > 2 {
		lines = [][]string{digits[:2], digits[2:]}
	}
	for i, line := range lines {
		for k, digit := range line {
			x := (float64(k) - float64(len(line)-1)/2) * 0.7 * size
			y := (float64(i) - float64(len(lines)-1)/2) * 0.85 * size
			d.write(On, Point{at[0] + x, at[1] + y}, digit, size, Ink)
		}
	}
	return true
}

const clueSize = 0.44 // of a number outside the grid

// outside draws the value beyond the grid, where the line begins, and a sign of its kind.
func outside(d *drawer) bool {
	at, into, ok := d.outsider()
	if !ok {
		return false
	}
	switch x, y := into[0]-at[0], into[1]-at[1]; d.Name {
	case "x-sum":
		d.disc(at, 0.38, "", Ink, 0.025)
	case "numbered-room":
		d.area(circles, at, "", Ink, 0.025, square(0.33)...)
	case "skyscraper", "hidden-skyscraper": // a triangle that points into the grid
		d.area(circles, Point{at[0] + 0.34*x, at[1] + 0.34*y}, d.colour, Ink, 0.025,
			Point{0.13 * x, 0.13 * y}, Point{-0.13 * y, 0.13 * x}, Point{0.13 * y, -0.13 * x})
	}
	d.write(On, at, d.choice(), min(clueSize, 0.56/(letter*float64(utf8.RuneCountInString(d.choice())))), Ink)
	return true
}

// littleKiller draws a number with an arrow into its diagonal.
func littleKiller(d *drawer) bool {
	at, into, ok := d.outsider()
	if !ok {
		return false
	}
	from, to := towards(at, into, 0.34), towards(at, into, 0.62)
	d.line([]Point{from, to}, Ink, 0.035)
	d.line(chevron(towards(to, at, 0.12), to, 0.1), Ink, 0.035)
	d.write(On, towards(at, into, -0.08), d.choice(), clueSize*0.9, Ink)
	return true
}
