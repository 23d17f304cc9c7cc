package sketch

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// drawer draws one constraint after the other, and knows what room they have taken.
type drawer struct {
	*constraint.Constraint // the present one
	*row
	Drawing

	board   *constraint.Board
	index   int
	values  map[string][]string // by name: values that constraints have
	groups  int                 // letters given to groups of cells
	corners map[corner]bool     // corners with a text
	edges   map[edge]int        // outlines along an edge
	marks   map[Point]int       // marks on a border of two cells
	outside map[[2]int]bool     // rows and columns beyond the grid with a clue
	shades  map[int]Colour      // of shaded cells
}

// corner is a corner of a cell: 0 upper left, 1 upper right, 2 lower left, 3 lower right.
type corner struct{ cell, at int }

// edge is a side of a cell: 0 the upper one, then clockwise.
type edge struct{ cell, side int }

// at returns the row and column of a cell.
func (d *drawer) at(cell int) (row, col int) { return cell / d.board.Cols, cell % d.board.Cols }

// centre returns the middle of a cell.
func (d *drawer) centre(cell int) Point {
	row, col := d.at(cell)
	return Point{float64(col) + 0.5, float64(row) + 0.5}
}

// centres returns the centres of cells.
func (d *drawer) centres(cells []int) []Point {
	points := make([]Point, len(cells))
	for i, c := range cells {
		points[i] = d.centre(c)
	}
	return points
}

// towards returns the point that is so far from a on the way to b.
func towards(a, b Point, far float64) Point {
	length := distance(a, b)
	if length == 0 {
		return a
	}
	return Point{a[0] + (b[0]-a[0])*far/length, a[1] + (b[1]-a[1])*far/length}
}

// distance returns how far two points are apart.
func distance(a, b Point) float64 { return math.Hypot(b[0]-a[0], b[1]-a[1]) }

// middle returns the point between two points.
func middle(a, b Point) Point { return Point{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2} }

// Depths of shapes below the grid's lines. Lines lie between 1 and 2, wide ones deeper.
const (
	shading  = 0.0
	circles  = 3.0
	outlines = 4.0
)

// line draws a line; of one point it is a dot.
func (d *drawer) line(points []Point, colour Colour, width float64, dash ...float64) {
	if len(points) == 1 {
		points = []Point{points[0], points[0]}
	}
	d.add(2-width, Shape{Layer: Below, Kind: Line, Points: points, Stroke: colour, Width: width, Dash: dash})
}

// hollow draws a dim line that has another colour inside.
func (d *drawer) hollow(points []Point, inside Colour, width, rim float64) {
	for _, s := range []Shape{{Stroke: Dim, Width: width}, {Stroke: inside, Width: width - 2*rim}} {
		s.Layer, s.Kind, s.Points = Below, Line, append([]Point(nil), points...)
		d.add(2-width, s)
	}
}

// disc draws a disc below the digits.
func (d *drawer) disc(at Point, radius float64, fill, stroke Colour, width float64) {
	d.add(circles, Shape{Layer: Below, Kind: Disc, Points: []Point{at}, Radius: radius, Fill: fill, Stroke: stroke,
		Width: width})
}

// area draws a closed line through places around a point.
func (d *drawer) area(depth float64, at Point, fill, stroke Colour, width float64, around ...Point) {
	points := make([]Point, len(around))
	for i, p := range around {
		points[i] = Point{at[0] + p[0], at[1] + p[1]}
	}
	d.add(depth, Shape{Layer: Below, Kind: Area, Points: points, Fill: fill, Stroke: stroke, Width: width})
}

// square returns the corners of a square about the origin.
func square(r float64) []Point { return []Point{{-r, -r}, {r, -r}, {r, r}, {-r, r}} }

// shade fills whole cells.
func (d *drawer) shade(cells []int, colour Colour) {
	for _, c := range cells {
		d.shades[c] = colour
		d.area(shading, d.centre(c), colour, "", 0, square(0.5)...)
	}
}

// head draws the head of an arrow from one point at another.
func (d *drawer) head(from, to Point, colour Colour, width float64) {
	d.line(chevron(towards(to, from, 0.2), to, 0.16), colour, width)
}

// chevron is a line with its tip at one point, open towards another.
func chevron(from, tip Point, half float64) []Point {
	end := towards(tip, from, half)
	x, y := tip[0]-end[0], tip[1]-end[1]
	return []Point{{from[0] - y, from[1] + x}, tip, {from[0] + y, from[1] - x}}
}

