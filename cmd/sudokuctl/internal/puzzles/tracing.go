package puzzles

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"os"
	"strings"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/solve"
)

// tracing writes the points that a solver reports of its search to a file, one per line: as JSON if the name ends in
// .jsonl, else as CSV with a head.
type tracing struct {
	file    *os.File
	csv     *csv.Writer // nil: JSON
	err     error
	written int
}

func newTracing(file string) (*tracing, error) {
	f, err := os.Create(file)
	if err != nil {
		return nil, app.UsageErrorf("writing trace: %w", err)
	}
	t := &tracing{file: f}
	if !strings.HasSuffix(file, ".jsonl") {
		t.csv = csv.NewWriter(f)
		t.err = t.csv.Write([]string{"name", "series", "x", "y"})
	}
	return t, nil
}

// point writes the points of a puzzle.
func (t *tracing) point(name string, p sudoku.Trace) {
	if t.err != nil {
		return
	}
	t.written++
	r := solve.TraceRecord{Name: name, Series: p.Series, X: p.X, Y: p.Y}
	if t.csv == nil {
		t.err = work.WriteLine(t.file, r)
		return
	}
	t.err = t.csv.Write([]string{r.Name, r.Series, fmt.Sprint(r.X), fmt.Sprint(r.Y)})
}

// end finishes the file and says what is in it.
func (t *tracing) end(a *app.App) error {
	if t.csv != nil {
		t.csv.Flush()
		t.err = cmp.Or(t.err, t.csv.Error())
	}
	if err := cmp.Or(t.err, t.file.Close()); err != nil {
		return fmt.Errorf("writing trace: %w", err)
	}
	a.Remark("%s: %d %s", t.file.Name(), t.written, screen.Plural(t.written, "point"))
	return nil
}
