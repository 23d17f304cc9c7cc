package page

import (
	"fmt"
	"html/template"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
)

// question is the body of the page of queries.
type question struct {
	SQL      string
	Table    *desk.Table
	Views    []view
	Examples []example
	Next     string   // address of the rows behind these
	Foreign  bool     // another site leads here
	X, Y     string   // columns that are drawn
	Numbers  []string // columns that can be drawn
	Texts    []string // columns over which they can be drawn beside those
	Chart    template.HTML
}

// example is a question, in words and as a query.
type example struct{ Asks, SQL string }

var examples = []example{
	{"How many puzzles are from each source?",
		"SELECT source, verdict, count(*) AS puzzles FROM puzzles GROUP BY source, verdict"},
	{"How many clues do puzzles have?", "SELECT clues, count(*) AS puzzles FROM puzzles GROUP BY clues ORDER BY clues"},
	{"How fast is each solver?",
		"SELECT plugin, version, count(*) AS puzzles, avg(self_ns) / 1e3 AS mean_us FROM timings " +
			"GROUP BY plugin, version ORDER BY mean_us"},
	{"Which puzzles took longest?",
		"SELECT puzzle_id, self_ns / 1e6 AS ms, guesses FROM timings ORDER BY self_ns DESC LIMIT 10"},
	{"What do the metrics mean?", "SELECT metric, plugin, minimum, maximum, summary FROM metrics"},
}

// queryPage shows a query with its rows or a chart.
func (s *site) queryPage(r *http.Request) (*layout, error) {
	b := &question{SQL: strings.TrimSpace(r.URL.Query().Get("sql")), Examples: examples}
	l := &layout{Title: "Query", Tab: "query", Body: b}
	if s.desk.Options.NoSQL {
		return l, problem.New(http.StatusNotFound, "no queries here; \"sudokuctl serve --sql\" allows them")
	}
	columns, err := s.desk.Query(r.Context(), `SELECT m.name, group_concat(c.name, ', ') AS columns FROM sqlite_schema m,
		pragma_table_info(m.name) c WHERE m.type = 'view' GROUP BY m.name ORDER BY m.name`)
	if err != nil {
		return l, err
	}
	b.Views = []view{{Name: "views", Table: columns}}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none", "": // a link of ours, an address that was typed, a program
	default:
		b.Foreign = b.SQL != ""
	}
	if b.SQL == "" || b.Foreign {
		return l, nil
	}
	l.Command = "sudokuctl db sql " + shell(b.SQL)
	l.Formats = s.formatsOf("/query", url.Values{"sql": {b.SQL}})
	first := int(after(r.URL.Query()))
	b.Table, err = s.desk.RunSQL(r.Context(), b.SQL, first)
	if err == nil && b.Table.Cut {
		b.Next = s.desk.Path("/query?" + url.Values{"sql": {b.SQL},
			"after": {strconv.Itoa(first + len(b.Table.Rows))}}.Encode())
	}
	if err == nil {
		b.draw(r.URL.Query().Get("x"), r.URL.Query().Get("y"))
	}
	return l, err
}

// mostGroups is how many different values a column of texts may have over which numbers are drawn.
const mostGroups = 16

// draw draws a column of numbers over another: as a line if there is one value for each, from left to right. Over a
// column of texts it draws how the numbers beside each text are spread.
func (b *question) draw(x, y string) {
	columns, texts := b.Table.Numbers(), map[string][]chart.Group{}
	for _, name := range b.Table.Columns {
		if columns[name] != nil {
			b.Numbers = append(b.Numbers, name)
		} else if groups := b.groups(name, columns[y]); groups != nil {
			b.Texts, texts[name] = append(b.Texts, name), groups
		}
	}
	c := chart.Chart{Title: y + " by " + x, XLabel: x, YLabel: y, Width: desk.OnPage}
	var drawn *picture.Picture
	switch {
	case columns[y] == nil:
		return
	case texts[x] != nil:
		drawn = chart.Box(c, texts[x]...)
	case columns[x] != nil:
		n := 0
		for i := range columns[x] {
			if !math.IsNaN(columns[x][i] + columns[y][i]) {
				n++
			}
		}
		c.Note = fmt.Sprintf("n = %d rows", n)
		kind := chart.Scatter
		if slices.IsSorted(columns[x]) && len(slices.Compact(slices.Clone(columns[x]))) == len(columns[x]) {
			kind = chart.Line
		}
		drawn = kind(c, chart.Series{Name: y, X: columns[x], Y: columns[y]})
	default:
		return
	}
	b.X, b.Y, b.Chart = x, y, template.HTML(drawn.SVG()) // it escapes every text in it
}

// groups are the numbers beside each text of a column, nil if they are too many.
func (b *question) groups(name string, numbers []float64) (groups []chart.Group) {
	for row := range b.Table.Rows {
		text := b.Table.Text(row, name)
		i := slices.IndexFunc(groups, func(g chart.Group) bool { return g.Name == text })
		if i < 0 {
			if i = len(groups); i == mostGroups {
				return nil
			}
			groups = append(groups, chart.Group{Name: text})
		}
		if numbers != nil && !math.IsNaN(numbers[row]) {
			groups[i].Values = append(groups[i].Values, numbers[row])
		}
	}
	return groups
}
