package table

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
)

// Kind says what a column holds.
type Kind int

// The kinds of columns.
const (
	Text   Kind = iota
	Word        // a text that many rows share
	Whole       // a whole number
	Number      // any number; it may be missing
)

// Column is a column of a table.
type Column struct {
	Name string
	Kind Kind
}

// Cell is a value of a row: a text, or a number. Only that of a column of the kind Number can be missing.
type Cell struct {
	Text    string
	Number  float64
	Missing bool
}

// node returns how a column is stored: words in a dictionary, whole numbers as differences, the rest as it is.
func (c Column) node() parquet.Node {
	var n parquet.Node
	switch c.Kind {
	case Word:
		n = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
	case Whole:
		n = parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)
	case Number:
		n = parquet.Optional(parquet.Encoded(parquet.Leaf(parquet.DoubleType), &parquet.RLEDictionary))
	default:
		n = parquet.Encoded(parquet.String(), &parquet.Plain)
	}
	return parquet.Compressed(n, &parquet.Zstd)
}

// ordered is a group of columns in the order given; parquet.Group sorts them by name.
type ordered struct {
	parquet.Group
	columns []Column
}

func (o ordered) Fields() []parquet.Field {
	byName := make(map[string]parquet.Field, len(o.columns))
	for _, f := range o.Group.Fields() {
		byName[f.Name()] = f
	}
	fields := make([]parquet.Field, len(o.columns))
	for i, c := range o.columns {
		fields[i] = byName[c.Name]
	}
	return fields
}

// A Writer writes the rows of one file. It is not safe for concurrent use.
type Writer struct {
	columns []Column
	out     *parquet.GenericWriter[any]
	row     parquet.Row
}

// NewWriter begins a file. Its metadata are texts by name.
func NewWriter(to io.Writer, columns []Column, metadata map[string]string) *Writer {
	group := make(parquet.Group, len(columns))
	for _, c := range columns {
		group[c.Name] = c.node()
	}
	options := []parquet.WriterOption{parquet.NewSchema("row", ordered{group, columns}),
		parquet.CreatedBy("sudokuctl", "dataset/1", "")}
	for name, text := range metadata {
		options = append(options, parquet.KeyValueMetadata(name, text))
	}
	return &Writer{columns: columns, out: parquet.NewGenericWriter[any](to, options...)}
}

// Write adds a row with a cell for each column.
func (w *Writer) Write(cells []Cell) error {
	if len(cells) != len(w.columns) {
		return fmt.Errorf("writing a table: %d cells for %d columns", len(cells), len(w.columns))
	}
	w.row = w.row[:0]
	for i, c := range cells {
		v, level := parquet.NullValue(), 0
		switch w.columns[i].Kind {
		case Whole:
			v = parquet.Int64Value(int64(c.Number))
		case Number:
			if !c.Missing {
				v, level = parquet.DoubleValue(c.Number), 1
			}
		default:
			v = parquet.ByteArrayValue([]byte(c.Text))
		}
		w.row = append(w.row, v.Level(0, level, i))
	}
	if _, err := w.out.WriteRows([]parquet.Row{w.row}); err != nil {
		return fmt.Errorf("writing a table: %w", err)
	}
	return nil
}

// Close completes the file.
func (w *Writer) Close() error {
	if err := w.out.Close(); err != nil {
		return fmt.Errorf("writing a table: %w", err)
	}
	return nil
}
