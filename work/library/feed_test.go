package library_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// TestFeedsSayNoSolution reads what a reader of feeds shows of a puzzle.
func TestFeedsSayNoSolution(t *testing.T) {
	e := puzzle(1, 1)
	issue := library.Issue{Series: "daily", Issue: "2026-01-02", Puzzle: &store.Listed{Item: store.Item{Puzzle: e.Puzzle}, Solution: e.Solution}}
	solution := sudoku.Classic().FormatGrid(e.Solution)
	for kind, shown := range map[string]string{"json": `"content_text": "` + e.Puzzle.String() + `"`, "rss": "<description>" + e.Puzzle.String() + "</description>"} {
		var feed bytes.Buffer
		if err := (&library.Feed{Kind: kind, Title: "Sudoku"}).Write(&feed, []library.Issue{issue}); err != nil {
			t.Fatal(err)
		}
		if text := feed.String(); !strings.Contains(text, shown) || strings.Contains(text, solution) {
			t.Errorf("%s: %s", kind, text)
		}
	}
}

// TestFeedsShowPictures reads a feed as a reader does: the picture of a day is in it, and leads to the day.
func TestFeedsShowPictures(t *testing.T) {
	e := puzzle(1, 1)
	issue := library.Issue{Series: "daily", Issue: "2026-01-02", Puzzle: &store.Listed{Item: store.Item{Puzzle: e.Puzzle}}}
	want := `<p><a href="https://a.example/?a&amp;b=2026-01-02"><img src="https://a.example/2026-01-02.png" alt="` + e.Puzzle.String() + `" width="480"></a></p>`
	write := func(kind string) []byte {
		var feed bytes.Buffer
		f := library.Feed{Kind: kind, Title: "Sudoku", Home: "https://a.example/", Link: "https://a.example/?a&b={issue}", Picture: "https://a.example/{issue}.png"}
		if err := f.Write(&feed, []library.Issue{issue}); err != nil {
			t.Fatal(err)
		}
		return feed.Bytes()
	}
	var inJSON struct {
		Home  string `json:"home_page_url"`
		Items []struct {
			HTML  string `json:"content_html"`
			Text  string `json:"content_text"`
			Image string
		}
	}
	if err := json.Unmarshal(write("json"), &inJSON); err != nil || inJSON.Home != "https://a.example/" || len(inJSON.Items) != 1 ||
		inJSON.Items[0].HTML != want || inJSON.Items[0].Text != "" || inJSON.Items[0].Image != "https://a.example/2026-01-02.png" {
		t.Errorf("%v %+v", err, inJSON)
	}
	var inRSS struct {
		Link        string   `xml:"channel>link"`
		Description []string `xml:"channel>item>description"`
	}
	if err := xml.Unmarshal(write("rss"), &inRSS); err != nil || inRSS.Link != "https://a.example/" || len(inRSS.Description) != 1 || inRSS.Description[0] != want {
		t.Errorf("%v %+v", err, inRSS)
	}
}