// write writes a text with its middle at a point.
func (d *drawer) write(layer Layer, at Point, text string, size float64, colour Colour) {
	d.add(circles, Shape{Layer: layer, Kind: Text, Points: []Point{{at[0], at[1] + 0.36*size}}, Text: text, Size: size,
		Fill: colour})
}

const (
	labelSize = 0.24
	letter    = 0.57 // width of a digit, in sizes
	labelEdge = 0.06 // between the label and the border of the cell
)

// label writes a text into a corner of a cell, over the line of an outline: the upper left one, or the next that is
// free.
func (d *drawer) label(cell int, text string) {
	if text == "" {
		return
	}
	at := 0
	for at < 3 && d.corners[corner{cell, at}] {
		at++
	}
	d.corners[corner{cell, at}] = true
	row, col := d.at(cell)
	size := min(labelSize, 0.92/(letter*float64(utf8.RuneCountInString(text)))) // within the cell
	width := letter * size * float64(utf8.RuneCountInString(text))
	x, y := float64(col)+labelEdge, float64(row)+labelEdge
	if at%2 == 1 {
		x = float64(col) + 1 - labelEdge - width
	}
	if at >= 2 {
		y = float64(row) + 1 - labelEdge - size
	}
	box := []Point{{x, y}, {x + width, y}, {x + width, y + size}, {x, y + size}}
	d.add(0, Shape{Layer: Above, Kind: Area, Points: box, Fill: cmp.Or(d.shades[cell], Paper)})
	d.add(0, Shape{Layer: Above, Kind: Text, Points: []Point{{x, y + 0.86*size}}, Text: text, Size: size, Fill: Ink,
		Start: true})
}

// labelSeveral writes the value at the first cell if it is not the same for all lines of the sort.
func (d *drawer) labelSeveral() {
	if d.several() {
		d.label(d.Lists[0][0], d.choice())
	}
}

// mark finds the place of a mark on the border of two cells, one beside those that are there. There is none for cells
// that do not touch.
func (d *drawer) mark(a, b int) (at Point, ok bool) {
	p, q := d.centre(a), d.centre(b)
	x, y := math.Abs(p[0]-q[0]), math.Abs(p[1]-q[1])
	if x > 1 || y > 1 {
		return at, false
	}
	at = middle(p, q)
	shift := [...]float64{0, 0.34, -0.34}[d.marks[at]%3]
	d.marks[at]++
	switch {
	case x+y == 2: // which of the two pairs at a corner is meant, a line shows
		d.line([]Point{towards(at, p, 0.4), towards(at, q, 0.4)}, Ink, 0.04)
	case x == 1:
		at[1] += shift
	default:
		at[0] += shift
	}
	return at, true
}

// badge draws a disc on the border of the two cells, with the caption inside.
func (d *drawer) badge(radius float64, fill, stroke, colour Colour, size float64) bool {
	at, ok := d.mark(d.Lists[0][0], d.Lists[0][1])
	if !ok {
		return false
	}
	d.add(0, Shape{Layer: On, Kind: Disc, Points: []Point{at}, Radius: radius, Fill: fill, Stroke: stroke, Width: 0.03})
	if text := d.caption(); text != "" {
		d.write(On, at, text, min(size, 1.9*radius/(letter*float64(utf8.RuneCountInString(text)))), colour)
	}
	return true
}

// signs draws something between each cell of the list and the next.
func (d *drawer) signs(draw func(at, from, to Point)) bool {
	cells := d.Lists[0]
	for i := range len(cells) - 1 {
		if p, q := d.centre(cells[i]), d.centre(cells[i+1]); math.Abs(p[0]-q[0])+math.Abs(p[1]-q[1]) != 1 {
			return false
		}
	}
	for i := range len(cells) - 1 {
		at, _ := d.mark(cells[i], cells[i+1])
		d.add(0, Shape{Layer: On, Kind: Disc, Points: []Point{at}, Radius: 0.13, Fill: Paper})
		draw(at, d.centre(cells[i]), d.centre(cells[i+1]))
	}
	return true
}

// mostOutside is how many clues can stand one beside the other at the beginning of a line.
const mostOutside = 4

