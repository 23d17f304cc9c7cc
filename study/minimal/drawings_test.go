package minimal

import (
	"strings"
	"testing"
)

func TestDrawings(t *testing.T) {
	s := newSample(carved, 1)
	c := newTally()
	for i, rating := range []float64{1.2, 1.5, 7.1, 8.3} {
		c.count(24+i%2, grades(rating))
	}
	s.add(0, c)
	v := newView(s, alike)
	clues, ratings := v.cluesCurve("x"), v.ratingCurve("x")
	if len(clues.X) != 2 || clues.Y[0] != 50 || len(ratings.X) != 4 || ratings.X[2] != 7.1 || ratings.Y[3] != 100 {
		t.Errorf("clues %v, ratings %v", clues, ratings)
	}
	for _, d := range Drawings(s, s) {
		if svg := d.Picture.SVG(); !strings.Contains(svg, "controlled bias") {
			t.Errorf("picture %s has no legend", d.Name)
		}
	}
}
