package card

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"
	"text/template"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
)

// Markdown writes the card for people.
func (r *Record) Markdown(w io.Writer) error {
	if err := page().Execute(w, r); err != nil {
		return fmt.Errorf("writing a card: %w", err)
	}
	return nil
}

// shown are the bands that have puzzles.
func (r *Record) shown() (bands []int) {
	for i, b := range r.Sizes {
		if b.Puzzles > 0 {
			bands = append(bands, i)
		}
	}
	return bands
}

// Head is the head of the table by bands.
func (r *Record) Head() string {
	head, rule := "| solver |", "|---|"
	for _, i := range r.shown() {
		head += fmt.Sprintf(" %s %s (%d) |", r.Bands.Metric, r.Sizes[i].Band, r.Sizes[i].Puzzles)
		rule += "---:|"
	}
	return head + "\n" + rule
}

// Row is the row of a solver in the table by bands.
func (r *Record) Row(s SolverRecord) string {
	row := "| " + cell(s.ID) + " |"
	for _, i := range r.shown() {
		row += " " + s.Bands[i].String() + " |"
	}
	return row
}

// Mean is the mean self time.
func (s SolverRecord) Mean() string {
	return time.Duration(s.SelfNs).Round(100 * time.Nanosecond).String()
}

// cell makes a text safe for a cell of a table.
func cell(text string) string { return strings.NewReplacer("|", "\\|", "\n", " ").Replace(text) }

//go:embed card.md.tmpl
var pageText string

// page is read when it is needed: no other command waits for it.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("card").Funcs(template.FuncMap{"cell": cell, "join": strings.Join,
		"seconds": func(ms int64) string { return (time.Duration(ms) * time.Millisecond).String() },
		"share":   func(s stats.Share) string { return s.String() }}).Parse(pageText))
})
