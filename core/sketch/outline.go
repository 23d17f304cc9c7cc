package sketch

import "slices"

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
// inside, that of the one before to the outside.
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
