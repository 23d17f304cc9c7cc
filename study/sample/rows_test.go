package sample

import (
	"bytes"
	"strings"
	"testing"
)

// TestRows wants a cell for each column, and the same bytes each time.
func TestRows(t *testing.T) {
	rows := made(50).rows()
	for line := range strings.Lines(string(rows)) {
		if n := strings.Count(line, "\t"); n != len(columns)+1 {
			t.Errorf("%d columns in %q", n+1, line)
		}
	}
	if again := made(50).rows(); !bytes.Equal(again, rows) {
		t.Error("the same sample makes other rows")
	}
	if c, err := made(50).Write(t.TempDir(), "1.2.3"); err != nil || c.Rows != 50 || len(c.Columns) != len(columns) || c.SHA256 == "" {
		t.Errorf("%v: card %+v", err, c)
	}
}