// outsider finds the place of a clue outside the grid, at the beginning of a straight line, and where the way into the
// grid leads from there. There is none for other lines, nor for one clue too many.
func (d *drawer) outsider() (at, into Point, ok bool) {
	cells := d.Lists[0]
	if len(cells) < 2 {
		return at, into, false
	}
	row, col := d.at(cells[0])
	nextRow, nextCol := d.at(cells[1])
	dr, dc := nextRow-row, nextCol-col
	for i, c := range cells {
		if r, k := d.at(c); r != row+i*dr || k != col+i*dc {
			return at, into, false
		}
	}
	inside := func(r, k int) bool { return r >= 0 && r < d.board.Rows && k >= 0 && k < d.board.Cols }
	far := len(cells)
	if max(dr, -dr, dc, -dc) > 1 || inside(row-dr, col-dc) || inside(row+far*dr, col+far*dc) {
		return at, into, false
	}
	row, col = row-dr, col-dc
	for n := 1; d.outside[[2]int{row, col}]; n++ {
		if n == mostOutside {
			return at, into, false
		}
		row, col = row-dr, col-dc
	}
	d.outside[[2]int{row, col}] = true
	d.Top, d.Bottom = max(d.Top, -row), max(d.Bottom, row+1-d.board.Rows)
	d.Left, d.Right = max(d.Left, -col), max(d.Right, col+1-d.board.Cols)
	at = Point{float64(col) + 0.5, float64(row) + 0.5}
	return at, Point{at[0] + float64(dc), at[1] + float64(dr)}, true
}

// group returns the next letter for cells that belong together.
func (d *drawer) group() string {
	d.groups++
	return string(rune('A' + (d.groups-1)%26))
}

// inset is how far an outline is from the borders of its cells, and from another outline.
const inset = 0.08

// outline draws a closed line inside the borders of cells, one for each part, and writes a label into the first corner.
// Where there are outlines already it keeps a distance to them.
func (d *drawer) outline(cells []int, label string) {
	inside := map[int]bool{}
	for _, c := range cells {
		inside[c] = true
	}
	next := map[Point][]int{} // directions of edges by where they begin, clockwise around the cells
	others := 0
	for _, c := range cells {
		for side := range 4 {
			if !inside[d.neighbour(c, side)] {
				others = max(others, d.edges[edge{c, side}])
				begin := d.begin(c, side)
				next[begin] = append(next[begin], side)
			}
		}
	}
	distance := inset * float64(min(5, 1+others)) // within the cell, whatever there is
	for _, c := range cells {
		for side := range 4 {
			if inside[d.neighbour(c, side)] {
				continue
			}
			d.edges[edge{c, side}]++
			if points := loop(next, d.begin(c, side), side, distance); points != nil {
				d.add(outlines, Shape{Layer: Below, Kind: Area, Points: points, Stroke: d.colour, Width: d.width, Dash: d.dash})
			}
		}
	}
	d.label(cells[0], label)
}

// steps are the ways along a side of a cell, clockwise from the upper one. The way of the next side leads to the
// inside, the way of the side before to the outside.
var steps = [4]Point{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// neighbour returns the cell beyond a side, -1 for none.
func (d *drawer) neighbour(cell, side int) int {
	row, col := d.at(cell)
	out := steps[(side+3)%4]
	row, col = row+int(out[1]), col+int(out[0])
	if row < 0 || row >= d.board.Rows || col < 0 || col >= d.board.Cols {
		return -1
	}
	return row*d.board.Cols + col
}

// begin returns where a side begins.
func (d *drawer) begin(cell, side int) Point {
	p := d.centre(cell)
	along, in := steps[side], steps[(side+1)%4]
	return Point{p[0] - (along[0]+in[0])/2, p[1] - (along[1]+in[1])/2}
}

// loop takes the sides that make one closed line and returns its corners, moved inside by a distance; none if the first
// side was taken before.
func loop(next map[Point][]int, start Point, first int, distance float64) (corners []Point) {
	at, side := start, first
	for slices.Contains(next[at], side) {
		taken := side
		next[at] = slices.DeleteFunc(next[at], func(s int) bool { return s == taken })
		at = Point{at[0] + steps[side][0], at[1] + steps[side][1]}
		for _, turn := range []int{1, 0, 3} { // to the right first: cells that touch at a corner have a line each
			if side = (taken + turn) % 4; slices.Contains(next[at], side) || at == start && side == first {
				break
			}
		}
		if side != taken {
			a, b := steps[(taken+1)%4], steps[(side+1)%4]
			corners = append(corners, Point{at[0] + distance*(a[0]+b[0]), at[1] + distance*(a[1]+b[1])})
		}
	}
	return corners
}
