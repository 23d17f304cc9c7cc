package formats

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/sudokupad"
)

// TestForeignFPuzzles reads what the sites would write and sudokuctl would not.
func TestForeignFPuzzles(t *testing.T) {
	row := "[" + strings.Repeat(`{},`, 3) + `{"value":4,"given":true}]`
	grid := `"grid":[` + strings.Repeat(row+",", 3) + row + `]`
	for data, want := range map[string]string{
		`{"size":4,` + grid + `,"ruleset":"x","arrow":[],"highlightConflicts":true}`:      "clash",
		`{"size":4,` + strings.ReplaceAll(grid, "true", "false") + `}`:                    "4:................",
		`{"size":4,` + grid + `,"arrow":[{"cells":["R1C1"]}]}`:                            "not understood: arrow without a shaft",
		`{"size":4,` + grid + `,"diagonal+":true}`:                                        "clash",
		`{"size":4,` + grid + `,"fogs":[1],"line":[{"lines":[["R1C1","R1C2"]]}]}`:         "not understood: fogs, line",
		`{"size":4,` + grid + `,"extraregion":[{"cells":["R1C1","R1C2","R2C1","R3C1"]}]}`: "clash",
		`{"size":9,` + grid + `}`:         "a puzzle of size 9 with 4 rows",
		`{"size":4,"grid":[[],[],[],[]]}`: "a row of 0 cells",
		`[1,2]`:                           "not a puzzle of f-puzzles",
	} {
		got := "clash"
		if r, err := readFPuzzle(data); err != nil {
			got = err.Error()
		} else if r.Puzzle.Clues() == 0 {
			got = r.Puzzle.String()
		}
		if !strings.Contains(got, strings.TrimPrefix(want, "4:")) {
			t.Errorf("%s: %s instead of %s", data, got, want)
		}
	}
}

// TestBadPadLinks reads links that hold no puzzle.
func TestBadPadLinks(t *testing.T) {
	for _, link := range []string{"https://sudokupad.app/fpuzzlesAAAAAAAAAAAAAAAAAAAA",
		"https://www.f-puzzles.com/?load=" + sudokupad.Compress("{}xxxxxxxxxx")} {
		for _, err := range Read(strings.NewReader(link+"\n"), "f") {
			if err == nil {
				t.Errorf("%s was read", link)
			}
		}
	}
}

// The packed text of a link is read without the address, too.
func TestBarePadLink(t *testing.T) {
	row := "[" + strings.Repeat(`{},`, 3) + `{"value":4,"given":true}]`
	packed := sudokupad.Compress(`{"size":4,"grid":[` + strings.Repeat(row+",", 3) + row + `]}`)
	read := 0
	for r, err := range Read(strings.NewReader(packed+"\n"), "f") {
		if read++; err != nil || r.Format != "f-puzzles" || r.Puzzle.Clues() != 4 {
			t.Errorf("%s: %v, %v", packed, r, err)
		}
	}
	if read != 1 {
		t.Errorf("%d puzzles", read)
	}
}

// A solution in a link that is none is left out; the puzzle is read all the same.
func TestNoSolutionInAFPuzzle(t *testing.T) {
	row := "[" + strings.Repeat(`{},`, 3) + `{"value":4,"given":true}]`
	for _, solution := range []string{
		"[1,2,3]", "[" + strings.Repeat("0,", 15) + "0]", "[" + strings.Repeat("1,", 15) + "5]", "[" + strings.Repeat("1,", 15) + "257]",
		"[" + strings.Repeat("1,", 15) + "-255]",
	} {
		data := `{"size":4,"grid":[` + strings.Repeat(row+",", 3) + row + `],"solution":` + solution + `}`
		r, err := readFPuzzle(data)
		if err != nil || r.Solution != nil {
			t.Errorf("%s: solution %v, %v", solution, r.Solution, err)
		}
	}
}

func readFPuzzle(data string) (Record, error) {
	r, err, ok := foreignObject(data)
	if !ok {
		err = errors.New("not a puzzle of f-puzzles")
	}
	return r, err
}
