package part

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"slices"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Row is one puzzle and an answer for each task of the header, in their order.
type Row struct {
	Record   int64 // position in the input of the plan, from 0
	Puzzle   *sudoku.Puzzle
	Solution sudoku.Grid // verified, nil if there is none
	Second   sudoku.Grid // another one, nil if no solver found any
	Answers  []Answer
}

// Learn takes verified solutions of the puzzle; the first two different ones stay.
func (r *Row) Learn(solutions []sudoku.Grid) {
	for _, grid := range solutions {
		switch {
		case r.Solution == nil:
			r.Solution = grid
		case r.Second == nil && !slices.Equal(r.Solution, grid):
			r.Second = grid
		}
	}
}

// Answer is what one task found for one puzzle.
type Answer struct {
	Verdict sudoku.Verdict
	Count   int64
	Guesses int64
	Self    time.Duration
	Grades  []sudoku.Grade
	Error   string
}

// texts holds the bytes of values until they are written.
type texts []byte

func (t *texts) value(s string) parquet.Value {
	begin := len(*t)
	*t = append(*t, s...)
	return t.since(begin)
}

// words is a text that may be missing.
func (t *texts) words(s string) parquet.Value {
	if s == "" {
		return parquet.NullValue()
	}
	return t.value(s)
}

// since is the value of what has been appended.
func (t *texts) since(begin int) parquet.Value { return parquet.ByteArrayValue((*t)[begin:]) }

// values writes the row as Parquet values, one for each column, which last as long as the texts.
func (r *Row) values(to parquet.Row, columns []column, t *texts) {
	for i := range columns {
		c := &columns[i]
		to[i] = r.value(c, t)
		if c.optional && !to[i].IsNull() {
			to[i] = to[i].Level(0, 1, i)
		}
	}
}

// grid is where the solution of a column is.
func (r *Row) grid(c *column) *sudoku.Grid {
	if c.what == secondSolution {
		return &r.Second
	}
	return &r.Solution
}

func (r *Row) value(c *column, t *texts) parquet.Value {
	begin := len(*t)
	switch c.what {
	case record:
		return parquet.Int64Value(r.Record)
	case name:
		return t.value(r.Puzzle.Name)
	case geometry:
		return t.value(r.Puzzle.Geometry().String())
	case puzzle:
		*t = r.Puzzle.Append(*t)
		return t.since(begin)
	case solution, secondSolution:
		grid := *r.grid(c)
		if grid == nil {
			return parquet.NullValue()
		}
		*t = r.Puzzle.Geometry().AppendGrid(*t, grid)
		return t.since(begin)
	}
	return r.Answers[c.task].value(c, t)
}

func (a *Answer) value(c *column, t *texts) parquet.Value {
	switch c.what {
	case verdict:
		return t.value(a.Verdict.String())
	case count:
		return parquet.Int64Value(a.Count)
	case guesses:
		return parquet.Int64Value(a.Guesses)
	case selfTime:
		return parquet.Int64Value(a.Self.Nanoseconds())
	case failure:
		return t.words(a.Error)
	}
	i := slices.IndexFunc(a.Grades, func(g sudoku.Grade) bool { return g.Metric == c.metric })
	switch {
	case i < 0:
		return parquet.NullValue()
	case c.what == grade:
		return parquet.DoubleValue(a.Grades[i].Value)
	}
	return t.words(a.Grades[i].Label)
}

// set takes the value of a column.
func (r *Row) set(c *column, v parquet.Value) error {
	switch c.what {
	case record:
		r.Record = v.Int64()
		return nil
	case name, geometry:
		return nil // once the puzzle is known
	case puzzle:
		var err error
		r.Puzzle, err = sudoku.ParsePuzzle(string(v.ByteArray()))
		return err
	case solution, secondSolution:
		if v.IsNull() {
			return nil
		}
		var err error
		*r.grid(c), err = sudoku.ParseGrid(r.Puzzle.Geometry(), string(v.ByteArray()))
		return err
	}
	return r.Answers[c.task].set(c, v)
}

func (a *Answer) set(c *column, v parquet.Value) (err error) {
	if (c.what == guesses || c.what == selfTime) && v.Int64() < 0 {
		return fmt.Errorf("%d is negative", v.Int64())
	}
	switch c.what {
	case verdict:
		a.Verdict, err = sudoku.ParseVerdict(string(v.ByteArray()))
	case count:
		a.Count = v.Int64()
	case guesses:
		a.Guesses = v.Int64()
	case selfTime:
		a.Self = time.Duration(v.Int64())
	case failure:
		a.Error = string(v.ByteArray())
	case grade:
		if !v.IsNull() {
			a.Grades = append(a.Grades, sudoku.Grade{Metric: c.metric, Value: v.Double()})
		}
	case label:
		if i := len(a.Grades) - 1; !v.IsNull() && i >= 0 && a.Grades[i].Metric == c.metric {
			a.Grades[i].Label = string(v.ByteArray())
		}
	}
	return err
}

// content hashes rows, times aside.
type content struct {
	columns []column
	sum     hash.Hash
	buf     []byte
}

func newContent(columns []column) *content {
	c := &content{columns: columns, sum: sha256.New()}
	for _, column := range columns {
		c.buf = append(append(c.buf, column.name...), 0)
	}
	return c
}

// add hashes the values of a row: for each a byte that says whether there is one, and its bytes behind their length.
func (c *content) add(row parquet.Row) {
	for i := range c.columns {
		column, v := &c.columns[i], &row[i]
		switch {
		case column.what == selfTime:
		case v.IsNull():
			c.buf = append(c.buf, 0)
		case v.Kind() == parquet.ByteArray:
			c.buf = binary.AppendUvarint(append(c.buf, 1), uint64(len(v.ByteArray())))
			c.buf = append(c.buf, v.ByteArray()...)
		case v.Kind() == parquet.Double:
			c.buf = binary.LittleEndian.AppendUint64(append(c.buf, 1), math.Float64bits(v.Double()))
		default:
			c.buf = binary.AppendVarint(append(c.buf, 1), v.Int64())
		}
	}
	if len(c.buf) >= 32<<10 {
		c.flush()
	}
}

func (c *content) flush() {
	c.sum.Write(c.buf)
	c.buf = c.buf[:0]
}

// hex returns the hash of all rows so far.
func (c *content) hex() string {
	c.flush()
	return fmt.Sprintf("%x", c.sum.Sum(nil))
}
