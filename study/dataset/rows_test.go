package dataset

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/study/dataset/table"
	"github.com/sudokuctl/sudokuctl/work"
)

func TestRows(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, columns []table.Column, cells ...table.Cell) string {
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w := table.NewWriter(f, columns, nil)
		if err := errors.Join(w.Write(cells), w.Close(), f.Close()); err != nil {
			t.Fatal(err)
		}
		return path
	}
	columns := []table.Column{{Name: "puzzle"}, {Name: "se", Kind: table.Number}, {Name: "clues", Kind: table.Whole}}
	a := file("a", columns, table.Cell{Text: "12\"3"}, table.Cell{Number: 1.5}, table.Cell{Number: 17})
	b := file("b", columns, table.Cell{Text: "..3"}, table.Cell{Missing: true}, table.Cell{Number: 18})
	var out strings.Builder
	var lines []string
	err := Rows(t.Context(), []string{a, b}, func(names []string) error {
		lines = append(lines, strings.Join(names, "|"))
		return nil
	}, func(record any, texts []string) error {
		lines = append(lines, strings.Join(texts, "|"))
		return work.WriteLine(&out, record)
	})
	if want := []string{"puzzle|se|clues", "12\"3|1.5|17", "..3||18"}; err != nil || !slices.Equal(lines, want) {
		t.Errorf("%q, %v; want %q", lines, err, want)
	}
	if want := `{"puzzle":"12\"3","se":1.5,"clues":17}` + "\n" + `{"puzzle":"..3","se":null,"clues":18}` + "\n"; out.String() != want {
		t.Errorf("%s, want %s", out.String(), want)
	}
	nothing := func([]string) error { return nil }
	skip := func(any, []string) error { return nil }
	other := file("c", columns[:1], table.Cell{Text: "1"})
	if err := Rows(t.Context(), []string{a, other}, nothing, skip); err == nil || !strings.Contains(err.Error(), "has other columns than") {
		t.Errorf("other columns: %v", err)
	}
	if err := Rows(t.Context(), []string{a, dir + "/missing"}, nothing, skip); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}
