package store

import (
	"context"
	"database/sql"
	"strings"
)

// batch is one write transaction. Its context is never done, for a half-written batch is of no use to anybody.
type batch struct {
	ctx    context.Context
	tx     *sql.Tx
	then   []func()
	latest geometry            // asked for last
	known  map[string]geometry // the store's, by text
	made   map[string]geometry // new in this batch, by text
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

// marks returns "?,?,?" for three values.
func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }
