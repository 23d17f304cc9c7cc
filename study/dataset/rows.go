package dataset

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/study/dataset/table"
)

// Rows calls begin with the names of the columns of Parquet files, which must be equal, and show with each row: the values as
// texts, and as an object whose numbers are numbers. An error of either ends the work.
func Rows(ctx context.Context, paths []string, begin func(columns []string) error, show func(record any, texts []string) error) error {
	var columns []string
	for i, path := range paths {
		f, err := table.Open(path)
		if err != nil {
			return err
		}
		if i == 0 {
			columns, err = f.Columns(), begin(f.Columns())
		} else if !slices.Equal(columns, f.Columns()) {
			err = fmt.Errorf("%q has other columns than %q: %s", path, paths[0], strings.Join(f.Columns(), ", "))
		}
		if err == nil {
			err = eachRow(ctx, f, columns, show)
		}
		f.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func eachRow(ctx context.Context, f *table.File, columns []string, show func(record any, texts []string) error) error {
	numbers := make([]bool, len(columns))
	for i, name := range columns {
		numbers[i] = f.IsNumber(name)
	}
	for texts, err := range f.Texts(columns...) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = show(rowRecord{columns, numbers, slices.Clone(texts)}, texts)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rowRecord is a row as JSON, in the order of the columns.
type rowRecord struct {
	columns []string
	numbers []bool
	texts   []string
}

// MarshalJSON writes numbers plainly, and null for one that is missing.
func (r rowRecord) MarshalJSON() ([]byte, error) {
	text := []byte("{")
	for i, name := range r.columns {
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		value := []byte(r.texts[i])
		switch {
		case !r.numbers[i]:
			if value, err = json.Marshal(r.texts[i]); err != nil {
				return nil, err
			}
		case !json.Valid(value): // missing, or no number that JSON has
			value = []byte("null")
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(append(text, key...), ':'), value...)
	}
	return append(text, '}'), nil
}
