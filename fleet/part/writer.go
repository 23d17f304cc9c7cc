package part

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/parquet-go/parquet-go"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
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

// Writer writes the rows of one part. It is not safe for concurrent use.
type Writer struct {
	header  Header
	columns []column
	out     *parquet.GenericWriter[any]
	rows    []parquet.Row
	texts   texts // of rows
	content *content
}

// NewWriter begins a part; [Save] gives it a place once it is complete.
func NewWriter(to io.Writer, h Header) (*Writer, error) {
	h.Schema = Schema
	if err := h.check(); err != nil {
		return nil, fmt.Errorf("writing a part: %w", err)
	}
	columns, err := h.columns()
	if err != nil {
		return nil, fmt.Errorf("writing a part: %w", err)
	}
	w := &Writer{header: h, columns: columns, content: newContent(columns)}
	w.out = parquet.NewGenericWriter[any](to, schemaOf(columns), parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.CreatedBy("sudokuctl", Schema, ""))
	return w, nil
}

// Write adds a row; it keeps nothing of it.
func (w *Writer) Write(r *Row) error {
	if len(r.Answers) != len(w.header.Tasks) {
		return fmt.Errorf("writing a part: %d answers for %d tasks", len(r.Answers), len(w.header.Tasks))
	}
	n := len(w.rows)
	if n < cap(w.rows) {
		w.rows = w.rows[:n+1]
	} else {
		w.rows = append(w.rows, nil)
	}
	w.rows[n] = r.values(w.rows[n][:0], w.columns, &w.texts)
	w.content.add(w.rows[n])
	w.header.Rows++
	if len(w.rows) == batch {
		return w.flush()
	}
	return nil
}

func (w *Writer) flush() error {
	_, err := w.out.WriteRows(w.rows)
	w.rows, w.texts = w.rows[:0], w.texts[:0]
	if err != nil {
		return fmt.Errorf("writing a part: %w", err)
	}
	return nil
}

// Close completes the part and returns its header.
func (w *Writer) Close() (Header, error) {
	w.header.ContentHash = w.content.hex()
	text, err := json.Marshal(w.header)
	if err != nil {
		return Header{}, fmt.Errorf("writing a part: %w", err)
	}
	w.out.SetKeyValueMetadata(headerKey, string(text))
	if err := w.flush(); err != nil {
		return Header{}, err
	}
	if err := w.out.Close(); err != nil {
		return Header{}, fmt.Errorf("writing a part: %w", err)
	}
	return w.header, nil
}

// Save writes a complete part to path, whole or not at all. It returns ErrExists if there is one already.
func Save(path string, data []byte) error {
	err := wholefile.Create(path, data, 0o644)
	if errors.Is(err, fs.ErrExist) {
		err = ErrExists
	}
	if err != nil {
		return fmt.Errorf("writing %q: %w", path, err)
	}
	return nil
}
