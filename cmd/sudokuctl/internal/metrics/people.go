package metrics

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// readPeople reads a tab-separated file whose first line names the columns; "puzzle" and "avg_seconds" must be there.
func readPeople(name string) ([]*sudoku.Puzzle, []float64, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, app.UsageErrorf("%w", err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	head, err := r.Read()
	if err != nil {
		return nil, nil, fmt.Errorf("reading %q: %w", name, err)
	}
	puzzle, seconds := slices.Index(head, "puzzle"), slices.Index(head, "avg_seconds")
	if puzzle < 0 || seconds < 0 {
		return nil, nil, app.UsageErrorf("%q has no columns puzzle and avg_seconds in its first line", name)
	}
	var puzzles []*sudoku.Puzzle
	var times []float64
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return puzzles, times, nil
		}
		if err != nil {
			return nil, nil, fmt.Errorf("reading %q: %w", name, err)
		}
		line, _ := r.FieldPos(0)
		p, err := sudoku.ParsePuzzle(row[puzzle])
		if err != nil {
			return nil, nil, fmt.Errorf("reading %q: line %d: %w", name, line, err)
		}
		v, err := strconv.ParseFloat(row[seconds], 64)
		if err != nil {
			return nil, nil, fmt.Errorf("reading %q: line %d: %w", name, line, err)
		}
		puzzles, times = append(puzzles, p), append(times, v)
	}
}
