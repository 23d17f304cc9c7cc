package find

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/child"
)

// Sums returns the SHA-256 of every file of the candidate by its absolute path, to be recorded when a plugin
// is accepted and given back as Config.Sums.
func (c Candidate) Sums() (map[string]string, error) {
	sums := make(map[string]string, len(c.Files))
	for _, path := range c.Files {
		sum, err := child.FileSum(path)
		if err != nil {
			return nil, err
		}
		sums[path] = sum
	}
	return sums, nil
}

// Sum returns the SHA-256 of the program of the candidate. If several files make the plugin, it is the sum of their
// sums.
func (c Candidate) Sum() (string, error) {
	if len(c.Files) == 0 {
		return child.FileSum(c.Path)
	}
	if len(c.Files) == 1 {
		return child.FileSum(c.Files[0])
	}
	all := sha256.New()
	for _, path := range c.Files {
		sum, err := child.FileSum(path)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(all, sum)
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}

// Stamp tells the files of the candidate, and those beside its manifest, from changed ones. It reads none of them, so
// it can be asked for before every use.
func (c Candidate) Stamp() string {
	files := slices.Clip(c.Files)
	if c.Manifest != nil {
		entries, _ := os.ReadDir(c.Dir) // a folder that cannot be read has no further files
		for _, entry := range entries {
			if entry.Type().IsRegular() && !strings.HasPrefix(entry.Name(), ".") {
				files = append(files, filepath.Join(c.Dir, entry.Name()))
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%q %q %q", c.Kind, c.Argv, c.Dir)
	for _, path := range files {
		if info, err := os.Stat(path); err == nil {
			fmt.Fprintf(&b, " %q %d %d", path, info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}

// Seal is what was verified of the files of a candidate.
type Seal struct {
	stats map[string]fs.FileInfo
}

// Verify compares the files of a candidate with the accepted sums. A file that the command names now and did not name
// then counts as changed. With nil sums everything is accepted. accept is the command that accepts the files as they
// are now, for the error.
func (c Candidate) Verify(accepted map[string]string, accept string) (Seal, error) {
	s := Seal{stats: map[string]fs.FileInfo{}}
	if accepted == nil {
		return s, nil
	}
	changed := func(path, got string) error {
		return &ChecksumError{ID: c.ID, Path: path, Want: cmp.Or(accepted[path], "none recorded"), Got: got, Accept: accept}
	}
	for path := range accepted {
		if !slices.Contains(c.Files, path) {
			return s, changed(path, "")
		}
	}
	for _, path := range c.Files {
		info, err := os.Stat(path) // before the sum: a change in between shows in StillHolds
		if errors.Is(err, fs.ErrNotExist) {
			return s, changed(path, "")
		}
		if err != nil {
			return s, fmt.Errorf("checking plugin %q: %w", c.ID, err)
		}
		sum, err := child.FileSum(path)
		if err != nil {
			return s, fmt.Errorf("checking plugin %q: %w", c.ID, err)
		}
		if sum != accepted[path] {
			return s, changed(path, sum)
		}
		s.stats[path] = info
	}
	return s, nil
}

// Identity returns what the file with a path was when it was verified, "" if it was not.
func (s Seal) Identity(path string) string {
	if info := s.stats[path]; info != nil {
		return child.Identity(info)
	}
	return ""
}

// StillHolds reports whether the verified files are the same as when they were hashed. Asked once the process runs, it
// closes the gap between hashing and executing.
func (s Seal) StillHolds() (path string, ok bool) {
	for path, then := range s.stats {
		if now, err := os.Stat(path); err != nil || !child.Same(then, now) {
			return path, false
		}
	}
	return "", true
}
