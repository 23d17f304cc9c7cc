package accept

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/child"
)

// Folder is a folder, or a config file that is not named config.yaml, with all programs that it asks for.
type Folder struct {
	Path     string    `json:"path"`             // absolute, without symbolic links
	Config   string    `json:"config,omitempty"` // sum of its config file, "" if it has none
	Programs []Program `json:"programs"`
}

// Program is a program that a folder asks for.
type Program struct {
	ID      string            `json:"id"`
	Origin  string            `json:"origin"` // what names it: the config file, or a plugin folder that holds it
	Kind    string            `json:"kind"`
	Path    string            `json:"path"` // the program, or the folder of its manifest
	Command []string          `json:"command"`
	Dir     string            `json:"dir,omitempty"`
	Reads   []string          `json:"reads,omitempty"` // what it may read besides its own files
	Sums    map[string]string `json:"sums"`            // by absolute path
}

// RealPath returns the path under which a folder is recorded.
func RealPath(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// Files returns the paths of a program as the keys of sums that are yet to be made.
func Files(paths []string) map[string]string {
	files := make(map[string]string, len(paths))
	for _, path := range paths {
		files[path] = ""
	}
	return files
}

// Sum completes the sums of all files.
func (f *Folder) Sum() error {
	for _, p := range f.Programs {
		for path := range p.Sums {
			sum, err := child.FileSum(path)
			if err != nil {
				return err
			}
			p.Sums[path] = sum
		}
	}
	return nil
}

// Own returns an error if somebody else may write to the folder or to a plugin that it names. Other files of
// their commands, such as an interpreter, may be another's: their sums are verified at each start.
func (f *Folder) Own() error {
	paths := []string{f.Path}
	for _, p := range f.Programs {
		paths = append(paths, filepath.Dir(p.Path), p.Path)
		for _, path := range slices.Sorted(maps.Keys(p.Sums)) {
			if rel, err := filepath.Rel(f.Path, path); err == nil && filepath.IsLocal(rel) {
				paths = append(paths, path)
			}
		}
	}
	for _, path := range paths {
		if err := Own(path); err != nil {
			return err
		}
	}
	return nil
}

// asksAsMuch reports whether two folders ask for the same programs. It does not compare the sums of programs,
// which are verified when these are started.
func (f *Folder) asksAsMuch(other *Folder) bool {
	return f.Path == other.Path && f.Config == other.Config &&
		slices.EqualFunc(f.Programs, other.Programs, func(p, q Program) bool {
			return p.ID == q.ID && p.Origin == q.Origin && p.Kind == q.Kind && p.Path == q.Path && p.Dir == q.Dir &&
				slices.Equal(p.Command, q.Command) && slices.Equal(p.Reads, q.Reads) &&
				maps.EqualFunc(p.Sums, q.Sums, func(string, string) bool { return true })
		})
}

// Check returns the sums that were accepted for each of the folder's programs, or says why it is not accepted.
func (r Records) Check(f *Folder) ([]Program, error) {
	var known Folder
	err := r.read("folders", folderName(f.Path), &known)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("not accepted yet")
	case err != nil:
		return nil, err
	case !f.asksAsMuch(&known):
		return nil, errors.New("changed since it was accepted")
	}
	if err := f.Own(); err != nil {
		return nil, err
	}
	return known.Programs, nil
}

// Accept records a folder whose sums are complete.
func (r Records) Accept(f *Folder) error {
	if err := f.Own(); err != nil {
		return fmt.Errorf("accepting %q: %w", f.Path, err)
	}
	return r.write("folders", folderName(f.Path), f)
}

// Forget removes the record of a folder and reports whether there was one.
func (r Records) Forget(path string) (bool, error) {
	err := r.remove("folders", folderName(path))
	if errors.Is(err, ErrNotAdded) {
		return false, nil
	}
	return err == nil, err
}

// Folders returns all accepted folders, sorted by path.
func (r Records) Folders() ([]Folder, error) {
	folders, err := all[Folder](r, "folders")
	slices.SortFunc(folders, func(a, b Folder) int { return strings.Compare(a.Path, b.Path) })
	return folders, err
}

// folderName is the name of a folder's record: a path can be too long for one.
func folderName(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:16])
}
