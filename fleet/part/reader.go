package part

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/parquet-go/parquet-go"

	"github.com/sudokuctl/sudokuctl/core/wholefile"
)

// ErrDamaged says that the rows of a part are not those that its header speaks of.
var ErrDamaged = errors.New("the part is damaged")

// Part is an opened part.
type Part struct {
	Header Header
	Name   string    // for errors: its path, if it is a file
	file   io.Closer // nil if it is in memory
	data   *parquet.File
}

// IsParquet reports whether a file with these first bytes is a Parquet file.
func IsParquet(begin []byte) bool { return bytes.HasPrefix(begin, []byte("PAR1")) }

// Open opens a part and reads its header, but no rows.
func Open(path string) (*Part, error) {
	f, err := wholefile.Open(path)
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
	p := &Part{Name: name}
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

// Rows walks over all rows, which are verified: see [Part.Verify]. A row is valid until the next; an error ends the walk. At
// the end the rows are compared with the content hash, and ErrDamaged is the last error if they differ.
func (p *Part) Rows() iter.Seq2[*Row, error] { return p.rows(nil) }

// Verify reads all rows, compares them with the content hash, and checks what can be checked without a solver: every
// solution solves its puzzle, no solver found more than there are solutions in the row, and the rows of a plan's part are in
// their order. What it takes a solver for stays a claim: that there are no other solutions, guesses, grades. It returns the
// [PuzzleHash] of the puzzles, and the position of the first in the input of the plan.
func (p *Part) Verify() (puzzles string, first int64, err error) {
	h, next := NewPuzzleHash(), int64(-1)
	for row, err := range p.rows(h) {
		switch {
		case err != nil:
			return "", 0, err
		case next < 0:
			first = row.Record
		case row.Record != next && p.Header.Plan != "":
			return "", 0, fmt.Errorf("reading %q: record %d follows on record %d: %w", p.Name, row.Record, next-1, ErrDamaged)
		}
		next = row.Record + 1
	}
	return h.Hex(), first, nil
}

// rows is Rows. With a hash it adds every puzzle to that, and leaves out of the rows what it takes time to make.
func (p *Part) rows(puzzles *PuzzleHash) iter.Seq2[*Row, error] {
	return func(yield func(*Row, error) bool) {
		columns, err := p.Header.columns()
		if err != nil {
			yield(nil, err)
			return
		}
		sum, row := newContent(columns), &Row{Answers: make([]Answer, len(p.Header.Tasks))}
		for values, err := range p.values() {
			if err == nil {
				sum.add(values)
				if puzzles != nil {
					puzzles.add(values[puzzle].ByteArray())
				}
				err = row.read(columns, values, p.Header.Tasks, puzzles != nil)
			}
			if err != nil {
				yield(nil, fmt.Errorf("reading %q: %w", p.Name, err))
				return
			}
			if !yield(row, nil) {
				return
			}
		}
		if sum.hex() != p.Header.ContentHash {
			yield(nil, fmt.Errorf("reading %q: %w: its content hash is another", p.Name, ErrDamaged))
		}
	}
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
