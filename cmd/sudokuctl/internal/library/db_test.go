package library

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
)

func TestQueryOf(t *testing.T) {
	a := &app.App{Streams: &screen.Streams{Stdin: strings.NewReader("SELECT 1")}}
	file := filepath.Join(t.TempDir(), "a.sql")
	if err := os.WriteFile(file, []byte("SELECT 2"), 0o644); err != nil {
		t.Fatal(err)
	}
	for arg, want := range map[string]string{"-": "SELECT 1", file: "SELECT 2", "SELECT 3": "SELECT 3", "": ""} {
		if got, err := queryOf(a, arg); err != nil || got != want {
			t.Errorf("%q: %q, %v, want %q", arg, got, err, want)
		}
	}
	if got, err := queryOf(a, file+"x.sql"); err == nil || !strings.Contains(err.Error(), "reading the query") {
		t.Errorf("a file that is not there: %q, %v", got, err)
	}
}
