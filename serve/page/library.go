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

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/formats/sheet"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// libraryBody is the body of the page on the library.
type libraryBody struct {
	Query   desk.ListQuery
	Metrics []string
	Columns []string // metrics that have a column
	Views   []look
	Mark    *conditionMark
	Exports [][2]string
	Shown   string
	Graders []string // of the config
	View    string   // its name, "" for the first

	Rows   []libraryRow
	Next   string
	Strips []strip
	Charts []template.HTML
	Ranges []string // metrics that have a strip or chart

	Found  *store.Facets // how many puzzles there are of each kind
	Facets []facet
	Alerts []counted

	Listed, Counted bool // the puzzles were found, and counted
}

// The views of the library beside that of cards, which is shown if none is named.
const (
	tableView = "table"
	chartView = "charts"
)

// look is a way to look at the library.
type look struct {
	Name, URL string
	Current   bool
}

// libraryRow is a puzzle in the table.
type libraryRow struct {
	*library.ListRecord
	Short  string
	Values []string
}

// counted is how many puzzles there are of a kind, and the address that shows them.
type counted struct {
	Name  string
	Count int64
	About bool // it is an estimate
	URL   string
}

// facet is a kind of counts, with the most frequent values.
type facet struct {
	Name   string
	Values []counted
	More   int
}

// conditionMark shows where a condition is wrong.
type conditionMark struct{ Before, At, After string }

// Sorts returns the columns and metrics that the page offers to sort by.
func (b *libraryBody) Sorts() []string {
	all := []string{"id", "-id", "clues", "-clues"}
	for _, m := range b.Metrics {
		all = append(all, m, "-"+m)
	}
	return all
}

// sortText says by what puzzles are sorted.
func sortText(sort string) string {
	name, down := strings.CutPrefix(sort, "-")
	if name == "id" {
		return map[bool]string{true: "newest first", false: "oldest first"}[down]
	}
	return record.Word("metric", name) + map[bool]string{true: ", most first", false: ""}[down]
}

// shortSource is a source without the folder of its file, and without the end of a long command.
func shortSource(source string) string {
	if i := strings.LastIndexByte(source, '/'); i >= 0 && !strings.ContainsAny(source, " ") &&
		!strings.Contains(source, "://") {
		source = source[i+1:]
	}
	if text := []rune(source); len(text) > longSource {
		source = string(text[:longSource]) + "…"
	}
	return source
}

// longSource is how much of a source is shown.
const longSource = 40

// pageSize is how many puzzles a page has.
const pageSize = 100

// libraryPage shows the puzzles of a condition.
func (s *site) libraryPage(r *http.Request) (*layout, error) {
	v, ctx := r.URL.Query(), r.Context()
	b := &libraryBody{Graders: s.desk.Env.Graders,
		Query: desk.ListQuery{Where: strings.TrimSpace(v.Get("where")), Sort: cmp.Or(v.Get("sort"), "id"), Limit: pageSize}}
	if view := v.Get("view"); view == tableView || view == chartView {
		b.View = view
	}
	b.Query.Where = both(b.Query.Where, asked(v))
	v.Set("where", b.Query.Where)
	for _, name := range []string{"metric", "from", "below"} {
		v.Del(name)
	}
	b.Query.After = after(v)
	b.Columns = strings.FieldsFunc(v.Get("cols"), func(c rune) bool { return c == ',' })
	l := &layout{Title: "Library", Tab: "library", Body: b, Command: listCommand(&b.Query)}
	v.Del("after")
	l.Formats = s.formatsOf("/puzzles", b.Query.Values())
	for _, name := range []string{"cards", tableView, chartView} {
		shown := strings.TrimPrefix(name, "cards")
		b.Views = append(b.Views, look{name, s.libraryURL(v, "view", shown), shown == b.View})
	}
	var err error
	if b.Metrics, err = library.MetricNames(ctx, s.desk.Env); err != nil {
		return l, err
	}
	if levels := s.desk.Env.Levels; len(b.Columns) == 0 && len(levels) > 0 &&
		slices.Contains(b.Metrics, levels[0].Metric) {
		b.Columns = []string{levels[0].Metric}
	}
	b.Shown = strings.Join(b.Columns, ",")
	for _, name := range append(formats.Names(), "pdf") {
		e := url.Values{"to": {name}}
		if b.Query.Where != "" {
			e.Set("where", b.Query.Where)
		}
		b.Exports = append(b.Exports, [2]string{name, s.desk.Path("/export?" + e.Encode())})
	}
	err = s.findPuzzles(ctx, b, v)
	if err != nil {
		if p := problem.Of(err, s.desk.Options.Log); p.At != nil {
			b.Mark = markCondition(b.Query.Where, p.At.Column)
		}
	}
	return l, err
}

