package file

import (
	"database/sql"
	"errors"
)

// Rows is what a query finds, or why it does not; it is walked once.
type Rows struct {
	rows *sql.Rows
	err  error
}

// Found takes what a method such as [sql.DB.QueryContext] returns.
func Found(rows *sql.Rows, err error) Rows { return Rows{rows, err} }

// Each scans each row into the same variables and calls each.
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

// Column returns the values of the only column.
func Column[T any](r Rows) (all []T, err error) {
	var v T
	err = r.Each(func() error {
		all = append(all, v)
		return nil
	}, &v)
	return all, err
}
