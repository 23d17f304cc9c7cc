package chart

import (
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

// Heat draws a matrix: values[r][c] of row r and column c as a colour and in figures, with the given number
// of decimals. NaN is an empty field. Wins as counts, correlations, anything of two kinds: where values are
// negative, zero is nearly white and the sign has its own colour.
func Heat(c Chart, rows, columns []string, values [][]float64, decimals int) *picture.Picture {
	h := &heat{low: math.Inf(1), high: math.Inf(-1), decimals: decimals}
	for _, row := range values {
		for _, v := range row {
			if finite(v) {
				h.low, h.high = min(h.low, v), max(h.high, v)
			}
		}
	}
	h.layout(c, rows, columns)
	for r, name := range rows {
		y := h.top + float64(r)*h.rowHeight
		h.text(h.left-10, y+h.rowHeight/2+4.5, picture.End, name)
		for k := range columns {
			var m Mark
			if c.MarkField != nil {
				m = c.MarkField(r, k)
			}
			h.Marked(m, func() { h.field(h.left+float64(k)*h.columnWidth, y, values[r][k]) })
		}
	}
	for k, name := range columns {
		h.column(h.left+(float64(k)+0.5)*h.columnWidth, name)
	}
	return h.titled(c.Title)
}

type heat struct {
	canvas
	left, top              float64
	columnWidth, rowHeight float64
	turned                 bool // the names of columns
	low, high              float64
	decimals               int
}

// manyColumns is from how many columns on their names are turned, so that long ones do not make them wide.
const manyColumns = 9

func (h *heat) layout(c Chart, rows, columns []string) {
	h.left, h.top, h.rowHeight, h.columnWidth = 60, 84, 38, 66
	for _, name := range rows {
		h.left = max(h.left, textWidth(name)+50)
	}
	if h.turned = len(columns) >= manyColumns; h.turned {
		h.rowHeight, h.columnWidth = 30, 50
	}
	for _, name := range columns {
		if h.turned {
			h.top = max(h.top, 66+textWidth(name))
		} else {
			h.columnWidth = max(h.columnWidth, textWidth(name)+16)
		}
	}
	h.Width = max(h.left+float64(len(columns))*h.columnWidth+marginRight, 40+1.25*textWidth(c.Title))
	h.Width = max(h.Width, 40+0.85*textWidth(c.Note))
	bottom := h.top + float64(len(rows))*h.rowHeight
	h.Height = bottom + 36
	h.Write(20, 28, c.Title, titleHand)
	h.text(h.left+float64(len(columns))*h.columnWidth/2, 52, picture.Middle, c.XLabel)
	h.upright(22, (h.top+bottom)/2, c.YLabel)
	h.Write(20, h.Height-10, c.Note, noteHand)
}

// column writes the name of the column whose middle is at x.
func (h *heat) column(x float64, name string) {
	if h.turned {
		h.Write(x+4.5, h.top-8, name, picture.Font{Colour: ink, Anchor: picture.Start, Turned: true})
	} else {
		h.text(x, h.top-8, picture.Middle, name)
	}
}

// field draws one value, the darker the farther from the least, or from zero where there are negative ones.
func (h *heat) field(x, y, v float64) {
	if !finite(v) {
		h.Rect(x, y, h.columnWidth, h.rowHeight, picture.Style{Fill: "#f4f4f4", Stroke: paper})
		return
	}
	share := 0.5
	switch {
	case h.low < 0:
		share = math.Abs(v) / max(-h.low, h.high)
	case h.high > h.low:
		share = (v - h.low) / (h.high - h.low)
	}
	text := ink
	if share > 0.55 {
		text = paper
	}
	h.Rect(x, y, h.columnWidth, h.rowHeight, picture.Style{Fill: shade(share, v < 0), Stroke: paper})
	h.Write(x+h.columnWidth/2, y+h.rowHeight/2+4.5, fmt.Sprintf("%.*f", h.decimals, v),
		picture.Font{Colour: text, Anchor: picture.Middle})
}

// shade goes from nearly white to dark blue, or to brown for negative values; its lightness alone tells how far.
func shade(share float64, negative bool) string {
	light, dark := [3]float64{0xee, 0xf5, 0xfb}, [3]float64{0x00, 0x3a, 0x6b}
	if negative {
		light, dark = [3]float64{0xfd, 0xf3, 0xe7}, [3]float64{0x8a, 0x3b, 0x00}
	}
	colour := "#"
	for i := range light {
		colour += fmt.Sprintf("%02x", int(math.Round(light[i]+(dark[i]-light[i])*share)))
	}
	return colour
}
