package formats

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	example  = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solved   = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	nineRows = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"
)

// read returns one text for each record, "format name puzzle fields comment", or for each error.
func read(t *testing.T, text string) (found []string) {
	t.Helper()
	for r, err := range Read(strings.NewReader(text), "f") {
		if err != nil {
			var bad *sudoku.ParseError
			if !errors.As(err, &bad) || bad.Line == 0 {
				t.Errorf("%v is no *ParseError with a line", err)
			}
			found = append(found, err.Error())
			continue
		}
		s := r.Format + " " + r.Puzzle.Name + " " + strings.ReplaceAll(r.Puzzle.String(), example, "EXAMPLE")
		if r.Solution != nil {
			s += " =" + strings.ReplaceAll(r.Puzzle.Geometry().FormatGrid(r.Solution), solved, "SOLVED")
		}
		found = append(found, strings.TrimSpace(strings.Join([]string{s, FieldsText(r.Fields), r.Puzzle.Comment},
			" ")))
	}
	return found
}

var (
	zero   = strings.ReplaceAll(example, ".", "0")
	banded = strings.ReplaceAll(strings.ReplaceAll(nineRows, ".98....6.\n", ".98....6.\n\n"), "7...2...6\n",
		"7...2...6\n\n")
)

var cases = []struct {
	name, text string
	want       []string
}{
	{"lines", "\ufeff# x\r\n" + example + "\r\n\r\n" + zero + " hard\r\n",
		[]string{"line f:2 EXAMPLE", "line f:4 EXAMPLE  hard"}},
	{"pair", zero + "," + solved, []string{"line f:1 EXAMPLE =SOLVED  " + solved}},
	{"bank", "9ebb3cdc9fd7 " + zero + "  5.5\n", []string{"bank f:1 EXAMPLE hash=9ebb3cdc9fd7;rating=5.5"}},
	{"hodoku", ":0003:8:+4" + zero[1:] + "::::\n:0300-1:12:" + example[1:] + ":::111:\n",
		[]string{"hodoku f:1 ." + example[1:] + " :0003:8:+4" + zero[1:] + "::::",
			"f:2:12: not a puzzle: found 80 cells, expected 16, 36, 64, 81, 100, 144, 256 or 625"}},
	{"link", "https://www.sudokuwiki.org/sudoku.htm?bd=" + zero + "&x=1", []string{"link f:1 EXAMPLE"}},
	{"csv", "quizzes,solutions\n" + zero + "," + solved + "\n", []string{"csv f:2 EXAMPLE =SOLVED"}},
	{"quoted", "source,question,answer,rating\n\"a, \"\"b\"\"\"," + example + "," + solved + ",7\n",
		[]string{`csv f:2 EXAMPLE =SOLVED source=a, "b";rating=7`}},
	{"tsv", "hash\tpuzzle\tER\nab\t" + zero + "\t5.2\n", []string{"csv f:2 EXAMPLE hash=ab;ER=5.2"}},
	{"empty cells", "\tpuzzle\tER\terror\n0\t" + zero + "\t5.2\t\n1\t" + zero + "\t\t\n",
		[]string{"csv f:2 EXAMPLE =0;ER=5.2", "csv f:3 EXAMPLE =1"}},
	{"jsonl", `{"puzzle":"` + zero + `","geometry":"9","grades":{"se":4.5},"solution":"` + solved + `"}`,
		[]string{"jsonl f:1 EXAMPLE =SOLVED se=4.5"}},
	{"head", `{"puzzle":"` + zero + `","geometry":"9+x"}`, []string{"jsonl f:1 9+x:EXAMPLE"}},
	{"sadman", "[Puzzle]\n" + nineRows + "[State]\n" + nineRows, []string{"sdk f:2 EXAMPLE"}},
	{"sudocue", "#ARuud\n#LEasy\n#CNice\n" + nineRows + "\n" + nineRows,
		[]string{"sdk f:4 EXAMPLE author=Ruud;level=Easy Nice", "grid f:14 EXAMPLE"}},
	{"bands", banded + "\n" + banded, []string{"grid f:1 EXAMPLE", "grid f:13 EXAMPLE"}},
	{"broken", "53..7....\n6..195...\n.98....6.\n\n" + nineRows + "\n" + nineRows,
		[]string{"f:1: a grid of 3 instead of 9 rows", "grid f:5 EXAMPLE", "grid f:15 EXAMPLE"}},
	{"bad row", strings.Replace(nineRows, "8...6...3", "8...6...", 1) + nineRows,
		[]string{`f:4: "8...6..." is not a row of 9 cells`, "grid f:10 EXAMPLE"}},
	{"short", nineRows[:20] + example, []string{"f:1: a grid of 2 instead of 9 rows", "line f:3 EXAMPLE"}},
	{"bad csv", "puzzle,rating\n" + zero + "\n" + zero[1:] + ",1\n" + zero + ",2\n",
		[]string{"f:2: a record of 1 instead of 2 values",
			"f:3:81: not a puzzle: found 80 cells, expected 16, 36, 64, 81, 100, 144, 256 or 625",
			"csv f:4 EXAMPLE rating=2"}},
	{"opensudoku", "<?xml version='1.0'?>\n<opensudoku><folder name='A &amp; B'>\n<game data='" + zero +
		"' note='n'/><game data='12'/></folder></opensudoku>", []string{"opensudoku f:3 EXAMPLE folder=A & B n",
		"f:3:123: reading the data of a game: column 3: not a puzzle: found 2 cells, expected 16, " +
			"36, 64, 81, 100, 144, 256 or 625"}},
	{"html", "<html></html>", []string{"f:1:14: an XML document without <game data=…>, <sudoku data=…> or <Cell>"}},
	{"bomb", "<!DOCTYPE x [<!ENTITY a 'aaaa'>]><opensudoku><game data='&a;'/></opensudoku>",
		[]string{"f:1:61: invalid character entity &a;"}},
	{"deep", strings.Repeat("<a>", 100), []string{"f:1:103: elements nested more than 32 deep"}},
	{"6x6 picture", "+-------+-------+\n| 1 . . | . . 6 |\n| . . . | 1 . . |\n+-------+-------+\n| . . . | . " +
		". . |\n" +
		"| . . . | . . . |\n+-------+-------+\n| . . . | . . . |\n| . . . | . . . |\n+-------+-------+\n",
		[]string{"grid f:2 1....6...1.........................."}},
	{"nonsense", "hello world\n53\n", []string{
		"f:1:12: not a puzzle: found 5 cells, expected 16, 36, 64, 81, 100, 144, 256 or 625",
		"f:2:3: not a puzzle: found 2 cells, expected 16, 36, 64, 81, 100, 144, 256 or 625"}},
}

