package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/wholefile"
)

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
