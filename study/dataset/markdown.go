package dataset

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"sync"
	"text/template"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Markdown writes the card in the form that hubs of data sets expect: a head for programs, then text for people.
func (c *Card) Markdown(w io.Writer) error {
	if err := cardTemplate().Execute(w, c); err != nil {
		return fmt.Errorf("writing a card: %w", err)
	}
	return nil
}

// Command is the command that makes the data set again.
func (r *Recipe) Command() string {
	args := []string{"sudokuctl dataset make FOLDER", fmt.Sprintf("--train %d --test %d --seed %d", r.Train, r.Test, r.Seed)}
	add := func(wanted bool, format string, values ...any) {
		if wanted {
			args = append(args, fmt.Sprintf(format, values...))
		}
	}
	add(r.Geometry != "9", "--geometry %s", r.Geometry)
	add(r.CluesMin > 0 || r.CluesMax > 0, "--clues %d..%d", r.CluesMin, cmp.Or(r.CluesMax, sudoku.MaxSize*sudoku.MaxSize))
	add(r.Symmetry != "", "--symmetry %s", r.Symmetry)
	add(r.Minimal, "--minimal")
	add(true, "--metrics %s --bands '%s' --file-rows %d", strings.Join(r.Metrics, ","), r.Bands, r.FileRows)
	return strings.Join(args, " ")
}

// share is a part of a whole in percent.
func share(part, whole int64) string {
	if whole == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

var cardTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("card").Funcs(template.FuncMap{"share": share, "add": func(a, b int64) int64 { return a + b },
		"short": func(sum string) string { return sum[:16] }}).Parse(`---
license: cc0-1.0
tags: [sudoku, reasoning]
configs:
- config_name: default
  data_files:
{{- range .Splits}}{{if .Files}}
  - split: {{.Name}}
    path: data/{{.Name}}-*.parquet
{{- end}}{{end}}
---

# Sudoku: {{.Train}} puzzles for training, {{.Test}} for testing

Every puzzle has one solution, which the row holds. No puzzle is an image of another, within a split or across them, and no
solution grid of the test is an image of one of the training: images are what relabelling, the orders of rows, columns, bands
and stacks, and the transposition make of a puzzle, or what else keeps the houses of its geometry.

| band of {{.Bands.Metric}} |{{range .Splits}} {{.Name}} | share |{{end}}
|---|{{range .Splits}}---:|---:|{{end}}
{{$splits := .Splits}}{{range $i, $b := (index .Splits 0).Bands}}| {{$b.Band}} |
{{- range $splits}} {{(index .Bands $i).Rows}} | {{share (index .Bands $i).Rows .Rows}} |{{end}}
{{end}}| all |{{range .Splits}} {{.Rows}} | 100 % |{{end}}
| clues: fewest, mean, most |{{range .Splits}} {{.CluesLow}}, {{printf "%.2f" .CluesMean}}, {{.CluesHigh}} | |{{end}}

Classes in both splits, counted in the files: {{.Overlap.Puzzles}} of puzzles, {{.Overlap.Solutions}} of solution grids.

## Columns

| column | type | meaning |
|---|---|---|
{{range .Columns}}| {{.Name}} | {{.Type}} | {{.Meaning}} |
{{end}}
## How it was made

    {{.Command}}

The same command makes the same files, with the same plugins:

| role | plugin | version | settings |
|---|---|---|---|
{{range .Plugins}}| {{.Role}} | {{.ID}} | {{.Version}} | {{printf "%s" .Settings}} |
{{end}}
A puzzle is in the test if the first 16 digits of its solution_class, read as a hexadecimal fraction, are less than
{{.Test}} / {{add .Train .Test}}. So data sets that this program makes with equal shares do not leak into each other, whatever their seeds.

## Files

| file | rows | bytes | SHA-256 begins with |
|---|---:|---:|---|
{{range .Splits}}{{range .Files}}| {{.Name}} | {{.Rows}} | {{.Bytes}} | {{short .SHA256}} |
{{end}}{{end}}
The whole sums are in card.json. Licence: {{.Licence}}; a program made the puzzles, and they can be used for anything.
`))
})
