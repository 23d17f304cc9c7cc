package sample

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWrite wants the same bytes each time, a card whose checksum is that of the rows, and a cell for each column.
func TestWrite(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	sum, err := made(50).Write(folder, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := os.ReadFile(filepath.Join(folder, "sample.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	hash := sha256.Sum256(rows)
	text, err := os.ReadFile(filepath.Join(folder, "card.json"))
	if err != nil {
		t.Fatal(err)
	}
	var c card
	if err := json.Unmarshal(text, &c); err != nil || c.SHA256 != sum || sum != hex.EncodeToString(hash[:]) || c.Rows != 50 {
		t.Errorf("%v: card %+v, checksum %s", err, c, sum)
	}
	for line := range strings.Lines(string(rows)) {
		if n := strings.Count(line, "\t"); n != len(columns)+1 {
			t.Errorf("%d columns in %q", n+1, line)
		}
	}
	if again := made(50).table(); !bytes.Equal(again, rows) {
		t.Error("the same sample makes other rows")
	}
}
