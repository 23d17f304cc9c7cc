package accept

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
)

// Folder is the record of a folder, or of a config file, that was accepted with all programs that it named. Earlier
// versions wrote such records; nothing writes one any more. Its programs count in that folder, as they were accepted.
type Folder struct {
	Path     string    `json:"path"`             // absolute, without symbolic links
	Config   string    `json:"config,omitempty"` // sum of its config file, "" if it has none
	Programs []Program `json:"programs"`
}

// Program is a program that a folder named.
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

// Folders returns the folders that were accepted.
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
