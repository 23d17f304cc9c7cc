package minimal

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/sudokuctl/sudokuctl/study"
)

// berthier are shares of the number of clues among all minimal puzzles, in percent, as D. Berthier published them.
var berthier = map[int]float64{20: 1.32e-7, 21: 0.000034, 22: 0.00348, 23: 0.148, 24: 2.28, 25: 13.42, 26: 31.91, 27: 32.71,
	28: 15.48, 29: 3.598, 30: 0.41, 31: 0.0241, 32: 0.00102}

// inCollection is the size of the collection with a controlled bias that Berthier has published with its ratings.
const inCollection = "5,926,343"

// bands of ratings, in tenths.
var bands = []struct {
	name      string
	low, high int
}{{"1.0–1.5", 10, 16}, {"1.7–2.5", 16, 26}, {"2.6–4.4", 26, 45}, {"4.5–6.2", 45, 65}, {"6.5–7.0", 65, 71},
	{"7.1–7.9", 71, 80}, {"8.0–8.9", 80, 90}, {"9.0 and more", 90, 200}}

// Tables shows the distributions in both samples: carved puzzles, puzzles with a controlled bias, and all minimal puzzles.
func Tables(carved, biased *Sample) []*study.Table {
	c, b, all := newView(carved, alike), newView(biased, alike), newView(biased, biased.weights.Of)
	return []*study.Table{published(c, b, all), cluesTable(c, b, all), metricsTable(c, b, all), ratingsTable(c, b, all),
		techniquesTable(c, all), correlationsTable(c, all)}
}

func table(title string, columns ...string) *study.Table {
	return &study.Table{Title: title, Columns: columns}
}

// published holds figures beside those that Berthier published.
func published(c, b, all *view) *study.Table {
	t := table("Published figures", "figure", "puzzles", "published", "ours")
	row := func(name, puzzles, printed string, digits int, f figure) {
		t.Row(name, puzzles, printed, f.text(digits))
	}
	mean := func(i int) func(*sums) float64 { return func(s *sums) float64 { return s.mean(i) } }
	deviation := func(i int) func(*sums) float64 { return func(s *sums) float64 { return s.deviation(i) } }
	row("mean clues", "carved", "24.38", 3, c.figure(mean(clues)))
	row("deviation of clues", "carved", "1.12", 3, c.figure(deviation(clues)))
	row("mean se", "carved", "3.77", 3, c.figure(mean(se)))
	row("deviation of se", "carved", "2.42", 3, c.figure(deviation(se)))
	row("skewness of se", "carved", "0.60", 3, c.figure((*sums).skewness))
	row("correlation of clues and se", "carved", "0.120", 3, c.figure(func(s *sums) float64 { return s.correlation(clues, se) }))
	row("mean clues", "controlled bias", "25.667", 3, b.figure(mean(clues)))
	row("deviation of clues", "controlled bias", "1.117", 3, b.figure(deviation(clues)))
	row("mean se", "controlled bias", "4.293*", 3, b.figure(mean(se)))
	row("deviation of se", "controlled bias", "2.536*", 3, b.figure(deviation(se)))
	row("correlation of clues and se", "controlled bias", "0.199*", 3, b.figure(func(s *sums) float64 { return s.correlation(clues, se) }))
	row("mean clues", "all", "26.577", 3, all.figure(mean(clues)))
	row("mean se", "all", "4.729*", 3, all.figure(mean(se)))
	row("deviation of se", "all", "2.557*", 3, all.figure(deviation(se)))
	row("correlation of clues and se", "all", "0.220*", 3, all.figure(func(s *sums) float64 { return s.correlation(clues, se) }))
	t.Note("%s carved puzzles and %s with a controlled bias; ± is half a 95 %% interval. "+
		"Published: D. Berthier, Unbiased Statistics of a Constraint Satisfaction Problem, 2009, and the supplements to his books.",
		count(c), count(b))
	t.Note("* computed from the ratings of his collection of %s puzzles with a controlled bias.", inCollection)
	if n := c.whole.Incomplete + all.tallies[0].incomplete(); n > 0 {
		t.Note("%.0f puzzles lack a metric and count in the clues alone.", n)
	}
	return t
}

