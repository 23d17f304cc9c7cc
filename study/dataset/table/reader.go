// Package table writes tables as Parquet files and reads those of others, whoever wrote them.
//
// What it reads is taken as text, whatever the type of a column: who reads a foreign file wants its puzzles, and its numbers
// only to show them. Columns that hold lists or groups are left out.
package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"

	"github.com/parquet-go/parquet-go"
)

// ErrDamaged says that a file is not the Parquet file that it begins as.
var ErrDamaged = errors.New("not a whole Parquet file")

// A File is an open Parquet file.
type File struct {
	name    string
	file    *os.File
	data    *parquet.File
	columns []string
	index   []int // of the columns, among the leaves of the schema
}

// IsParquet reports whether a file with these first bytes is a Parquet file.
func IsParquet(begin []byte) bool { return bytes.HasPrefix(begin, []byte("PAR1")) }

// Open opens a file and reads which columns it has.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading a table: %w", err)
	}
	t := &File{name: path, file: f}
	if err := t.open(); err != nil {
		f.Close()
		return nil, fmt.Errorf("reading %q: %w", path, err)
	}
	return t, nil
}

func (t *File) open() (err error) {
	defer asDamage(&err)
	info, err := t.file.Stat()
	if err != nil {
		return err
	}
	if t.data, err = parquet.OpenFile(t.file, info.Size()); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	leaf := 0
	for _, f := range t.data.Schema().Fields() {
		if f.Leaf() && !f.Repeated() {
			t.columns, t.index = append(t.columns, f.Name()), append(t.index, leaf)
		}
		leaf += leaves(f)
	}
	return nil
}

// leaves counts the columns that a field is stored in.
func leaves(n parquet.Node) int {
	if n.Leaf() {
		return 1
	}
	count := 0
	for _, f := range n.Fields() {
		count += leaves(f)
	}
	return count
}

// asDamage makes an error of a panic: the Parquet reader trusts the offsets and lengths in a file.
func asDamage(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("%w: %v", ErrDamaged, cause)
	}
}

// Close closes the file.
func (t *File) Close() error { return t.file.Close() }

// Columns returns the names of the columns.
func (t *File) Columns() []string { return t.columns }

// IsNumber reports whether a column holds numbers.
func (t *File) IsNumber(column string) bool {
	leaf, ok := t.data.Schema().Lookup(column)
	if !ok {
		return false
	}
	switch leaf.Node.Type().Kind() {
	case parquet.Int32, parquet.Int64, parquet.Float, parquet.Double:
		return true
	}
	return false
}

// Texts walks over the rows and yields the values of some columns as texts, "" for one that is missing. The slice is valid
// until the next row; an error ends the walk.
func (t *File) Texts(columns ...string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		at := map[int]int{} // place in the result by leaf
		for i, name := range columns {
			k := slices.Index(t.columns, name)
			if k < 0 {
				yield(nil, fmt.Errorf("reading %q: it has no column %q", t.name, name))
				return
			}
			at[t.index[k]] = i
		}
		texts := make([]string, len(columns))
		more := true
		show := func(row parquet.Row) bool {
			for _, v := range row {
				if i, wanted := at[v.Column()]; wanted {
					texts[i] = textOf(v)
				}
			}
			more = yield(texts, nil)
			return more
		}
		for _, group := range t.data.RowGroups() {
			if err := eachRow(group, show); err != nil {
				yield(nil, fmt.Errorf("reading %q: %w", t.name, err))
				return
			}
			if !more {
				return
			}
		}
	}
}

func textOf(v parquet.Value) string {
	if v.IsNull() {
		return ""
	}
	switch v.Kind() {
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return string(v.ByteArray())
	case parquet.Double:
		return strconv.FormatFloat(v.Double(), 'g', -1, 64)
	case parquet.Float:
		return strconv.FormatFloat(float64(v.Float()), 'g', -1, 32)
	}
	return v.String()
}

// together is how many rows are read at once.
const together = 256

// eachRow calls take with the rows of a group until it returns false.
func eachRow(group parquet.RowGroup, take func(parquet.Row) bool) error {
	rows := group.Rows()
	defer rows.Close()
	buf := make([]parquet.Row, together)
	for {
		n, err := readRows(rows, buf)
		for _, row := range buf[:n] {
			if !take(row) {
				return nil
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, ErrDamaged):
			return err
		case err != nil:
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		case n == 0:
			return fmt.Errorf("%w: rows are missing", ErrDamaged)
		}
	}
}

func readRows(rows parquet.Rows, buf []parquet.Row) (n int, err error) {
	defer asDamage(&err)
	return rows.ReadRows(buf)
}
