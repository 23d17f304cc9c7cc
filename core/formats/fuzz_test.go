package formats

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/layout"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// FuzzRead reads anything: no crash, every error has a place, every puzzle is written and read back, and in all formats.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{example, nineRows, "[Puzzle]\n" + nineRows, "#ARuud\n" + nineRows,
		"puzzle,rating\n" + example + ",2", "9ebb3cdc9fd7 " + example + " 5", `{"puzzle":"` + example + `"}`,
		"<opensudoku><game data='" + example + "'/></opensudoku>",
		"sudoku.htm?bd=" + example, "|12 3 u4|. . .|567 8 9|\n", "1.3.\n....\n\n....\n...4\n",
		"1 2 10 . . . . . . .\n",
		".Shape~4x4.~R1C1_1.Cage~5~R1C2~R1C3", "3<A<" + strings.Repeat("0", 77), "3x3:d:k:769:769" + strings.Repeat(":0", 79),
		`{"size":4,"grid":[` + strings.Repeat(`[{},{},{},{}],`, 3) + `[{},{},{},{}]],"thermometer":[{"lines":[["R1C1","R1C2"]]}]}`,
		`{"cells":[` + strings.Repeat(`[{},{},{},{}],`, 3) + `[{},{},{},{}]],"cages":[{"cells":[[0,0],[0,1]],"value":3}]}`,
		"<game data='version: 1\n5|0|0|'/>", "PK\x03\x04", string(gzipped(f, strings.NewReader(example)))} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for r, err := range Read(strings.NewReader(text), "f") {
			var bad *sudoku.ParseError
			if err != nil && begins(bufio.NewReader(strings.NewReader(text)), gzipMagic) ||
				errors.As(err, new(*PackedError)) {
				continue
			}
			if err != nil {
				if !errors.As(err, &bad) || bad.Line < 1 {
					t.Errorf("error without a place: %v", err)
				}
				continue
			}
			if p, err := sudoku.ParsePuzzle(r.Puzzle.String()); err != nil || p.String() != r.Puzzle.String() {
				t.Errorf("%q became %v: %v", r.Puzzle, p, err)
			}
			if r.Solution != nil && len(r.Solution) != r.Puzzle.Geometry().Cells() {
				t.Errorf("a solution of %d cells", len(r.Solution))
			}
			writeInAll(t, r)
		}
	})
}

// FuzzFPuzzle reads what may be in a link, which FuzzRead cannot guess.
func FuzzFPuzzle(f *testing.F) {
	row := `[{"value":1,"given":true},{"region":0},{},{"value":4,"given":true,"region":null}]`
	f.Add(`{"size":4,"title":"t","author":"a","grid":[` + strings.Repeat(row+",", 3) + row + `],"antiknight":true,"solution":[1,2,99]}`)
	f.Fuzz(func(t *testing.T, data string) {
		if r, err := readFPuzzle(data); err == nil {
			writeInAll(t, r)
		}
	})
}

// writeInAll writes a record in every format: none fails but for want of room.
func writeInAll(t *testing.T, r Record) {
	for _, name := range Names() {
		w, err := NewWriter(io.Discard, name)
		if err == nil {
			err = w.Write(r)
		}
		if err != nil && !errors.Is(err, ErrUnfit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzCSV splits records and writes them back.
func FuzzCSV(f *testing.F) {
	f.Add(`a,"b ""c"", d",e`)
	f.Fuzz(func(t *testing.T, s string) {
		if strings.ContainsAny(s, "\r\n") {
			return
		}
		cells, err := layout.Split(s, ',')
		if err != nil {
			return
		}
		var values []string
		for _, c := range cells {
			values = append(values, quote(c.Text))
		}
		again, err := layout.Split(strings.Join(values, ","), ',')
		if err != nil || len(again) != len(cells) {
			t.Fatalf("%q became %v: %v", s, again, err)
		}
		for i := range cells {
			if again[i].Text != cells[i].Text {
				t.Errorf("%q became %q", cells[i].Text, again[i].Text)
			}
		}
	})
}

// endless is a stream of one byte that never ends, n bytes long.
type endless struct {
	b byte
	n int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.n <= 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.n)
	for i := range p[:n] {
		p[i] = e.b
	}
	e.n -= n
	return n, nil
}

// TestBounded reads a line, an attribute, a comment and a text of 64 MiB: one error each, and little memory.
func TestBounded(t *testing.T) {
	for _, start := range []string{"", "<game data='", "<!--", `{"puzzle":"`, "<x>"} {
		in := io.MultiReader(strings.NewReader(start), &endless{'.', 64 << 20}, strings.NewReader("\n"))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		errs := 0
		for _, err := range Read(in, "f") {
			if err == nil {
				t.Errorf("%q: a puzzle", start)
			}
			errs++
		}
		runtime.ReadMemStats(&after)
		if errs != 1 {
			t.Errorf("%q: %d errors", start, errs)
		}
		if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 40 {
			t.Errorf("%q: %d MiB allocated", start, got)
		}
	}
}

// gzipped compresses a text.
func gzipped(t testing.TB, text io.Reader) []byte {
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	if _, err := io.Copy(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestBomb reads 64 MiB out of 64 KiB: one error, the puzzle behind it, and little memory.
func TestBomb(t *testing.T) {
	file := gzipped(t, io.MultiReader(&endless{'.', 64 << 20}, strings.NewReader("\n"+example+"\n")))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	errs, puzzles := 0, 0
	for _, err := range Read(bytes.NewReader(file), "f") {
		if err != nil {
			errs++
			continue
		}
		puzzles++
	}
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; errs != 1 || puzzles != 1 || got > 40 {
		t.Errorf("%d errors, %d puzzles, %d MiB allocated from %d bytes", errs, puzzles, got, len(file))
	}
}

func TestCandidates(t *testing.T) {
	full := strings.Repeat("123456789 ", 8)
	text := ".----------.\n| 1 " + full + "|\n:----------:\n" + strings.Repeat("123456789 "+full+"\n", 7) +
		"u5 12 " + strings.Repeat("123456789 ", 7)
	got := read(t, text)
	want := "candidates f:2 1" + strings.Repeat(".", 71) + "{5}{12}......."
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
