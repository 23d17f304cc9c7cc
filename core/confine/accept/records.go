package accept

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/wholefile"
)

// ErrNotOwn is for files that somebody else may have written.
var ErrNotOwn = errors.New("not trustworthy")

// Records are the files of what was accepted, in a folder of the user's own.
type Records struct{ Dir string }

func (r Records) file(kind, name string) string { return filepath.Join(r.Dir, kind, name+".json") }

func (r Records) read(kind, name string, v any) error {
	if r.Dir == "" {
		return fs.ErrNotExist
	}
	file := r.file(kind, name)
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading what was accepted: %w", err)
	}
	for _, path := range []string{r.Dir, filepath.Dir(file), file} {
		if err := Own(path); err != nil {
			return fmt.Errorf("reading what was accepted: %w", err)
		}
	}
	if err := json.Unmarshal(text, v); err != nil {
		return fmt.Errorf("reading what was accepted: %q: %w", file, err)
	}
	return nil
}

func (r Records) write(kind, name string, v any) error {
	if r.Dir == "" {
		return errors.New("recording what was accepted: there is no folder for it; set HOME or XDG_DATA_HOME to an absolute path")
	}
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("recording what was accepted: %w", err)
	}
	if err := os.MkdirAll(filepath.Join(r.Dir, kind), 0o700); err != nil {
		return fmt.Errorf("recording what was accepted: %w", err)
	}
	if err := wholefile.Replace(r.file(kind, name), append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("recording what was accepted: %w", err)
	}
	return nil
}

// ErrNotAdded is for what there is no record of.
var ErrNotAdded = errors.New("it was not added")

func (r Records) remove(kind, name string) error {
	err := os.Remove(r.file(kind, name))
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNotAdded
	}
	if err != nil {
		return fmt.Errorf("removing the record of %q: %w", name, err)
	}
	return nil
}

// all reads every record of a kind.
func all[T any](r Records, kind string) ([]T, error) {
	if r.Dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(filepath.Join(r.Dir, kind))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("listing what was accepted: %w", err)
	}
	var found []T
	for _, entry := range entries {
		name, ok := strings.CutSuffix(entry.Name(), ".json")
		if !ok {
			continue
		}
		var record T
		if err := r.read(kind, name, &record); err != nil {
			return nil, err
		}
		found = append(found, record)
	}
	return found, nil
}
