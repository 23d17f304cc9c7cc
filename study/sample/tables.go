package sample

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
)

// targets are the columns to which others are compared: what programs, people and the paper's procedure take.
func (s *Sample) targets() []int {
	all := []int{se, humanSeconds, guesses, backtracks}
	for i := len(columns); i < len(s.Columns); i++ {
		all = append(all, i)
	}
	return all
}

// Tables shows how what was measured is distributed and how it hangs together.
func (s *Sample) Tables() []*study.Table {
	return []*study.Table{s.means(), s.shares(), s.forms(), s.hardest(), s.correlations()}
}

// groups is into how many parts a sample is divided for intervals; puzzles that follow each other can share a grid.
const groups = 40

// sums are weighted sums of up to five values.
type sums struct {
	weight float64
	of     [5]float64
}

// mean of each value, without a part of the sums.
func (s sums) without(part sums) (means [5]float64) {
	for i := range means {
		means[i] = (s.of[i] - part.of[i]) / (s.weight - part.weight)
	}
	return means
}

// estimate is made of the means of values, over rows with a weight. It comes with half its interval.
func (s *Sample) estimate(values func(Row) [5]float64, weight func(Row) float64, of func(means [5]float64) float64) (v, half float64) {
	var parts [groups]sums
	var all sums
	for i, r := range s.Rows {
		x, w := values(r), weight(r)
		if slices.ContainsFunc(x[:], math.IsNaN) {
			continue
		}
		for _, to := range []*sums{&parts[i*groups/len(s.Rows)], &all} {
			to.weight += w
			for k := range x {
				to.of[k] += w * x[k]
			}
		}
	}
	var without []float64
	for _, part := range parts {
		without = append(without, of(all.without(part)))
	}
	if len(s.Rows) < groups {
		without = nil
	}
	return of(all.without(sums{})), stats.Jackknife(without)
}

// mean is a column's, over rows with a weight, and half its interval.
func (s *Sample) mean(value func(Row) float64, weight func(Row) float64) (mean, half float64) {
	return s.estimate(func(r Row) [5]float64 { return [5]float64{value(r)} }, weight, func(m [5]float64) float64 { return m[0] })
}

func alike(Row) float64 { return 1 }

// ways is the weight of a puzzle with a controlled bias.
func (s *Sample) ways(r Row) float64 { return s.Weights.Of(int(r.Values[clues])) }

// means shows a figure of the sample and, if it has a controlled bias, of all minimal puzzles.
func (s *Sample) means() *study.Table {
	t := &study.Table{Title: fmt.Sprintf("Means of %d puzzles", len(s.Rows)), Columns: []string{"figure", "sample"}}
	if s.biased() {
		t.Columns = append(t.Columns, "all minimal puzzles")
	}
	for i, c := range s.Columns {
		s.row(t, c.Name, func(r Row) float64 { return r.Values[i] })
	}
	t.Note("± is half a 95 %% interval, from a jackknife over %d groups. Puzzles: %s, seed %d. Left out: %d.", groups, s.made(), s.Seed, s.LeftOut)
	if s.biased() {
		t.Note("For all minimal puzzles each counts C(81, clues) times, and more if several attempts come to it, which removes the bias.")
		n, half := s.number()
		t.Note("%d attempts made them: there are (%s)·10³⁷ minimal puzzles.", s.Attempts, figure(n/1e37, half/1e37))
	}
	return t
}

func (s *Sample) biased() bool { return s.Attempts > 0 }

// number estimates how many minimal puzzles there are, and half the interval: of each solution grid as many as an attempt
// makes, weighted. Puzzles of one grid follow each other and hang together.
func (s *Sample) number() (n, half float64) {
	const grids = 6670903752021072936960
	squares, together := 0.0, 0.0
	for i, r := range s.Rows {
		if i > 0 && !oneGrid(r.Puzzle, s.Rows[i-1].Puzzle) {
			squares, together = squares+together*together, 0
		}
		n, together = n+s.ways(r), together+s.ways(r)
	}
	squares += together * together
	scale := grids * s.Weights[25] / float64(s.Attempts)
	return n * scale, 1.96 * math.Sqrt(squares) * scale
}

// oneGrid reports whether no cell has different givens in two puzzles: of two grids it nearly always has.
func oneGrid(a, b *sudoku.Puzzle) bool {
	givens := b.Givens()
	for cell, d := range a.Givens() {
		if d != 0 && givens[cell] != 0 && d != givens[cell] {
			return false
		}
	}
	return true
}

func (s *Sample) row(t *study.Table, name string, value func(Row) float64) {
	s.cells(t, name, func(weight func(Row) float64) (float64, float64) { return s.mean(value, weight) })
}

