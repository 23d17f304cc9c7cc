package puzzles

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// tracing writes what a solver tells of its course to a file, a point a line: as JSON where the name ends in
// .jsonl, else as CSV with a head.
type tracing struct {
	file    *os.File
	csv     *csv.Writer // nil: JSON
	names   sync.Map    // by number, the names of the puzzles that are being solved
	err     error
	written int
}

// traceRecord is one line of a trace. Its keys are stable.
type traceRecord struct {
	Name   string  `json:"name"`
	Series string  `json:"series"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
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

// begin and over say which puzzles are being solved.
func (t *tracing) begin(number uint64, name string) { t.names.Store(number, name) }
func (t *tracing) over(number uint64)               { t.names.Delete(number) }

// point is told the points of the puzzle of a number.
func (t *tracing) point(number uint64, p sudoku.Trace) {
	if t.err != nil {
		return
	}
	t.written++
	name, _ := t.names.Load(number)
	r := traceRecord{name.(string), p.Series, p.X, p.Y}
	if t.csv == nil {
		t.err = json.NewEncoder(t.file).Encode(r)
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
	a.Remark("%s: %d %s", t.file.Name(), t.written, app.Plural(t.written, "point"))
	return nil
}
