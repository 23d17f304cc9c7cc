package sample

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/work"
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

// TestJoin reads what was written, and refuses rows twice and other columns.
func TestJoin(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	for folder, n := range map[string]int{one: 50, two: 60} {
		if _, err := made(n).Write(folder, "1.2.3"); err != nil {
			t.Fatal(err)
		}
	}
	folders := []string{one, two}
	s, err := Make(t.Context(), Request{Joined: folders}, nil)
	if err != nil || len(s.Rows) != 110 || !bytes.HasPrefix(s.rows(), made(50).rows()) || len(s.Tables()[0].Columns) != 3 || s.Attempts != 2000 {
		t.Fatalf("%v: %d rows", err, len(s.Rows))
	}
	for _, wrong := range []Request{{Joined: []string{one, one}}, {Joined: folders, Fields: []string{"rating"}}} {
		var refused *work.RequestError
		if _, err := Make(t.Context(), wrong, nil); !errors.As(err, &refused) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
	if err := os.WriteFile(filepath.Join(one, "sample.tsv"), made(49).rows(), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Make(t.Context(), Request{Joined: folders}, nil); err == nil || !strings.Contains(err.Error(), "their SHA-256 is not") {
		t.Errorf("rows that were changed: %v", err)
	}
}
