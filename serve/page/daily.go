package page

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// seriesBody is the body of the page of all series.
type seriesBody struct {
	Series []today
}

// today is what a series shows today.
type today struct {
	Name, URL string
	Issue     *library.Issue // nil if there is none, as Missing says
	Missing   string
	libraryRow
}

// seriesPage shows what each series has for today.
func (s *site) seriesPage(r *http.Request) (*layout, error) {
	b := &seriesBody{}
	l := &layout{Title: "Puzzles of the day", Tab: "series", Body: b, Command: "sudokuctl daily"}
	var err error
	b.Series, err = s.today(r.Context())
	return l, err
}

// today is what each series shows today, as far as it is known when ctx ends.
func (s *site) today(ctx context.Context) (shown []today, err error) {
	all, err := s.desk.AllSeries(ctx)
	if err != nil {
		return nil, err
	}
	for _, series := range all {
		t := today{Name: series.Name, URL: s.seriesURL(series.Name)}
		issue, err := s.desk.Issue(ctx, series.Name, "")
		if err != nil {
			p := problem.Of(err, s.desk.Options.Log)
			if p.Status != http.StatusNotFound {
				return shown, err
			}
			t.Missing = p.Detail
		} else {
			t.Issue, t.libraryRow = issue, newLibraryRow(library.NewIssueRecord(*issue).ListRecord, nil)
		}
		shown = append(shown, t)
	}
	return shown, nil
}

// seriesURL returns the address of a series.
func (s *site) seriesURL(name string) string { return s.desk.Path("/daily/" + url.PathEscape(name)) }

// dayBody is the body of the page of a day.
type dayBody struct {
	*subject
	Series, Day, Level string
	URL                string // of the series
	Known              bool   // there is a solution to show
	Solution           string // "" if nobody has asked for it
	Months, Days       []look
}

// dayPage shows the puzzle of a series on a day, to be played, and what it has shown before.
func (s *site) dayPage(r *http.Request) (*layout, error) {
	name, v := r.PathValue("series"), r.URL.Query()
	b := &dayBody{Series: name, URL: s.seriesURL(name)}
	l := &layout{Title: "Puzzle of the day", Tab: "day", Body: b}
	issue, err := s.desk.Issue(r.Context(), name, v.Get("date"))
	if err != nil {
		l.Tab = "problem"
		return l, err
	}
	b.subject = s.subjectOfIssue(issue)
	b.Day, b.Level, b.Known = issue.Issue, issue.Level, issue.Puzzle.Solution != nil
	if b.Known && v.Has("solution") {
		b.Solution = issue.Puzzle.Puzzle.Geometry().FormatGrid(issue.Puzzle.Solution)
	}
	day, _ := time.Parse(time.DateOnly, b.Day) // Issue has read it
	l.Title = "Sudoku for " + day.Format("2 January 2006")
	days, err := s.desk.Days(r.Context(), name)
	if err != nil {
		return l, err
	}
	b.archive(days, v.Get("month"))
	return l, nil
}

// subjectOfIssue returns the body for the puzzle of a day.
func (s *site) subjectOfIssue(i *library.Issue) *subject {
	p := i.Puzzle.Puzzle
	return &subject{Puzzle: p, Notation: p.String(), path: s.desk.Path, compute: !s.desk.Options.NoCompute,
		writes: !s.desk.Options.ReadOnly, plays: s.desk.Options.Plays, level: i.Level, query: url.Values{}}
}

// archive lists the months of a series, and the days of one of them: the named month, or else the month of the shown
// day.
func (b *dayBody) archive(days []string, month string) {
	const monthly = len("2006-01")
	if len(month) != monthly {
		month = b.Day[:monthly]
	}
	for _, day := range days {
		if m := day[:monthly]; !slices.ContainsFunc(b.Months, func(l look) bool { return l.Name == m }) {
			b.Months = append(b.Months, look{m, b.URL + "?" + url.Values{"date": {b.Day}, "month": {m}}.Encode(), m == month})
		}
		if strings.HasPrefix(day, month) {
			b.Days = append(b.Days, look{day, b.URL + "?date=" + day, day == b.Day})
		}
	}
}