func (t *tally) incomplete() (n float64) {
	for _, s := range t.By {
		n += s.Incomplete
	}
	return n
}

func count(v *view) string {
	n := 0.0
	for _, s := range v.tallies[0].By {
		n += s.Puzzles
	}
	return strconv.FormatFloat(n, 'f', 0, 64)
}

func cluesTable(c, b, all *view) *study.Table {
	t := table("Clues, % of the puzzles", "clues", "carved", "controlled bias", "all", "all (Berthier)")
	seen := map[int]bool{}
	for _, v := range []*view{c, b} {
		for n := range v.tallies[0].By {
			seen[n] = true
		}
	}
	for _, n := range slices.Sorted(maps.Keys(seen)) {
		printed := ""
		if p, ok := berthier[n]; ok {
			printed = strconv.FormatFloat(p, 'g', -1, 64)
		}
		t.Row(strconv.Itoa(n), c.share(n).percent(), b.share(n).percent(), all.share(n).percent(), printed)
	}
	return t
}

func metricsTable(c, b, all *view) *study.Table {
	t := table("Metrics", "metric", "carved: mean", "deviation", "controlled bias: mean", "all: mean", "all: deviation")
	for i, name := range metrics {
		digits := 3
		switch m := c.whole.mean(i); {
		case m > 100:
			digits = 1
		case m < 1:
			digits = 4
		}
		mean := func(s *sums) float64 { return s.mean(i) }
		t.Row(name, c.figure(mean).text(digits), fmt.Sprintf("%.*f", digits, c.whole.deviation(i)), b.figure(mean).text(digits),
			all.figure(mean).text(digits), fmt.Sprintf("%.*f", digits, all.whole.deviation(i)))
	}
	point := func(s *sums) float64 { return s.Point / s.measured() }
	t.Note("The polytope is a point for %s %% of the carved puzzles, %s %% of those with a controlled bias and %s %% of all.",
		c.figure(point).percent(), b.figure(point).percent(), all.figure(point).percent())
	return t
}

func ratingsTable(c, b, all *view) *study.Table {
	t := table("Ratings, % of the puzzles", "se", "carved", "controlled bias", "all")
	for _, band := range bands {
		in := func(s *sums) float64 { return s.ratedFrom(band.low, band.high) }
		t.Row(band.name, c.figure(in).percent(), b.figure(in).percent(), all.figure(in).percent())
	}
	return t
}

// techniquesTable lists the techniques by how many puzzles have them as the hardest.
func techniquesTable(c, all *view) *study.Table {
	t := table("Techniques, % of the puzzles", "technique", "hardest: carved", "hardest: all", "used: carved", "used: all")
	names := slices.Collect(maps.Keys(all.whole.Uses))
	slices.SortFunc(names, func(x, y string) int {
		return cmp.Or(cmp.Compare(all.whole.Hardest[y], all.whole.Hardest[x]),
			cmp.Compare(all.whole.Uses[y], all.whole.Uses[x]), cmp.Compare(x, y))
	})
	for _, name := range names {
		hardest := func(s *sums) float64 { return s.Hardest[name] / s.measured() }
		used := func(s *sums) float64 { return s.Uses[name] / s.measured() }
		t.Row(name, c.figure(hardest).percent(), all.figure(hardest).percent(), c.figure(used).percent(), all.figure(used).percent())
	}
	return t
}

func correlationsTable(c, all *view) *study.Table {
	t := table("Pearson's correlations", "metric", "with clues: carved", "with clues: all", "with se: carved", "with se: all")
	for i, name := range metrics {
		row := []string{name}
		for _, with := range []int{clues, se} {
			for _, v := range []*view{c, all} {
				cell := ""
				if i != with && !math.IsNaN(v.whole.correlation(i, with)) {
					cell = v.figure(func(s *sums) float64 { return s.correlation(i, with) }).text(3)
				}
				row = append(row, cell)
			}
		}
		t.Row(row...)
	}
	return t
}
