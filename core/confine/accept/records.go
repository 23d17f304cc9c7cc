// Package accept records which programs a person has accepted, and what they may do.
//
// # Words
//
//   - A plugin ([Plugin]) is accepted by itself, with "plugin add".
//   - A folder ([Folder]) was accepted with all programs that its files named, by earlier versions. Their records still
//     count.
//   - A sum is the SHA-256 of a file, in hexadecimal.
//   - A file is one's own if nobody but its user, or the administrator, can write to it: see [Own].
//
// Nothing here starts a program.
package accept

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/wholefile"
)

// ErrNotOwn is for files that somebody else may have written.
var ErrNotOwn = errors.New("not trustworthy")

// Records reads and writes the records of accepted programs, files in a folder of the user's own.
type Records struct{ Dir string }

// file returns the path of a record.
func (r Records) file(kind, name string) string { return filepath.Join(r.Dir, kind, name+".json") }

// read reads a record into v.
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

// write replaces a record as a whole.
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

// ErrNotAdded says that no plugin of an id was added, so that nothing can be removed.
var ErrNotAdded = errors.New("it was not added")

// remove deletes a record, ErrNotAdded if there is none.
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

// Plugin is the record of a plugin that a person has added.
type Plugin struct {
	ID    string            `json:"id"`
	Path  string            `json:"path"`            // its program, or the folder of its manifest
	Dev   bool              `json:"dev"`             // its files may change
	Trust bool              `json:"trust,omitempty"` // it runs without a sandbox
	Weak  bool              `json:"weak,omitempty"`  // it runs even if this system lacks a wall of the sandbox
	Reads []string          `json:"reads,omitempty"` // what it may read besides its own files
	Sums  map[string]string `json:"sums,omitempty"`  // by absolute path, as they were accepted
}

// Plugins returns the records of all plugins that were added. A record that others can write is an error.
func (r Records) Plugins() ([]Plugin, error) {
	plugins, err := all[Plugin](r, "accepted")
	for i, p := range plugins {
		if p.Sums == nil && !p.Dev { // an emptied record must not pass as one without sums
			plugins[i].Sums = map[string]string{}
		}
	}
	return plugins, err
}

// AddPlugin records that a person has added a plugin, with its grants and checksums. It replaces the record of the
// same id, in one step.
func (r Records) AddPlugin(p Plugin) error { return r.write("accepted", p.ID, p) }

// RemovePlugin removes the record of a plugin, also from the records of folders, or returns ErrNotAdded.
func (r Records) RemovePlugin(id string) error {
	err, inFolders := r.remove("accepted", id), r.removeFromFolders(id)
	if errors.Is(err, ErrNotAdded) || err == nil && !errors.Is(inFolders, ErrNotAdded) {
		return inFolders
	}
	return err
}

// Folder is the record of a folder, or of a config file, that was accepted with all programs that it named. Earlier
// versions wrote such records; nothing writes one any more. Its programs count in that folder, as they were accepted.
type Folder struct {
	Path     string    `json:"path"`             // absolute, without symbolic links
	Config   string    `json:"config,omitempty"` // sum of its config file, "" if it has none
	Programs []Program `json:"programs"`
}

// Program is a program that a folder named when an earlier version accepted that folder as a whole. Its files must
// still have these checksums.
type Program struct {
	ID      string            `json:"id"`
	Origin  string            `json:"origin"` // what named it: the config file, or a plugin folder that holds it
	Kind    string            `json:"kind"`
	Path    string            `json:"path"` // the program, or the folder of its manifest
	Command []string          `json:"command"`
	Dir     string            `json:"dir,omitempty"`
	Reads   []string          `json:"reads,omitempty"` // what it may read besides its own files
	Sums    map[string]string `json:"sums"`            // by absolute path
}

// Folders returns the folders that earlier versions accepted. A record that others can write is an error.
func (r Records) Folders() ([]Folder, error) {
	folders, err := all[Folder](r, "folders")
	for _, f := range folders {
		for i, p := range f.Programs {
			if p.Sums == nil { // an emptied record must not pass as one without sums
				f.Programs[i].Sums = map[string]string{}
			}
		}
	}
	return folders, err
}

// Program returns the program of the folder that is started like this, nil if none was accepted.
func (f *Folder) Program(id, path, kind, dir string, command []string) *Program {
	i := slices.IndexFunc(f.Programs, func(p Program) bool {
		return p.ID == id && p.Path == path && p.Kind == kind && p.Dir == dir && slices.Equal(p.Command, command)
	})
	if i < 0 {
		return nil
	}
	return &f.Programs[i]
}

// Own returns an error if somebody else may write to the folder or to a plugin that it names. Other files of
// their commands, such as an interpreter, may be another's: their sums are verified at each start.
func (f *Folder) Own() error {
	paths := []string{f.Path}
	for _, p := range f.Programs {
		paths = append(paths, filepath.Dir(p.Path), p.Path)
		for path := range p.Sums {
			if rel, err := filepath.Rel(f.Path, path); err == nil && filepath.IsLocal(rel) {
				paths = append(paths, path)
			}
		}
	}
	for _, path := range paths {
		if err := Own(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// removeFromFolders removes a program from the records of all folders, or returns ErrNotAdded.
func (r Records) removeFromFolders(id string) error {
	folders, err := r.Folders()
	if err != nil {
		return err
	}
	err = ErrNotAdded
	for _, f := range folders {
		n := len(f.Programs)
		f.Programs = slices.DeleteFunc(f.Programs, func(p Program) bool { return p.ID == id })
		if len(f.Programs) == n {
			continue
		}
		if err = r.write("folders", nameOf(f.Path), f); err != nil {
			return err
		}
	}
	return err
}

// nameOf is the name of a folder's record: a path can be too long for one.
func nameOf(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:16])
}
