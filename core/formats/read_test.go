package formats

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
			s += " =" + strings.ReplaceAll(r.Puzzle.Geometry.FormatGrid(r.Solution), solved, "SOLVED")
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
			"f:2:12: 80 cells are no puzzle: without a head a line has 16, 36, 64, 81, 100, 144, 256 or 625 cells"}},
	{"link", "https://www.sudokuwiki.org/sudoku.htm?bd=" + zero + "&x=1", []string{"link f:1 EXAMPLE"}},
	{"csv", "quizzes,solutions\n" + zero + "," + solved + "\n", []string{"csv f:2 EXAMPLE =SOLVED"}},
	{"quoted", "source,question,answer,rating\n\"a, \"\"b\"\"\"," + example + "," + solved + ",7\n",
		[]string{`csv f:2 EXAMPLE =SOLVED source=a, "b";rating=7`}},
	{"tsv", "hash\tpuzzle\tER\nab\t" + zero + "\t5.2\n", []string{"csv f:2 EXAMPLE hash=ab;ER=5.2"}},
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
			"f:3:81: 80 cells are no puzzle: without a head a line has 16, 36, 64, 81, 100, 144, 256 or 625 cells",
			"csv f:4 EXAMPLE rating=2"}},
	{"opensudoku", "<?xml version='1.0'?>\n<opensudoku><folder name='A &amp; B'>\n<game data='" + zero +
		"' note='n'/><game data='12'/></folder></opensudoku>", []string{"opensudoku f:3 EXAMPLE folder=A & B n",
		"f:3:123: reading the data of a game: column 3: 2 cells are no puzzle: without a head a line has 16, " +
			"36, 64, 81, 100, 144, 256 or 625 cells"}},
	{"html", "<html></html>", []string{"f:1:14: an XML document without <game data=…>"}},
	{"bomb", "<!DOCTYPE x [<!ENTITY a 'aaaa'>]><opensudoku><game data='&a;'/></opensudoku>",
		[]string{"f:1:61: invalid character entity &a;"}},
	{"deep", strings.Repeat("<a>", 100), []string{"f:1:103: elements nested more than 32 deep"}},
	{"6x6 picture", "+-------+-------+\n| 1 . . | . . 6 |\n| . . . | 1 . . |\n+-------+-------+\n| . . . | . " +
		". . |\n" +
		"| . . . | . . . |\n+-------+-------+\n| . . . | . . . |\n| . . . | . . . |\n+-------+-------+\n",
		[]string{"grid f:2 1....6...1.........................."}},
	{"nonsense", "hello world\n53\n", []string{
		"f:1:12: 5 cells are no puzzle: without a head a line has 16, 36, 64, 81, 100, 144, 256 or 625 cells",
		"f:2:3: 2 cells are no puzzle: without a head a line has 16, 36, 64, 81, 100, 144, 256 or 625 cells"}},
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
