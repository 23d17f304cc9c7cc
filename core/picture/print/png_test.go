package print_test

import (
	"bytes"
	"image/color"
	"image/png"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/picture/print"
)

// sample has a shape of each kind: a red square, a blue disc, a dashed line, and two texts.
func sample() *picture.Picture {
	p := &picture.Picture{Width: 50, Height: 40, Unit: picture.Millimetre, Title: "Sample <1>"}
	p.Rect(5, 5, 10, 10, picture.Style{Fill: "#ff0000"})
	p.Disc(30, 10, 5, picture.Style{Fill: "#0000ff", Opacity: 0.5})
	p.Line(5, 20, 45, 20, picture.Style{Stroke: "#000000", Width: 1, Dash: []float64{10, 10}, Ends: picture.SquareEnds})
	p.Write(25, 30, "53..7 é ж", picture.Font{Size: 5, Bold: true, Anchor: picture.Middle})
	p.Write(4, 38, "turned", picture.Font{Size: 3, Turned: true})
	return p
}

func TestPNG(t *testing.T) {
	var one, two bytes.Buffer
	for _, b := range []*bytes.Buffer{&one, &two} {
		if err := print.PNG(b, sample(), 254); err != nil { // ten dots to the millimetre
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("the same picture gives other bytes")
	}
	image, err := png.Decode(&one)
	if err != nil {
		t.Fatal(err)
	}
	if size := image.Bounds().Size(); size.X != 500 || size.Y != 400 {
		t.Errorf("%v dots", size)
	}
	for _, at := range []struct {
		x, y int
		want color.NRGBA
	}{{100, 100, color.NRGBA{255, 0, 0, 255}}, {300, 100, color.NRGBA{127, 127, 255, 255}},
		{2, 2, color.NRGBA{255, 255, 255, 255}},
		{100, 200, color.NRGBA{0, 0, 0, 255}}, {220, 200, color.NRGBA{255, 255, 255, 255}}} {
		got := color.NRGBAModel.Convert(image.At(at.x, at.y)).(color.NRGBA)
		if max(got.R, at.want.R)-min(got.R, at.want.R) > 2 || max(got.B, at.want.B)-min(got.B, at.want.B) > 2 {
			t.Errorf("dot %d,%d is %v instead of %v", at.x, at.y, got, at.want)
		}
	}
	dark := 0
	for x := 100; x < 400; x++ {
		for y := 260; y < 310; y++ {
			if r, _, _, _ := image.At(x, y).RGBA(); r < 0x4000 {
				dark++
			}
		}
	}
	if dark < 500 || dark > 7500 {
		t.Errorf("the text has %d dark dots", dark)
	}
}
