package publish_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/publish"
)

// TestFeedsSayNoSolution reads what a reader of feeds shows of a puzzle.
func TestFeedsSayNoSolution(t *testing.T) {
	e := puzzle(1, 1)
	issue := publish.Issue{Series: "daily", Issue: "2026-01-02", Puzzle: &store.Listed{Item: store.Item{Puzzle: e.Puzzle}, Solution: e.Solution}}
	solution := sudoku.Classic().FormatGrid(e.Solution)
	for kind, shown := range map[string]string{"json": `"content_text": "` + e.Puzzle.String() + `"`, "rss": "<description>" + e.Puzzle.String() + "</description>"} {
		var feed bytes.Buffer
		if err := publish.WriteFeed(&feed, kind, "Sudoku", "", []publish.Issue{issue}); err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(feed.String(), `"_sudokuctl"`) // is for programs
		if !strings.Contains(text, shown) || strings.Contains(text, solution) {
			t.Errorf("%s: %s", kind, text)
		}
	}
}