func (s *Sample) cells(t *study.Table, name string, estimate func(weight func(Row) float64) (v, half float64)) {
	cells := []string{name, figure(estimate(alike))}
	if s.biased() {
		cells = append(cells, figure(estimate(s.ways)))
	}
	t.Row(cells...)
}

func figure(mean, half float64) string {
	if math.IsNaN(half) || half == 0 {
		return strconv.FormatFloat(mean, 'g', 4, 64)
	}
	digits := max(0, 1-int(math.Floor(math.Log10(max(half, 1e-9)))))
	return fmt.Sprintf("%.*f ± %.*f", digits, mean, digits, half)
}

// shares are classes of puzzles in per cent.
func (s *Sample) shares() *study.Table {
	t := &study.Table{Title: "Shares, %", Columns: s.means().Columns}
	share := func(name string, is func(Row) bool) { s.share(t, name, is) }
	share("polytope is a point", func(r Row) bool { return r.Values[lpOffSolution] == 0 })
	share("no guess", func(r Row) bool { return r.Values[guesses] == 0 })
	for size := range largestBackdoor + 2 {
		share(backdoorName(size), func(r Row) bool { return r.Values[backdoor] == float64(size) })
	}
	for _, b := range bands {
		share("se "+b.name, b.holds)
	}
	numbers := map[float64]bool{} // of clues
	for _, r := range s.Rows {
		numbers[r.Values[clues]] = true
	}
	for _, n := range slices.Sorted(maps.Keys(numbers)) {
		share(fmt.Sprintf("%g clues", n), func(r Row) bool { return r.Values[clues] == n })
	}
	return t
}

func (s *Sample) share(t *study.Table, name string, is func(Row) bool) {
	s.row(t, name, func(r Row) float64 {
		if is(r) {
			return 100
		}
		return 0
	})
}

// forms shows how wide and how oblique the distributions of clues and ratings are, and how they hang together.
func (s *Sample) forms() *study.Table {
	t := &study.Table{Title: "Forms of the distributions", Columns: s.means().Columns}
	powers := func(column int) func(Row) [5]float64 {
		return func(r Row) [5]float64 {
			x := r.Values[column]
			return [5]float64{x, x * x, x * x * x}
		}
	}
	deviation := func(m [5]float64) float64 { return math.Sqrt(max(0, m[1]-m[0]*m[0])) }
	skewness := func(m [5]float64) float64 {
		return (m[2] - 3*m[0]*m[1] + 2*m[0]*m[0]*m[0]) / math.Pow(deviation(m), 3)
	}
	both := func(r Row) [5]float64 {
		x, y := r.Values[clues], r.Values[se]
		return [5]float64{x, y, x * x, y * y, x * y}
	}
	pearson := func(m [5]float64) float64 {
		return (m[4] - m[0]*m[1]) / math.Sqrt((m[2]-m[0]*m[0])*(m[3]-m[1]*m[1]))
	}
	for _, form := range []struct {
		name   string
		values func(Row) [5]float64
		of     func(means [5]float64) float64
	}{
		{"deviation of clues", powers(clues), deviation}, {"deviation of se", powers(se), deviation},
		{"skewness of se", powers(se), skewness}, {"correlation of clues and se", both, pearson},
	} {
		s.cells(t, form.name, func(weight func(Row) float64) (float64, float64) {
			return s.estimate(form.values, weight, form.of)
		})
	}
	t.Note("The correlation is Pearson's.")
	return t
}

// hardest shows which techniques set the rating, and of how many puzzles.
func (s *Sample) hardest() *study.Table {
	t := &study.Table{Title: "Hardest techniques, % of the puzzles", Columns: s.means().Columns}
	puzzles := map[string]int{}
	for _, r := range s.Rows {
		puzzles[r.Hardest]++
	}
	byNumber := func(a, b string) int { return cmp.Or(puzzles[b]-puzzles[a], strings.Compare(a, b)) }
	for _, name := range slices.SortedFunc(maps.Keys(puzzles), byNumber) {
		s.share(t, name, func(r Row) bool { return r.Hardest == name })
	}
	return t
}

func backdoorName(size int) string {
	if size > largestBackdoor {
		return fmt.Sprintf("backdoor of more than %d", largestBackdoor)
	}
	return fmt.Sprintf("backdoor of %d", size)
}

// bands divide ratings.
var bands = []band{{"1.0–1.5", 0, 1.6}, {"1.7–2.5", 1.6, 2.6}, {"2.6–4.4", 2.6, 4.5}, {"4.5–6.2", 4.5, 6.5}, {"6.5–7.0", 6.5, 7.1},
	{"7.1–7.9", 7.1, 8}, {"8.0–8.9", 8, 9}, {"9.0 and more", 9, 99}}

type band struct {
	name      string
	low, high float64
}

