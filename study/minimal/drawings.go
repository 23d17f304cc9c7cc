package minimal

import (
	"maps"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/study"
)

// Drawings shows how clues and ratings are distributed among carved puzzles, puzzles with a controlled bias, and all.
func Drawings(carved, biased *Sample) []*study.Drawing {
	views := []struct {
		name string
		view *view
	}{{"carved", newView(carved, alike)}, {"controlled bias", newView(biased, alike)}, {"all", newView(biased, biased.weights.Of)}}
	var byClues, byRating []chart.Series
	for _, v := range views {
		byClues = append(byClues, v.view.cluesCurve(v.name))
		byRating = append(byRating, v.view.ratingCurve(v.name))
	}
	return []*study.Drawing{
		{Name: "clues", Picture: chart.Line(chart.Chart{Title: "Clues of minimal puzzles",
			XLabel: "number of clues", YLabel: "% of the puzzles"}, byClues...)},
		{Name: "ratings", Picture: chart.Line(chart.Chart{Title: "Ratings of minimal puzzles",
			XLabel: "se", YLabel: "% of the puzzles with this rating or less"}, byRating...)},
	}
}

func (v *view) cluesCurve(name string) chart.Series {
	curve := chart.Series{Name: name}
	for _, n := range slices.Sorted(maps.Keys(v.tallies[0].By)) {
		curve.X, curve.Y = append(curve.X, float64(n)), append(curve.Y, 100*v.share(n).value)
	}
	return curve
}

// ratingCurve is cumulative.
func (v *view) ratingCurve(name string) chart.Series {
	curve := chart.Series{Name: name}
	for _, tenths := range slices.Sorted(maps.Keys(v.whole.Rated)) {
		curve.X = append(curve.X, float64(tenths)/10)
		curve.Y = append(curve.Y, 100*v.whole.ratedFrom(0, tenths+1))
	}
	return curve
}
