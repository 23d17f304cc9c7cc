package part

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/parquet-go/parquet-go"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// ErrDamaged says that the rows of a part are not those that its header speaks of.
var ErrDamaged = errors.New("the part is damaged")

// Part is an opened part.
type Part struct {
	Header Header
	name   string
	file   io.Closer // nil if it is in memory
	data   *parquet.File
}

// IsParquet reports whether a file with these first bytes is a Parquet file.
func IsParquet(begin []byte) bool { return bytes.HasPrefix(begin, []byte("PAR1")) }

// Open opens a part and reads its header, but no rows.
func Open(path string) (*Part, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading a part: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("reading a part: %w", err)
	}
	p, err := read(path, f, info.Size())
	if err != nil {
		f.Close()
		return nil, err
	}
	p.file = f
	return p, nil
}

// Parse reads the header of a part in memory; name is for errors.
func Parse(name string, data []byte) (*Part, error) {
	return read(name, bytes.NewReader(data), int64(len(data)))
}

func read(name string, r io.ReaderAt, size int64) (*Part, error) {
	p := &Part{name: name}
	if err := p.open(r, size); err != nil {
		return nil, fmt.Errorf("reading %q: %w", name, err)
	}
	return p, nil
}

func (p *Part) open(r io.ReaderAt, size int64) (err error) {
	defer asDamage(&err)
	if p.data, err = parquet.OpenFile(r, size); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	text, ok := p.data.Lookup(headerKey)
	if !ok {
		return errors.New("a Parquet file, but not a part: it has no header of sudokuctl")
	}
	if err := json.Unmarshal([]byte(text), &p.Header); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if err := p.Header.check(); err != nil {
		return err
	}
	columns, err := p.Header.columns()
	if err != nil {
		return err
	}
	fields := p.data.Schema().Fields()
	if len(fields) != len(columns) {
		return fmt.Errorf("%w: %d columns instead of %d", ErrDamaged, len(fields), len(columns))
	}
	for i, f := range fields {
		want := columns[i].node().Type().Kind()
		if f.Name() != columns[i].name || !f.Leaf() || f.Type().Kind() != want || f.Optional() != columns[i].optional {
			return fmt.Errorf("%w: column %q instead of %q", ErrDamaged, f.Name(), columns[i].name)
		}
	}
	if p.data.NumRows() != p.Header.Rows {
		return fmt.Errorf("%w: %d rows instead of %d", ErrDamaged, p.data.NumRows(), p.Header.Rows)
	}
	return nil
}

// asDamage makes an error of a panic: the Parquet reader trusts the offsets and lengths in a file.
func asDamage(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("%w: %v", ErrDamaged, cause)
	}
}

// Close closes the file.
func (p *Part) Close() error {
	if p.file == nil {
		return nil
	}
	return p.file.Close()
}

// Rows walks over all rows. A row is valid until the next; an error ends the walk. At the end the rows are compared with
// the content hash, and ErrDamaged is the last error if they differ.
func (p *Part) Rows() iter.Seq2[*Row, error] {
	return func(yield func(*Row, error) bool) {
		columns, err := p.Header.columns()
		if err != nil {
			yield(nil, err)
			return
		}
		sum, row := newContent(columns), &Row{}
		for values, err := range p.values() {
			if err == nil {
				sum.add(values)
				*row = Row{Puzzle: &sudoku.Puzzle{}, Answers: make([]Answer, len(p.Header.Tasks))}
				for i, c := range columns {
					if err = row.set(c, values[i]); err != nil {
						err = fmt.Errorf("column %q: %w", c.name, err)
						break
					}
				}
			}
			if err != nil {
				yield(nil, fmt.Errorf("reading %q: %w", p.name, err))
				return
			}
			if !yield(row, nil) {
				return
			}
		}
		if sum.hex() != p.Header.ContentHash {
			yield(nil, fmt.Errorf("reading %q: %w: its content hash is another", p.name, ErrDamaged))
		}
	}
}

// Verify reads all rows and compares them with the content hash, without making puzzles of them.
func (p *Part) Verify() error {
	columns, err := p.Header.columns()
	if err != nil {
		return err
	}
	sum := newContent(columns)
	for values, err := range p.values() {
		if err != nil {
			return fmt.Errorf("reading %q: %w", p.name, err)
		}
		sum.add(values)
	}
	if sum.hex() != p.Header.ContentHash {
		return fmt.Errorf("reading %q: %w: its content hash is another", p.name, ErrDamaged)
	}
	return nil
}

// values walks over the rows as Parquet values, one a column.
func (p *Part) values() iter.Seq2[parquet.Row, error] {
	return func(yield func(parquet.Row, error) bool) {
		width := len(p.data.Schema().Fields())
		for _, group := range p.data.RowGroups() {
			rows := group.Rows()
			buf := make([]parquet.Row, batch)
			for done := false; !done; {
				n, err := readRows(rows, buf)
				for _, row := range buf[:n] {
					if len(row) != width {
						err, done = fmt.Errorf("%w: a row of %d values", ErrDamaged, len(row)), true
						break
					}
					if !yield(row, nil) {
						rows.Close()
						return
					}
				}
				switch {
				case err == io.EOF:
					done = true
				case err != nil:
					rows.Close()
					yield(nil, fmt.Errorf("%w: %w", ErrDamaged, err))
					return
				}
			}
			rows.Close()
		}
	}
}

func readRows(rows parquet.Rows, buf []parquet.Row) (n int, err error) {
	defer asDamage(&err)
	return rows.ReadRows(buf)
}
