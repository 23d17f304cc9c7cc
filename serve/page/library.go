package page

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/formats/sheet"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// libraryBody is the body of the page on the library. What takes long is found while the page is sent.
type libraryBody struct {
	Query   desk.ListQuery
	Metrics []string
	Columns []string // metrics that have a column
	Views   []look
	Mark    *conditionMark
	Exports [][2]string
	Shown   string
	Graders []string // of the config

	view    string
	listing func() (*listing, error)
	counts  func() (*counts, error)
	fail    func(error) // says it on the page
}

// listing is the puzzles of the condition and how they are spread.
type listing struct {
	Rows   []libraryRow
	Next   string
	Strips []strip
	Charts []template.HTML
	Ranges []string // metrics that have a strip or chart
}

// counts are how many puzzles of each kind there are.
type counts struct {
	Total  int64 // puzzles of the condition, as far as they were counted
	About  bool  // there are more
	Facets []facet
	Alerts []alert
}

// Listing waits for the puzzles.
func (b *libraryBody) Listing() *listing { return await(b.listing, b.fail) }

// Counts waits for the counts.
func (b *libraryBody) Counts() *counts { return await(b.counts, b.fail) }

// start begins to find something and returns what waits for it.
func start[T any](find func() (T, error)) (wait func() (T, error)) {
	wait = sync.OnceValues(find)
	go func() {
		defer func() { _ = recover() }() // whoever waits panics too, and the server recovers from that
		wait()
	}()
	return wait
}

// await returns what was found, or nothing.
func await[T any](wait func() (*T, error), fail func(error)) *T {
	if wait == nil {
		return nil
	}
	found, err := wait()
	if err != nil {
		fail(err)
		return nil
	}
	return found
}

// The views of the library: the first is shown if none is named.
const (
	cardView  = "cards"
	tableView = "table"
	chartView = "charts"
)

// look is a way to look at the library.
type look struct {
	Name, URL string
	Current   bool
}

// Cards reports whether puzzles are shown as cards.
func (b *libraryBody) Cards() bool { return b.view == cardView }

// OnlyCharts reports whether no puzzles are shown.
func (b *libraryBody) OnlyCharts() bool { return b.view == chartView }

// View is the name of the view, "" for the first.
func (b *libraryBody) View() string {
	if b.view == cardView {
		return ""
	}
	return b.view
}

type libraryRow struct {
	*library.ListRecord
	Short  string
	Values []string
}

type facet struct {
	Name   string
	Values []facetValue
	More   int
}

type facetValue struct {
	Name  string
	Count int64
	URL   string
}

// conditionMark shows where a condition is wrong.
type conditionMark struct{ Before, At, After string }

// Sorts are what the page offers to sort by.
func (b *libraryBody) Sorts() []string {
	all := []string{"id", "-id", "clues", "-clues"}
	for _, m := range b.Metrics {
		all = append(all, m, "-"+m)
	}
	return all
}

// pageSize is how many puzzles a page has.
const pageSize = 100

// statusTime is for how long a page waits for its puzzles before it is sent up to them: what fails later is said on a page
// whose status is that of success.
const statusTime = 30 * time.Millisecond

func (s *site) libraryPage(r *http.Request) (*layout, error) {
	v, ctx := r.URL.Query(), r.Context()
	b := &libraryBody{Graders: s.desk.Env.Graders,
		Query: desk.ListQuery{Where: strings.TrimSpace(v.Get("where")), Sort: cmp.Or(v.Get("sort"), "id"), Limit: pageSize}}
	if b.view = v.Get("view"); b.view != tableView && b.view != chartView {
		b.view = cardView
	}
	b.Query.Where = both(b.Query.Where, asked(v))
	v.Set("where", b.Query.Where)
	for _, name := range []string{"metric", "from", "below"} {
		v.Del(name)
	}
	b.Query.After = after(v)
	for name := range strings.SplitSeq(v.Get("cols"), ",") {
		if name != "" {
			b.Columns = append(b.Columns, name)
		}
	}
	l := &layout{Title: "Library", Tab: "library", Body: b, Command: listCommand(&b.Query)}
	b.fail = func(err error) { l.Late = problem.Of(err, s.desk.Options.Log) }
	v.Del("after")
	l.Formats = s.formatsOf("/puzzles", b.Query.Values())
	b.Views = s.views(v, b.view)
	if err := s.metricNames(r, b); err != nil {
		return l, err
	}
	for _, name := range append(formats.Names(), "pdf") {
		e := url.Values{"to": {name}}
		if b.Query.Where != "" {
			e.Set("where", b.Query.Where)
		}
		b.Exports = append(b.Exports, [2]string{name, s.desk.Path("/export?" + e.Encode())})
	}
	return l, s.findPuzzles(ctx, b, v)
}

