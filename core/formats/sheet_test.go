package formats

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

var strokes = regexp.MustCompile(`stroke-width="([^"]*)"`)

// TestSheets prints seven puzzles, five with solutions, four a page: three pages, all well-formed.
func TestSheets(t *testing.T) {
	var pages [][]byte
	s, err := NewSheets(Papers["a4"], 4, func(_ int, p *picture.Picture) error {
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
		r := Record{Puzzle: p, Fields: []Field{{"id", "<7>"}, {"level", "hard"}}}
		if i < 5 {
			r.Solution, _ = sudoku.ParseGrid(p.Geometry, solved)
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
	if err != nil || !errors.Is(s.Write(Record{Puzzle: cube}), ErrUnfit) {
		t.Errorf("a cube was drawn: %v", err)
	}
}
