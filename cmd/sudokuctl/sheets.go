package main

import (
	"fmt"
	"os"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/store"
)

// sheetOptions are the flags of printing.
type sheetOptions struct {
	file    string
	perPage int
}

// sheets returns a writer of A4 pages, each in a file of its own.
func (a *app) sheets(o sheetOptions) (*recordWriter, error) {
	out, err := formats.NewSheets(o.perPage, func(number int, svg []byte) error {
		name := fmt.Sprintf("%s-%d.svg", o.file, number)
		if err := os.WriteFile(name, svg, 0o644); err != nil {
			return fmt.Errorf("printing page %d: %w", number, err)
		}
		a.remark("%s", name)
		return nil
	})
	if err != nil {
		return nil, usageErrorf("--per-page: %w", err)
	}
	return &recordWriter{app: a, out: out}, nil
}

// levelOf returns the first level whose band holds the grade of its metric, "" where there is none.
func levelOf(levels []store.Level, grades []store.NamedGrade) string {
	for _, l := range levels {
		for _, g := range grades {
			if g.Metric == l.Metric && g.Value < l.Below {
				return l.Name
			}
		}
	}
	return ""
}
