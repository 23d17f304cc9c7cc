package library

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestPartsAmong looks at how files begin, whatever their names.
func TestPartsAmong(t *testing.T) {
	dir := t.TempDir()
	var args []string
	for _, f := range []struct{ name, text string }{{"a.txt", "PAR1 and more"}, {"b.parquet", "53..7...."}, {"short", "PAR"}, {"empty", ""},
		{"c", "PAR1"}, {"late", " PAR1"}} {
		path := filepath.Join(dir, f.name)
		if err := os.WriteFile(path, []byte(f.text), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	want := []string{args[0], args[4]}
	args = append(args, "-", "sample:famous", dir, filepath.Join(dir, "none"))
	parts, others := partsAmong(args)
	if !slices.Equal(parts, want) || len(others) != len(args)-2 {
		t.Errorf("Parquet is %q, else there is %q", parts, others)
	}
}
