package bench

import (
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

// Heat draws a matrix: values[r][c] of row r and column c as a colour and in figures, with the given number
// of decimals. NaN is an empty field. Wins as counts, correlations, anything of two kinds.
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
			h.field(h.left+float64(k)*h.columnWidth, y, values[r][k])
		}
	}
	for k, name := range columns {
		h.text(h.left+(float64(k)+0.5)*h.columnWidth, h.top-8, picture.Middle, name)
	}
	return h.titled(c.Title)
}

type heat struct {
	canvas
	left, top              float64
	columnWidth, rowHeight float64
	low, high              float64
	decimals               int
}

func (h *heat) layout(c Chart, rows, columns []string) {
	h.left, h.top, h.rowHeight, h.columnWidth = 60, 84, 38, 66
	for _, name := range rows {
		h.left = max(h.left, textWidth(name)+50)
	}
	for _, name := range columns {
		h.columnWidth = max(h.columnWidth, textWidth(name)+16)
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

// field draws one value, the darker the higher.
func (h *heat) field(x, y, v float64) {
	if !finite(v) {
		h.Rect(x, y, h.columnWidth, h.rowHeight, picture.Style{Fill: "#f4f4f4", Stroke: paper})
		return
	}
	share := 0.5
	if h.high > h.low {
		share = (v - h.low) / (h.high - h.low)
	}
	text := ink
	if share > 0.55 {
		text = paper
	}
	h.Rect(x, y, h.columnWidth, h.rowHeight, picture.Style{Fill: shade(share), Stroke: paper})
	h.Write(x+h.columnWidth/2, y+h.rowHeight/2+4.5, fmt.Sprintf("%.*f", h.decimals, v),
		picture.Font{Colour: text, Anchor: picture.Middle})
}

// shade goes from nearly white to dark blue; its lightness alone tells the value.
func shade(share float64) string {
	mix := func(light, dark float64) int { return int(math.Round(light + (dark-light)*share)) }
	return fmt.Sprintf("#%02x%02x%02x", mix(0xee, 0x00), mix(0xf5, 0x3a), mix(0xfb, 0x6b))
}