const (
	boxed = "┌───────┬───────┬───────┐\n│ 5 3 . │ . 7 . │ . . . │\n│ 6 . . │ 1 9 5 │ . . . │\n│ . 9 8 │ . . . │ . 6 . │\n" +
		"├───────┼───────┼───────┤\n│ 8 . . │ . 6 . │ . . 3 │\n│ 4 . . │ 8 . 3 │ . . 1 │\n│ 7 . . │ . 2 . │ . . 6 │\n" +
		"├───────┼───────┼───────┤\n│ . 6 . │ . . . │ 2 8 . │\n│ . . . │ 4 1 9 │ . . 5 │\n│ . . . │ . 8 . │ . 7 9 │\n" +
		"└───────┴───────┴───────┘\n"
	jigsaw = ".....7.....639..1.64........1...3...8..2....79.5.........4...3.....29..5..4632..."
	labels = "111122222111112222344444444333333334556666666555555676885777777888888877999999999"
)

// inRows cuts 81 cells into nine lines, with a separator between cells and nothing for empty ones.
func inRows(cells, separator string) string {
	var b strings.Builder
	for row := range 9 {
		line := strings.Join(strings.Split(cells[9*row:9*row+9], ""), separator)
		if separator != "" {
			line = strings.ReplaceAll(line, ".", "")
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// markdown is the example as a Markdown table below a header.
func markdown(header string) string {
	text := header + "|" + strings.Repeat("---|", 9) + "\n"
	for line := range strings.Lines(nineRows) {
		cells := strings.Split(strings.TrimSpace(line), "")
		text += "| " + strings.ReplaceAll(strings.Join(cells, " | "), ".", " ") + " |\n"
	}
	return text
}

// jsonRows is the example as an array of rows, empty for the empty cells.
func jsonRows(empty string) string {
	rows := make([]string, 9)
	for i := range rows {
		cells := strings.Join(strings.Split(example[9*i:9*i+9], ""), ",")
		rows[i] = "[" + strings.ReplaceAll(cells, ".", empty) + "]"
	}
	return "[" + strings.Join(rows, ",\n") + "]"
}

// pastes are the shapes in which people paste puzzles. Each is read, or refused in one sentence.
var pastes = []struct {
	name, text string
	want       []string
}{
	{"question marks", strings.ReplaceAll(example, ".", "?"), []string{"line f:1 EXAMPLE"}},
	{"middle dots", strings.ReplaceAll(example, ".", "·"), []string{"line f:1 EXAMPLE"}},
	{"blanks", strings.ReplaceAll(example, ".", " "), []string{"line f:1 EXAMPLE"}},
	{"blanks at both ends", "  " + strings.ReplaceAll(example[2:79], ".", " ") + "  ",
		[]string{"line f:1 .." + example[2:79] + ".."}},
	{"picture with middle dots", strings.ReplaceAll(boxed, ".", "·"), []string{"grid f:2 EXAMPLE"}},
	{"rows with question marks", strings.ReplaceAll(nineRows, ".", "?"), []string{"grid f:1 EXAMPLE"}},
	{"comma rows", inRows(example, ","), []string{"grid f:1 EXAMPLE"}},
	{"semicolon rows", inRows(example, ";"), []string{"grid f:1 EXAMPLE"}},
	{"tab rows", inRows(example, "\t"), []string{"grid f:1 EXAMPLE"}},
	{"comma rows of numbers", "16" + strings.Repeat(",", 15) + "\n" + strings.Repeat(strings.Repeat(",", 15)+"\n", 15),
		[]string{"grid f:1 16@num:16" + strings.Repeat(" .", 255)}},
	{"Markdown", markdown("|   |   |   |   |   |   |   |   |   |\n"), []string{"grid f:3 EXAMPLE"}},
	{"JSON rows", jsonRows("0"), []string{"json f:1 EXAMPLE"}},
	{"JSON rows with null", "[\n " + jsonRows("null")[1:], []string{"json f:1 EXAMPLE"}},
	{"JSON cells", "[" + strings.Join(strings.Split(zero, ""), ",") + "]", []string{"json f:1 EXAMPLE"}},
	{"JSON rows of text", `["` + strings.ReplaceAll(strings.TrimSpace(nineRows), "\n", `","`) + `"]`,
		[]string{"json f:1 EXAMPLE"}},
	{"JSON puzzles", `["` + example + "\",\n\"" + zero + `"]`, []string{"json f:1 EXAMPLE", "json f:2 EXAMPLE"}},
	{"JSON grids", "[" + jsonRows("0") + ",\n" + jsonRows("0") + "]", []string{"json f:1 EXAMPLE", "json f:10 EXAMPLE"}},
	{"JSON records", `[{"puzzle":"` + example + "\"},\n{\"puzzle\":\"" + zero + `","tags":["a"]}]`,
		[]string{"jsonl f:1 EXAMPLE", "jsonl f:2 EXAMPLE"}},
	{"JSON record over lines", "{\n  \"puzzle\": " + jsonRows("0") + ",\n  \"geometry\": \"9+x\"\n}\n",
		[]string{"jsonl f:1 9+x:EXAMPLE"}},
	{"JSON record on a line", `{"puzzle":` + strings.ReplaceAll(jsonRows("0"), "\n", "") + "}", []string{"jsonl f:1 EXAMPLE"}},
	{"JSON cut off", "[" + jsonRows("0") + ",\n[[1", []string{"json f:1 EXAMPLE", "f:9: reading JSON: it ends within a value"}},
	{"JSON of something else", "[1.5]", []string{"f:1: 1.5 is not a cell: expected a number, a text or null"}},
	{"jigsaw on two lines", jigsaw + "\n" + labels + "\n" + example,
		[]string{"line f:1 9/j:" + jigsaw + ":" + labels, "line f:3 EXAMPLE"}},
	{"jigsaw on one line", jigsaw + " " + labels, []string{"line f:1 9/j:" + jigsaw + ":" + labels}},
	{"jigsaw in letters", jigsaw + "\n" + strings.NewReplacer("1", "a", "2", "b", "3", "c", "4", "d", "5", "e", "6", "f",
		"7", "g", "8", "h", "9", "i").Replace(labels), []string{"line f:1 9/j:" + jigsaw + ":" + labels}},
	{"jigsaw as two blocks", inRows(jigsaw, "") + "\n" + inRows(labels, ""), []string{"grid f:1 9/j:" + jigsaw + ":" + labels}},
	{"grid behind a puzzle", example + "\n" + solved, []string{"line f:1 EXAMPLE", "line f:2 " + solved}},
	{"any column", "id,cells of it,level\n1," + example + ",hard\n2," + zero + ",easy\n",
		[]string{"csv f:2 EXAMPLE id=1;level=hard", "csv f:3 EXAMPLE id=2;level=easy"}},
	{"no header", "1," + example + ",hard\n2," + zero + ",easy\n",
		[]string{"csv f:1 EXAMPLE 1, hard", "csv f:2 EXAMPLE 2, easy"}},
	{"words with commas", "to be, or not\n" + example, []string{
		"f:1:14: not a puzzle: found 4 cells, expected 16, 36, 64, 81, 100, 144, 256 or 625", "line f:2 EXAMPLE"}},
	{"a grid that is not understood", strings.Repeat("8 $ $ $ $ $ $ $ $\n", 9),
		[]string{"f:1: not a grid: 9 lines of 9 symbols, expected rows of 4, 6, 8, 9, 10, 12, 16 or 25 cells"}},
	{"killer", "9+killer:" + example, []string{`f:1:1: unknown geometry "9+killer": write size[/box][+flags][@alphabet], ` +
		"such as 9, 6/2x3, 9+x, 16@hex; the flags are x, w, g, n and k; constraints follow the cells, as in 9:~cage=15:r1c12"}},
	{"cells in a link of SudokuPad", "https://sudokupad.app/classic/" + zero + "?setting=1", []string{"link f:1 EXAMPLE"}},
	{"link of Penpa", "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VY9", []string{"f:1: addresses of Penpa are not read any more: " +
		"draw the puzzle in f-puzzles or SudokuPad"}},
	{"short link", "https://sudokupad.app/abc123", []string{"f:1: this link of sudokupad.app cannot be read: " +
		"only its server knows the puzzle: open it and copy the cells, or export it as an f-puzzles link"}},
}

func TestReadPastes(t *testing.T) {
	for _, c := range pastes {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.text)
			for i := range got {
				got[i] = strings.Join(strings.Fields(got[i]), " ")
			}
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestReadUTF16 reads text in both orders of bytes, with and without a mark, as lines, a table and JSON.
func TestReadUTF16(t *testing.T) {
	for _, text := range []string{example + "\r\n# Größe 😀\n" + example, "puzzle,Größe\n" + example + ",2\n" + example + ",3", nineRows + "\n" + nineRows,
		`["` + example + `","` + example + `"]`} {
		for _, mark := range []string{"\ufeff", ""} {
			for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
				var file []byte
				for _, unit := range utf16.Encode([]rune(mark + text)) {
					file = order.AppendUint16(file, unit)
				}
				want, got := shown(Read(strings.NewReader(text), "f")), shown(Read(bytes.NewReader(file), "f"))
				if len(got) != 2 || !slices.Equal(got, want) {
					t.Errorf("%v of %q: got %q, want %q", order, mark+text, got, want)
				}
			}
		}
	}
}

// TestReadAnswersLineByLine gives each puzzle before it waits for the next line.
func TestReadAnswersLineByLine(t *testing.T) {
	in, out := io.Pipe()
	defer out.Close()
	lines := make(chan string)
	go func() {
		for line := range lines {
			_, _ = io.WriteString(out, line+"\n")
		}
		out.Close()
	}()
	lines <- example
	n := 0
	for _, err := range Read(in, "f") {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 1 {
			lines <- zero
			close(lines)
		}
	}
	if n != 2 {
		t.Errorf("read %d puzzles", n)
	}
}

func TestRead(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.text)
			for i := range got {
				got[i] = strings.Join(strings.Fields(got[i]), " ")
			}
			for i := range c.want {
				c.want[i] = strings.Join(strings.Fields(c.want[i]), " ")
			}
			if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestPacked reads compressed files, whole, in two members and broken off, and names what it does not read.
// What follows the cells behind a colon and is no map is an error in every format, and never a comment.
func TestReadAColonBehindTheCells(t *testing.T) {
	for _, behind := range []string{":", "::cage15(r1c1r1c2)", ":cage15(r1c1r1c2)", ":~cage=15:r1c12"} {
		text := example + behind
		for format, file := range map[string]string{
			"line": text + "\n", "CSV": "id,puzzle\n1," + text + "\n", "CSV without a header": "1," + text + "\n",
			"JSON lines": `{"puzzle":"` + text + `"}`, "JSON": `["` + text + `"]`,
		} {
			if found := read(t, file); len(found) != 1 || !strings.HasPrefix(found[0], "f:") {
				t.Errorf("%s: %q became %q", format, file, found)
			}
		}
	}
}

func TestPacked(t *testing.T) {
	lines := gzipped(t, strings.NewReader(example+"\n"))
	games := gzipped(t, strings.NewReader("<opensudoku><game data='"+zero+"'/></opensudoku>"))
	many := gzipped(t, strings.NewReader(strings.Repeat(example+"\n", 1000)))
	for _, c := range []struct {
		file    string
		puzzles int
		fault   string
	}{
		{string(lines), 1, ""}, {string(lines) + string(lines), 2, ""}, {string(games), 1, ""},
		{string(many[:len(many)-8]), 1000, "reading f: unexpected EOF"},
		{"\x1f\x8b", 0, "reading f: unexpected EOF"},
		{"PK\x03\x04xyz", 0, "reading f: it is a zip archive"}, {"\xfd7zXZ\x00", 0, "reading f: it is an xz file"},
		{string(gzipped(t, strings.NewReader("PK\x03\x04"))), 0, "reading f: it is a zip archive"},
	} {
		puzzles, fault := 0, ""
		for _, err := range Read(strings.NewReader(c.file), "f") {
			if err != nil {
				fault = err.Error()
				continue
			}
			puzzles++
		}
		if puzzles != c.puzzles || fault != c.fault {
			t.Errorf("%.10q: %d puzzles instead of %d, error %q instead of %q", c.file, puzzles, c.puzzles, fault,
				c.fault)
		}
	}
}

// TestReadCounts reads the shared collections, where they are.
func TestReadCounts(t *testing.T) {
	dir := os.Getenv("SUDOKUCTL_PUZZLES")
	for name, want := range map[string]int{"bank_easy_500.txt": 500, "bank_medium_500.txt": 500,
		"bank_hard_5000.txt":       5000,
		"bank_diabolical_5000.txt": 5000, "radcliffe_sample.csv": 7034, "human_even.tsv": 800,
		"se121_half.tsv": 2778} {
		f, err := os.Open(filepath.Join(dir, "graded", name))
		if err != nil {
			t.Skipf("puzzle collections: set SUDOKUCTL_PUZZLES: %v", err)
		}
		defer f.Close()
		got := 0
		for r, err := range Read(f, name) {
			if err != nil {
				t.Error(err)
			} else if got++; len(r.Fields) == 0 {
				t.Errorf("%s has no fields", r.Puzzle.Name)
			}
		}
		if got != want {
			t.Errorf("%s: %d records instead of %d", name, got, want)
		}
	}
}

// BenchmarkRead reads lines, bank records and a table; bytes/s speak of the text.
func BenchmarkRead(b *testing.B) {
	for name, text := range map[string]string{"line": strings.Repeat(example+"\n", 10_000),
		"bank": strings.Repeat("9ebb3cdc9fd7 "+zero+"  5.5\n", 10_000),
		"csv":  "puzzle,solution,rating\n" + strings.Repeat(zero+","+solved+",5.5\n", 10_000)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for _, err := range Read(strings.NewReader(text), "f") {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(10_000*float64(b.N)/b.Elapsed().Seconds(), "records/s")
		})
	}
}

// again is a text again and again, without end.
type again string

func (a *again) Read(p []byte) (int, error) {
	n := copy(p, *a)
	*a = (*a)[n:] + (*a)[:n]
	return n, nil
}

func repeat(text string) io.Reader {
	a := again(strings.Repeat(text, 1+1<<12/len(text)))
	return &a
}

// packed is gzip of a text, so often.
func packed(t *testing.T, text string, times int) io.Reader {
	t.Helper()
	var member bytes.Buffer
	w := gzip.NewWriter(&member)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(bytes.Repeat(member.Bytes(), times))
}

// TestLimits reads texts that never end, or nearly so, as lines, JSON and XML, plain and packed: the walk ends at the
// limit with an error that says so, and yields what came before.
func TestLimits(t *testing.T) {
	lines := strings.Repeat("1\n", 1<<19)
	const size = "f: it has more than 2 MiB of text"
	for _, c := range []struct {
		name    string
		text    io.Reader
		puzzles int
		want    string
	}{
		{"bad lines", repeat("1\n"), 0, "reading f: it has more than 1,000 bad lines; the rest was not read"},
		{"bad lines behind a puzzle", io.MultiReader(strings.NewReader(example+"\n"), repeat("1\n")), 1, "1,000 bad lines"},
		{"packed bad lines", packed(t, lines, 100), 0, "1,000 bad lines"},
		{"empty lines", repeat("\n"), 0, size},
		{"packed empty lines", packed(t, strings.Repeat("\n", 1<<20), 1000), 0, size},
		{"a grid that has no end", repeat("1111\n"), 0, size},
		{"an endless line", repeat("1"), 0, size},
		{"packed endless line", packed(t, strings.Repeat("1", 1<<20), 1000), 0, size},
		{"JSON that is deep", repeat("["), 0, ""},
		{"JSON of cells", io.MultiReader(strings.NewReader("["), repeat("1, ")), 0, ""},
		{"JSON of good puzzles", io.MultiReader(strings.NewReader("["), repeat("\""+example+"\",\n")), 2<<20/85 - 1, size},
		{"XML that is deep", repeat("<a>"), 0, ""},
		{"XML", io.MultiReader(strings.NewReader("<opensudoku>"), repeat("<a></a>")), 0, size},
	} {
		n, first, last := 0, error(nil), error(nil)
		for _, err := range (Limits{Size: 2 << 20, Bad: 1000}).Read(t.Context(), c.text, "f", nil) {
			if last = err; err == nil {
				n++
			} else if first == nil {
				first = err
			}
		}
		var limit *LimitError
		if c.want != "" && (!errors.As(last, &limit) || !strings.Contains(last.Error(), c.want)) || last == nil || n < c.puzzles {
			t.Errorf("%s: %d puzzles, first %v, last %v; want %q", c.name, n, first, last, c.want)
		}
	}
	bad := 0
	for _, err := range Read(strings.NewReader(lines[:1<<12]), "f") {
		if errors.As(err, new(*sudoku.ParseError)) {
			bad++
		}
	}
	if bad != 1<<11 {
		t.Errorf("without limits: %d bad lines", bad)
	}
}

// TestReadingEndsWithItsContext ends the context while a text is read that has no end and, but for one, no puzzle.
func TestReadingEndsWithItsContext(t *testing.T) {
	for name, text := range map[string]string{"lines": "1\n", "empty lines": "\n", "one line": "1", "JSON": "[", "XML": "<a></a>",
		"puzzles": example + "\n", "comments": "# x\n"} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		in := repeat(text)
		out, packing := io.Pipe()
		go func() { // packs without end, and ends the context after a while
			w := gzip.NewWriter(packing)
			for n := 0; ; n++ {
				if n == 20 {
					cancel()
				}
				if _, err := io.CopyN(w, in, 1<<16); err != nil {
					return
				}
			}
		}()
		var last error
		for _, err := range (Limits{}).Read(ctx, out, "f", nil) {
			last = err
		}
		out.Close()
		if !errors.Is(last, context.Canceled) {
			t.Errorf("%s: %v", name, last)
		}
	}
}
