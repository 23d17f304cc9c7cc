package wire

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Answers is a message of the plugin within a stream: the answers to a run of puzzles in columns. A column is as
// long as Endings or empty, which means zeros. The plugin fills one, sends it and fills it again.
type Answers struct {
	First   uint64 // sequence number of the first puzzle
	Endings []byte
	Counts  []uint64 // solutions found since the part before
	Grids   []byte   // the solutions of all rows end to end
	Self    []uint64 // ns
	Guesses []uint64

	extra    [][]sudoku.Measure // other measures of each row, to be sent
	grades   [][]sudoku.Grade   // likewise, in a Grade stream
	failures []*pb.Failure
	series   []*pb.Series

	graded bool           // it was received in a Grade stream
	names  []string       // of the measures or metrics that were received
	values []float64      // a value for each row and name, NaN if there is none
	labels map[int]string // of values, by their index
}

// solveResponse returns the message of the columns in a Solve stream.
func (a *Answers) solveResponse() *pb.SolveResponse {
	names, measures := columns(a.extra, func(m sudoku.Measure) (string, float64) { return m.Name, m.Value })
	return &pb.SolveResponse{First: a.First, Endings: a.Endings, Counts: a.Counts, Solutions: a.Grids, SelfNs: a.Self,
		Guesses: a.Guesses, MeasureNames: texts(names), Measures: measures, Failures: a.failures, Series: a.series}
}

// gradeResponse returns the message of the columns in a Grade stream: one column for each metric that occurs.
func (a *Answers) gradeResponse() *pb.GradeResponse {
	names, values := columns(a.grades, func(v sudoku.Grade) (string, float64) { return v.Metric, v.Value })
	m := &pb.GradeResponse{First: a.First, Endings: a.Endings, SelfNs: a.Self, Metrics: texts(names), Values: values,
		Failures: a.failures}
	for i, row := range a.grades {
		for k, v := range row {
			if v.Label != "" {
				m.Labels = append(m.Labels, &pb.GradeLabel{Value: uint32(i*len(names) + place(names, v.Metric, k)),
					Text: Text(v.Label)})
			}
		}
	}
	return m
}

// solved returns the columns of a message of a Solve stream.
func solved(m *pb.SolveResponse) *Answers {
	return &Answers{First: m.GetFirst(), Endings: m.GetEndings(), Counts: m.GetCounts(), Grids: m.GetSolutions(),
		Self: m.GetSelfNs(), Guesses: m.GetGuesses(), names: m.GetMeasureNames(), values: m.GetMeasures(),
		failures: m.GetFailures(), series: m.GetSeries()}
}

// graded returns the columns of a message of a Grade stream.
func graded(m *pb.GradeResponse) *Answers {
	a := &Answers{First: m.GetFirst(), Endings: m.GetEndings(), Self: m.GetSelfNs(), failures: m.GetFailures(),
		graded: true, names: m.GetMetrics(), values: m.GetValues(), labels: map[int]string{}}
	for _, l := range m.GetLabels() {
		a.labels[int(l.GetValue())] = l.GetText()
	}
	return a
}

// Series is one traced curve of a search, such as entropy by iteration. X and Y have equal lengths.
type Series struct {
	Name string
	X, Y []float64
}

// Answer is one row of Answers. It is valid until the next one; its slices may be kept.
type Answer struct {
	Seq    uint64
	Ending Ending
	Count  int64  // solutions found since the part before
	Grids  []byte // Count grids end to end
	Grades []sudoku.Grade
	Stats  sudoku.Stats
	Err    error // of the ending; nil for Part, Exhausted and Stopped
	Series []Series
}

// Len returns how many rows the columns have, one for each answer or part of one.
func (a *Answers) Len() int { return len(a.Endings) }

// Reset empties a for the answers that begin with sequence number first.
func (a *Answers) Reset(first uint64) {
	a.First = first
	a.Endings, a.Counts, a.Grids = a.Endings[:0], a.Counts[:0], a.Grids[:0]
	a.Self, a.Guesses = a.Self[:0], a.Guesses[:0]
	a.extra, a.grades, a.failures, a.series = a.extra[:0], a.grades[:0], a.failures[:0], a.series[:0]
}

// Add appends a row. The solutions that belong to it have been appended to Grids. A failure is the error, as text,
// because errors do not travel.
func (a *Answers) Add(ending Ending, count uint64, stats *sudoku.Stats, failure string) {
	row := len(a.Endings)
	a.Endings = append(a.Endings, byte(ending))
	a.Counts = append(a.Counts, count)
	a.Self = append(a.Self, uint64(max(stats.Elapsed, 0)))
	a.Guesses = append(a.Guesses, uint64(max(stats.Guesses, 0)))
	if failure != "" {
		a.failures = append(a.failures, &pb.Failure{Puzzle: uint32(row), Text: failure})
	}
	a.extra = append(a.extra, slices.Clone(stats.Extra))
}

// AddGrades appends a row of a Grade stream.
func (a *Answers) AddGrades(ending Ending, grades []sudoku.Grade, self time.Duration, failure string) {
	a.Add(ending, 0, &sudoku.Stats{Elapsed: self}, failure)
	a.grades = append(a.grades, grades)
}

// Trace appends curves of the row that is to be added next.
func (a *Answers) Trace(curves []Series) {
	for _, c := range curves {
		a.series = append(a.series, &pb.Series{Puzzle: uint32(len(a.Endings)), Name: c.Name, X: c.X, Y: c.Y})
	}
}

// Size returns how many bytes the solutions and curves take.
func (a *Answers) Size() int {
	size := len(a.Grids)
	for _, s := range a.series {
		size += 16 * len(s.GetX())
	}
	return size
}