// libraryURL is the address of the library with one member of the query changed, or left out if it is "".
func (s *site) libraryURL(keep url.Values, name, value string) string {
	v := url.Values{}
	maps.Copy(v, keep)
	v.Set(name, value)
	if value == "" {
		v.Del(name)
	}
	return s.desk.Path("/library?" + v.Encode())
}

// findPuzzles finds the puzzles of the condition, how they are spread, and how many there are of each kind.
func (s *site) findPuzzles(ctx context.Context, b *libraryBody, keep url.Values) error {
	records, next, err := s.desk.Page(ctx, &b.Query)
	if err == nil {
		err = s.spread(ctx, b, keep)
	}
	if err != nil {
		return err
	}
	for _, record := range records {
		b.Rows = append(b.Rows, newLibraryRow(record, b.Columns))
	}
	if next != 0 {
		b.Next = s.libraryURL(keep, "after", fmt.Sprint(next))
	}
	b.Listed = true
	if b.Found, err = s.desk.Facets(ctx, b.Query.Where); err != nil {
		return err
	}
	b.Facets = s.facets(b.Found, b.Query.Where, keep)
	if b.Query.Where == "" && b.Query.After == 0 {
		b.Alerts, err = s.alerts(ctx, b.Found, b.Metrics)
	}
	b.Counted = err == nil
	return err
}

// after reads the number behind which a page begins; any other text means the beginning.
func after(v url.Values) int64 {
	id, err := strconv.ParseInt(v.Get("after"), 10, 64)
	if err != nil || id < 0 {
		return 0
	}
	return id
}

// longPuzzle is how much of a puzzle a row shows.
const longPuzzle = 81

// newLibraryRow returns a row with the wanted columns.
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

// gradeText returns the value of a metric with its label.
func gradeText(r *library.ListRecord, metric string) string {
	v, known := r.Grades[metric]
	if !known {
		return ""
	}
	text, label := strconv.FormatFloat(v, 'g', 5, 64), r.Labels[metric]
	if label != "" && len(label) < 24 {
		text += " " + label
	}
	return text
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

// markCondition marks the place of an error in a condition.
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

// facets returns the counts as links that narrow the condition.
func (s *site) facets(found *store.Facets, where string, keep url.Values) (all []facet) {
	for _, name := range facetOrder {
		f, counts := facet{Name: name}, found.Counts[name]
		values := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
			return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
		})
		if name == "level" && values != nil { // some puzzle has one: otherwise a condition on levels fails
			values = nil
			for _, level := range s.desk.Env.Levels {
				values = append(values, level.Name)
			}
		}
		for _, value := range values[:min(len(values), mostValues)] {
			narrowed := s.libraryURL(keep, "where", both(where, condition(name, value)))
			f.Values = append(f.Values, counted{value, counts[value], found.Sampled, narrowed})
		}
		f.More = len(values) - len(f.Values)
		if f.Values != nil {
			all = append(all, f)
		}
	}
	return all
}

// alerts counts the puzzles of the whole library that may need a look.
func (s *site) alerts(ctx context.Context, f *store.Facets, metrics []string) (all []counted, err error) {
	add := func(f *store.Facets, n int64, what, where string) {
		if n > 0 {
			all = append(all, counted{what, n, f.Sampled, s.libraryURL(nil, "where", where)})
		}
	}
	for _, v := range []struct {
		verdict sudoku.Verdict
		what    string
	}{{sudoku.Multiple, "with several solutions"}, {sudoku.Impossible, "without a solution"},
		{sudoku.Invalid, "givens clash"},
		{sudoku.Unknown, "unsolved"}} {
		add(f, f.Counts["verdict"][v.verdict.String()], v.what, condition("verdict", v.verdict.String()))
	}
	add(f, f.Counts["flag"]["disputed"], "solvers disagree", "disputed")
	add(f, f.Counts["flag"]["dup"], "images of others", "dup")
	if f.Puzzles == 0 || len(s.desk.Env.Levels) == 0 || !slices.Contains(metrics, s.desk.Env.Levels[0].Metric) {
		return all, nil
	}
	left, err := s.ungraded(ctx, s.desk.Env.Levels[0].Metric, metrics)
	if err == nil && left.Count > 0 {
		all = append(all, left)
	}
	return all, err
}

