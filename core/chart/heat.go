package chart

import (
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

// manyColumns is from how many columns on their names are turned, so that long ones do not make them wide.
const manyColumns = 9

// Heat draws a matrix: values[r][c] of row r and column c as a colour and in figures, with the given number
// of decimals. NaN is an empty field. Wins as counts, correlations, anything of two kinds: where values are
// negative, zero is nearly white and the sign has its own colour.
func Heat(c Chart, rows, columns []string, values [][]float64, decimals int) *picture.Picture {
	p := newCanvas(c)
	left, top, height, width := 60.0, 84.0, 38.0, 66.0 // the last two of a field
	turned := len(columns) >= manyColumns
	if turned {
		height, width = 30, 50
	}
	for _, name := range rows {
		left = max(left, textWidth(name)+50)
	}
	for _, name := range columns {
		if turned {
			top = max(top, 66+textWidth(name))
		} else {
			width = max(width, textWidth(name)+16)
		}
	}
	right, bottom := left+float64(len(columns))*width, top+float64(len(rows))*height
	p.Width = max(right+marginRight, 40+1.25*textWidth(c.Title), 40+0.85*textWidth(c.Note))
	p.Height = bottom + 36
	p.Write(20, 28, c.Title, titleHand)
	p.text((left+right)/2, 52, picture.Middle, c.XLabel)
	p.upright(22, (top+bottom)/2, picture.Middle, c.YLabel)
	p.Write(20, p.Height-10, c.Note, noteHand)
	low, high := math.Inf(1), math.Inf(-1)
	for _, row := range values {
		for _, v := range row {
			if finite(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	for r, name := range rows {
		y := top + float64(r)*height
		p.text(left-10, y+height/2+4.5, picture.End, name)
		for k := range columns {
			x, v := left+float64(k)*width, values[r][k]
			if !finite(v) {
				p.Rect(x, y, width, height, picture.Style{Fill: "#f4f4f4", Stroke: paper})
				continue
			}
			share := depth(v, low, high)
			text := ink
			if share > 0.55 {
				text = paper
			}
			p.Rect(x, y, width, height, picture.Style{Fill: shade(share, v < 0), Stroke: paper})
			p.Write(x+width/2, y+height/2+4.5, fmt.Sprintf("%.*f", decimals, v), picture.Font{Colour: text, Anchor: picture.Middle})
		}
	}
	for k, name := range columns {
		if x := left + (float64(k)+0.5)*width; turned {
			p.upright(x+4.5, top-8, picture.Start, name)
		} else {
			p.text(x, top-8, picture.Middle, name)
		}
	}
	return &p.Picture
}

// depth is how dark a value is, from 0 to 1: the farther from the least, or from zero where there are negative ones.
func depth(v, low, high float64) float64 {
	switch {
	case low < 0:
		return math.Abs(v) / max(-low, high)
	case high > low:
		return (v - low) / (high - low)
	}
	return 0.5
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
