package file

import (
	"database/sql"
	"fmt"
	"strings"
)

// rowsPerInsert is how many rows one INSERT statement carries: beyond a hundred nothing is gained.
const rowsPerInsert = 128

// Inserter writes rows with few calls. Most of the time goes into handing over values one by one, so a value
// that is the same in all rows of a statement is handed over once. Rows may be kept back until Flush.
type Inserter struct {
	b          *Batch
	head, tail string // "INSERT OR FAIL INTO t (a, b) SELECT ", " ON CONFLICT …"
	width      int
	rows       []any                // values of the rows kept back
	args       []any                // of the statement
	full       map[uint64]*sql.Stmt // for rowsPerInsert rows, by the set of columns whose values differ
}

// Inserter makes an Inserter for the columns, such as "puzzle (id, cells)"; tail is "" or an ON CONFLICT clause. A statement
// that fails leaves the rows before the faulty one: after any error the batch is given up. So SQLite need not keep what
// the statement has changed, see [File.Load].
func (b *Batch) Inserter(into string, tail string) *Inserter {
	return &Inserter{b: b, head: "INSERT OR FAIL INTO " + into + " SELECT ", tail: " " + tail,
		width: strings.Count(into, ",") + 1, full: map[uint64]*sql.Stmt{}}
}

// Add adds a row.
func (i *Inserter) Add(values ...any) error {
	i.rows = append(i.rows, values...)
	if len(i.rows) < rowsPerInsert*i.width {
		return nil
	}
	differing := i.arrange()
	full := i.full[differing]
	if full == nil {
		var err error
		if full, err = i.b.tx.PrepareContext(i.b.ctx, i.statement(differing, rowsPerInsert)); err != nil {
			return err
		}
		i.full[differing] = full
	}
	_, err := full.ExecContext(i.b.ctx, i.args...)
	i.rows = i.rows[:0]
	return err
}

// Flush writes the rows kept back and must be called at the end.
func (i *Inserter) Flush() error {
	for _, full := range i.full {
		defer full.Close()
	}
	if len(i.rows) == 0 {
		return nil
	}
	differing := i.arrange()
	_, err := i.b.Exec(i.statement(differing, len(i.rows)/i.width), i.args...)
	i.rows = i.rows[:0]
	return err
}

// arrange puts the values that all rows share, and then those of each row, into args. It returns the set of
// the columns whose values differ, which is never empty.
func (i *Inserter) arrange() (differing uint64) {
	i.args = i.args[:0]
	for c := range i.width {
		if i.differs(c) || differing == 0 && c == i.width-1 {
			differing |= 1 << c
			continue
		}
		i.args = append(i.args, i.rows[c])
	}
	for k, v := range i.rows {
		if differing>>(k%i.width)&1 == 1 {
			i.args = append(i.args, v)
		}
	}
	return differing
}

func (i *Inserter) differs(column int) bool {
	first := i.rows[column]
	if _, blob := first.([]byte); blob {
		return true
	}
	for k := column + i.width; k < len(i.rows); k += i.width {
		if i.rows[k] != first {
			return true
		}
	}
	return false
}

// statement is "INSERT OR FAIL INTO t (a, b) SELECT ?, column1 FROM (VALUES (?),(?)) WHERE TRUE ON CONFLICT …" for
// two rows that differ in b alone.
func (i *Inserter) statement(differing uint64, rows int) string {
	var columns []string
	width := 0
	for c := range i.width {
		if differing>>c&1 == 0 {
			columns = append(columns, "?")
			continue
		}
		width++
		columns = append(columns, fmt.Sprint("column", width))
	}
	row := "(" + Marks(width) + "),"
	return i.head + strings.Join(columns, ", ") + " FROM (VALUES " +
		strings.TrimSuffix(strings.Repeat(row, rows), ",") + ") WHERE TRUE" + i.tail
}
