package desk

import (
	"bytes"
	"context"
	"runtime"
	"strings"
	"testing"
)

// TestCutValuesAreNotKept asks for values of which little is shown: the rest of them is not kept.
func TestCutValuesAreNotKept(t *testing.T) {
	const rows, long = 8, 4 << 20 // a query has five seconds, under the race detector too
	ask := func(_ context.Context, _ string, row func([]string, []any) error) error {
		for range rows {
			if err := row([]string{"text", "bytes"}, []any{strings.Repeat("x", long), bytes.Repeat([]byte{1}, long)}); err != nil {
				return err
			}
		}
		return nil
	}
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	table, err := query(t.Context(), ask, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != rows || len(table.Rows[0][0].(string)) != queryCell || len(table.Rows[0][1].(string)) != queryCell {
		t.Fatalf("%d rows", len(table.Rows))
	}
	if kept := heap() - before; kept > 3*rows*queryCell {
		t.Errorf("%d rows of 2 × %d bytes keep %d bytes", rows, queryCell, kept)
	}
	runtime.KeepAlive(table)
}
