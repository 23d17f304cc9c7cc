package host

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
)

// Sums returns the SHA-256 of every file of the candidate by its absolute path, to be recorded when a plugin
// is accepted and given back as Config.Sums.
func (c Candidate) Sums() (map[string]string, error) {
	sums := make(map[string]string, len(c.Files))
	for _, path := range c.Files {
		sum, err := fileSum(path)
		if err != nil {
			return nil, err
		}
		sums[path] = sum
	}
	return sums, nil
}

func fileSum(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("hashing: %w", err)
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", fmt.Errorf("hashing %q: %w", path, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// seal is what was verified of a candidate's files: go on using it only while stillHolds.
type seal struct {
	stats map[string]fs.FileInfo
}

// verify compares the files of a candidate with the accepted sums. A file that the command names now and did
// not name then counts as changed. With nil sums everything is accepted.
func (h *Host) verify(c Candidate, accepted map[string]string) (seal, error) {
	s := seal{stats: map[string]fs.FileInfo{}}
	if accepted == nil {
		return s, nil
	}
	changed := func(path, got string) error {
		e := &ChecksumError{ID: c.ID, Path: path, Want: cmp.Or(accepted[path], "none recorded"), Got: got}
		if h.options.Accept != nil {
			e.Accept = h.options.Accept(c.ID)
		}
		return e
	}
	for path := range accepted {
		if !slices.Contains(c.Files, path) {
			return s, changed(path, "")
		}
	}
	for _, path := range c.Files {
		info, err := os.Stat(path) // before the sum: a change in between shows in stillHolds
		if errors.Is(err, fs.ErrNotExist) {
			return s, changed(path, "")
		}
		if err != nil {
			return s, fmt.Errorf("checking plugin %q: %w", c.ID, err)
		}
		sum, err := fileSum(path)
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

// stillHolds reports whether the verified files are the same as when they were hashed. Asked once the process runs, it
// closes the gap between hashing and executing. The time of a file's last change can be set by nobody, unlike that of its
// last modification.
func (s seal) stillHolds() (path string, ok bool) {
	for path, then := range s.stats {
		now, err := os.Stat(path)
		if err != nil || !os.SameFile(then, now) || now.Size() != then.Size() ||
			!now.ModTime().Equal(then.ModTime()) || !changeTime(now).Equal(changeTime(then)) {
			return path, false
		}
	}
	return "", true
}