// findPuzzles begins to find what is on the page, and returns what is soon found to be wrong with the request.
func (s *site) findPuzzles(ctx context.Context, b *libraryBody, keep url.Values) error {
	done := make(chan struct{})
	b.listing = start(func() (*listing, error) {
		defer close(done)
		return s.listing(ctx, b, keep)
	})
	b.counts = start(func() (*counts, error) { return s.counts(ctx, b, keep) })
	select {
	case <-done:
	case <-time.After(statusTime):
		return nil
	}
	_, err := b.listing()
	if err == nil {
		return nil
	}
	if p := problem.Of(err, s.desk.Options.Log); p.At != nil {
		b.Mark = markCondition(b.Query.Where, p.At.Column)
	}
	b.listing = nil
	return err
}

func (s *site) listing(ctx context.Context, b *libraryBody, keep url.Values) (*listing, error) {
	spreads := start(func() (*listing, error) {
		if b.view == chartView {
			return s.charts(ctx, b, keep)
		}
		return s.strips(ctx, b, keep)
	})
	records, next, err := s.desk.Page(ctx, &b.Query)
	if err != nil {
		return nil, err
	}
	l, err := spreads()
	if err != nil {
		return nil, err
	}
	for _, record := range records {
		l.Rows = append(l.Rows, newLibraryRow(record, b.Columns))
	}
	if next != 0 {
		behind := maps.Clone(keep)
		behind.Set("after", fmt.Sprint(next))
		l.Next = s.desk.Path("/library?" + behind.Encode())
	}
	return l, nil
}

func (s *site) counts(ctx context.Context, b *libraryBody, keep url.Values) (c *counts, err error) {
	c = &counts{}
	if b.Query.Where == "" && b.Query.After == 0 {
		alerts := start(func() ([]alert, error) { return s.alerts(ctx) })
		defer func() {
			if err == nil {
				c.Alerts, err = alerts()
			}
		}()
	}
	f, err := s.desk.Facets(ctx, b.Query.Where)
	if err != nil {
		return nil, err
	}
	c.Total, c.About, c.Facets = f.Puzzles, f.Sampled, s.facets(f.Counts, b.Query.Where, keep)
	return c, nil
}

// views are the ways to look at the same puzzles.
func (s *site) views(v url.Values, current string) (all []look) {
	for _, name := range []string{cardView, tableView, chartView} {
		other := url.Values{}
		maps.Copy(other, v)
		other.Del("view")
		if name != cardView {
			other.Set("view", name)
		}
		all = append(all, look{name, s.desk.Path("/library?" + other.Encode()), name == current})
	}
	return all
}

func (s *site) metricNames(r *http.Request, b *libraryBody) error {
	names, err := library.MetricNames(r.Context(), s.desk.Env)
	if err != nil {
		return err
	}
	b.Metrics = names
	if b.Columns == nil && len(s.desk.Env.Levels) > 0 && slices.Contains(b.Metrics, s.desk.Env.Levels[0].Metric) {
		b.Columns = []string{s.desk.Env.Levels[0].Metric}
	}
	b.Shown = strings.Join(b.Columns, ",")
	return nil
}

// after reads behind what a page begins; what is no number is the beginning.
func after(v url.Values) int64 {
	id, err := strconv.ParseInt(v.Get("after"), 10, 64)
	if err != nil || id < 0 {
		return 0
	}
	return id
}

// longPuzzle is how much of a puzzle a row shows.
const longPuzzle = 81

