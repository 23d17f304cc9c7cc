package sudokupad

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
)

const (
	grey, white, black, blue = "#CFCFCF", "#FFFFFF", "#000000", "#34BBE6"
	arrowGrey                = "#A1A1A1"
)

// is compares colours, in either case.
func is(colour, name string) bool { return strings.EqualFold(colour, name) }

// drawings reads lines and marks that look as what f-puzzles states is drawn.
func (r *reader) drawings() error {
	for i := range r.drawn.Lines {
		if d := &r.drawn.Lines[i]; !r.readLine(d) {
			r.NotUnderstood("lines of colour " + d.Color)
		}
	}
	for i := range r.drawn.Arrows {
		if d := &r.drawn.Arrows[i]; !r.arrow(d) && !r.littleKiller(d) {
			r.NotUnderstood("arrows of colour " + d.Color)
		}
	}
	for i := range r.drawn.Underlays {
		if d := &r.drawn.Underlays[i]; !d.used && !r.parity(d) {
			r.NotUnderstood("shapes of colour " + d.Fill)
		}
	}
	for i := range r.drawn.Overlays {
		if d := &r.drawn.Overlays[i]; !d.used && !r.mark(d) {
			r.NotUnderstood("marks " + strings.Join(strings.Fields(d.Fill+" "+text(d.Text)), " "))
		}
	}
	return nil
}

// readLine reads thermometers, which have a bulb below them, palindromes, between lines, which have circles, and
// diagonals.
func (r *reader) readLine(d *drawing) bool {
	corner := float64(r.N)
	switch points := d.WayPoints; {
	case is(d.Color, blue) && slices.Equal(points, []place{{0, corner}, {corner, 0}}):
		r.Flags += "/"
		return true
	case is(d.Color, blue) && slices.Equal(points, []place{{0, 0}, {corner, corner}}):
		r.Flags += `\`
		return true
	}
	cells := r.line(d.WayPoints, .41)
	if len(cells) < 2 || !is(d.Color, grey) {
		return false
	}
	circle := func(d *drawing) bool { return d.Rounded && d.Width == .8 && is(d.Border, grey) }
	switch d.Thickness {
	case 21:
		if r.take(r.drawn.Underlays, cells[0],
			func(d *drawing) bool { return d.Rounded && d.Width == .85 && is(d.Fill, grey) }) {
			r.Add("thermo", "", cells)
			return true
		}
	case 16:
		r.Add("palindrome", "", cells)
		return true
	case 2:
		if r.take(r.drawn.Overlays, cells[0], circle) && r.take(r.drawn.Overlays, cells[len(cells)-1], circle) {
			r.Add("between", "", cells)
			return true
		}
	}
	return false
}

// arrow reads an arrow, whose circle is one cell or a row or a column of two or three.
func (r *reader) arrow(d *drawing) bool {
	shaft := r.line(d.WayPoints, .31)
	if len(shaft) < 2 || d.Thickness != 5 || !is(d.Color, arrowGrey) {
		return false
	}
	for i := range r.drawn.Overlays {
		bulb := &r.drawn.Overlays[i]
		if !bulb.Rounded || !is(bulb.Border, arrowGrey) || min(bulb.Width, bulb.Height) != .75 {
			continue
		}
		across, down := int(bulb.Width-.75), int(bulb.Height-.75)
		first := r.beside(place{bulb.Center[0] - float64(down)/2, bulb.Center[1] - float64(across)/2})
		if len(first) != 1 || across+down > 2 {
			continue
		}
		circle := first
		for k := 1; k <= across+down; k++ {
			circle = append(circle, first[0]+k*max(min(across, 1), min(down, 1)*r.N))
		}
		if slices.Contains(circle, shaft[0]) {
			bulb.used = true
			r.Add("arrow", "", circle, shaft[1:])
			return true
		}
	}
	return false
}

// littleKiller reads a short arrow beside the grid, at the middle of which its sum stands.
func (r *reader) littleKiller(d *drawing) bool {
	if len(d.WayPoints) != 2 || d.Thickness != 2 {
		return false
	}
	from, to := d.WayPoints[0], d.WayPoints[1]
	down, right := cmp.Compare(to[0], from[0]), cmp.Compare(to[1], from[1])
	row, col := floor(from[0]), floor(from[1])
	cells := draft.Line(r.N, row+down, col+right, down, right)
	if down*right == 0 || cells == nil {
		return false
	}
	for i := range r.drawn.Overlays {
		clue := &r.drawn.Overlays[i]
		if _, err := strconv.Atoi(text(clue.Text)); err == nil && floor(clue.Center[0]) == row &&
			floor(clue.Center[1]) == col {
			clue.used = true
			r.Add("little-killer", text(clue.Text), cells)
			return true
		}
	}
	return false
}

// floor returns the whole number below x, for numbers above -100.
func floor(x float64) int { return int(x+100) - 100 }

// parity reads the grey circle of an odd digit and the grey square of an even one.
func (r *reader) parity(d *drawing) bool {
	cells := r.beside(d.Center)
	if len(cells) != 1 || d.Width != .7 || d.Height != .7 || !is(d.Fill, grey) {
		return false
	}
	r.Add(map[bool]string{true: "odd", false: "even"}[d.Rounded], "", cells)
	return true
}

// mark reads dots, signs, quadruples, and sandwiches beside the grid.
func (r *reader) mark(d *drawing) bool {
	cells, value := r.beside(d.Center), strings.Join(strings.Fields(text(d.Text)), "")
	_, noNumber := strconv.Atoi(value)
	switch {
	case len(cells) == 2 && d.Rounded && d.Width == .3 && is(d.Border, black) && (value == "" || noNumber == nil):
		switch {
		case is(d.Fill, white):
			r.Add("white", value, cells)
		case is(d.Fill, black):
			r.Add("black", value, cells)
		default:
			return false
		}
	case len(cells) == 2 && !d.Rounded && d.FontSize == 21 && (value == "X" || value == "V"):
		r.Add(strings.ToLower(value), "", cells)
	case len(cells) == 4 && d.Rounded && d.Width == .7 && d.FontSize == 14 && value != "" &&
		strings.Trim(value, "123456789") == "":
		r.Add("quad", strings.Join(strings.Split(value, ""), "."), cells)
	case cells == nil && d.FontSize == 32 && !d.Rounded && noNumber == nil:
		return r.sandwich(d, value)
	default:
		return false
	}
	return true
}

// sandwich reads a number outside of the grid as a sandwich, if it stands beside a line.
func (r *reader) sandwich(d *drawing, value string) bool {
	var cells []int
	switch row, col := floor(d.Center[0]), floor(d.Center[1]); {
	case row == -1 || row == r.N:
		cells = draft.Line(r.N, 0, col, 1, 0)
	case col == -1 || col == r.N:
		cells = draft.Line(r.N, row, 0, 0, 1)
	}
	if cells != nil {
		r.Add("sandwich", value, cells)
	}
	return cells != nil
}
