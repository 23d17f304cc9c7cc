package library

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/work"
)

// FeedKinds are the formats of feeds: JSON Feed 1.1 and RSS 2.0.
var FeedKinds = []string{"json", "rss"}

// Feed says how a daily series is shown to readers of feeds. In addresses {issue} stands for the day; each may be "".
type Feed struct {
	Kind    string // one of FeedKinds
	Title   string
	Home    string // address of the series
	Link    string // address of a day
	Picture string // address of the picture of a day
}

// Write writes issues as a feed, the newest first. A reader shows the picture of a puzzle, or else its text, and never
// its solution.
func (f *Feed) Write(w io.Writer, issues []Issue) error {
	issues = slices.Clone(issues)
	slices.Reverse(issues)
	switch f.Kind {
	case "json":
		return f.writeJSON(w, issues)
	case "rss":
		return f.writeRSS(w, issues)
	}
	return work.RequestErrorf("invalid kind of feed %q: must be one of %s", f.Kind, strings.Join(FeedKinds, ", "))
}

// content is what a reader shows of an issue, as HTML; "" without pictures.
func (f *Feed) content(i *Issue) string {
	if f.Picture == "" {
		return ""
	}
	return fmt.Sprintf(`<p><a href="%s"><img src="%s" alt="%s" width="480"></a></p>`, html.EscapeString(i.at(f.Link)),
		html.EscapeString(i.at(f.Picture)), html.EscapeString(i.Puzzle.Puzzle.String()))
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

// at is the address of an issue.
func (i *Issue) at(template string) string { return strings.ReplaceAll(template, "{issue}", i.Issue) }

func (f *Feed) writeJSON(w io.Writer, issues []Issue) error {
	type item struct {
		ID        string    `json:"id"`
		URL       string    `json:"url,omitempty"`
		Title     string    `json:"title"`
		Text      string    `json:"content_text,omitempty"`
		HTML      string    `json:"content_html,omitempty"`
		Image     string    `json:"image,omitempty"`
		Published time.Time `json:"date_published,omitzero"`
		Sudoku    any       `json:"_sudokuctl"`
	}
	feed := struct {
		Version string `json:"version"`
		Title   string `json:"title"`
		Home    string `json:"home_page_url,omitempty"`
		Items   []item `json:"items"`
	}{"https://jsonfeed.org/version/1.1", f.Title, f.Home, []item{}}
	for _, i := range issues {
		day, _ := time.Parse(time.DateOnly, i.Issue) // of no day: none is written
		record := NewListRecord(i.Puzzle, nil)
		record.Level, record.Solution = i.Level, ""
		next := item{i.id(), i.at(f.Link), i.headline(), "", f.content(&i), i.at(f.Picture), day, record}
		if next.HTML == "" {
			next.Text = record.Puzzle
		}
		feed.Items = append(feed.Items, next)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(feed)
}

func (f *Feed) writeRSS(w io.Writer, issues []Issue) error {
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
	c := channel{Title: f.Title, Link: cmp.Or(f.Home, strings.ReplaceAll(f.Link, "{issue}", "")), Description: f.Title}
	for _, i := range issues {
		next := item{Title: i.headline(), Link: i.at(f.Link), GUID: guid{Text: i.id()},
			Description: cmp.Or(f.content(&i), i.Puzzle.Puzzle.String())}
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