func newLibraryRow(r *library.ListRecord, columns []string) libraryRow {
	row := libraryRow{ListRecord: r, Short: r.Puzzle}
	if text := []rune(r.Puzzle); len(text) > longPuzzle {
		row.Short = string(text[:longPuzzle]) + "…"
	}
	for _, c := range columns {
		row.Values = append(row.Values, gradeText(r, c))
	}
	return row
}

func gradeText(r *library.ListRecord, metric string) string {
	v, known := r.Grades[metric]
	switch label := r.Labels[metric]; {
	case !known:
		return ""
	case label != "" && len(label) < 24:
		return strconv.FormatFloat(v, 'g', 5, 64) + " " + label
	}
	return strconv.FormatFloat(v, 'g', 5, 64)
}

// Mini draws a puzzle, "" if it does not fit a card.
func (r libraryRow) Mini() template.HTML {
	p, err := sudoku.ParsePuzzle(r.Puzzle)
	if err != nil || p.Geometry().Cells() > 256 || p.Geometry().Layers() > 1 {
		return ""
	}
	if len(p.Constraints()) > 0 {
		return template.HTML(sheet.Picture(p, fmt.Sprintf("puzzle %d", r.ID)).SVG()) // it escapes every text
	}
	return template.HTML(thumbnail(p))
}

// thumbnail draws a puzzle in a few hundred characters of SVG, as the class mini looks; a cell is 14 units wide.
func thumbnail(p *sudoku.Puzzle) string {
	g, regions := p.Geometry(), p.Geometry().Regions()
	rows, cols, width, height := g.Rows(), g.Cols(), 14*g.Cols(), 14*g.Rows()
	var thin, thick, text strings.Builder
	for x := range max(0, cols-1) {
		fmt.Fprintf(&thin, "M%d 0v%d", 14*(x+1), height)
	}
	for row := range rows {
		places, digits := "", ""
		for col := range cols {
			cell := row*cols + col
			if col > 0 && regions[cell] != regions[cell-1] {
				fmt.Fprintf(&thick, "M%d %dv14", 14*col, 14*row)
			}
			if row > 0 && regions[cell] != regions[cell-cols] {
				fmt.Fprintf(&thick, "M%d %dh14", 14*col, 14*row)
			}
			if v := p.Givens()[cell]; v != 0 {
				places, digits = places+fmt.Sprintf(" %d", 14*col+7), digits+g.Alphabet().Symbol(int(v))
			}
		}
		if row > 0 {
			fmt.Fprintf(&thin, "M0 %dh%d", 14*row, width)
		}
		if digits != "" { // each of which has a place
			fmt.Fprintf(&text, `<text x="%s" y="%d">%s</text>`, places[1:], 14*row+11, template.HTMLEscapeString(digits))
		}
	}
	return fmt.Sprintf(`<svg class="mini" viewBox="-1 -1 %d %d" role="img" aria-label="%d givens">`+
		`<path d="%s"/><path class="box" d="%sM0 0h%dv%dh-%dz"/>%s</svg>`,
		width+2, height+2, p.Clues(), thin.String(), thick.String(), width, height, width, text.String())
}

func markCondition(where string, column int) *conditionMark {
	text := []rune(where)
	at := min(max(column-1, 0), len(text))
	end := min(at+1, len(text))
	return &conditionMark{string(text[:at]), string(text[at:end]), string(text[end:])}
}

// facetOrder are the facets of the page; the values of level are those of the config.
var facetOrder = []string{"verdict", "level", "geometry", "clues", "symmetry", "tag", "source", "flag"}

// mostValues is how many values of a facet are shown.
const mostValues = 8

func (s *site) facets(counts map[string]map[string]int64, where string, keep url.Values) (all []facet) {
	for _, name := range facetOrder {
		f := facet{Name: name}
		values := slices.SortedFunc(maps.Keys(counts[name]), func(a, b string) int {
			return cmp.Or(cmp.Compare(counts[name][b], counts[name][a]), strings.Compare(a, b))
		})
		if name == "level" && values != nil { // some puzzle has one: otherwise a condition on levels fails
			values = nil
			for _, level := range s.desk.Env.Levels {
				values = append(values, level.Name)
			}
		}
		for i, value := range values {
			if i == mostValues {
				f.More = len(values) - i
				break
			}
			f.Values = append(f.Values, facetValue{value, counts[name][value], s.narrowed(keep, where, condition(name, value))})
		}
		if f.Values != nil {
			all = append(all, f)
		}
	}
	return all
}

