package tensor

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

// The colours of places in pictures of tensors: those that no statement covers are white.
const (
	onceColour  = "#d9d9d9"
	twiceColour = "#35c4d7" // the paper's cyan
	clueColour  = "#3b3b3b"
	partAColour = "#f2c14e"
	partBColour = "#9db7e8"
)

// Draw draws the layers of a tensor side by side: by the number of statements on a place, or by the parts of a
// bipartition that cover it.
func (t *Tensor) Draw(title string, best *Split) *picture.Picture {
	const side, gap, top = 26.0, 22.0, 66.0
	g := t.puzzle.Geometry()
	n, cells := g.N(), g.Cells()
	columns, rows := n, cells/n
	layer := side*float64(columns) + gap
	p := &picture.Picture{Unit: picture.Pixel, Title: title, Width: gap + layer*float64(n), Height: top + side*float64(rows) + 52}
	p.Write(gap, 26, title, picture.Font{Size: 15, Bold: true})
	for d := range n {
		x := gap + layer*float64(d)
		p.Write(x, top-10, fmt.Sprintf("layer %d", d+1), picture.Font{})
		for cell := range cells {
			cx, cy := x+side*float64(cell%columns), top+side*float64(cell/columns)
			own := int(t.puzzle.Givens()[cell]) == d+1
			fill := t.colour(d*cells+cell, best)
			if own {
				fill = clueColour
			}
			p.Rect(cx, cy, side, side, picture.Style{Fill: fill, Stroke: "#666666"})
			if own {
				p.Write(cx+side/2, cy+side*0.7, fmt.Sprint(d+1), picture.Font{Colour: "#ffffff", Anchor: picture.Middle, Bold: true})
			}
		}
	}
	key := []struct{ colour, text string }{{clueColour, "clue"}, {onceColour, "one statement"}, {twiceColour, "several"}}
	if best != nil {
		key = []struct{ colour, text string }{{clueColour, "clue"}, {partAColour, "part A"}, {partBColour, "part B"}, {twiceColour, "both"}}
	}
	x, y := gap, top+side*float64(rows)+22
	for _, k := range key {
		p.Rect(x, y, 14, 14, picture.Style{Fill: k.colour, Stroke: "#666666"})
		p.Write(x+20, y+12, k.text, picture.Font{})
		x += 120
	}
	return p
}

func (t *Tensor) colour(place int, best *Split) string {
	if best == nil {
		return [...]string{"#ffffff", onceColour, twiceColour}[min(t.statements[place], 2)]
	}
	inA, inB := false, false
	for i, covers := range t.covers {
		for _, p := range covers {
			if p == place && best.part>>i&1 == 1 {
				inA = true
			} else if p == place {
				inB = true
			}
		}
	}
	switch {
	case inA && inB:
		return twiceColour
	case inA:
		return partAColour
	case inB:
		return partBColour
	}
	return "#ffffff"
}