// feedDays is how many days a feed has.
const feedDays = 30

// dayFile answers with a feed of a series, or with the picture of a day.
func (s *site) dayFile(w http.ResponseWriter, r *http.Request) {
	series, file := r.PathValue("series"), r.PathValue("file")
	suffix := path.Ext(file)
	name, to := strings.TrimSuffix(file, suffix), strings.TrimPrefix(suffix, ".")
	var b bytes.Buffer
	var err error
	switch {
	case name == "feed" && slices.Contains(library.FeedKinds, to):
		w.Header().Set("Content-Type", map[string]string{"json": "application/feed+json", "rss": "application/rss+xml"}[to])
		err = s.feed(&b, r, series, to)
	case to == "svg":
		var issue *library.Issue
		if issue, err = s.desk.Issue(r.Context(), series, name); err == nil {
			w.Header().Set("Content-Type", desk.MediaType(to))
			err = desk.Picture(&b, issue.Puzzle.Puzzle, "Sudoku for "+issue.Issue)
		}
	default:
		err = problem.Newf(http.StatusNotFound,
			"there is no %q here; there are feed.json, feed.rss, and DAY.svg for pictures", file)
	}
	if err != nil {
		s.show(w, r, func(*http.Request) (*layout, error) { return nil, err })
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=600")
	w.Write(b.Bytes())
}

// feed writes what a series has shown of late.
func (s *site) feed(b *bytes.Buffer, r *http.Request, series, kind string) error {
	days, err := s.desk.Days(r.Context(), series)
	if err != nil {
		return err
	}
	if now := desk.Today(); len(days) == 0 || days[0] != now {
		if _, err := s.desk.Issue(r.Context(), series, now); err == nil {
			days = append([]string{now}, days...)
		}
	}
	days = days[:min(len(days), feedDays)]
	var issues []library.Issue
	for _, day := range slices.Backward(days) {
		issue, err := s.desk.Issue(r.Context(), series, day)
		if err != nil {
			return err
		}
		issues = append(issues, *issue)
	}
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	home := scheme + "://" + r.Host + s.seriesURL(series)
	f := library.Feed{Kind: kind, Title: "Sudoku: " + series, Home: home, Link: home + "?date={issue}",
		Picture: home + "/{issue}.svg"}
	return f.Write(b, issues)
}

// embedded is the body of a page for a frame of another site: a puzzle to be played, and a link to its own page.
type embedded struct {
	*subject
	Title, URL string
}

// embedPage shows a puzzle for a frame: of a series, of the library, or of the query.
func (s *site) embedPage(r *http.Request) (*layout, error) {
	b := &embedded{Title: "Sudoku"}
	l := &layout{Title: b.Title, Tab: "embed", Body: b}
	if series := r.PathValue("series"); series != "" {
		issue, err := s.desk.Issue(r.Context(), series, r.URL.Query().Get("date"))
		if err != nil {
			l.Tab = "problem"
			return l, err
		}
		b.subject, b.Title, b.URL = s.subjectOfIssue(issue), "Sudoku for "+issue.Issue,
			s.seriesURL(series)+"?date="+issue.Issue
		return l, nil
	}
	var err error
	if b.subject, err = s.subjectOf(r.Context(), r.PathValue("id"), r.URL.Query().Get("puzzle")); err == nil &&
		b.Puzzle == nil {
		err = problem.New(http.StatusBadRequest, "which puzzle? Say ?puzzle=, or /embed/p/ID of one of the library")
	}
	if err != nil {
		l.Tab = "problem"
		return l, err
	}
	b.query = url.Values{}
	b.URL = s.desk.Path(b.address(url.Values{}))
	return l, nil
}
