package bridge

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/child"
)

// sumsEnv is the variable in which the host tells the accepted SHA-256 of files by path.
const sumsEnv = "SUDOKUCTL_SUMS"

// seal knows the files of a program that was accepted. They are looked at before and after each start of a process,
// which may be long after the host has verified them.
type seal struct {
	sums map[string]string
	err  error

	mu       sync.Mutex
	verified map[string]fs.FileInfo
}

// accepted is what the host says was accepted; nothing if nobody has recorded checksums. It keeps that from the
// programs.
var accepted = sync.OnceValue(func() *seal {
	s := &seal{verified: map[string]fs.FileInfo{}}
	if text, ok := os.LookupEnv(sumsEnv); ok {
		s.err = json.Unmarshal([]byte(text), &s.sums)
	}
	if err := os.Unsetenv(sumsEnv); s.err == nil {
		s.err = err
	}
	return s
})

// check returns an error if a file is not what was accepted. A file is read again only when it may have changed.
func (s *seal) check() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return fmt.Errorf("reading accepted checksums: %w", s.err)
	}
	for path, want := range s.sums {
		info, err := os.Stat(path)
		if known := s.verified[path]; err == nil && known != nil && child.Same(known, info) {
			continue
		}
		got := ""
		if err == nil {
			got, err = child.FileSum(path)
		}
		if err != nil {
			return fmt.Errorf("checking its files: %w", err)
		}
		if got != want {
			return fmt.Errorf("checksum changed: %s: it is not started again", path)
		}
		s.verified[path] = info // as it was before it was read: a change meanwhile shows next time
	}
	return nil
}

// identity returns what the file with a path was when it was verified, "" if it was not accepted.
func (s *seal) identity(path string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if info := s.verified[path]; info != nil {
		return child.Identity(info)
	}
	return ""
}
