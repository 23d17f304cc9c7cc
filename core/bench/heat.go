package bench

import (
	"fmt"
	"math"
)

// Heat draws a matrix: values[r][c] of row r and column c as a colour and in figures, with the given number
// of decimals. NaN is an empty field. Wins as counts, correlations, anything of two kinds.
func Heat(c Chart, rows, columns []string, values [][]float64, decimals int) string {
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
		h.text(h.left-10, y+h.rowHeight/2+4.5, "end", "", name)
		for k := range columns {
			h.field(h.left+float64(k)*h.columnWidth, y, values[r][k])
		}
	}
	for k, name := range columns {
		h.text(h.left+(float64(k)+0.5)*h.columnWidth, h.top-8, "middle", "", name)
	}
	return h.svg(c.Title)
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
	h.width = max(h.left+float64(len(columns))*h.columnWidth+marginRight, 40+1.25*textWidth(c.Title))
	h.width = max(h.width, 40+0.85*textWidth(c.Note))
	bottom := h.top + float64(len(rows))*h.rowHeight
	h.height = bottom + 36
	h.text(20, 28, "start", `font-size="16" font-weight="bold"`, c.Title)
	h.text(h.left+float64(len(columns))*h.columnWidth/2, 52, "middle", `fill="`+faint+`"`, c.XLabel)
	h.upright(22, (h.top+bottom)/2, c.YLabel)
	h.text(20, h.height-10, "start", `font-size="11" fill="`+faint+`"`, c.Note)
}

// field draws one value, the darker the higher.
func (h *heat) field(x, y, v float64) {
	if !finite(v) {
		h.rect(x, y, h.columnWidth, h.rowHeight, `fill="#f4f4f4" stroke="#ffffff"`)
		return
	}
	share := 0.5
	if h.high > h.low {
		share = (v - h.low) / (h.high - h.low)
	}
	text := ink
	if share > 0.55 {
		text = "#ffffff"
	}
	h.rect(x, y, h.columnWidth, h.rowHeight, fmt.Sprintf(`fill=%q stroke="#ffffff"`, shade(share)))
	h.text(x+h.columnWidth/2, y+h.rowHeight/2+4.5, "middle", fmt.Sprintf("fill=%q", text),
		fmt.Sprintf("%.*f", h.decimals, v))
}

// shade goes from nearly white to dark blue; its lightness alone tells the value.
func shade(share float64) string {
	mix := func(light, dark float64) int { return int(math.Round(light + (dark-light)*share)) }
	return fmt.Sprintf("#%02x%02x%02x", mix(0xee, 0x00), mix(0xf5, 0x3a), mix(0xfb, 0x6b))
}
