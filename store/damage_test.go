package store_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

// TestDamagedCells puts digits that do not exist into puzzles and solutions: reading them is an error.
func TestDamagedCells(t *testing.T) {
	for name, statement := range map[string]string{
		"a given":      "UPDATE puzzle SET cells = unhex('F' || substr(hex(cells), 2)) WHERE id = 3",
		"a solution":   "UPDATE puzzle SET grid = unhex('A' || substr(hex(grid), 2)) WHERE id = 3",
		"an empty one": "UPDATE puzzle SET grid = unhex('0' || substr(hex(grid), 2)) WHERE id = 3",
	} {
		t.Run(name, func(t *testing.T) {
			s := gradedLibrary(t, 5)
			s.Close()
			fileWith(t, s.Path(), statement)
			_, err := openLibrary(t, s.Path()).Show(t.Context(), 3)
			if err == nil || !strings.Contains(err.Error(), "puzzle 3") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestDamagedBytes flips bytes all over the file. What is read may be an error or, if nothing contradicts it,
// something else than was written, but it never panics and every puzzle can be written down.
func TestDamagedBytes(t *testing.T) {
	s := gradedLibrary(t, 400)
	s.Close()
	sane := must(os.ReadFile(s.Path()))(t)
	refused := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 6))
		bytes := []byte(string(sane))
		for range 1 + r.IntN(40) {
			bytes[100+r.IntN(len(bytes)-100)] ^= 1 << r.IntN(8)
		}
		path := filepath.Join(t.TempDir(), "damaged.db")
		write(t, path, string(bytes))
		s, err := store.OpenReadOnly(t.Context(), path)
		if err != nil {
			refused++
			continue
		}
		for l, err := range s.List(t.Context(), store.Filter{}) {
			if err != nil {
				refused++
				break
			}
			_ = l.Puzzle.String()
			if l.Solution != nil {
				_ = l.Puzzle.Geometry().FormatGrid(l.Solution)
			}
		}
		for items, err := range s.WithoutCanonical(t.Context(), nil, 100) {
			if err != nil {
				break
			}
			for _, item := range items {
				_ = item.Puzzle.String()
			}
		}
		_, _ = s.Check(t.Context())
		_, _ = s.Stats(t.Context())
		for range s.Values(t.Context(), store.Filter{}, "se") {
		}
		s.Close()
	}
	if refused == 0 {
		t.Error("no damage was noticed")
	}
}
