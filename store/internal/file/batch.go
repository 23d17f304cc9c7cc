package file

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Batch is one write transaction. Its context is never done, for a half-written batch is of no use.
type Batch struct {
	ctx  context.Context
	conn *sql.Conn // of the transaction
	tx   *sql.Tx
	then []func()
}

// AfterCommit keeps something to be done once the transaction is safe.
func (b *Batch) AfterCommit(fn func()) { b.then = append(b.then, fn) }

// Exec runs a statement that is needed once in the transaction. An Inserter is faster for many rows.
func (b *Batch) Exec(query string, args ...any) (sql.Result, error) {
	return b.tx.ExecContext(b.ctx, query, args...)
}

// Query runs a query inside the transaction, so that it sees the rows that the batch has written.
func (b *Batch) Query(query string, args ...any) Rows {
	return Found(b.tx.QueryContext(b.ctx, query, args...))
}

// QueryRow runs a query of at most one row inside the transaction. Its Scan returns sql.ErrNoRows if there is none.
func (b *Batch) QueryRow(query string, args ...any) *sql.Row {
	return b.tx.QueryRowContext(b.ctx, query, args...)
}

// InNumbers is the condition that what stands before it is one of the [Numbers] of an argument. A list in the text of a
// statement, or an argument for each of its numbers, takes longer to read than to look the rows up.
const InNumbers = "IN (SELECT value FROM json_each(?))"

// Numbers writes numbers as the JSON array that InNumbers reads: one argument, however many there are, so that
// statements stay prepared.
func Numbers(numbers []int64) string {
	text := make([]byte, 1, 2+16*len(numbers))
	text[0] = '['
	for i, n := range numbers {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, n, 10)
	}
	return string(append(text, ']'))
}

// IDList writes numbers as SQL has them behind IN.
func IDList(ids []int64) string {
	return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ", ","), "[]") + ")"
}

// IDsPerQuery is how many numbers one list takes.
const IDsPerQuery = 512

// Rows is what a query finds, or why it does not; it is walked once.
type Rows struct {
	rows *sql.Rows
	err  error
}

// Found takes what a method such as [sql.DB.QueryContext] returns.
func Found(rows *sql.Rows, err error) Rows { return Rows{rows, err} }

// ErrEnough ends a walk over rows without an error.
var ErrEnough = errors.New("enough")

// Each scans each row into the same variables and calls each, until that returns an error.
func (r Rows) Each(each func() error, into ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.rows.Close()
	for r.rows.Next() {
		if err := r.rows.Scan(into...); err != nil {
			return err
		}
		if err := each(); err != nil {
			if err == ErrEnough {
				err = nil
			}
			return err
		}
	}
	return r.rows.Err()
}

// Values calls each with the names of the columns and the values of each row, always in the same slices.
func (r Rows) Values(each func(columns []string, values []any) error) error {
	if r.err != nil {
		return r.err
	}
	columns, err := r.rows.Columns()
	if err != nil {
		r.rows.Close()
		return err
	}
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	err = r.Each(func() error { return each(columns, values) }, into...)
	if err == nil && len(columns) == 0 {
		err = errors.New("what is behind its last semicolon is no question")
	}
	return err
}

// Column reads all rows of a query of one column and closes it.
func Column[T any](r Rows) (all []T, err error) {
	var v T
	err = r.Each(func() error {
		all = append(all, v)
		return nil
	}, &v)
	return all, err
}
