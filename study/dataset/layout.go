package dataset

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study/dataset/table"
)

// Columns that every data set has.
const (
	puzzleColumn        = "puzzle"
	solutionColumn      = "solution"
	cluesColumn         = "clues"
	bandColumn          = "band"
	classColumn         = "puzzle_class"
	solutionClassColumn = "solution_class"
	sentencesColumn     = "sentences" // of puzzles with constraints alone
	elementsColumn      = "elements"
)

// unrated is the band of puzzles without the metric of the bands.
const unrated = "unrated"

// ColumnRecord says what a column holds.
type ColumnRecord struct {
	Name    string `json:"name"`
	Type    string `json:"type"` // string, int64 or double
	Meaning string `json:"meaning"`
}

// layout is which columns a data set has.
type layout struct {
	columns  []table.Column
	meanings []string
	metrics  []string
	labelled []bool
	bands    stats.Bands
	names    []string // of the bands
	beside   bool     // the puzzles have constraints
}

func newLayout(metrics []string, bands stats.Bands, metric func(string) *sudoku.Metric, beside bool) layout {
	l := layout{metrics: metrics, bands: bands, names: bands.Names(), beside: beside}
	add := func(name string, kind table.Kind, meaning string) {
		l.columns, l.meanings = append(l.columns, table.Column{Name: name, Kind: kind}), append(l.meanings, meaning)
	}
	behind := ""
	if beside {
		behind = "; behind them each constraint after a ~"
	}
	add(puzzleColumn, table.Text, "cells row by row, \".\" for an empty one"+behind)
	add(solutionColumn, table.Text, "cells of the only solution, in the same way")
	add(cluesColumn, table.Whole, "number of givens")
	add(bandColumn, table.Word, fmt.Sprintf("band of %s: a..b is a or more, less than b; %s if it has none", bands.Metric, unrated))
	for _, name := range metrics {
		m := metric(name)
		summary := m.Summary
		if m.Unit != "" {
			summary += " [" + m.Unit + "]"
		}
		add(name, table.Number, summary+" ("+m.Source+")")
		labelled := len(m.Labels) > 0
		if l.labelled = append(l.labelled, labelled); labelled {
			add(name+"_label", table.Word, "the words that go with it")
		}
	}
	if beside {
		add(sentencesColumn, table.Text, "what each constraint says, a line each")
		add(elementsColumn, table.Text, "the constraints by name, value and cells in the order in which they are drawn, a line each")
	}
	add(classColumn, table.Text, "equal for puzzles that are images of each other")
	add(solutionClassColumn, table.Text, "equal for puzzles whose solutions are images of each other; it decides about the split")
	return l
}

// band names the band of a puzzle.
func (l *layout) band(value float64, ok bool) string {
	if !ok {
		return unrated
	}
	return l.names[l.bands.Band(value)]
}

// cells returns what a row holds in each column.
func (l *layout) cells(r *row) []table.Cell {
	g := r.puzzle.Geometry()
	value, ok := r.grades.Grades[l.bands.Metric]
	cells := []table.Cell{{Text: r.puzzle.String()}, {Text: g.FormatGrid(r.solution)}, {Number: float64(r.puzzle.Clues())},
		{Text: l.band(value, ok)}}
	for i, name := range l.metrics {
		value, ok := r.grades.Grades[name]
		cells = append(cells, table.Cell{Number: value, Missing: !ok})
		if l.labelled[i] {
			cells = append(cells, table.Cell{Text: r.grades.Labels[name]})
		}
	}
	if l.beside {
		cells = append(cells, table.Cell{Text: sentences(r.puzzle)}, table.Cell{Text: elements(r.puzzle)})
	}
	return append(cells, table.Cell{Text: r.class.String()}, table.Cell{Text: r.solutionClass.String()})
}

// sentences says what each constraint of a puzzle asks for, a line each.
func sentences(p *sudoku.Puzzle) string {
	board, err := p.Geometry().Board()
	if err != nil {
		return "" // it has no constraints
	}
	var lines []string
	for _, c := range p.Constraints() {
		lines = append(lines, c.Sentence(board))
	}
	return strings.Join(lines, "\n")
}

// elements lists the constraints of a puzzle with each cell as rXcY: "cage 15: r1c3 r1c4 r2c4", several lists parted by a "/".
func elements(p *sudoku.Puzzle) string {
	var lines []string
	for _, c := range p.Constraints() {
		line := strings.TrimSpace(c.Name + " " + c.Value)
		for i, list := range c.Lists {
			line += [2]string{":", " /"}[min(i, 1)]
			for _, cell := range list {
				line += " " + p.Geometry().CellName(cell)
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// record says what the columns hold.
func (l *layout) record() []ColumnRecord {
	types := map[table.Kind]string{table.Text: "string", table.Word: "string", table.Whole: "int64", table.Number: "double"}
	records := make([]ColumnRecord, len(l.columns))
	for i, c := range l.columns {
		records[i] = ColumnRecord{c.Name, types[c.Kind], l.meanings[i]}
	}
	return records
}

// storedRow is what the card of a data set is made of.
type storedRow struct {
	puzzle, solution     string
	clues                string
	band                 string
	class, solutionClass Class
}

// rows reads a file of a data set.
func (m *making) rows(path string) iter.Seq2[storedRow, error] {
	return func(yield func(storedRow, error) bool) {
		f, err := table.Open(path)
		if err != nil {
			yield(storedRow{}, err)
			return
		}
		defer f.Close()
		columns := []string{puzzleColumn, solutionColumn, cluesColumn, bandColumn, classColumn, solutionClassColumn}
		for texts, err := range f.Texts(columns...) {
			var r storedRow
			if err == nil {
				at := func(name string) string { return texts[slices.Index(columns, name)] }
				r = storedRow{puzzle: at(puzzleColumn), solution: at(solutionColumn), clues: at(cluesColumn), band: at(bandColumn)}
				if r.class, err = parseClass(at(classColumn)); err == nil {
					r.solutionClass, err = parseClass(at(solutionClassColumn))
				}
				if err != nil {
					err = fmt.Errorf("reading %q: %w", path, err)
				}
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}
