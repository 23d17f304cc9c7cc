package page

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/serve/static"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// comparison is the body of the page that compares solvers.
type comparison struct {
	Runs, Ref string
	Against   string // the solver of the scatter chart beside the reference
	Title     string // of all charts, "" for one each
	Solvers   []string
	Apart     []apart
	ApartMore int
	Records   []library.CompareRecord
	Charts    []compareChart
	From      []store.Run // that were compared
	Save      string      // address of the same as one file

	found *library.Comparison                // nil if nothing can be compared
	drawn func(kind string) (string, string) // address and command of a chart; nil in a page that is saved
}

// compareChart is a chart, and what it is made by alone: both are "" in a page that is saved.
type compareChart struct {
	Picture      template.HTML
	URL, Command string
}

// apart is a puzzle that solvers contradict each other upon.
type apart struct {
	Puzzle   int64
	Verdicts []string
}

// Verdicts are the columns of answers: the three that say how far a solver came, and of the others those that have a
// number.
func (c *comparison) Verdicts() (all []string) {
	for _, verdict := range []string{"solved", "unique", "multiple", "unknown", "timeout",
		"impossible", "unsupported", "wrong", "crashed"} {
		always := verdict == "solved" || verdict == "unknown" || verdict == "timeout"
		if always || slices.ContainsFunc(c.Records, func(r library.CompareRecord) bool { return r.Verdicts[verdict] > 0 }) {
			all = append(all, verdict)
		}
	}
	return all
}

// Count is how many puzzles a column counts: "solved" are all with a solution, whether or not it is known to be the
// only one.
func (c *comparison) Count(r library.CompareRecord, verdict string) int {
	if verdict == "solved" {
		return r.Verdicts["solved"] + r.Verdicts["unique"] + r.Verdicts["multiple"]
	}
	return r.Verdicts[verdict]
}

// Duration writes nanoseconds in the unit that people read best, for templates.
func (c *comparison) Duration(ns int64) string { return stats.Duration(time.Duration(ns)) }

// Beside says how a solver's time compares with the reference's: "5.1–16× slower", "" for the reference itself.
func (c *comparison) Beside(r library.CompareRecord) string {
	if r.Solver == c.Ref || r.Ratio == 0 {
		return ""
	}
	return stats.Ratio{Value: r.Ratio, Low: r.RatioLow, High: r.RatioHigh}.Short()
}

// mostApart is how many disagreements are shown.
const mostApart = 50

// comparePage shows how solvers compare.
func (s *site) comparePage(r *http.Request) (*layout, error) {
	b, l, err := s.comparison(r)
	if b.found != nil {
		v := r.URL.Query()
		b.drawn = func(kind string) (string, string) {
			return s.desk.Path(desk.APIPath + "/charts/" + kind + ".svg?" + v.Encode()), b.drawCommand(l.Command, kind)
		}
		b.show(s.desk.Mark)
		b.Save = s.desk.Path("/compare.html?" + r.URL.RawQuery)
	}
	return l, err
}

// comparison compares what a request asks for.
func (s *site) comparison(r *http.Request) (*comparison, *layout, error) {
	v := r.URL.Query()
	b := &comparison{Runs: strings.Join(v["runs"], ","), Ref: v.Get("ref"),
		Against: v.Get("against"), Title: v.Get("title")}
	l := &layout{Title: "Compare", Tab: "compare", Body: b, Command: "sudokuctl compare"}
	var runs []int64
	for text := range strings.SplitSeq(b.Runs, ",") {
		if id, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64); err == nil {
			runs = append(runs, id)
			l.Command += " " + strconv.FormatInt(id, 10)
		}
	}
	query := url.Values{}
	if b.Runs != "" {
		query.Set("runs", b.Runs)
	}
	if b.Ref != "" {
		l.Command += " --reference " + shell(b.Ref)
		query.Set("ref", b.Ref)
	}
	l.Formats = s.formatsOf("/compare", query)
	c, err := s.desk.Compare(r.Context(), runs, b.Ref)
	var nothing *problem.Problem
	if errors.As(err, &nothing) && nothing.Status == http.StatusNotFound {
		l.Formats = nil
		return b, l, nil
	}
	if err != nil {
		return b, l, err
	}
	b.found = c
	return b, l, nil
}

// show says and draws what was found; mark is for the puzzles in the charts.
func (b *comparison) show(mark func(id int64) chart.Mark) {
	c := b.found
	b.Solvers, b.Records, b.From = c.Table.Solvers, c.Records, c.Runs
	b.Ref = c.Table.Solvers[c.Reference]
	b.disagree(c.Table)
	for _, kind := range desk.CompareCharts {
		p, err := c.Chart(library.ChartRequest{Kind: kind, Title: b.Title, Y: b.Against, Mark: mark, Width: desk.OnPage})
		if err != nil {
			continue // it needs more solvers, or another one
		}
		b.Charts = append(b.Charts, compareChart{Picture: template.HTML(p.SVG())}) // picture escapes every text in it
		if b.drawn != nil {
			at := &b.Charts[len(b.Charts)-1]
			at.URL, at.Command = b.drawn(kind)
		}
	}
}

// drawCommand is the command that draws a chart, made of the one that compares.
func (b *comparison) drawCommand(compare, kind string) string {
	compare += " --chart " + kind + " --svg " + kind + ".svg"
	if kind == "scatter" && b.Against != "" {
		compare += " --y " + shell(b.Against)
	}
	if b.Title != "" {
		compare += " --title " + shell(b.Title)
	}
	return compare
}

func (b *comparison) disagree(t *stats.Table) {
	for i, d := range t.Disagreements() {
		if i == mostApart {
			b.ApartMore = len(t.Disagreements()) - i
			break
		}
		a := apart{Puzzle: d.Puzzle}
		for _, verdict := range d.Verdicts {
			a.Verdicts = append(a.Verdicts, verdict.String())
		}
		b.Apart = append(b.Apart, a)
	}
}

// offline is the body of a page that is saved as one file.
type offline struct {
	*comparison
	Style   template.CSS
	Command string
}

// WriteComparison writes a page that compares solvers and needs no server: style and charts are in it, and nothing
// leads elsewhere.
func WriteComparison(w io.Writer, c *library.Comparison) error {
	b := &comparison{found: c}
	b.show(desk.NameOnly)
	o := &offline{b, template.CSS(static.Text("style.css")), "sudokuctl compare"}
	for _, r := range c.Runs {
		o.Command += fmt.Sprintf(" %d", r.ID) // also of the newest: there will be newer ones
	}
	o.Command += " --reference " + shell(b.Ref)
	return alone()["offline"].ExecuteTemplate(w, "offline", o)
}

// saveCompare answers with the page that compares solvers as one file.
func (s *site) saveCompare(w http.ResponseWriter, r *http.Request) {
	b, _, err := s.comparison(r)
	if err == nil && b.found == nil {
		err = problem.New(http.StatusNotFound, "there is nothing to compare yet: no answers of solvers")
	}
	if err != nil {
		s.show(w, r, func(*http.Request) (*layout, error) { return nil, err })
		return
	}
	var out bytes.Buffer
	if err := WriteComparison(&out, b.found); err != nil {
		s.desk.Options.Log.Error("a page failed", "page", "offline", "error", err)
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Disposition", "attachment; filename=compare.html")
	w.Write(out.Bytes())
}
