package chart_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

var update = flag.Bool("update", false, "write the golden files anew")

// madeUp returns samples of four solvers of different speed and strength on n puzzles.
func madeUp(n int) []stats.Sample {
	r := rand.New(rand.NewPCG(7, 7))
	var samples []stats.Sample
	for p := range n {
		hard := math.Exp(r.NormFloat64())
		for _, s := range []struct {
			name        string
			scale, grow float64
			limit       float64
		}{{"entropybt", 8e-6, 1, 99}, {"dlx", 6e-5, 1.2, 99}, {"rules", 2e-4, 0.4, 2.5}, {"ga", 0.3, 0.2, 1}} {
			x := stats.Sample{Solver: s.name, Puzzle: int64(p + 1), Verdict: sudoku.Unique, Found: 1,
				Guesses: int64(10 * hard)}
			x.Self = time.Duration(1e9 * s.scale * math.Pow(hard, s.grow) * math.Exp(0.4*r.NormFloat64()))
			if hard > s.limit {
				x.Verdict, x.Found = sudoku.Unknown, 0
			}
			if s.name == "ga" && x.Found == 1 {
				x.Verdict = sudoku.Solved
			}
			samples = append(samples, x)
		}
	}
	return samples
}

func charts() map[string]*picture.Picture {
	t := stats.Tabulate(slices.Values(madeUp(400)))
	x, y := t.Pairs(0, 1)
	var groups []chart.Group
	for i, s := range t.Solvers {
		groups = append(groups, chart.Group{Name: s, Values: t.Times(i)})
	}
	var wins [][]float64
	for i, row := range t.Wins() {
		wins = append(wins, nil)
		for k, n := range row {
			v := float64(n)
			if i == k {
				v = math.NaN()
			}
			wins[i] = append(wins[i], v)
		}
	}
	return map[string]*picture.Picture{
		"cactus": chart.Cactus(chart.Chart{Title: "400 puzzles, four solvers"}, t, nil),
		"times": chart.TimeScatter(chart.Chart{Title: "Time of a puzzle", XLabel: "entropybt", YLabel: "dlx"},
			chart.Series{X: x, Y: y}),
		"scatter": chart.Scatter(chart.Chart{Title: "Metric against metric", XLabel: "clues", YLabel: "rating"},
			clouds()...),
		"box": chart.Box(chart.Chart{Title: "Self time by solver", YLabel: "self time of a puzzle", YLog: true,
			Seconds: true}, groups...),
		"histogram": chart.Histogram(chart.Chart{Title: "Ratings", XLabel: "rating"}, 24,
			chart.Group{Values: clouds()[0].Y}),
		"seconds": chart.Histogram(chart.Chart{Title: "Self time of a puzzle", XLog: true, Seconds: true}, 40,
			groups...),
		"histograms": chart.Histogram(chart.Chart{Title: "Ratings by source", XLabel: "rating"}, 24,
			levelGroups()...),
		"heat": chart.Heat(chart.Chart{Title: "Who beats whom", XLabel: "loser", YLabel: "winner",
			Note: "Puzzles that the winner decided in less time."}, t.Solvers, t.Solvers, wins, 0),
		"correlations": chart.Heat(chart.Chart{Title: "Nine metrics"}, letters, letters, ripples(len(letters)), 2),
		"line": chart.Line(chart.Chart{Title: "Course of the search <best & mean>", XLabel: "generation",
			YLabel: "entropy", XLog: true, YLog: true, Note: "Both axes are logarithmic."}, courses()...),
		"empty": chart.Cactus(chart.Chart{Title: "Nothing was solved"},
			stats.Tabulate(slices.Values([]stats.Sample{})), nil),
	}
}

var letters = []string{"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota"}

// ripples is a matrix of values from -1 to 1.
func ripples(n int) [][]float64 {
	values := make([][]float64, n)
	for i := range values {
		for j := range n {
			values[i] = append(values[i], math.Cos(float64(i-j)))
		}
	}
	return values
}

func clouds() []chart.Series {
	r := rand.New(rand.NewPCG(3, 3))
	series := []chart.Series{{Name: "bank"}, {Name: "generated"}}
	for i := range series {
		for range 150 {
			clues := 20 + r.IntN(14)
			series[i].X = append(series[i].X, float64(clues))
			series[i].Y = append(series[i].Y, math.Round(10*(1.2+float64(34-clues)*r.Float64()*0.5+float64(i)))/10)
		}
	}
	return series
}

