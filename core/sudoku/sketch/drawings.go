package sketch

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// outlined draws an outline with the value in the corner.
func outlined(colour Colour, width float64, dash ...float64) func(d *drawer) bool {
	return outlinedAs("%", colour, width, dash...)
}

// outlinedAs draws an outline with a text in the corner, in which % stands for the value.
func outlinedAs(text string, colour Colour, width float64, dash ...float64) func(d *drawer) bool {
	return func(d *drawer) bool {
		value := d.choice()
		if strings.HasPrefix(d.Name, "contain") || d.Name == "look-and-say" {
			value = d.symbols()
		}
		d.outline(d.Lists[0], strings.ReplaceAll(text, "%", value), colour, width, dash...)
		return true
	}
}

// symbols writes the digits of the value side by side if each is one letter.
func (d *drawer) symbols() string {
	parts := strings.Split(d.Value, ".")
	if slices.ContainsFunc(parts, func(s string) bool { return utf8.RuneCountInString(s) > 1 }) {
		return strings.Join(parts, " ")
	}
	return strings.Join(parts, "")
}

// grouped draws outlines with a common letter.
func grouped(sign string, colour Colour) func(d *drawer) bool {
	return func(d *drawer) bool {
		name := sign + d.group()
		for _, list := range d.Lists {
			d.outline(list, name, colour, 0.035)
		}
		return true
	}
}

// stroke draws a plain line.
func stroke(colour Colour, width float64, dash ...float64) func(d *drawer) bool {
	return func(d *drawer) bool {
		d.line(d.centres(d.Lists[0]), colour, width, dash...)
		d.labelSeveral()
		return true
	}
}

// ended draws a line with an area at both ends.
func ended(colour Colour, width float64, around []Point) func(d *drawer) bool {
	return func(d *drawer) bool {
		points := d.centres(d.Lists[0])
		for _, p := range []Point{points[0], points[len(points)-1]} {
			d.area(circles, p, colour, "", 0, around...)
		}
		d.line(points, colour, width)
		d.labelSeveral()
		return true
	}
}

// trimmed makes a line shorter at both ends.
func trimmed(points []Point, by float64) []Point {
	points = slices.Clone(points)
	last := len(points) - 1
	begin, end := towards(points[0], points[1], by), towards(points[last], points[last-1], by)
	points[0], points[last] = begin, end
	return points
}

// thermometer draws one, filled with a colour.
func thermometer(inside Colour) func(d *drawer) bool {
	return func(d *drawer) bool {
		points := d.centres(d.Lists[0])
		if inside == Grey {
			d.line(points, Grey, 0.34)
			d.disc(points[0], 0.4, Grey, "", 0)
			return true
		}
		d.hollow(points, Dim, inside, 0.34, 0.04)
		d.add(2-0.34, Shape{Layer: Below, Kind: Disc, Points: points[:1], Radius: 0.38, Fill: inside, Stroke: Dim, Width: 0.04})
		return true
	}
}

// arrow draws a circle, or a pill of several cells, and shafts.
func arrow(d *drawer) bool {
	pill := d.centres(d.Lists[0])
	if len(pill) == 1 {
		d.disc(pill[0], 0.4, "", Dim, 0.06)
	} else {
		d.hollow(pill, Dim, Paper, 0.83, 0.06)
	}
	for _, shaft := range d.Lists[1:] {
		points := d.centres(shaft)
		from := slices.MinFunc(pill, func(a, b Point) int { return cmp.Compare(distance(a, points[0]), distance(b, points[0])) })
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

// each draws something in each cell.
func each(draw func(d *drawer, at Point)) func(d *drawer) bool {
	return func(d *drawer) bool {
		for _, c := range d.Lists[0] {
			draw(d, d.centre(c))
		}
		return true
	}
}

// extreme draws cells with tips towards neighbours that are not marked the same, inward (-1) or outward (1).
func extreme(way float64) func(d *drawer) bool {
	return func(d *drawer) bool {
		d.shade(d.Lists[0], Pale)
		for _, c := range d.Lists[0] {
			at := d.centre(c)
			for side := range 4 {
				if n := d.neighbour(c, side); n < 0 || slices.Contains(d.Lists[0], n) {
					continue
				}
				out := steps[(side+3)%4]
				point := func(far float64) Point { return Point{at[0] + far*out[0], at[1] + far*out[1]} }
				d.add(circles, Shape{Layer: Below, Kind: Line, Points: chevron(point(0.39-0.05*way), point(0.39+0.05*way), 0.1),
					Stroke: Ink, Width: 0.035})
			}
		}
		return true
	}
}

// index shades cells and writes a letter into the lower right corner of each.
func index(colour Colour, name string) func(d *drawer) bool {
	return func(d *drawer) bool {
		d.shade(d.Lists[0], colour)
		for _, c := range d.Lists[0] {
			d.label(c, 3, name)
		}
		return true
	}
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

// outside draws the value beyond the grid, where the line begins, and a sign of what it is.
func outside(sign func(d *drawer, at, into Point)) func(d *drawer) bool {
	return func(d *drawer) bool {
		at, into, ok := d.outsider()
		if !ok {
			return false
		}
		sign(d, at, into)
		d.write(On, at, d.choice(), min(clueSize, 0.62/(letter*float64(utf8.RuneCountInString(d.choice())))), Ink)
		return true
	}
}

func ring(d *drawer, at, _ Point) { d.disc(at, 0.38, "", Ink, 0.025) }

func frame(d *drawer, at, _ Point) { d.area(circles, at, "", Ink, 0.025, square(0.33)...) }

// tip draws a triangle that points into the grid.
func tip(fill Colour) func(d *drawer, at, into Point) {
	return func(d *drawer, at, into Point) {
		x, y := into[0]-at[0], into[1]-at[1]
		d.area(circles, Point{at[0] + 0.34*x, at[1] + 0.34*y}, fill, Dim, 0.02,
			Point{0.12 * x, 0.12 * y}, Point{-0.1 * y, 0.1 * x}, Point{0.1 * y, -0.1 * x})
	}
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
