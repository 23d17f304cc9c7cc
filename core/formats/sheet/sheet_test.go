package sheet

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	example = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solved  = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

var strokes = regexp.MustCompile(`stroke-width="([^"]*)"`)

// TestSheets prints seven puzzles, five with solutions, four a page: three pages, all well-formed.
func TestSheets(t *testing.T) {
	var pages [][]byte
	s, err := New(Layout{Paper: Papers["a4"], PerPage: 4, ByID: true}, func(_ int, p *picture.Picture) error {
		pages = append(pages, []byte(p.SVG()))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{example, example, example, example, "9+x:" + example, "4:1.{23}.............",
		"6/l:" +
			strings.Repeat(".", 36)} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		r := formats.Record{Puzzle: p, Fields: []formats.Field{{Name: "id", Text: "<7>"}, {Name: "level", Text: "hard"}}}
		if i < 5 {
			r.Solution, _ = p.Geometry().ParseGrid(solved)
		}
		if err := s.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	want := []int{4 * 30, 3, 5 * 81} // symbols and marks at least
	if len(pages) != len(want) {
		t.Fatalf("%d pages", len(pages))
	}
	for i, page := range pages {
		if n := bytes.Count(page, []byte("<text")); n < want[i] {
			t.Errorf("page %d has %d texts", i+1, n)
		}
		for _, m := range strokes.FindAllSubmatch(page, -1) {
			if width, err := strconv.ParseFloat(string(m[1]), 64); err != nil || width > 3 {
				t.Errorf("page %d has a line %s mm wide", i+1, m[1])
			}
		}
		if !bytes.Contains(page, []byte("No. &lt;7&gt; · hard")) {
			t.Errorf("page %d has no caption", i+1)
		}
		for d := xml.NewDecoder(bytes.NewReader(page)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("page %d: %v", i+1, err)
			}
		}
	}
	cube, err := sudoku.ParsePuzzle("9^3:" + strings.Repeat(".", 729))
	if err != nil || !errors.Is(s.Write(formats.Record{Puzzle: cube}), formats.ErrUnfit) {
		t.Errorf("a cube was drawn: %v", err)
	}
}

// pagesOf prints n copies of the example and returns the texts of each page.
func pagesOf(t *testing.T, layout Layout, n int) (pages [][]string) {
	t.Helper()
	s, err := New(layout, func(number int, p *picture.Picture) error {
		var texts []string
		for _, shape := range p.Shapes {
			if len(shape.Text) > 1 {
				texts = append(texts, shape.Text)
			}
			for _, at := range shape.Points {
				if at.X < 0 || at.X > p.Width || at.Y < 0 || at.Y > p.Height {
					t.Errorf("page %d: something at %v", number, at)
				}
			}
		}
		pages = append(pages, texts)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	p, err := sudoku.ParsePuzzle(example)
	if err != nil {
		t.Fatal(err)
	}
	grid, err := p.Geometry().ParseGrid(solved)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		if err := s.Write(formats.Record{Puzzle: p, Solution: grid, Fields: []formats.Field{{Name: "id", Text: "77"}, {Name: "level", Text: "hard"}}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return pages
}

// TestBook has a title page, heads, numbers from 1, and solutions where they were asked for.
func TestBook(t *testing.T) {
	book := Layout{Paper: Papers["a5"], PerPage: 2, Title: "Evenings", Author: "A. Author"}
	for _, c := range []struct {
		solutions string
		pages     int
		third     string // the first text on the third page
		foot      string // below the first puzzle
	}{{"end", 1 + 3 + 1, "No. 3 · hard", "Solution on page 5"}, {"each", 1 + 3 + 3, "No. 1 · hard", "Solution on page 3"},
		{"none", 1 + 3, "No. 3 · hard", "No. 2 · hard"}} {
		book.Solutions = c.solutions
		pages := pagesOf(t, book, 5)
		if len(pages) != c.pages || strings.Join(pages[0], "/") != "Evenings/A. Author" || pages[2][0] != c.third ||
			pages[1][len(pages[1])-1] != "Evenings" || pages[1][1] != c.foot {
			t.Errorf("solutions %s: %q", c.solutions, pages)
		}
		if last := pages[len(pages)-1]; c.solutions != "none" && last[len(last)-1] != "Solutions" {
			t.Errorf("solutions %s: the last page has %q", c.solutions, last)
		}
	}
	if _, err := New(Layout{Solutions: "somewhere"}, nil); err == nil {
		t.Error("solutions are printed somewhere")
	}
}

// TestFewPuzzlesFillThePage makes two puzzles as large as two on a page can be.
func TestFewPuzzlesFillThePage(t *testing.T) {
	largest := func(layout Layout, n int) (size float64) {
		s, err := New(layout, func(_ int, p *picture.Picture) error {
			for _, shape := range p.Shapes {
				size = max(size, shape.Font.Size)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		p, _ := sudoku.ParsePuzzle(example)
		for range n {
			if err := s.Write(formats.Record{Puzzle: p}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		return size
	}
	a4 := Layout{Paper: Papers["a4"]}
	if one, six := largest(a4, 1), largest(a4, 6); one < 1.5*six {
		t.Errorf("digits of %.1f mm on a page of one, %.1f on a page of six", one, six)
	}
	if seven, six := largest(a4, 7), largest(a4, 6); seven != six {
		t.Errorf("digits of %.1f mm on pages of seven puzzles, %.1f on one of six", seven, six)
	}
}

// TestCropped draws a grid as large as it is.
func TestCropped(t *testing.T) {
	s, err := New(Layout{Paper: Papers["crop"]}, func(_ int, p *picture.Picture) error {
		if p.Width != p.Height || p.Width > 92 {
			t.Errorf("%.1f × %.1f mm", p.Width, p.Height)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	p, _ := sudoku.ParsePuzzle(example)
	if err := cmp.Or(s.Write(formats.Record{Puzzle: p}), s.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestBalance has as much room above the first grids of a page as below the last.
func TestBalance(t *testing.T) {
	for _, n := range []int{1, 2, 4, 6} {
		s, err := New(Layout{Paper: Paper{210, 297}, PerPage: n}, func(_ int, p *picture.Picture) error {
			top, bottom := p.Height, 0.0
			for _, shape := range p.Shapes {
				for _, at := range shape.Points {
					if len(shape.Points) > 1 { // the lines of grids
						top, bottom = min(top, at.Y), max(bottom, at.Y)
					}
				}
			}
			if above, below := top-captionHeight, p.Height-bottom; math.Abs(above-below) > 1 {
				t.Errorf("%d on a page: %.1f mm above the captions, %.1f mm below the grids", n, above, below)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		p, err := sudoku.ParsePuzzle(example)
		if err != nil {
			t.Fatal(err)
		}
		for range n {
			if err := s.Write(formats.Record{Puzzle: p}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
