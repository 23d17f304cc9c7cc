package page

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/formats/sheet"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// libraryBody is the body of the page on the library.
type libraryBody struct {
	Query   desk.ListQuery
	Total   int64 // puzzles of the condition, as far as they were counted
	About   bool  // there are more
	Rows    []libraryRow
	Facets  []facet
	Alerts  []alert
	Metrics []string
	Columns []string // metrics that have a column
	Next    string
	Views   []look
	Mark    *conditionMark
	Exports [][2]string
	Strips  []strip
	Charts  []template.HTML
	Ranges  []string // metrics that have a strip or chart
	Shown   string
	Graders []string // of the config

	view string
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

func (s *site) libraryPage(r *http.Request) (*layout, error) {
	v := r.URL.Query()
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
	keep := v
	keep.Del("after")
	l.Formats = s.formatsOf("/puzzles", b.Query.Values())
	b.Views = s.views(keep, b.view)
	if err := s.metricNames(r, b); err != nil {
		return l, err
	}
	records, next, err := s.desk.Page(r.Context(), &b.Query)
	if err != nil {
		if p := problem.Of(err, s.desk.Options.Log); p.At != nil {
			b.Mark = markCondition(b.Query.Where, p.At.Column)
		}
		return l, err
	}
	for _, record := range records {
		b.Rows = append(b.Rows, newLibraryRow(record, b.Columns))
	}
	if next != 0 {
		keep.Set("after", fmt.Sprint(next))
		b.Next = s.desk.Path("/library?" + keep.Encode())
		keep.Del("after")
	}
	f, err := s.desk.Facets(r.Context(), b.Query.Where)
	if err != nil {
		return l, err
	}
	b.Total, b.About = f.Puzzles, f.Sampled
	if b.Query.Where == "" && b.Query.After == 0 {
		if b.Alerts, err = s.alerts(r.Context()); err != nil {
			return l, err
		}
	}
	b.Facets = s.facets(f.Counts, b.Query.Where, keep)
	for _, name := range append(formats.Names(), "pdf") {
		e := url.Values{"to": {name}}
		if b.Query.Where != "" {
			e.Set("where", b.Query.Where)
		}
		b.Exports = append(b.Exports, [2]string{name, s.desk.Path("/export?" + e.Encode())})
	}
	if b.view == chartView {
		return l, s.charts(r.Context(), b, keep)
	}
	return l, s.strips(r.Context(), b, keep)
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

// thumbnail draws a puzzle in some two thousand characters of SVG; a cell is ten units wide.
func thumbnail(p *sudoku.Puzzle) string {
	g, regions := p.Geometry(), p.Geometry().Regions()
	width, height := 10*g.Cols(), 10*g.Rows()
	var thin, thick, text strings.Builder
	for cell := range g.Cells() {
		row, col := cell/g.Cols(), cell%g.Cols()
		if col > 0 && regions[cell] != regions[cell-1] {
			fmt.Fprintf(&thick, "M%d %dv10", 10*col, 10*row)
		}
		if row > 0 && regions[cell] != regions[cell-g.Cols()] {
			fmt.Fprintf(&thick, "M%d %dh10", 10*col, 10*row)
		}
		if v := p.Givens()[cell]; v != 0 {
			fmt.Fprintf(&text, `<text x="%d" y="%d">%s</text>`, 10*col+5, 10*row+8, template.HTMLEscapeString(g.Alphabet().Symbol(int(v))))
		}
	}
	for x := 10; x < width; x += 10 {
		fmt.Fprintf(&thin, "M%d 0v%d", x, height)
	}
	for y := 10; y < height; y += 10 {
		fmt.Fprintf(&thin, "M0 %dh%d", y, width)
	}
	return fmt.Sprintf(`<svg viewBox="-1 -1 %d %d" role="img" aria-label="%d givens">`+
		`<rect x="-1" y="-1" width="100%%" height="100%%" fill="#fff"/>`+
		`<path d="%s" stroke="#999" stroke-width=".3"/><path d="%sM0 0h%dv%dh-%dz" stroke="#000" fill="none"/>`+
		`<g font-size="8" font-weight="600" font-family="sans-serif" text-anchor="middle">%s</g></svg>`,
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
		if name == "level" {
			for _, level := range s.desk.Env.Levels {
				n := int64(-1)
				if counts[name] != nil {
					n = counts[name][level.Name]
				}
				f.Values = append(f.Values, facetValue{level.Name, n, s.narrowed(keep, where, condition(name, level.Name))})
			}
			if f.Values != nil {
				all = append(all, f)
			}
			continue
		}
		values := slices.SortedFunc(maps.Keys(counts[name]), func(a, b string) int {
			return cmp.Or(cmp.Compare(counts[name][b], counts[name][a]), strings.Compare(a, b))
		})
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
