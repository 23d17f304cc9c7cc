package sheet

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// textsOf prints puzzles and returns the texts of more than a letter on each page; nothing is outside of its page.
func textsOf(t *testing.T, layout Layout, puzzles ...string) (pages [][]string) {
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
	for _, text := range puzzles {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Write(formats.Record{Puzzle: p}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return pages
}

const (
	killer = "9:~cage=3:r1c12~cage=15:r1c345~sandwich=12:r3~sandwich=5:c9~cage=22:r1c6r2c56r3c5"
	choice = "~or~cage=7:r1c12~cage=8:r1c12~end"
)

// A page says once what its drawings mean, and under each grid what has no drawing, in lines that fit.
func TestRulesOfPages(t *testing.T) {
	for _, paper := range []Paper{Papers["a4"], Papers["a5"]} {
		for _, n := range []int{1, 2, 4, 6} {
			page := textsOf(t, Layout{Paper: paper, PerPage: n}, slices.Repeat([]string{killer, killer + choice}, (n+1)/2)[:n]...)[0]
			text := strings.Join(page, " ")
			for what, times := range map[string]int{"Dashed cages:": 1, "Numbers outside:": 1, "; or ": n / 2, "22": n} {
				if got := strings.Count(text, what); got != times {
					t.Errorf("%d puzzles on %v: %q comes %d times instead of %d in %q", n, paper, what, got, times, page)
				}
			}
		}
	}
	if page := textsOf(t, Layout{Paper: Papers["a4"]}, killer+choice, "9:"+choice)[0]; strings.Count(strings.Join(page, " "), "; or ") != 1 {
		t.Errorf("what all puzzles of a page share comes again: %q", page)
	}
}

// What would crowd a page stands on pages of its own behind it.
func TestManyNotes(t *testing.T) {
	many := strings.Builder{}
	for r := 1; r <= 9; r++ {
		for c := 1; c <= 8; c++ {
			fmt.Fprintf(&many, "~or~cage=7:r%dc%d%d~cage=8:r%[1]dc%d~end", r, c, c+1, c)
		}
	}
	pages := textsOf(t, Layout{Paper: Papers["a4"], Title: "Many"}, killer, "9:"+many.String())
	if len(pages) != 4 { // a title page, the puzzles, 144 lines
		t.Fatalf("%d pages", len(pages))
	}
	if text := strings.Join(pages[1], "\n"); strings.Contains(text, "; or") || !strings.Contains(text, "72 constraints are not drawn: see the next page.") {
		t.Errorf("the page of the puzzles: %s", text)
	}
	if text := strings.Join(slices.Concat(pages[2:]...), " "); strings.Count(text, "; or") != 72 || !strings.Contains(text, "No. 2, constraints") {
		t.Errorf("the pages of notes: %s", text)
	}
}

func TestWrap(t *testing.T) {
	got := wrap([]string{"one two three", "", "r1c123456789r2c1 end"}, 8*letterWidth)
	if want := []string{"one two", "three", "", "r1c12345", "6789r2c1", "end"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// A picture without a page is wider by what stands outside of the grid, and longer by what is not drawn.
func TestCroppedConstraints(t *testing.T) {
	title := ""
	size := func(text string) (width, height float64) {
		s, err := New(Layout{}, func(_ int, p *picture.Picture) error {
			width, height, title = p.Width, p.Height, p.Title
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		p, err := sudoku.ParsePuzzle(text)
		if err != nil || s.Write(formats.Record{Puzzle: p}) != nil || s.Close() != nil {
			t.Fatal(text, err)
		}
		return width, height
	}
	plainWidth, plainHeight := size(example)
	if w, h := size(killer); w < plainWidth+9 || h < plainHeight+9 {
		t.Errorf("%v × %v for a clue on the left and one above", w, h)
	}
	if w, h := size("9:" + choice); w != plainWidth || h < plainHeight+3 {
		t.Errorf("%v × %v for a note", w, h)
	}
	if want := "No. 1 · Digits in the cage r1c12 differ and sum to 7; or Digits in the cage r1c12 differ and sum to 8."; title != want {
		t.Errorf("for those who hear it: %q", title)
	}
	textsOf(t, Layout{}, killer+choice)
}
