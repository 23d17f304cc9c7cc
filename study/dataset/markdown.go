package dataset

import (
	"cmp"
	_ "embed"
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
	add(r.Constraints != nil, "--constraints %s", strings.Join(r.Constraints, ","))
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

//go:embed card.md.tmpl
var cardText string

var cardTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("card").Funcs(template.FuncMap{"share": share, "add": func(a, b int64) int64 { return a + b },
		"short": func(sum string) string { return sum[:16] }}).Parse(cardText))
})
