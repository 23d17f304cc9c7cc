package file

import (
	"database/sql/driver"
	"fmt"
	"strings"
)

// rowsPerInsert is how many rows one INSERT statement carries: beyond a hundred nothing is gained.
const rowsPerInsert = 128

// Inserter writes rows with few calls. Most of the time goes into handing over values one by one. So a value that is the
// same in all rows of a statement is handed over once, and of numbers that go up by one only the first is. Rows may be kept back until
// Flush.
type Inserter struct {
	b          *Batch
	head, tail string // "INSERT OR FAIL INTO t (a, b) SELECT ", " ON CONFLICT …"
	width      int
	rows       []any               // values of the rows kept back
	args       []driver.NamedValue // of the statement
	full       map[shape]*prepared // for rowsPerInsert rows
}

// shape says of each column how its values differ from row to row: bit by bit.
type shape struct {
	differing uint64 // in no regular way
	counting  uint64 // by one
}

// Inserter makes an Inserter for the columns, such as "puzzle (id, cells)"; tail is "" or an ON CONFLICT clause. A statement
// that fails leaves the rows before the faulty one: after any error the batch is given up. So SQLite need not keep what
// the statement has changed, see [File.Load].
func (b *Batch) Inserter(into string, tail string) *Inserter {
	return &Inserter{b: b, head: "INSERT OR FAIL INTO " + into + " SELECT ", tail: " " + tail,
		width: strings.Count(into, ",") + 1, full: map[shape]*prepared{}}
}

// Add adds a row. Rows are written many at a time, so errors of a row may come with a later one or with the last.
func (i *Inserter) Add(values ...any) error {
	i.rows = append(i.rows, values...)
	if len(i.rows) < rowsPerInsert*i.width {
		return nil
	}
	s, err := i.arrange()
	if err != nil {
		return err
	}
	full := i.full[s]
	if full == nil {
		if full, err = i.b.prepare(i.statement(s, rowsPerInsert)); err != nil {
			return err
		}
		i.full[s] = full
	}
	i.rows = i.rows[:0]
	return full.exec(i.args)
}

// Flush writes the rows kept back and must be called at the end.
func (i *Inserter) Flush() error {
	for _, full := range i.full {
		defer full.close()
	}
	if len(i.rows) == 0 {
		return nil
	}
	s, err := i.arrange()
	if err != nil {
		return err
	}
	last, err := i.b.prepare(i.statement(s, len(i.rows)/i.width))
	if err != nil {
		return err
	}
	defer last.close()
	i.rows = i.rows[:0]
	return last.exec(i.args)
}

// arrange puts the values that rows share, or count from, and then those of each row, into args.
func (i *Inserter) arrange() (s shape, err error) {
	i.args = i.args[:0]
	for c := range i.width {
		differing, counting := i.differs(c)
		switch {
		case differing:
			s.differing |= 1 << c
			continue
		case counting:
			s.counting |= 1 << c
		}
		if err := i.hand(i.rows[c]); err != nil {
			return s, err
		}
	}
	for k := 0; s.differing != 0 && k < len(i.rows); k += i.width {
		for c := range i.width {
			if s.differing>>c&1 == 0 {
				continue
			}
			if err := i.hand(i.rows[k+c]); err != nil {
				return s, err
			}
		}
	}
	return s, nil
}

// hand puts a value into args, as a driver takes it.
func (i *Inserter) hand(v any) (err error) {
	switch n := v.(type) {
	case nil, int64, []byte, string, float64:
	case int:
		v = int64(n)
	default:
		if v, err = driver.DefaultParameterConverter.ConvertValue(v); err != nil {
			return err
		}
	}
	i.args = append(i.args, driver.NamedValue{Ordinal: len(i.args) + 1, Value: v})
	return nil
}

// differs reports whether the values of a column differ, and otherwise whether they go up by one from row to row.
func (i *Inserter) differs(column int) (differing, counting bool) {
	if len(i.rows) == i.width {
		return false, false
	}
	switch first := i.rows[column].(type) {
	case []byte:
		return true, false
	case int64:
		second, _ := i.rows[column+i.width].(int64)
		step := second - first
		if step != 0 && step != 1 {
			return true, false
		}
		for k := column + i.width; k < len(i.rows); k += i.width {
			first += step
			if n, ok := i.rows[k].(int64); !ok || n != first {
				return true, false
			}
		}
		return false, step == 1
	default:
		for k := column + i.width; k < len(i.rows); k += i.width {
			if i.rows[k] != first {
				return true, false
			}
		}
		return false, false
	}
}

// statement is "INSERT OR FAIL INTO t (a, b, c) SELECT ?, ? + column1, column2 FROM (VALUES (0,?),(1,?)) WHERE TRUE ON CONFLICT …"
// for two rows that share a, count in b, and differ in c.
func (i *Inserter) statement(s shape, rows int) string {
	var columns []string
	width := 1 // the first is the row's number
	for c := range i.width {
		switch {
		case s.counting>>c&1 == 1:
			columns = append(columns, "? + column1")
		case s.differing>>c&1 == 1:
			width++
			columns = append(columns, fmt.Sprint("column", width))
		default:
			columns = append(columns, "?")
		}
	}
	var values strings.Builder
	for row := range rows {
		if row > 0 {
			values.WriteByte(',')
		}
		fmt.Fprintf(&values, "(%d%s)", row, strings.Repeat(",?", width-1))
	}
	return i.head + strings.Join(columns, ", ") + " FROM (VALUES " + values.String() + ") WHERE TRUE" + i.tail
}

// prepared is a statement of a batch that is run without what database/sql does to its arguments, which takes as long as the
// driver does to hand them over: they must be values that a driver takes.
type prepared struct {
	b         *Batch
	statement driver.Stmt
}

// prepare prepares a statement, which must be closed before the batch ends.
func (b *Batch) prepare(query string) (*prepared, error) {
	p := &prepared{b: b}
	err := b.conn.Raw(func(conn any) (err error) {
		p.statement, err = conn.(driver.ConnPrepareContext).PrepareContext(b.ctx, query)
		return err
	})
	return p, err
}

// exec runs the statement.
func (p *prepared) exec(args []driver.NamedValue) error {
	return p.b.conn.Raw(func(any) error {
		_, err := p.statement.(driver.StmtExecContext).ExecContext(p.b.ctx, args)
		return err
	})
}

// close closes the statement.
func (p *prepared) close() {
	_ = p.b.conn.Raw(func(any) error { return p.statement.Close() })
}
