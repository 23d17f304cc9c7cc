package formats

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// keeps says what a format keeps of a record besides the puzzle.
var keeps = map[string]struct{ comment, fields, solution, tags bool }{
	"line": {comment: true}, "sdk": {comment: true}, "sdm": {}, "ss": {}, "link": {}, "grid": {},
	"opensudoku": {comment: true},
	"f-puzzles":  {comment: true, solution: true},
	"sudokupad":  {comment: true, solution: true},
	"iss":        {},
	"csv":        {true, true, true, true},
	"jsonl":      {true, true, true, true},
}

var (
	words = rapid.StringMatching(`([a-zäß<&"',=]{1,8}( [a-z0-9"]{1,5}){0,3})?`)
	names = rapid.StringMatching(`[a-z]{3,8}_[0-9]`)
)

func drawRecord(t *rapid.T) Record {
	p := sudoku.MustPuzzle(sudoku.Classic(), nil)
	for i := range p.Givens() {
		p.Givens()[i] = uint8(max(0, rapid.IntRange(-18, 9).Draw(t, "given")))
	}
	p.Comment = strings.TrimLeft(words.Draw(t, "comment"), " ',=")
	r := Record{Puzzle: p}
	if rapid.Bool().Draw(t, "solved") {
		r.Solution, _ = sudoku.ParseGrid(p.Geometry(), solved)
	}
	for _, name := range rapid.SliceOfNDistinct(names, 0, 3, rapid.ID).Draw(t, "fields") {
		r.Fields = append(r.Fields, Field{name, rapid.StringMatching(`[1-9]\.[1-9]|[a-z]{1,5}`).Draw(t, "value")})
	}
	r.Tags = rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,5}( [a-z]{1,3})?`), 0, 3).Draw(t, "tags")
	r.Origin = Origin{File: rapid.StringMatching(`[a-z]{1,5}(:[a-z0]|:)?`).Draw(t, "file"),
		Line: rapid.IntRange(0, 9).Draw(t, "line"), SHA256: rapid.StringMatching(`([0-9a-f]{6})?`).Draw(t,
			"sha256"), Licence: words.Draw(t, "licence")}
	return r
}

// TestRoundTrip writes records in every format and reads them back.
func TestRoundTrip(t *testing.T) {
	for format := range keeps {
		t.Run(format, rapid.MakeCheck(func(t *rapid.T) {
			records := rapid.SliceOfN(rapid.Custom(drawRecord), 1, 4).Draw(t, "records")
			var file bytes.Buffer
			w, err := NewWriter(&file, format)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range records {
				if err := w.Write(r); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			compare(t, format, file.String(), records)
		}))
	}
}

func compare(t *rapid.T, format, file string, records []Record) {
	i := 0
	for got, err := range Read(strings.NewReader(file), "f") {
		if err != nil || i >= len(records) {
			t.Fatalf("record %d: %v in\n%s", i, err, file)
		}
		want, kept := records[i], keeps[format]
		switch {
		case !slices.Equal(got.Puzzle.Givens(), want.Puzzle.Givens()):
			t.Errorf("puzzle %s became %s", want.Puzzle, got.Puzzle)
		case kept.comment && got.Puzzle.Comment != want.Puzzle.Comment:
			t.Errorf("comment %q became %q in\n%s", want.Puzzle.Comment, got.Puzzle.Comment, file)
		case kept.solution && !slices.Equal(got.Solution, want.Solution):
			t.Errorf("solution %v became %v", want.Solution, got.Solution)
		case kept.tags && !slices.Equal(got.Tags, want.Tags):
			t.Errorf("tags %q became %q in\n%s", want.Tags, got.Tags, file)
		case kept.tags && got.Origin != want.Origin:
			t.Errorf("origin %+v became %+v in\n%s", want.Origin, got.Origin, file)
		case kept.fields && !sameFields(got.Fields, want.Fields):
			t.Errorf("fields %q became %q in\n%s", want.Fields, got.Fields, file)
		}
		i++
	}
	if i != len(records) {
		t.Errorf("%d records became %d in\n%s", len(records), i, file)
	}
}

func sameFields(a, b []Field) bool {
	byName := func(x, y Field) int { return strings.Compare(x.Name, y.Name) }
	return slices.Equal(slices.SortedFunc(slices.Values(a), byName), slices.SortedFunc(slices.Values(b), byName))
}

// TestVariants writes what is not 9×9: kept where there is room, refused elsewhere.
func TestVariants(t *testing.T) {
	for _, text := range []string{"9+x:" + example, "1.3............4", "6/3x2:" + strings.Repeat(".", 35) + "6",
		strings.Repeat(".{12}", 8), "16:A" + strings.Repeat(".", 255)} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range Names() {
			var file bytes.Buffer
			w, _ := NewWriter(&file, format)
			if err := w.Write(Record{Puzzle: p}); errors.Is(err, ErrUnfit) {
				continue
			}
			w.Close()
			for r, err := range Read(&file, "f") {
				if err != nil || r.Puzzle.String() != p.String() {
					t.Errorf("%s: %s became %v, %v", format, p, r.Puzzle, err)
				}
			}
		}
	}
}
