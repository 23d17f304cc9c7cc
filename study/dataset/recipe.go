package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// Schema names the layout of recipes, cards and columns.
const Schema = "sudokuctl.dataset/1"

// A Recipe is everything that the content of a data set depends on: made again, it gives the same files.
type Recipe struct {
	Schema   string `json:"schema"`
	Train    int64  `json:"train"` // rows
	Test     int64  `json:"test"`
	Seed     uint64 `json:"seed"`
	Geometry string `json:"geometry"`
	CluesMin int    `json:"clues_min,omitempty"`
	CluesMax int    `json:"clues_max,omitempty"`
	Symmetry string `json:"symmetry,omitempty"`
	Minimal  bool   `json:"minimal,omitempty"`
	// Constraints are the names that were ordered, as constraint.Wanted writes them.
	Constraints []string `json:"constraints,omitempty"`

	Metrics  []string       `json:"metrics"`
	Bands    stats.Bands    `json:"bands"`
	FileRows int            `json:"file_rows"` // puzzles of a chunk, which are the rows of two files
	Plugins  []PluginRecord `json:"plugins"`
}

// PluginRecord is a plugin that a data set was made with.
type PluginRecord struct {
	Role     string          `json:"role"` // generate, solve or grade
	ID       string          `json:"id"`
	Version  string          `json:"version"`
	Settings json.RawMessage `json:"settings"`
}

// testShare is the share of the classes of solutions that are on the side of the test.
func (r *Recipe) testShare() float64 { return float64(r.Test) / float64(r.Train+r.Test) }

// isTest reports on which side the puzzles are whose solutions are of a class.
func (r *Recipe) isTest(solution Class) bool { return solution.fraction() < r.testShare() }

// chunkSeed is the seed of a chunk: the first eight bytes of a hash of the recipe's seed and the number of the chunk.
func (r *Recipe) chunkSeed(chunk int) uint64 {
	var text [16]byte
	binary.LittleEndian.PutUint64(text[:], r.Seed)
	binary.LittleEndian.PutUint64(text[8:], uint64(chunk))
	sum := sha256.Sum256(text[:])
	return binary.LittleEndian.Uint64(sum[:]) >> 1 // it fits into the seeds of every generator
}

// order is what the generator is asked for a chunk.
func (m *making) order(chunk, count int) sudoku.Order {
	return sudoku.Order{Geometry: m.geometry, Count: count, CluesMin: m.CluesMin, CluesMax: m.CluesMax, Symmetry: m.Symmetry,
		Minimal: m.Minimal, Constraints: m.wanted, Seed: m.chunkSeed(chunk)}
}

const (
	recipeName   = "recipe.json"
	progressName = "progress.jsonl"
	cardName     = "card.json"
	readmeName   = "README.md"
	dataName     = "data"
)

// settle writes the recipe into the folder of the data set, or finds the same one there. A folder with anything else is
// refused.
func (r *Recipe) settle(dir string) error {
	var text bytes.Buffer
	if err := work.WriteIndented(&text, r); err != nil {
		return err
	}
	path := filepath.Join(dir, recipeName)
	there, err := os.ReadFile(path)
	switch {
	case err == nil && bytes.Equal(there, text.Bytes()):
		return nil
	case err == nil:
		return work.RequestErrorf("%q holds a data set with another recipe%s: choose another folder", dir, difference(there, text.Bytes()))
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("reading the recipe of a data set: %w", err)
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return work.RequestErrorf("folder %q is not empty and holds no data set", dir)
	}
	if err := os.MkdirAll(filepath.Join(dir, dataName), 0o755); err != nil {
		return fmt.Errorf("making the folder of a data set: %w", err)
	}
	_, err = writeWhole(path, func(w *bytes.Buffer) error { _, err := text.WriteTo(w); return err })
	return err
}

// difference names the first line in which two recipes differ.
func difference(there, wanted []byte) string {
	a, b := strings.Split(string(there), "\n"), strings.Split(string(wanted), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf(" (%s instead of %s)", strings.Trim(a[i], " ,"), strings.Trim(b[i], " ,"))
		}
	}
	return ""
}