func (b band) holds(r Row) bool { return r.Values[se] >= b.low-1e-9 && r.Values[se] < b.high-1e-9 }

// correlations holds each column beside each target.
func (s *Sample) correlations() *study.Table {
	t := &study.Table{Title: "Spearman's correlation, with 95 % intervals",
		Columns: []string{"column", "with", "puzzles", "overall", "with equal numbers of clues"}}
	shown := 0
	for _, target := range s.targets() {
		for i, c := range s.Columns {
			if i == target || i == clues && target != se && target != humanSeconds && target < len(columns) {
				continue
			}
			overall, within := s.correlation(i, target)
			if math.IsNaN(overall.R) {
				continue
			}
			t.Row(c.Name, s.Columns[target].Name, fmt.Sprint(overall.N), overall.String(), within.String())
			shown++
		}
	}
	for i := se; i < len(s.Columns); i++ {
		overall, _ := s.correlation(i, clues)
		t.Row(s.Columns[i].Name, "clues", fmt.Sprint(overall.N), overall.String(), "-")
		shown++
	}
	t.Note("%d correlations, none chosen after looking. Intervals are of one at a time: of twenty, one misses.", shown)
	return t
}

func (s *Sample) correlation(i, j int) (overall, within stats.Correlation) {
	var x, y []float64
	var group []int
	for _, r := range s.Rows {
		if !math.IsNaN(r.Values[i]) && !math.IsNaN(r.Values[j]) {
			x, y, group = append(x, r.Values[i]), append(y, r.Values[j]), append(group, int(r.Values[clues]))
		}
	}
	return stats.Correlated(x, y), stats.Within(x, y, group)
}

// Drawings shows how clues and ratings are distributed, how large a backdoor puzzles of a rating have and, of each field, how
// far it is from people's time.
func (s *Sample) Drawings() []*study.Drawing {
	var curves []chart.Series
	for size := range largestBackdoor + 2 {
		c := chart.Series{Name: backdoorName(size)}
		for _, b := range bands {
			have, all, sum := 0, 0, 0.0
			for _, r := range s.Rows {
				if b.holds(r) {
					all, sum = all+1, sum+r.Values[se]
					if r.Values[backdoor] == float64(size) {
						have++
					}
				}
			}
			if all > 0 {
				c.X, c.Y = append(c.X, sum/float64(all)), append(c.Y, 100*float64(have)/float64(all))
			}
		}
		curves = append(curves, c)
	}
	drawn := []*study.Drawing{
		{Name: "clues", Picture: chart.Line(chart.Chart{Title: "Clues",
			XLabel: "number of clues", YLabel: "% of the puzzles"}, s.curves(clues, false)...)},
		{Name: "ratings", Picture: chart.Line(chart.Chart{Title: "Ratings",
			XLabel: "se", YLabel: "% of the puzzles with this rating or less"}, s.curves(se, true)...)},
		{Name: "backdoor", Picture: chart.Line(chart.Chart{Title: "Singles backdoors by rating",
			XLabel: "se, mean of a band", YLabel: "% of the puzzles of the band"}, curves...)}}
	for i := len(columns); i < len(s.Columns); i++ {
		drawn = append(drawn, s.scatter(i))
	}
	return drawn
}

// curves are the shares of a column's values, or those of all values up to each.
func (s *Sample) curves(column int, cumulative bool) []chart.Series {
	views := []struct {
		name   string
		weight func(Row) float64
	}{{"sample", alike}, {"all minimal puzzles", s.ways}}
	if !s.biased() {
		views = views[:1]
	}
	var curves []chart.Series
	for _, view := range views {
		c, weights, total, below := chart.Series{Name: view.name}, map[float64]float64{}, 0.0, 0.0
		for _, r := range s.Rows {
			weights[r.Values[column]] += view.weight(r)
			total += view.weight(r)
		}
		for _, x := range slices.Sorted(maps.Keys(weights)) {
			share := 100 * weights[x] / total
			if below += share; cumulative {
				share = below
			}
			c.X, c.Y = append(c.X, x), append(c.Y, share)
		}
		curves = append(curves, c)
	}
	return curves
}

func (s *Sample) scatter(field int) *study.Drawing {
	var points chart.Series
	for _, r := range s.Rows {
		if !math.IsNaN(r.Values[field]) {
			points.X, points.Y = append(points.X, r.Values[field]), append(points.Y, r.Values[humanSeconds])
		}
	}
	overall, _ := s.correlation(field, humanSeconds)
	name := s.Columns[field].Name
	return &study.Drawing{Name: name, Picture: chart.Scatter(chart.Chart{Title: name + " and the predicted time of people",
		Note: fmt.Sprintf("Spearman %s, %d puzzles.", overall, overall.N), XLabel: name, YLabel: "human_seconds", YLog: true}, points)}
}
