package publish

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// FeedKinds are the formats of feeds: JSON Feed 1.1 and RSS 2.0.
var FeedKinds = []string{"json", "rss"}

// WriteFeed writes issues of a daily series as a feed, the newest first. Link is the address of an issue with {issue} for the
// day, "" if there is none.
func WriteFeed(w io.Writer, kind, title, link string, issues []Issue) error {
	issues = slices.Clone(issues)
	slices.Reverse(issues)
	switch kind {
	case "json":
		return writeJSONFeed(w, title, link, issues)
	case "rss":
		return writeRSS(w, title, link, issues)
	}
	return work.RequestErrorf("invalid kind of feed %q: must be one of %s", kind, strings.Join(FeedKinds, ", "))
}

// headline names an issue.
func (i *Issue) headline() string {
	words := "Sudoku for " + i.Issue
	if i.Level != "" {
		words += " (" + i.Level + ")"
	}
	return words
}

// id never changes for an issue.
func (i *Issue) id() string { return "sudokuctl:" + i.Series + ":" + i.Issue }

func (i *Issue) link(template string) string { return strings.ReplaceAll(template, "{issue}", i.Issue) }

func writeJSONFeed(w io.Writer, title, link string, issues []Issue) error {
	type item struct {
		ID        string    `json:"id"`
		URL       string    `json:"url,omitempty"`
		Title     string    `json:"title"`
		Content   string    `json:"content_text"`
		Published time.Time `json:"date_published,omitzero"`
		Sudoku    any       `json:"_sudokuctl"`
	}
	feed := struct {
		Version string `json:"version"`
		Title   string `json:"title"`
		Items   []item `json:"items"`
	}{"https://jsonfeed.org/version/1.1", title, []item{}}
	for _, i := range issues {
		day, _ := time.Parse(time.DateOnly, i.Issue) // of no day: none is written
		record := library.NewListRecord(i.Puzzle, nil)
		record.Level = i.Level
		feed.Items = append(feed.Items, item{i.id(), i.link(link), i.headline(), i.Puzzle.Puzzle.String(), day, record})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(feed)
}

func writeRSS(w io.Writer, title, link string, issues []Issue) error {
	type guid struct {
		Permanent bool   `xml:"isPermaLink,attr"`
		Text      string `xml:",chardata"`
	}
	type item struct {
		Title       string `xml:"title"`
		Link        string `xml:"link,omitempty"`
		Description string `xml:"description"`
		GUID        guid   `xml:"guid"`
		Published   string `xml:"pubDate,omitempty"`
	}
	type channel struct {
		Title       string `xml:"title"`
		Link        string `xml:"link"`
		Description string `xml:"description"`
		Items       []item `xml:"item"`
	}
	c := channel{Title: title, Link: strings.ReplaceAll(link, "{issue}", ""), Description: title}
	for _, i := range issues {
		next := item{Title: i.headline(), Link: i.link(link), Description: i.Puzzle.Puzzle.String(), GUID: guid{Text: i.id()}}
		if day, err := time.Parse(time.DateOnly, i.Issue); err == nil {
			next.Published = day.Format(time.RFC1123Z)
		}
		c.Items = append(c.Items, next)
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	_, err := io.WriteString(w, xml.Header)
	if err == nil {
		err = e.Encode(struct {
			XMLName xml.Name `xml:"rss"`
			Version string   `xml:"version,attr"`
			Channel channel  `xml:"channel"`
		}{Version: "2.0", Channel: c})
	}
	if err == nil {
		_, err = fmt.Fprintln(w)
	}
	return err
}