// condition says that a puzzle has a value of a facet.
func condition(name, value string) string {
	switch name {
	case "flag":
		return value
	case "clues":
		return "clues == " + value
	}
	return name + " == " + quoted(value)
}

// quoted writes a text as conditions do.
func quoted(text string) string {
	if !strings.Contains(text, `"`) {
		return `"` + text + `"`
	}
	return "'" + text + "'"
}

func (s *site) narrowed(keep url.Values, where, more string) string {
	v := url.Values{}
	maps.Copy(v, keep)
	v.Set("where", both(where, more))
	return s.desk.Path("/library?" + v.Encode())
}

// both is the condition that two conditions hold, each of which may be empty.
func both(where, more string) string {
	switch {
	case where == "":
		return more
	case more == "" || slices.Contains(strings.Split(where, " && "), more):
		return where
	case strings.Contains(where, "||"):
		return "(" + where + ") && " + more
	}
	return where + " && " + more
}

func listCommand(q *desk.ListQuery) string {
	c := "sudokuctl list --limit " + strconv.Itoa(q.Limit)
	if q.Where != "" {
		c += " --where " + shell(q.Where)
	}
	if q.Sort != "id" {
		c += " --sort " + shell(q.Sort)
	}
	return c
}

// imported is the body of the page that says what an import has stored.
type imported struct {
	Name string
	*desk.ImportRecord
}

func (s *site) importPage(r *http.Request) (*layout, error) {
	l := &layout{Title: "Import", Tab: "imported", Body: &imported{"", &desk.ImportRecord{}}}
	if err := r.ParseMultipartForm(maxBody); err != nil {
		return l, problem.New(http.StatusBadRequest, "reading the form: "+err.Error())
	}
	defer r.MultipartForm.RemoveAll()
	name, text := "pasted", []byte(r.FormValue("text"))
	if f, header, err := r.FormFile("file"); err == nil {
		defer f.Close()
		if header.Size > 0 {
			name = header.Filename
			if text, err = io.ReadAll(f); err != nil {
				return l, err
			}
		}
	}
	var tags []string
	for tag := range strings.FieldsFuncSeq(r.FormValue("tags"), func(c rune) bool { return c == ',' || c == ' ' }) {
		tags = append(tags, tag)
	}
	record, err := s.desk.Import(r.Context(), name, r.FormValue("licence"), tags, text)
	l.Body = &imported{name, record}
	l.Command = "sudokuctl import " + shell(name)
	return l, err
}

func (s *site) tag(w http.ResponseWriter, r *http.Request) (*layout, error) {
	where, name := r.PostFormValue("where"), strings.TrimSpace(r.PostFormValue("tag"))
	if name == "" {
		return nil, problem.New(http.StatusBadRequest, "a tag needs a name")
	}
	if _, err := s.desk.Tag(r.Context(), name, where, r.PostFormValue("remove") != ""); err != nil {
		return nil, err
	}
	return s.elsewhere(w, r, "/library?%s", url.Values{"where": {where}}.Encode())
}

// export answers with the puzzles of a condition as a file.
func (s *site) export(w http.ResponseWriter, r *http.Request) {
	q := &desk.ExportQuery{To: cmp.Or(r.FormValue("to"), "line"), Where: r.FormValue("where"), Printing: desk.Printing{
		Paper: r.FormValue("paper"), Title: r.FormValue("title"), Solutions: r.FormValue("solutions")}}
	q.Limit, _ = strconv.Atoi(r.FormValue("limit"))
	q.PerPage, _ = strconv.Atoi(r.FormValue("per_page"))
	if err := s.desk.Export(r.Context(), w, q); err != nil {
		s.show(w, r, func(*http.Request) (*layout, error) { return nil, err })
	}
}
