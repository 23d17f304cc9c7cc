package part

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/parquet-go/parquet-go"
)

const (
	headerKey = "sudokuctl"
	rowGroup  = 122_880 // rows, as DuckDB likes them
	batch     = 256     // rows that are handed to the Parquet writer at once
)

// ErrExists says that a part is there already. What was written anew is discarded.
var ErrExists = errors.New("the part exists already")

// Name returns the name of the part of a chunk.
func Name(chunk int) string { return fmt.Sprintf("part-%06d.parquet", chunk) }

// Writer writes one part. It is not safe for concurrent use.
type Writer struct {
	path    string
	header  Header
	columns []column
	file    *os.File
	out     *parquet.GenericWriter[any]
	rows    []parquet.Row
	content *content
}

// Create begins a part at path. Nothing is to be seen there before Close.
func Create(path string, h Header) (*Writer, error) {
	h.Schema = Schema
	if err := h.check(); err != nil {
		return nil, fmt.Errorf("writing %q: %w", path, err)
	}
	columns, err := h.columns()
	if err != nil {
		return nil, fmt.Errorf("writing %q: %w", path, err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, fmt.Errorf("writing %q: %w", path, err)
	}
	w := &Writer{path: path, header: h, columns: columns, file: f, content: newContent(columns)}
	w.out = parquet.NewGenericWriter[any](f, schemaOf(columns), parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.CreatedBy("sudokuctl", Schema, ""))
	return w, nil
}

// Write adds a row; it keeps nothing of it.
func (w *Writer) Write(r *Row) error {
	if len(r.Answers) != len(w.header.Tasks) {
		return fmt.Errorf("writing %q: %d answers for %d tasks", w.path, len(r.Answers), len(w.header.Tasks))
	}
	n := len(w.rows)
	if n < cap(w.rows) {
		w.rows = w.rows[:n+1]
	} else {
		w.rows = append(w.rows, nil)
	}
	w.rows[n] = r.values(w.rows[n][:0], w.columns)
	w.content.add(w.rows[n])
	w.header.Rows++
	if len(w.rows) == batch {
		return w.flush()
	}
	return nil
}

func (w *Writer) flush() error {
	_, err := w.out.WriteRows(w.rows)
	w.rows = w.rows[:0]
	if err != nil {
		return fmt.Errorf("writing %q: %w", w.path, err)
	}
	return nil
}

// Close completes the part and returns its header. It returns ErrExists if another part has its place.
func (w *Writer) Close() (Header, error) {
	defer w.Abort()
	w.header.ContentHash = w.content.hex()
	text, err := json.Marshal(w.header)
	if err != nil {
		return Header{}, fmt.Errorf("writing %q: %w", w.path, err)
	}
	w.out.SetKeyValueMetadata(headerKey, string(text))
	if err := w.flush(); err != nil {
		return Header{}, err
	}
	err = errors.Join(w.out.Close(), w.file.Chmod(0o644), w.file.Sync(), w.file.Close())
	if err != nil {
		return Header{}, fmt.Errorf("writing %q: %w", w.path, err)
	}
	switch err := os.Link(w.file.Name(), w.path); {
	case errors.Is(err, fs.ErrExist):
		return Header{}, fmt.Errorf("writing %q: %w", w.path, ErrExists)
	case err != nil:
		return Header{}, fmt.Errorf("writing %q: %w", w.path, err)
	}
	return w.header, syncDir(filepath.Dir(w.path))
}

// Abort gives up a part that is not complete; after Close it does nothing.
func (w *Writer) Abort() {
	w.file.Close()
	_ = os.Remove(w.file.Name()) // it may be gone
}

// syncDir makes a new name in a folder outlast a loss of power.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("writing to %q: %w", path, err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil {
		return fmt.Errorf("writing to %q: %w", path, err)
	}
	return nil
}
