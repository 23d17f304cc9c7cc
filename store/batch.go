package store

import (
	"context"
	"database/sql"
	"strings"
)

// batch is one write transaction. Its context is never done, for a half-written batch is of no use to
// anybody.
type batch struct {
	ctx  context.Context
	tx   *sql.Tx
	then []func()
}

// afterCommit keeps something to be done once the transaction is safe.
func (b *batch) afterCommit(fn func()) { b.then = append(b.then, fn) }

func (b *batch) exec(query string, args ...any) (sql.Result, error) {
	return b.tx.ExecContext(b.ctx, query, args...)
}

func (b *batch) query(query string, args ...any) (*sql.Rows, error) {
	return b.tx.QueryContext(b.ctx, query, args...)
}

func (b *batch) queryRow(query string, args ...any) *sql.Row {
	return b.tx.QueryRowContext(b.ctx, query, args...)
}

// rowsPerInsert is how many rows one INSERT statement carries: beyond a hundred nothing is gained.
const rowsPerInsert = 128

// inserter writes rows with few calls. Rows may be kept back until flush.
type inserter struct {
	b          *batch
	head, tail string // "INSERT INTO t (a, b) VALUES ", " ON CONFLICT …"
	width      int
	args       []any
	full       *sql.Stmt
	written    func(first, rows, changed int) error // nil, or told after each statement; first counts rows from 0
	done       int
}

// inserter makes an inserter for the columns, such as "puzzle (id, cells)"; tail is "" or an ON CONFLICT
// clause.
func (b *batch) inserter(into string, tail string) *inserter {
	return &inserter{b: b, head: "INSERT INTO " + into + " VALUES ", tail: " " + tail,
		width: strings.Count(into, ",") + 1}
}

func (i *inserter) add(values ...any) error {
	i.args = append(i.args, values...)
	if len(i.args) < rowsPerInsert*i.width {
		return nil
	}
	if i.full == nil {
		var err error
		if i.full, err = i.b.tx.PrepareContext(i.b.ctx, i.statement(rowsPerInsert)); err != nil {
			return err
		}
	}
	res, err := i.full.ExecContext(i.b.ctx, i.args...)
	return i.note(res, err)
}

// flush writes the rows kept back and must be called at the end.
func (i *inserter) flush() error {
	if i.full != nil {
		defer i.full.Close()
	}
	if len(i.args) == 0 {
		return nil
	}
	res, err := i.b.exec(i.statement(len(i.args)/i.width), i.args...)
	return i.note(res, err)
}

func (i *inserter) note(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	rows, first := len(i.args)/i.width, i.done
	i.done += rows
	i.args = i.args[:0]
	if i.written == nil {
		return nil
	}
	changed, err := res.RowsAffected()
	if err != nil {
		return err
	}
	return i.written(first, rows, int(changed))
}

func (i *inserter) statement(rows int) string {
	return i.head + lists(rows, i.width) + i.tail
}

// lists returns "(?,?),(?,?)" for two rows of two values.
func lists(rows, width int) string {
	list := "(" + marks(width) + ")"
	return strings.TrimSuffix(strings.Repeat(list+",", rows), ",")
}

// marks returns "?,?,?" for three values.
func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }
