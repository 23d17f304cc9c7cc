package formats

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
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
	grid := make(sudoku.Grid, 81)
	for i := range grid {
		grid[i] = uint8(max(0, rapid.IntRange(-18, 9).Draw(t, "given")))
	}
	p := sudoku.MustPuzzle(sudoku.Classic(), grid)
	p.Comment = strings.TrimLeft(words.Draw(t, "comment"), " ',=")
	r := Record{Puzzle: p}
	if rapid.Bool().Draw(t, "solved") {
		r.Solution, _ = p.Geometry().ParseGrid(solved)
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

// readable returns the formats that are read as well: nothing reads a formula as a puzzle.
func readable() []string {
	return slices.DeleteFunc(Names(), func(name string) bool { return name == "dimacs" })
}

// TestVariants writes what is not 9×9: kept where there is room, refused elsewhere.
func TestVariants(t *testing.T) {
	for _, text := range []string{"9+x:" + example, "1.3............4", "6/3x2:" + strings.Repeat(".", 35) + "6",
		strings.Repeat(".{12}", 8), "16:A" + strings.Repeat(".", 255)} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range readable() {
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

// everyConstraint is one constraint of each name.
var everyConstraint = strings.Fields(`all-black~black:r1c12 all-dots~white:r1c12 all-white~white:r1c12 all-xv anti-taxicab arrow:r1c1-r1c23-r2c12
	arrow:r1c12-r2c123 between:r1c1234 black:r1c12 black=3:r1c12 box-index:r1c1 cage:r1c123 cage=15:r1c123 cage=15.16:r1c123 circles:r1c1234
	clone:r1c12-r2c12 column-index:r1c2 contain=1.1:r1c123 contain-exactly=1.2:r1c123 diagonal-nonconsecutive difference=3:r1c12
	double-arrow:r1c1234 entropic:r1c1234 equal:r1c123 equal-sums:r1c12-r2c12-r3c1 equality:r1c1234 even:r1c12 extra:r1c12r2c34 flatmates
	global-entropy global-mod hidden-skyscraper=5:r1 hidden-skyscraper=5:r1c123456 high:r1c12 less:r1c123 less:r1c15 little-killer=9:r1c2r2c1
	little-killer=9:r2c1r1c2 little-killer=9:r2c2r3c3 lockout=4:r1c1234 look-and-say=2.3:r1c1234 low:r1c12 lunchbox=10:r1c12345 maximum:r5c5
	minimum:r5c56 modular=4:r1c12345 nabner:r1c123 no-sum=9:r1c123 nonconsecutive numbered-room=3:r987654321c9 numbered-room=3:r1 odd:r1c1
	pair=f5_H4fB4HAYBAAA:r1c123 pair-sum=7:r1c12 palindrome:r1c1234 parity:r1c123 product=12:r1c12 quad=1.2:r1c12r2c12 quad=1.2:r1c123 quotient=2:r1c12
	region-sum:r1c2345 regex=1%2A.%2A:r1c123 renban:r1c123 row-index:r2c1 same-digits:r1c12-r2c12 sandwich=9:c1 sandwich=9:r1c12345 skyscraper=3:r1
	skyscraper=3:r1c1234 slingshot:r1c1234 slow-thermo:r1c123 sum=10.12:r1c12-r2c2 sum=10:r1c123 ten-line=10:r1c1234 thermo:r1c123 v:r1c12 v:r1c13
	whisper=5:r1c123 white:r1c12 white=3:r1c12 word=a0b1_Zab1:r1c123 x:r1c12 x-sum=20:r1c987654321 x-sum=20:r1c1234 zipper:r1c12345
	or~thermo:r1c12~and~odd:r1c1~x:r1c12~end~end`)

// TestEveryConstraint writes each constraint in each format and reads it back: what was written holds for the same grids.
func TestEveryConstraint(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	written := map[string]int{}
	for _, text := range everyConstraint {
		p, err := sudoku.ParsePuzzle("9/3x3:~" + text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for _, format := range readable() {
			var file bytes.Buffer
			w, _ := NewWriter(&file, format)
			if err := errors.Join(w.Write(Record{Puzzle: p}), w.Close()); errors.Is(err, ErrUnfit) {
				continue
			}
			back, err := readAll(strings.TrimSpace(file.String()))
			if err != nil || len(back) != 1 {
				t.Errorf("%s as %s: %v in %s", text, format, err, file.String())
				continue
			}
			written[format]++
			for range 500 {
				grid := make(sudoku.Grid, 81)
				for i := range grid {
					grid[i] = uint8(1 + random.IntN(9))
				}
				if holds(p, grid) != holds(back[0].Puzzle, grid) {
					t.Errorf("%s as %s became %s by %s: they differ for %s", text, format, back[0].Puzzle, file.String(), p.Geometry().FormatGrid(grid))
					break
				}
			}
		}
	}
	t.Logf("%d constraints: %v", len(everyConstraint), written)
	if written["line"] != len(everyConstraint) || written["iss"] != len(everyConstraint) {
		t.Errorf("of %d constraints there was room for %v", len(everyConstraint), written)
	}
}

// holds reports whether a grid obeys the clauses and soft clues of a puzzle.
func holds(p *sudoku.Puzzle, grid sudoku.Grid) bool {
	for _, s := range p.Soft() {
		if !s.Allowed.Has(int(grid[s.Cell])) {
			return false
		}
	}
	return clause.AllHold(p.Clauses(), grid)
}
