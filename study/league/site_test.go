package league

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// standing makes a season of two collections that three solvers have played, one of them in two versions.
func standing() *Standing {
	st := &Standing{Season: &Season{Name: "Test <league>", Budget: time.Second, Seed: 1}, Levels: []string{"easy", "evil"},
		Machines: []string{"a processor"}, From: "2026-11-22 07:00:00", To: "2026-11-22 08:00:00"}
	for k, name := range []string{"one", "two"} {
		c := &Played{Collection: Collection{Name: name, Version: "2026"}}
		c.Table = &stats.Table{Solvers: []string{"fast", "slow", "liar"}, Cells: make([][]stats.Cell, 3)}
		for i := range 5 {
			id := int64(10*k + i)
			c.Puzzles = append(c.Puzzles, Puzzle{ID: id, Text: "1.3............4", Geometry: fmt.Sprintf("4/j:%d", i), Band: st.Levels[i%2]})
			c.Table.Puzzles = append(c.Table.Puzzles, id)
			for s, answer := range []stats.Cell{cell(sudoku.Unique, time.Microsecond), cell(sudoku.Unique, time.Second), cell(sudoku.Wrong, 1)} {
				c.Table.Cells[s] = append(c.Table.Cells[s], answer)
			}
		}
		c.Scores = rank([]*stats.Table{c.Table})
		st.Played = append(st.Played, c)
	}
	st.Scores = rank([]*stats.Table{st.Played[0].Table, st.Played[1].Table})
	for _, score := range st.Scores {
		st.Versions = append(st.Versions, Version{Solver: score.Solver, Version: "1.0.0", Newest: true, Score: score, First: st.From, Last: st.To})
	}
	for _, date := range []string{"2026-11-20", "2026-11-22"} {
		st.Days = append(st.Days, Day{Date: date, Scores: map[string]Score{"fast": st.Scores[0], "slow": st.Scores[1]}})
	}
	st.Versions = append(st.Versions, Version{Solver: "slow", Version: "0.9.0", Score: st.Scores[0], First: st.From, Last: st.From})
	return st
}

var (
	address = regexp.MustCompile(`(?:xlink:)?href="([^"]*)"`)
	anchor  = regexp.MustCompile(` id="([^"]*)"`)
)

// Every link of the pages leads to a file that is there and to a place in it; no page has a script or loads anything
// from elsewhere.
func TestPagesLeadToOneAnother(t *testing.T) {
	dir := t.TempDir()
	st := standing()
	for _, c := range st.Played {
		if err := os.MkdirAll(filepath.Dir(c.file(dir)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(c.file(dir), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pages, err := Site(st, dir, "body {}", "season.yaml --to site")
	if err != nil || pages != 1+2+3+3 {
		t.Fatalf("%d pages, %v", pages, err)
	}
	texts, ids := map[string]string{}, map[string]bool{}
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		texts[name] = string(text)
		for _, m := range anchor.FindAllStringSubmatch(string(text), -1) {
			ids[name+"#"+m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for name, text := range texts {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		if strings.Contains(text, "<script") || strings.Contains(text, "src=") || strings.Contains(text, "<league>") {
			t.Errorf("%s has a script, loads something, or shows a text raw", name)
		}
		for _, m := range address.FindAllStringSubmatch(text, -1) {
			links++
			file, place, _ := strings.Cut(m[1], "#")
			to := path.Join(path.Dir(name), file)
			if file == "" {
				to = name
			}
			if _, there := texts[to]; !there || place != "" && !ids[to+"#"+place] {
				t.Errorf("%s leads to %q, which is not there", name, m[1])
			}
		}
	}
	if links < 200 {
		t.Errorf("%d links", links)
	}
	for name, want := range map[string]string{
		"index.html":                `sudokuctl plugin league season.yaml --to site`,
		"collections/one-2026.html": `sudokuctl bench collections/one-2026.txt --solver fast,slow,liar --limit 2 --timeout 1s`,
		"index.html#time":           `days since 2026-11-20`,
		"solvers/slow.html":         "0.9.0",
		"duels/fast--slow.html":     `fast wins 5, slow wins 0, 0 are draws. On the puzzles that both decide fast is 1000000.0 ± 0.0 times faster than slow.`,
		"duels/slow--liar.html":     "wrong",
		"style.css":                 "body {}",
	} {
		if page, _, _ := strings.Cut(name, "#"); !strings.Contains(texts[page], want) {
			t.Errorf("%s has no %q", name, want)
		}
	}
}

func TestTimesAreShort(t *testing.T) {
	for want, d := range map[string]time.Duration{"0 ns": 0, "801 ns": 801, "4.18 µs": 4184, "15.1 ms": 15_123_456, "1.5 s": 1_500 * time.Millisecond} {
		if got := took(d); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