// ungraded counts the puzzles that have no value of a metric. Names are the metrics that some have.
func (s *site) ungraded(ctx context.Context, metric string, names []string) (counted, error) {
	where := ""
	for _, name := range slices.Compact([]string{metric, store.BesideConstraints(metric)}) {
		if slices.Contains(names, name) {
			where = both(where, "!("+name+" >= 0)")
		}
	}
	f, err := s.desk.Facets(ctx, where)
	if err != nil {
		return counted{}, err
	}
	return counted{"without " + record.Lower(record.Word("metric", metric)), f.Puzzles, f.Sampled,
		s.libraryURL(nil, "where", where)}, nil
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

// listCommand returns the command line of a listing.
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

// importPage imports the files and texts of a form.
func (s *site) importPage(_ http.ResponseWriter, r *http.Request) (*layout, error) {
	l := &layout{Title: "Import", Tab: "imported", Body: &imported{"", &desk.ImportRecord{}}}
	if err := r.ParseMultipartForm(maxForm); err != nil {
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

// tag tags the puzzles of a condition.
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

// cluesMetric is what every library has a chart of.
const cluesMetric = "clues"

// strip is a low histogram without axes. A bar leads to its puzzles.
type strip struct {
	Metric, Median, From, Below string
	Bars                        []stripBar
}

// stripBar is a bar of a strip whose width and height are 100.
type stripBar struct {
	X, Top, Width, Height float64
	chart.Mark
}

// mostStrips is how many strips are above a list.
const mostStrips = 3

// spread shows how the puzzles of the condition are spread by the metrics that have a column, and by clues: as charts
// in their view, which counts for longer, otherwise as strips where that is quickly counted.
func (s *site) spread(ctx context.Context, b *libraryBody, keep url.Values) error {
	within, list := desk.GlanceTime, maps.Clone(keep)
	if b.View == chartView {
		within = desk.ValuesTime
		list.Del("view")
	}
	known := slices.DeleteFunc(slices.Clone(b.Columns), func(m string) bool { return !slices.Contains(b.Metrics, m) })
	for _, metric := range append(known, cluesMetric) {
		spread, err := library.Spread(ctx, s.desk.Env, library.SpreadRequest{Metric: metric, Where: b.Query.Where,
			Bins: desk.Bins, Budget: within})
		if err != nil {
			return err
		}
		mark := func(from, below float64, count int) chart.Mark {
			first, end := plainNumber(from), plainNumber(below)
			return chart.Mark{Title: fmt.Sprintf("%s from %s to below %s: %d", metric, first, end, count),
				Link: s.libraryURL(list, "where", both(b.Query.Where, between(metric, first, end)))}
		}
		switch {
		case b.View == chartView && spread.Puzzles > 0:
			p, err := s.desk.Histogram(ctx, spread, "", desk.OnPage, mark)
			if err != nil {
				return err
			}
			b.Charts = append(b.Charts, template.HTML(p.SVG())) // picture escapes every text in it
		case b.View != chartView && len(b.Strips) < mostStrips && len(spread.Bins) > 1 && !spread.Approximate:
			b.Strips = append(b.Strips, newStrip(spread, mark))
		default:
			continue
		}
		b.Ranges = append(b.Ranges, metric)
	}
	return nil
}

// newStrip returns the bars of a small chart.
func newStrip(spread *library.SpreadRecord, mark func(from, below float64, count int) chart.Mark) strip {
	n, most := len(spread.Bins), 0
	for _, bin := range spread.Bins {
		most = max(most, bin.Count)
	}
	out := strip{Metric: spread.Metric, Median: strconv.FormatFloat(*spread.Median, 'g', 4, 64),
		From: plainNumber(*spread.Bins[0].From), Below: plainNumber(*spread.Bins[n-1].Below)}
	for i, bin := range spread.Bins {
		if bin.Count == 0 {
			continue
		}
		height := max(3, 100*float64(bin.Count)/float64(most))
		out.Bars = append(out.Bars, stripBar{X: 100 * float64(i) / float64(n), Width: 100 / float64(n), Top: 100 - height,
			Height: height, Mark: mark(*bin.From, *bin.Below, bin.Count)})
	}
	return out
}

// between is the condition that a metric is in a range, an end of which may be missing.
func between(metric, from, below string) string {
	var all []string
	if from != "" {
		all = append(all, metric+" >= "+from)
	}
	if below != "" {
		all = append(all, metric+" < "+below)
	}
	return strings.Join(all, " && ")
}

// plainNumber writes a number as conditions do.
func plainNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// asked is the condition that the fields below the charts add: a metric and the ends of its range, "" if they are not
// used.
func asked(v url.Values) string {
	for _, end := range []string{"from", "below"} {
		if text := v.Get(end); text != "" {
			number, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return ""
			}
			v.Set(end, plainNumber(number))
		}
	}
	return between(cmp.Or(v.Get("metric"), cluesMetric), v.Get("from"), v.Get("below"))
}
