package wire

import (
	"fmt"
	"iter"
	"math"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Grades is a message of the plugin within a Grade stream: the grades of a run of puzzles. The plugin fills
// one, sends it and fills it again.
type Grades struct {
	First    uint64
	endings  []byte
	self     []uint64
	values   [][]sudoku.Grade
	failures []*pb.Failure
}

// Len returns the number of rows.
func (g *Grades) Len() int { return len(g.endings) }

// Reset empties g for the answers that begin with sequence number first.
func (g *Grades) Reset(first uint64) {
	g.First, g.endings, g.self = first, g.endings[:0], g.self[:0]
	g.values, g.failures = g.values[:0], g.failures[:0]
}

// Add appends a row.
func (g *Grades) Add(ending Ending, grades []sudoku.Grade, self time.Duration, failure string) {
	if failure != "" {
		g.failures = append(g.failures, &pb.Failure{Puzzle: uint32(len(g.endings)), Text: failure})
	}
	g.endings = append(g.endings, byte(ending))
	g.self = append(g.self, uint64(max(self, 0)))
	g.values = append(g.values, grades)
}

// pb returns the message: one column for each metric that occurs.
func (g *Grades) pb() *pb.GradeResponse {
	names, values := columns(g.values, func(v sudoku.Grade) (string, float64) { return v.Metric, v.Value })
	m := &pb.GradeResponse{First: g.First, Endings: g.endings, SelfNs: g.self, Metrics: texts(names), Values: values, Failures: g.failures}
	for i, row := range g.values {
		for k, v := range row {
			if v.Label != "" {
				m.Labels = append(m.Labels, &pb.GradeLabel{Value: uint32(i*len(names) + place(names, v.Metric, k)), Text: Text(v.Label)})
			}
		}
	}
	return m
}

// gradeRows returns the rows of a message, or an error if its columns do not fit together.
func gradeRows(m *pb.GradeResponse) (iter.Seq[*Answer], error) {
	rows, metrics := len(m.GetEndings()), m.GetMetrics()
	if len(m.GetValues()) != rows*len(metrics) || len(m.GetSelfNs()) != 0 && len(m.GetSelfNs()) != rows {
		return nil, fmt.Errorf("grades %d: columns of %d rows do not fit together", m.GetFirst(), rows)
	}
	for _, e := range m.GetEndings() {
		if !Ending(e).Valid() || Ending(e) == Part {
			return nil, fmt.Errorf("grades %d: no such ending: %d", m.GetFirst(), e)
		}
	}
	if i := firstAbove(m.GetSelfNs(), maxSelf); i >= 0 {
		return nil, fmt.Errorf("grades %d: self_ns is %d", m.GetFirst()+uint64(i), m.GetSelfNs()[i])
	}
	var labels, failures map[int]string
	if len(m.GetLabels())+len(m.GetFailures()) > 0 {
		labels, failures = map[int]string{}, map[int]string{}
	}
	for _, l := range m.GetLabels() {
		labels[int(l.GetValue())] = l.GetText()
	}
	for _, f := range m.GetFailures() {
		failures[int(f.GetPuzzle())] = f.GetText()
	}
	return func(yield func(*Answer) bool) {
		grades := make([]sudoku.Grade, 0, len(m.GetValues())) // of all rows end to end
		row := &Answer{}
		for i, e := range m.GetEndings() {
			row.Seq, row.Ending, row.Stats.Elapsed = m.GetFirst()+uint64(i), Ending(e), time.Duration(at(m.GetSelfNs(), i))
			row.Err = row.Ending.Err(failures[i])
			from := len(grades)
			for j, name := range metrics {
				place := i*len(metrics) + j
				if v := m.GetValues()[place]; !math.IsNaN(v) {
					grades = append(grades, sudoku.Grade{Metric: name, Value: v, Label: labels[place]})
				}
			}
			row.Grades = nil
			if len(grades) > from {
				row.Grades = grades[from:len(grades):len(grades)]
			}
			if !yield(row) {
				return
			}
		}
	}, nil
}
