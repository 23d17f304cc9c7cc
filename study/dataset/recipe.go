package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
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

// FileRecord is a file of a data set.
type FileRecord struct {
	Name   string `json:"name"` // from the folder of the data set
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// chunkRecord is a chunk whose files are whole.
type chunkRecord struct {
	Chunk int         `json:"chunk"`
	Made  int         `json:"made"` // puzzles, of which some may have been left out
	Train *FileRecord `json:"train,omitempty"`
	Test  *FileRecord `json:"test,omitempty"`
}

// writeWhole writes a file, whole or not at all, and returns its size and checksum.
func writeWhole(path string, write func(*bytes.Buffer) error) (FileRecord, error) {
	var data bytes.Buffer
	if err := write(&data); err != nil {
		return FileRecord{}, err
	}
	sum := sha256.Sum256(data.Bytes())
	if err := wholefile.Replace(path, data.Bytes(), 0o644); err != nil {
		return FileRecord{}, fmt.Errorf("writing %q: %w", path, err)
	}
	return FileRecord{Bytes: int64(data.Len()), SHA256: hex.EncodeToString(sum[:])}, nil
}

// removeUnfinished removes what a process that was killed has left.
func removeUnfinished(dir string) error {
	left, err := filepath.Glob(filepath.Join(dir, "*", wholefile.Unfinished+"*"))
	for _, path := range left {
		if rmErr := os.Remove(path); rmErr != nil && !errors.Is(rmErr, fs.ErrNotExist) {
			err = errors.Join(err, rmErr)
		}
	}
	return err
}

// note adds a chunk to the chunks that are done.
func note(dir string, c chunkRecord) error {
	line, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("noting a chunk: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, progressName), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("noting a chunk: %w", err)
	}
	_, err = fmt.Fprintf(f, "\n%s\n", line) // a line that was cut short before ends here
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("noting a chunk: %w", err)
	}
	return nil
}

// noted returns the chunks that are done, from the first without a gap. A line that was cut short is left out.
func noted(dir string) (chunks []chunkRecord, err error) {
	text, err := os.ReadFile(filepath.Join(dir, progressName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading which chunks are done: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		var c chunkRecord
		if json.Unmarshal([]byte(line), &c) != nil || c.Chunk != len(chunks) {
			continue
		}
		for _, f := range []*FileRecord{c.Train, c.Test} {
			if f == nil {
				continue
			}
			if info, err := os.Stat(filepath.Join(dir, f.Name)); err != nil || info.Size() != f.Bytes {
				return chunks, nil // it is made again, with all after it
			}
		}
		chunks = append(chunks, c)
	}
	return chunks, nil
}
