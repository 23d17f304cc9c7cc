package library

import (
	"context"
	"database/sql"
	"fmt"
	"runtime"
	"sync"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Reader reads from a library, on connections that see the last committed state.
type Reader struct {
	read           *sql.DB
	geometriesByID sync.Map // int64 -> row.Geometry
	sourceNames    sync.Map // int64 -> string
}

// NewReader returns a Reader of what some connections read.
func NewReader(read *sql.DB) *Reader { return &Reader{read: read} }

// SQL runs a reading query. Each call of row gets the column names and one row's values: int64, float64, string,
// []byte, time.Time or nil; both belong to SQL again when it returns. Statements that write are refused.
func (s *Reader) SQL(ctx context.Context, query string, row func(columns []string, values []any) error) error {
	rows, err := s.read.QueryContext(ctx, query)
	if err != nil {
		return fmt.Errorf("running query: %w", file.Explain(err))
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return fmt.Errorf("running query: %w", file.Explain(err))
	}
	if err := eachRow(rows, columns, row); err != nil {
		return fmt.Errorf("running query: %w", file.Explain(err))
	}
	return nil
}

// eachRow calls each with each row. A value of another type than each expects is a damaged one: SQLite
// stores any type in any column.
func eachRow(rows *sql.Rows, columns []string, each func([]string, []any) error) (err error) {
	defer func() {
		cause := recover()
		if wrong, ok := cause.(*runtime.TypeAssertionError); ok {
			err = fmt.Errorf("%w: %w", row.ErrCorrupt, wrong)
		} else if cause != nil {
			panic(cause)
		}
	}()
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		if err := each(columns, values); err != nil {
			return err
		}
	}
	return rows.Err()
}
