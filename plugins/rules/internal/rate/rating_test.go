package rate

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// rate rates a puzzle from the start.
func (r *rater) rate(p *sudoku.Puzzle) (rating, error) {
	r.Lay(context.Background(), p)
	return r.climb(p), r.Ctx.Err()
}

// TestVectors compares ratings with those that Sudoku Explainer 1.2.1 printed for puzzles of our own, of all
// its ratings up to 9.5; testdata/explainer121.tsv says how they were made.
func TestVectors(t *testing.T) {
	file, err := os.ReadFile("testdata/explainer121.tsv")
	if err != nil {
		t.Fatal(err)
	}
	e := newRater(12, 0)
	bands := map[int]int{}
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) != 4 {
			t.Fatalf("%q has %d fields", line, len(fields))
		}
		got, err := e.rate(rulestest.Puzzle(t, fields[0]))
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Join(fields[1:], " ")
		if line := fmt.Sprintf("%.1f %.1f %.1f", got.er, got.ep, got.ed); line != want {
			t.Errorf("%s: %s, want %s; hardest %s", fields[0], line, want, got.hardest)
		}
		bands[int(got.er)]++
	}
	for band := 1; band <= 9; band++ {
		if bands[band] == 0 {
			t.Errorf("no vector is rated %d.0 to %d.9", band, band)
		}
	}
}

// TestExact compares ratings with those that Sudoku Explainer 1.2.1 itself printed: ER, EP and ED
// of every puzzle.
func TestExact(t *testing.T) {
	e := newRater(12, 0)
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

// TestBerthier compares with ratings that others published: the SER of D. Berthier's collection with a controlled bias,
// github.com/denis-berthier/Controlled-bias_Sudoku_generator_and_collection. Where a person has the files 001-puzzles.txt and
// 001-SER.txt of its SMALL-CB-COLLECTIONS in SUDOKUCTL_PUZZLES/berthier, every 17th is rated, every 170th if short.
func TestBerthier(t *testing.T) {
	lines := func(name string) (all []string) {
		text, err := io.ReadAll(rulestest.Open(t, "berthier/"+name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			all = append(all, strings.Fields(line)[0])
		}
		return all
	}
	puzzles, ratings := lines("001-puzzles.txt"), lines("001-SER.txt")
	if len(puzzles) != len(ratings) {
		t.Fatalf("%d puzzles and %d ratings", len(puzzles), len(ratings))
	}
	e, step, compared := newRater(12, 0), 17, 0
	if testing.Short() {
		step = 170
	}
	for i := 0; i < len(puzzles); i += step {
		got, err := e.rate(rulestest.Puzzle(t, puzzles[i]))
		want, wrong := strconv.ParseFloat(ratings[i], 64)
		if err != nil || wrong != nil || math.Abs(got.er-want) > 0.01 {
			t.Errorf("%s: %.1f, published %s; %v", puzzles[i], got.er, ratings[i], errors.Join(err, wrong))
		}
		compared++
	}
	t.Logf("%d ratings compared", compared)
}

// TestMemory compares each step with that of an engine that begins there and remembers nothing.
func TestMemory(t *testing.T) {
	file, err := os.ReadFile("testdata/explainer121.tsv")
	if err != nil {
		t.Fatal(err)
	}
	e := newRater(8.4, 0)
	compared := 0
	for line := range strings.Lines(string(file)) {
		fields := strings.Fields(line)
		if strings.HasPrefix(line, "#") || fields[1] < "6.2" || fields[1] > "8.4" {
			continue
		}
		p := rulestest.Puzzle(t, fields[0])
		e.Begin(context.Background(), p)
		for more := true; more; {
			fresh := newRater(8.4, 0)
			fresh.Lay(context.Background(), p)
			fresh.CopyFrom(e.Board)
			want := fresh.Next()
			if more = e.Next(); more != want {
				t.Fatalf("%s: a step %v, without memory %v", fields[0], more, want)
			} else if !more {
				break
			}
			if got, want := fmt.Sprint(e.Hint), fmt.Sprint(fresh.Hint); got != want {
				t.Fatalf("%s: step %s, without memory %s", fields[0], got, want)
			}
			e.Hint.Apply(e.Board)
		}
		if compared++; compared == 24 {
			break
		}
	}
	if compared == 0 {
		t.Error("no puzzle compared")
	}
}

// hard are puzzles above the sample's range, with the ratings that Sudoku Explainer 1.2.1 printed.
var hardPuzzles = []struct{ puzzle, want string }{
	{"500030009006807300030501060020070030000902000700050001000409000080000070004060800", "9.2 1.2 1.2"},
}

func TestHard(t *testing.T) {
	e := newRater(12, 0)
	for _, c := range hardPuzzles {
		got, err := e.rate(rulestest.Puzzle(t, c.puzzle))
		if line := fmt.Sprintf("%.1f %.1f %.1f", got.er, got.ep, got.ed); line != c.want || err != nil {
			t.Errorf("%s: %s, %v; want %s", c.puzzle, line, err, c.want)
		}
	}
}

// TestHardest compares ratings of 10.7 and more with those that Sudoku Explainer 1.2.1 printed, which takes it a minute or
// more for each. testdata/hardest121.tsv names a puzzle of the shared sets by the beginning of its SHA-256, and has the
// cheapest first.
func TestHardest(t *testing.T) {
	file, err := os.ReadFile("testdata/hardest121.tsv")
	if err != nil {
		t.Fatal(err)
	}
	puzzles := map[string]string{}
	for _, name := range []string{"speed/hardest_1106.txt", "speed/hardest_1905_fifth.txt"} {
		lines := bufio.NewScanner(rulestest.Open(t, name))
		for lines.Scan() {
			puzzles[fmt.Sprintf("%.8x", sha256.Sum256(lines.Bytes()))] = lines.Text()
		}
		if lines.Err() != nil {
			t.Fatal(lines.Err())
		}
	}
	e := newRater(12, 0)
	count := 0
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		if count == 3 && os.Getenv("SUDOKUCTL_THOROUGH") == "" {
			t.Log("rated three: set SUDOKUCTL_THOROUGH=1 to rate all")
			return
		}
		sum, want, _ := strings.Cut(strings.TrimSpace(line), " ")
		if got := rated(t, e, rulestest.Puzzle(t, puzzles[sum])); got != want {
			t.Errorf("%s: %s, want %s", puzzles[sum], got, want)
		}
		count++
	}
}

// TestImages rates images of puzzles. Up to 4.4 the rating does not depend on the order of search; above that
// Sudoku Explainer's own scan order decides between equal hints, and images may differ.
func TestImages(t *testing.T) {
	e := newRater(12, 0)
	rng := rand.New(rand.NewPCG(1, 2))
	images, differ := 0, 0
	for i, r := range rulestest.Records(t, "graded/se121_half.tsv") {
		er, _ := strconv.ParseFloat(r[3], 64)
		if i%9 != 0 || er > 7.5 {
			continue
		}
		p := rulestest.Puzzle(t, r[1])
		got, err := e.rate(symmetry.RandomImage(p, rng))
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

// TestLargerBoards compares ratings of 16×16 and 25×25 puzzles with those of the file, and with those of images: up to
// 4.4 they must be equal, as on 9×9.
func TestLargerBoards(t *testing.T) {
	file, err := os.ReadFile("testdata/larger.tsv")
	if err != nil {
		t.Fatal(err)
	}
	e := newRater(12, 0)
	rng := rand.New(rand.NewPCG(3, 5))
	sizes := map[int]int{}
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		p := rulestest.Puzzle(t, fields[0])
		sizes[p.Geometry().N()]++
		got := rated(t, e, p)
		if want := strings.Join(fields[1:], " "); got != want {
			t.Errorf("%s: %s, want %s", fields[0], got, want)
		}
		if fields[1] > "4.4" {
			continue
		}
		for range 3 {
			if image := rated(t, e, symmetry.RandomImage(p, rng)); image != got {
				t.Errorf("%s is rated %s, an image %s", fields[0], got, image)
			}
		}
	}
	if sizes[16] < 5 || sizes[25] < 3 {
		t.Errorf("puzzles by size: %v", sizes)
	}
}

// rated returns ER, EP and ED.
func rated(t *testing.T, e *rater, p *sudoku.Puzzle) string {
	t.Helper()
	r, err := e.rate(p)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%.1f %.1f %.1f", r.er, r.ep, r.ed)
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
	e := newRater(12, 0)
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
