package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// popularity shows how metrics correlate with the times that people took.
func (t *trial) popularity(ctx context.Context, out *tables) error {
	puzzles, seconds, err := readPeople(t.people)
	if err != nil {
		return err
	}
	grades, err := t.grades(ctx, "grading", puzzles)
	if err != nil {
		return err
	}
	table := &paperTable{Title: fmt.Sprintf("Mean seconds of people, %d puzzles", len(puzzles)),
		Columns: []string{"metric", "puzzles", "Spearman", "given " + emptyCells}}
	empty := make([]float64, len(puzzles))
	for i, p := range puzzles {
		empty[i] = float64(p.Geometry.Cells() - p.Clues())
	}
	for _, m := range t.metrics {
		values := make([]float64, len(grades))
		for i, g := range grades {
			values[i] = math.NaN()
			if v, ok := g[m.Name]; ok {
				values[i] = v
			}
		}
		if known := screen.Together(values, seconds, empty); len(known[0]) > 0 {
			cells := decimals([]float64{stats.Spearman(known[0], known[1]),
				stats.Partial(known[0], known[1], known[2])})
			table.row(append([]string{m.Name, fmt.Sprint(len(known[0]))}, cells...)...)
		}
	}
	return out.show(table)
}

// readPeople reads a tab-separated file whose first line names the columns; "puzzle" and "avg_seconds" must
// be there.
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
