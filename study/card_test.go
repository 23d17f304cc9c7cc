package study

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestCard wants the rows as they are, and a card with their checksum.
func TestCard(t *testing.T) {
	folder, rows := filepath.Join(t.TempDir(), "new"), "a\tb\n1\t2\n"
	c := Card{Made: "by hand", File: "rows.tsv", Rows: 1}
	if err := c.Write(folder, []byte(rows)); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(folder, "rows.tsv"))
	if err != nil || string(got) != rows {
		t.Errorf("%v: %q", err, got)
	}
	text, err := os.ReadFile(filepath.Join(folder, "card.json"))
	if err != nil {
		t.Fatal(err)
	}
	var read Card
	sum := sha256.Sum256([]byte(rows))
	if err := json.Unmarshal(text, &read); err != nil || read.SHA256 != hex.EncodeToString(sum[:]) || read.SHA256 != c.SHA256 {
		t.Errorf("%v: %+v", err, read)
	}
}
