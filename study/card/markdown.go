package card

import (
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

// page is read when it is needed: no other command waits for it.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("card").Funcs(template.FuncMap{"cell": cell, "join": strings.Join,
		"seconds": func(ms int64) string { return (time.Duration(ms) * time.Millisecond).String() },
		"share":   func(s stats.Share) string { return s.String() }}).Parse(`# Report card

{{.Puzzles}} puzzles with one solution from {{join .Tests ", "}}{{if .LeftOut}}, {{.LeftOut}} others left out{{end}}; {{.Images}} random images of each (seed {{.Seed}}); {{if .TimeoutMS}}at most {{seconds .TimeoutMS}} for a puzzle{{else}}no time limit{{end}}. A puzzle is solved if every cell is right. In brackets: the 95 % interval (Wilson).

| solver | version | solved | wrong | gave up | timeout | crashed | unsupported | self time a puzzle |
|---|---|---:|---:|---:|---:|---:|---:|---:|
{{range .Solvers}}| {{cell .ID}} | {{cell .Version}} | {{share .Solved}} | {{.Wrong}} | {{.GaveUp}} | {{.Timeout}} | {{.Crashed}} | {{.Unsupported}} | {{.Mean}} |
{{end}}
Solved, by band:

{{.Head}}
{{$r := .}}{{range .Solvers}}{{$r.Row .}}
{{end}}{{if .Images}}
A puzzle and its {{.Images}} images, which are equally difficult: all solved or none, all solved, one solved at least.

| solver | consistent | all | any |
|---|---:|---:|---:|
{{range .Solvers}}| {{cell .ID}} | {{share .Consistent}} | {{share .All}} | {{share .Any}} |
{{end}}{{end}}{{if .Leaks}}
Of the test in the training, up to symmetry:

| training | test | puzzles | solution grids |
|---|---|---:|---:|
{{range .Leaks}}| {{cell .From}} | {{cell .Into}} | {{.Puzzles.Hits}} of {{.Puzzles.Trials}} | {{.Solutions.Hits}} of {{.Solutions.Trials}} |
{{end}}{{end}}`))
})