func levelGroups() []chart.Group {
	var groups []chart.Group
	for _, s := range clouds() {
		groups = append(groups, chart.Group{Name: s.Name, Values: s.Y})
	}
	return groups
}

func courses() []chart.Series {
	series := []chart.Series{{Name: "best"}, {Name: "mean"}, {Name: "worst"}}
	for g := 1; g <= 2000; g++ {
		for i := range series {
			series[i].X = append(series[i].X, float64(g))
			series[i].Y = append(series[i].Y, float64(i+1)*80/math.Pow(float64(g), 0.7-0.2*float64(i)))
		}
	}
	return series
}

func TestCharts(t *testing.T) {
	for name, drawn := range charts() {
		svg := drawn.SVG()
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", name+".svg")
			if *update {
				if err := os.WriteFile(file, []byte(svg), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if svg != string(want) {
				t.Errorf("differs from %s; look at it and run go test -update", file)
			}
			if again := charts()[name].SVG(); again != svg {
				t.Error("the same data drew another picture")
			}
			if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
				t.Error("NaN or Inf in the picture")
			}
		})
	}
}

// TestUndecidedOnTheBorder draws two puzzles that one of two solvers did not decide, and says so.
func TestUndecidedOnTheBorder(t *testing.T) {
	series := chart.Series{X: []float64{1, 1.2, math.Inf(1)}, Y: []float64{1, math.Inf(1), 1.5}}
	svg := chart.TimeScatter(chart.Chart{}, series).SVG()
	if !strings.Contains(svg, "n = 3 puzzles; 2 on the border: one of the two did not decide") || strings.Count(svg, "<circle") != 3 {
		t.Errorf("no puzzles on the border: %s", svg)
	}
}

// TestMarks looks for a title and a link on what each kind of chart draws.
func TestMarks(t *testing.T) {
	table := stats.Tabulate(slices.Values(madeUp(3)))
	series := chart.Series{Name: "s", X: []float64{1, 2, 3}, Y: []float64{4, 5, 6},
		Mark: func(i int) chart.Mark { return mark(i) }}
	group := chart.Group{Name: "g", Values: []float64{1, 1, 2},
		Mark: func(low, _ float64, count int) chart.Mark { return mark(low, count) }}
	for name, c := range map[string]struct {
		drawn *picture.Picture
		want  []chart.Mark
	}{
		"scatter":   {chart.Scatter(chart.Chart{}, series), []chart.Mark{mark(0), mark(2)}},
		"times":     {chart.TimeScatter(chart.Chart{}, series), []chart.Mark{mark(0), mark(2)}},
		"line":      {chart.Line(chart.Chart{}, series), []chart.Mark{mark(0), mark(2)}},
		"histogram": {chart.Histogram(chart.Chart{}, 2, group), []chart.Mark{mark(1.0, 2), mark(2.0, 1)}},
		"box":       {chart.Box(chart.Chart{}, group), []chart.Mark{mark(1.0, 3)}},
		"cactus": {chart.Cactus(chart.Chart{}, table, func(p int64) chart.Mark { return mark(p) }),
			[]chart.Mark{mark(1), mark(3)}},
	} {
		svg := c.drawn.SVG()
		for _, m := range c.want {
			if !strings.Contains(svg, `<a href="`+m.Link+`"><g><title>`+m.Title+"</title><") {
				t.Errorf("%s: nothing is marked %+v in\n%s", name, m, svg)
			}
		}
	}
}

func mark(v ...any) chart.Mark {
	return chart.Mark{Title: fmt.Sprint("this is ", v), Link: fmt.Sprint("/show/", v)}
}

// A note that is wider than its chart has several lines, for which there is room.
func TestNarrow(t *testing.T) {
	note := "Box: quartiles and median. Whiskers: 1st and 99th percentile. Dots: extremes."
	svg := chart.Box(chart.Chart{Note: note, Width: 300}, chart.Group{Name: "dlx", Values: []float64{1, 2, 3}}).SVG()
	for _, line := range []string{">Box: quartiles and median.<", ">Whiskers: 1st and 99th percentile.<", ">Dots: extremes.<"} {
		if !strings.Contains(svg, line) {
			t.Errorf("without %s: %s", line, svg)
		}
	}
	if wide := chart.Box(chart.Chart{Note: note}, chart.Group{Name: "dlx", Values: []float64{1, 2, 3}}).SVG(); !strings.Contains(wide, note) {
		t.Errorf("broken though there is room: %s", wide)
	}
}
