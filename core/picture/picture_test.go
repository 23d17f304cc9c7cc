package picture_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

func TestSVG(t *testing.T) {
	p := &picture.Picture{Width: 100, Height: 50.25, Unit: picture.Pixel, Title: "a <b>"}
	p.Line(1, 2.04, 3, 4, picture.Style{Stroke: "#000000", Width: 2, Dash: []float64{8, 3 - 1e-9}, Ends: picture.SquareEnds})
	p.Rect(0, 0, 10, 10, picture.Style{Fill: "#ff0000", Opacity: 0.5})
	p.Disc(5, 5, 2, picture.Style{Fill: "#00ff00"})
	p.Marked(picture.Mark{Title: "4 < 5", Link: "/puzzle?a=1&b=\"2\""}, func() { p.Disc(6, 6, 2, picture.Style{Fill: "#00ff00"}) })
	p.Marked(picture.Mark{Title: "alone"}, func() { p.Disc(7, 7, 2, picture.Style{Fill: "#00ff00"}) })
	p.Path(nil, picture.Style{Stroke: "#000000"})
	p.Write(7, 7, "", picture.Font{})
	p.Write(7, 8, "x & y", picture.Font{Bold: true, Anchor: picture.End})
	p.Write(7, -0.001, "up", picture.Font{Turned: true})
	want := []string{
		`viewBox="0 0 100 50.2" width="100" height="50.2"`, `<title>a &lt;b&gt;</title>`,
		`<path d="M1 2L3 4" fill="none" stroke="#000000" stroke-linejoin="round" stroke-width="2" stroke-dasharray="8 3" ` +
			`stroke-linecap="square"/>`,
		`<path d="M0 0L10 0L10 10L0 10z" fill="#ff0000" fill-opacity="0.5"/>`,
		"\n" + `<circle cx="5" cy="5" r="2" fill="#00ff00"/>` + "\n",
		`<a href="/puzzle?a=1&amp;b=&#34;2&#34;"><g><title>4 &lt; 5</title><circle cx="6" cy="6" r="2" fill="#00ff00"/></g></a>`,
		"\n" + `<g><title>alone</title><circle cx="7" cy="7" r="2" fill="#00ff00"/></g>` + "\n",
		`<text x="7" y="8" font-size="13" text-anchor="end" fill="#000000" font-weight="bold">x &amp; y</text>`,
		`<text transform="translate(7 0) rotate(-90)" font-size="13" text-anchor="start" fill="#000000">up</text>`,
	}
	svg := p.SVG()
	for _, part := range want {
		if !strings.Contains(svg, part) {
			t.Errorf("no %s in\n%s", part, svg)
		}
	}
	if n := strings.Count(svg, "\n"); n != 11 {
		t.Errorf("%d lines", n)
	}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
