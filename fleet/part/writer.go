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
	batch     = 256     // rows that are handed to the Parquet writer at once; a row group is whole batches
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
	row     parquet.Row
	values  [][]parquet.Value // of each column, not yet written
	texts   texts             // of values
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
	w := &Writer{header: h, columns: columns, row: make(parquet.Row, len(columns)), values: make([][]parquet.Value, len(columns)),
		content: newContent(columns)}
	w.out = parquet.NewGenericWriter[any](to, schemaOf(columns), parquet.CreatedBy("sudokuctl", Schema, ""))
	return w, nil
}

// Write adds a row; it keeps nothing of it.
func (w *Writer) Write(r *Row) error {
	if len(r.Answers) != len(w.header.Tasks) {
		return fmt.Errorf("writing a part: %d answers for %d tasks", len(r.Answers), len(w.header.Tasks))
	}
	r.values(w.row, w.columns, &w.texts)
	w.content.add(w.row)
	for i, v := range w.row {
		w.values[i] = append(w.values[i], v)
	}
	w.header.Rows++
	if len(w.values[0]) == batch {
		return w.flush()
	}
	return nil
}

// flush writes the values that are waiting, column by column, and ends a row group that is full.
func (w *Writer) flush() error {
	for i, out := range w.out.ColumnWriters() {
		if _, err := out.WriteRowValues(w.values[i]); err != nil {
			return fmt.Errorf("writing a part: column %q: %w", w.columns[i].name, err)
		}
		w.values[i] = w.values[i][:0]
	}
	w.texts = w.texts[:0]
	if w.header.Rows%rowGroup == 0 {
		if err := w.out.Flush(); err != nil {
			return fmt.Errorf("writing a part: %w", err)
		}
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
