package formats

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/layout"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestTexts reads the corpus of texts. Each of its archives has texts of one kind, and behind a text its right reading: a
// line for each record, "line puzzle fields comment", or "! line" and a part of what is wrong there.
func TestTexts(t *testing.T) {
	files, err := filepath.Glob("testdata/texts/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus:", err)
	}
	texts := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		archive := txtar.Parse(data)
		for i := 0; i+1 < len(archive.Files); i += 2 {
			text, want := archive.Files[i], archive.Files[i+1]
			if want.Name != text.Name+".want" {
				t.Fatalf("%s: %q has no reading behind it", file, text.Name)
			}
			texts++
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+text.Name, func(t *testing.T) {
				compareReading(t, string(text.Data), strings.Split(strings.TrimSpace(string(want.Data)), "\n"))
			})
		}
	}
	if texts < 80 {
		t.Errorf("%d texts", texts)
	}
}

func compareReading(t *testing.T, text string, want []string) {
	t.Helper()
	var got []string
	for _, found := range read(t, text) {
		if _, record, ok := strings.Cut(found, " f:"); ok && !strings.HasPrefix(found, "f:") {
			found = strings.ReplaceAll(record, "EXAMPLE", example)
			found = strings.ReplaceAll(found, "SOLVED", solved)
		}
		got = append(got, strings.Join(strings.Fields(found), " "))
	}
	same := len(got) == len(want)
	for i := 0; same && i < len(got); i++ {
		if line, part, ok := strings.Cut(strings.TrimPrefix(want[i], "! "), " "); ok && strings.HasPrefix(want[i], "! ") {
			same = strings.HasPrefix(got[i], "f:"+line+":") && strings.Contains(got[i], part)
			continue
		}
		same = got[i] == strings.TrimSpace(want[i])
	}
	if !same {
		t.Errorf("of\n%s\ngot\n%s\nwant\n%s", text, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestNothingIsLost joins puzzles in every layout by separators of every kind: they come back, each once, in their order.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text, layouts []string
		var want []string
		for range rapid.IntRange(1, 6).Draw(t, "puzzles") {
			n := rapid.SampledFrom([]int{4, 6, 9, 16}).Draw(t, "size")
			cells := make([]string, n*n)
			for i := range cells {
				cells[i] = "."
				if rapid.IntRange(0, 3).Draw(t, "given") == 0 {
					cells[i] = "123456789ABCDEFG"[i%n : i%n+1]
				}
			}
			if n == 16 {
				cells[1], cells[255] = "G", "G" // the first row says of itself that it is none of 4×4
			}
			cells[0] = "." // the first is no map of regions, and no row counts
			form := rapid.SampledFrom([]string{"line", "rows", "dashes", "blanks", "bars", "bands", "gaps", "commas", "numpy", "braces"}).Draw(t, "form")
			if n == 16 && (form == "gaps" || form == "bands") && len(text) > 0 && len(text[len(text)-1]) == 16 {
				form = "rows" // behind a 4×4 puzzle its bands are not known from more of these
			}
			text = append(text, laidOut(cells, n, form))
			layouts = append(layouts, form)
			puzzle := strings.Join(cells, "")
			if n == 16 {
				puzzle = "16:" + puzzle
			}
			want = append(want, puzzle)
		}
		var all strings.Builder
		for i, puzzle := range text {
			separators := []string{"\n", "\n\n\n", "\n# a comment\n\n", "\nPuzzle 7:\n", "\n% a comment\n\n", "\n\t\n"}
			all.WriteString(puzzle + rapid.SampledFrom(separators).Draw(t, "separator"))
			if i+1 < len(text) && (layouts[i] != "line" || len(text[i]) == 16) {
				all.WriteString("\n")
			}
		}
		var got []string
		for r, err := range Read(strings.NewReader(all.String()), "f") {
			if err != nil {
				if !strings.Contains(err.Error(), "not a puzzle: found") { // a heading at the end
					t.Fatalf("%v in\n%s", err, all.String())
				}
				continue
			}
			got = append(got, r.Puzzle.String())
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("got\n%s\nwant\n%s\nof\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), all.String())
		}
	})
}

// laidOut writes n×n cells in a form.
func laidOut(cells []string, n int, form string) string {
	if form == "line" {
		if n == 16 {
			return "16:" + strings.Join(cells, "")
		}
		return strings.Join(cells, "")
	}
	var rows []string
	for i := range n {
		row := cells[i*n : i*n+n]
		switch text := strings.Join(row, ""); form {
		case "dashes":
			rows = append(rows, strings.ReplaceAll(text, ".", "-"))
		case "blanks", "numpy":
			rows = append(rows, strings.Join(row, " "))
		case "bars":
			half := n / 2
			rows = append(rows, "|"+text[:half]+"|"+text[half:]+"|")
		case "commas":
			rows = append(rows, strings.ReplaceAll(strings.Join(row, ","), ".", ""))
		case "braces":
			rows = append(rows, "{"+strings.ReplaceAll(strings.Join(row, ", "), ".", "0")+"},")
		default:
			rows = append(rows, text)
		}
		if form == "gaps" || form == "bands" && (i+1)%layout.BandRows[n] == 0 {
			rows[i] += "\n"
		}
	}
	switch form {
	case "numpy":
		return "[[" + strings.Join(rows, "]\n [") + "]]"
	case "braces":
		return "int a[] = {\n" + strings.Join(rows, "\n") + "\n};"
	}
	return strings.Join(rows, "\n")
}

// TestManyRows reads grids without a line between them, more than wait for each other at once, as puzzle after puzzle; rows of
// others that follow are read as ever.
func TestManyRows(t *testing.T) {
	line := strings.Repeat(".", 80) + "1"
	for _, rows := range []string{
		"1...\n..2.\n.3..\n...4\n", "1234\n3412\n2143\n4321\n", "1111\n0000\n....\n1111\n", "12....\n......\n..3...\n......\n....4.\n5.....\n",
		"1.......\r\n........\r\n..2.....\r\n........\r\n........\r\n........\r\n........\r\n.......8\r\n",
		"123456789\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
	} {
		n, last := strings.Count(rows, "\n"), ""
		p, err := sudoku.ParsePuzzle(strings.NewReplacer("\r", "", "\n", "").Replace(rows))
		if err != nil {
			t.Fatal(err)
		}
		want, number := p.String(), 0
		for r, err := range Read(strings.NewReader(strings.Repeat(rows, 1000)+"\n"+line+"\n"), "f") {
			switch {
			case err != nil:
				t.Fatalf("%q: %v", rows, err)
			case number < 1000 && (r.Puzzle.String() != want || r.Puzzle.Name != fmt.Sprintf("f:%d", 1+n*number)):
				t.Fatalf("%q, %s: got %s, want %s", rows, r.Puzzle.Name, r.Puzzle, want)
			}
			last, number = r.Puzzle.String(), number+1
		}
		if number != 1001 || last != line {
			t.Errorf("%q: %d puzzles, then %s", rows, number, last)
		}
	}
}
