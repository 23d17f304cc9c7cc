package file

import (
	"fmt"
	"path/filepath"
	"testing"
)

// TestInserter writes columns whose values are shared, count by one, differ, or do one of them only in part of the statements.
func TestInserter(t *testing.T) {
	f, _, err := Open(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	row := func(i int) []any {
		breaking := any(int64(i))
		switch {
		case i%rowsPerInsert == 77 && i > rowsPerInsert:
			breaking = nil
		case i%rowsPerInsert == 78 && i > rowsPerInsert:
			breaking = "text"
		}
		return []any{int64(i), int64(7), -5 + int64(i), int64(i * i), "same", fmt.Sprint(i), []byte{1, byte(i)}, breaking, nil, i%2 == 0, 0.5}
	}
	const columns = "n, shared, counting, differing, same, texts, bytes, breaking, absent, truth, half"
	for _, rows := range []int{1, 2, 3, rowsPerInsert, rowsPerInsert + 1, 3*rowsPerInsert + 5} {
		err := f.Update(t.Context(), func(b *Batch) error {
			if _, err := b.Exec("DROP TABLE IF EXISTS rows; CREATE TABLE rows (" + columns + ")"); err != nil {
				return err
			}
			into := b.Inserter("rows ("+columns+")", "")
			for i := range rows {
				if err := into.Add(row(i)...); err != nil {
					return err
				}
			}
			return into.Flush()
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range rows {
			got, targets := make([]any, 11), make([]any, 11)
			for k := range got {
				targets[k] = &got[k]
			}
			if err := f.Read.QueryRowContext(t.Context(), "SELECT "+columns+" FROM rows WHERE n = ?", i).Scan(targets...); err != nil {
				t.Fatalf("row %d of %d: %v", i, rows, err)
			}
			want := row(i)
			want[9] = int64(1 - i%2)
			if fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", want) {
				t.Fatalf("row %d of %d is %#v, want %#v", i, rows, got, want)
			}
		}
	}
	err = f.Update(t.Context(), func(b *Batch) error {
		into := b.Inserter("rows (n)", "")
		if err := into.Add(struct{}{}); err != nil {
			return err
		}
		return into.Flush()
	})
	if err == nil {
		t.Error("a value of no type that SQLite has was taken")
	}
}
