package picture_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/picture"
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

func TestDocument(t *testing.T) {
	write := func() []byte {
		d := picture.NewDocument("Sample <1>", "A. Author", time.Date(2026, 3, 14, 0, 0, 0, 0, time.UTC))
		for _, part := range []string{"one", "two"} {
			p := sample()
			p.Outline = []string{"Chapter", part}
			d.Add(p)
		}
		var b bytes.Buffer
		if err := d.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	one := write()
	if !bytes.HasPrefix(one, []byte("%PDF-1.")) || bytes.Count(one, []byte("/Type /Page\n")) != 2 {
		t.Errorf("no PDF of two pages: %.40q", one)
	}
	if !bytes.Contains(one, []byte("[0 0 141.73 113.39]")) {
		t.Error("a page is not 50 × 40 mm")
	}
	if n := bytes.Count(one, []byte("/Title (")); n != 1+3 || !bytes.Contains(one, []byte("/CreationDate (D:20260314")) || !bytes.Contains(one, []byte("/Author (")) {
		t.Errorf("%d titles, no author or no date: %.2000q", n, one[max(0, len(one)-2000):])
	}
	if !bytes.Equal(one, write()) {
		t.Error("the same pages give other bytes")
	}
}