// columns makes a table of the values of rows: the names in the order in which they come, and for each row a value for
// each name, NaN if there is none.
func columns[T any](rows [][]T, cell func(T) (name string, value float64)) (names []string, values []float64) {
	for _, row := range rows {
		for k, v := range row {
			if name, _ := cell(v); place(names, name, k) < 0 {
				names = append(names, name)
			}
		}
	}
	values = slices.Repeat([]float64{math.NaN()}, len(rows)*len(names))
	for i, row := range rows {
		for k, v := range row {
			name, value := cell(v)
			values[i*len(names)+place(names, name, k)] = value
		}
	}
	return names, values
}

// place returns the place of a name, which is mostly the expected one, -1 if it is not there.
func place(names []string, name string, expected int) int {
	if expected < len(names) && names[expected] == name {
		return expected
	}
	return slices.Index(names, name)
}

// check tells whether the columns fit together and the grids fit counts of cells values each.
func (a *Answers) check(cells int) error {
	rows, what := len(a.Endings), "answer"
	if a.graded {
		if what = "grades"; len(a.values) != rows*len(a.names) || len(a.Self) != 0 && len(a.Self) != rows {
			return fmt.Errorf("grades %d: columns of %d rows do not fit together", a.First, rows)
		}
	}
	for i, column := range [][]uint64{a.Counts, a.Self, a.Guesses} {
		if len(column) != 0 && len(column) != rows {
			name := [...]string{"counts", "self_ns", "guesses"}[i]
			return fmt.Errorf("answer %d: column %s has %d rows of %d", a.First, name, len(column), rows)
		}
	}
	if i := firstAbove(a.Self, maxSelf); i >= 0 {
		return fmt.Errorf("%s %d: self_ns is %d", what, a.First+uint64(i), a.Self[i])
	}
	if i := firstAbove(a.Guesses, math.MaxInt64); i >= 0 {
		return fmt.Errorf("answer %d: %d guesses", a.First+uint64(i), a.Guesses[i])
	}
	if len(a.values) != rows*len(a.names) {
		return fmt.Errorf("answer %d: %d measures for %d rows of %d", a.First, len(a.values), rows, len(a.names))
	}
	for i, e := range a.Endings {
		if !Ending(e).Valid() || a.graded && Ending(e) == Part {
			return fmt.Errorf("%s %d: no such ending: %d", what, a.First+uint64(i), e)
		}
	}
	rest := uint64(len(a.Grids) / cells)
	for _, count := range a.Counts {
		if count > rest {
			return fmt.Errorf("answer %d: more solutions counted than sent", a.First)
		}
		rest -= count
	}
	if rest != 0 || len(a.Grids)%cells != 0 {
		return fmt.Errorf("answer %d: %d bytes of solutions do not fit the counts", a.First, len(a.Grids))
	}
	return nil
}

// maxSelf is the longest time that a plugin can say to have spent on a puzzle, in ns: nine years.
const maxSelf = 1 << 58

// firstAbove returns the first row of a column with more than most, -1 if there is none.
func firstAbove(column []uint64, most uint64) int {
	return slices.IndexFunc(column, func(v uint64) bool { return v > most })
}

// at returns the number of a row. A missing column means zeros.
func at(column []uint64, i int) uint64 {
	if len(column) == 0 {
		return 0
	}
	return column[i]
}

// Rows returns the rows, of puzzles that have so many cells, in one place after the other. Columns that do not fit
// together are an error.
func (a *Answers) Rows(cells int) (iter.Seq[*Answer], error) {
	if err := a.check(cells); err != nil {
		return nil, err
	}
	return func(yield func(*Answer) bool) {
		grids, row := a.Grids, &Answer{}
		for i, e := range a.Endings {
			row.Seq, row.Ending, row.Count = a.First+uint64(i), Ending(e), int64(at(a.Counts, i))
			if len(a.Grids) > 0 {
				size := int(row.Count) * cells
				row.Grids, grids = grids[:size:size], grids[size:]
			}
			row.Stats.Elapsed, row.Stats.Guesses = time.Duration(at(a.Self, i)), int64(at(a.Guesses, i))
			if len(a.names) > 0 {
				a.readValues(row, i)
			}
			if len(a.series) > 0 {
				row.Series = a.seriesOf(i)
			}
			row.Err = nil
			if row.Ending > Stopped {
				row.Err = row.Ending.Err(a.failure(i))
			}
			if !yield(row) {
				return
			}
		}
	}, nil
}

// readValues sets the grades or the measures of a row; NaN stands for a missing one.
func (a *Answers) readValues(row *Answer, i int) {
	row.Grades, row.Stats.Extra = nil, nil
	for k, name := range a.names {
		at := i*len(a.names) + k
		switch v := a.values[at]; {
		case math.IsNaN(v):
		case a.graded:
			row.Grades = append(row.Grades, sudoku.Grade{Metric: name, Value: v, Label: a.labels[at]})
		default:
			row.Stats.Extra = append(row.Stats.Extra, sudoku.Measure{Name: name, Value: v})
		}
	}
}

// failure returns the error text of a row, "" without one.
func (a *Answers) failure(row int) string {
	for _, f := range a.failures {
		if int(f.GetPuzzle()) == row {
			return f.GetText()
		}
	}
	return ""
}

// seriesOf returns the traces of a row.
func (a *Answers) seriesOf(row int) (own []Series) {
	for _, s := range a.series {
		if int(s.GetPuzzle()) == row {
			own = append(own, Series{s.GetName(), s.GetX(), s.GetY()})
		}
	}
	return own
}
