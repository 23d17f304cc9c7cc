package part

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestDamaged flips bytes of a part and cuts it: whatever is damaged is found or harmless, and nothing panics.
func TestDamaged(t *testing.T) {
	h, path := write(t, t.TempDir(), sample(t, 300))
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	other := filepath.Join(t.TempDir(), "part")
	found, tries := 0, 1000
	if testing.Short() {
		tries = 200
	}
	for i := range tries {
		bad := append([]byte(nil), good...)
		if i%10 == 0 {
			bad = bad[:random.IntN(len(bad))]
		} else {
			for range 1 + i%3 {
				bad[random.IntN(len(bad))] ^= byte(1 + random.IntN(255))
			}
		}
		if err := os.WriteFile(other, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if checkPart(t, other, h) {
			found++
		}
	}
	t.Logf("%d of %d found, the others harmless", found, tries)
}

// checkPart reports whether the damage of a part is found; if it is not, its rows are the right ones.
func checkPart(t *testing.T, path string, h Header) bool {
	p, err := Open(path)
	if err != nil {
		return true
	}
	defer p.Close()
	rows := 0
	for _, err := range p.Rows() {
		if err != nil {
			return true
		}
		rows++
	}
	if p.Header.ContentHash == h.ContentHash && rows != 300 {
		t.Errorf("%d rows with the right hash", rows)
	}
	return false
}

// TestOtherFiles refuses what is no part.
func TestOtherFiles(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(filepath.Join(dir, "missing")); err == nil {
		t.Error("a missing file opens")
	}
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("53..7...."), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(text); !errors.Is(err, ErrDamaged) {
		t.Errorf("text: %v", err)
	}
	foreign := filepath.Join(dir, "foreign")
	if err := parquet.WriteFile(foreign, []struct{ A int }{{1}}); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(foreign); err == nil || errors.Is(err, ErrDamaged) {
		t.Errorf("a Parquet file without a header: %v", err)
	}
}
