package rate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// rate rates a puzzle from the start.
func (r *rater) rate(p *sudoku.Puzzle) (rating, error) {
	r.Lay(context.Background(), p)
	r.Engine.Read(p)
	return r.climb(p)
}

// TestExact compares ratings with those that Sudoku Explainer 1.2.1 itself printed: ER, EP and ED
// of every puzzle.
func TestExact(t *testing.T) {
	e := newRater(12)
	for i, r := range rulestest.Records(t, "graded/se121_half.tsv") {
		if testing.Short() && i%10 != 0 {
			continue
		}
		got, err := e.rate(rulestest.Puzzle(t, r[1]))
		if err != nil {
			t.Fatal(err)
		}
		line, want := fmt.Sprintf("%.1f %.1f %.1f", got.er, got.ep, got.ed), r[3]+" "+r[4]+" "+r[5]
		if line != want {
			t.Errorf("%s: %s, want %s; hardest %s", r[1], line, want, got.hardest)
		}
		for _, name := range e.path.names {
			if _, known := hintPlace[name]; !known {
				t.Errorf("%s: technique %q is not in hintNames", r[1], name)
			}
		}
	}
}

// hard are puzzles above the sample's range, with the ratings that Sudoku Explainer 1.2.1 printed.
var hardPuzzles = []struct{ puzzle, want string }{
	{"500030009006807300030501060020070030000902000700050001000409000080000070004060800", "9.2 1.2 1.2"},
}

func TestHard(t *testing.T) {
	e := newRater(12)
	for _, c := range hardPuzzles {
		got, err := e.rate(rulestest.Puzzle(t, c.puzzle))
		if line := fmt.Sprintf("%.1f %.1f %.1f", got.er, got.ep, got.ed); line != c.want || err != nil {
			t.Errorf("%s: %s, %v; want %s", c.puzzle, line, err, c.want)
		}
	}
}

// TestImages rates images of puzzles. Up to 4.4 the rating does not depend on the order of search; above that
// Sudoku Explainer's own scan order decides between equal hints, and images may differ.
func TestImages(t *testing.T) {
	e := newRater(12)
	rng := rand.New(rand.NewPCG(1, 2))
	images, differ := 0, 0
	for i, r := range rulestest.Records(t, "graded/se121_half.tsv") {
		er, _ := strconv.ParseFloat(r[3], 64)
		if i%9 != 0 || er > 7.5 {
			continue
		}
		p := rulestest.Puzzle(t, r[1])
		got, err := e.rate(sudoku.RandomTransform(p.Geometry, rng).Puzzle(p))
		if err != nil {
			t.Fatal(err)
		}
		images++
		if got.er != er {
			differ++
			if er <= 4.4 {
				t.Errorf("%s is rated %.1f, an image %.1f", r[1], er, got.er)
			}
		}
	}
	t.Logf("%d of %d images are rated otherwise", differ, images)
}

func TestMajiLevel(t *testing.T) {
	for empty, want := range map[int]string{30: "below", 40: "1", 45: "1", 46: "2", 50: "3", 54: "4", 58: "4",
		64: "above"} {
		if g := majiLevel(empty); g.Label != want {
			t.Errorf("%d empty cells: %q, want %q", empty, g.Label, want)
		}
	}
}

func TestGrade(t *testing.T) {
	grader, err := NewGrader(sudoku.Settings{"up_to": 12.0, "hodoku": true})
	if err != nil {
		t.Fatal(err)
	}
	solved := rulestest.Puzzle(t, rulestest.Easy)
	solved.Givens = rulestest.Solutions(solved, 1)[0]
	for _, c := range []struct {
		puzzle *sudoku.Puzzle
		want   string
	}{
		{rulestest.Puzzle(t, rulestest.Easy), "maji_level=3(3) qqwing_level=1(simple) se=1.2(hidden_single_box) se_ep=1.2() se_ed=1.2() techniques=2(last_cell,hidden_single_box) human_seconds=319(light) human_level=2(light) hodoku=208(Easy)"},
		{rulestest.Puzzle(t, rulestest.TwoSolutions), "maji_level=5(above) se_reached=3.4(multiple)"},
		{rulestest.Puzzle(t, rulestest.NoSolution), "maji_level=5(above) se_reached=0(impossible)"},
		{solved, "maji_level=0(below) se_reached=0(full)"},
	} {
		grades, err := grader.Grade(context.Background(), c.puzzle)
		var words []string
		for _, g := range grades {
			words = append(words, fmt.Sprintf("%s=%v(%s)", g.Metric, g.Value, g.Label))
			if !slices.ContainsFunc(Metrics, func(m sudoku.Metric) bool { return m.Name == g.Metric }) {
				t.Errorf("metric %s is not declared", g.Metric)
			}
		}
		if got := fmt.Sprint(words); got != "["+c.want+"]" || err != nil {
			t.Errorf("%s: %s, %v; want %s", c.puzzle, got, err, c.want)
		}
	}
}

// zhai is Zhai & Zhang's example A (2013), which needs an X-wing.
const zhai = "...75.....3..48.2.1.......6.4......879.....312......7.5.......7.8.32..4.....69..."

// TestUnrated sees puzzles that get no rating: what was reached, and why there is no more.
func TestUnrated(t *testing.T) {
	grader, err := NewGrader(sudoku.Settings{"up_to": 3.0, "hodoku": false})
	if err != nil {
		t.Fatal(err)
	}
	grades, err := grader.Grade(context.Background(), rulestest.Puzzle(t, zhai))
	if got := fmt.Sprint(grades); err != nil || got != "[{maji_level 4 4} {se_reached 3 beyond} "+
		"{qqwing_level 4 expert} "+
		"{techniques 6 last_cell,hidden_single_box,hidden_single,direct_hidden_pair,pointing,naked_pair}]" {
		t.Errorf("with techniques up to 3.0: %s, %v", got, err)
	}
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	grades, err = grader.Grade(late, rulestest.Puzzle(t, zhai))
	if got := fmt.Sprint(grades); !errors.Is(err, context.DeadlineExceeded) ||
		got != "[{maji_level 4 4} {se_reached 0 timeout}]" {
		t.Errorf("after the deadline: %s, %v", got, err)
	}
}

func BenchmarkRate(b *testing.B) {
	bands := map[string][]*sudoku.Puzzle{}
	for _, r := range rulestest.Records(b, "graded/se121_half.tsv") {
		er, _ := strconv.ParseFloat(r[3], 64)
		name := "8_up"
		for _, band := range []struct {
			below float64
			name  string
		}{{2.5, "to_2.4"}, {5, "to_4.9"}, {7, "to_6.9"}, {8, "to_7.9"}} {
			if er < band.below {
				name = band.name
				break
			}
		}
		bands[name] = append(bands[name], rulestest.Puzzle(b, r[1]))
	}
	e := newRater(12)
	for _, name := range []string{"to_2.4", "to_4.9", "to_6.9", "to_7.9", "8_up"} {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if _, err := e.rate(bands[name][i%len(bands[name])]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
