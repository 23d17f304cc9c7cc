package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Place is a file or folder as it was when somebody decided about it. Its identity goes with it to the warden, so that
// what the name leads to later gets no rights by it.
type Place struct {
	Path string `json:"path"`         // absolute, without symbolic links
	ID   string `json:"id,omitempty"` // its device and inode; "" on systems without a sandbox

	info fs.FileInfo // nil in the warden
}

// ErrProcess reports a path through /proc. Such a path names another file for each process that opens it.
var ErrProcess = errors.New("nothing of /proc can be granted")

// Find returns the place that a path leads to. Links that only the kernel can follow, such as /proc/self/root, and all
// of /proc are refused with ErrProcess.
func Find(path string) (Place, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return Place{}, fmt.Errorf("looking for %q: %w", path, err)
	}
	if contains("/proc", abs) {
		return Place{}, fmt.Errorf("looking for %q: %w", path, ErrProcess)
	}
	p, err := find(abs)
	if err != nil {
		return Place{}, fmt.Errorf("looking for %q: %w", path, err)
	}
	return p, nil
}

// FindAll returns the places of those paths that lead to one.
func FindAll(paths []string) []Place {
	var all []Place
	for _, path := range paths {
		if p, err := Find(path); err == nil {
			all = append(all, p)
		}
	}
	return all
}

// Paths returns the paths of places, for the screen that asks before a plugin may read them.
func Paths(places []Place) []string {
	all := make([]string, len(places))
	for i, p := range places {
		all[i] = p.Path
	}
	return all
}

// Holds reports whether p is other, or a folder that holds it.
func (p Place) Holds(other Place) bool { return p.is(other) || contains(p.Path, other.Path) }

// In reports whether p is a folder of that path or in it.
func (p Place) In(dir string) bool {
	folder, err := Find(dir)
	return err == nil && folder.Holds(p)
}

// is reports whether two places are the same, by whatever names.
func (p Place) is(other Place) bool { return p.Path == other.Path || p.ID != "" && p.ID == other.ID }

// OfSystem reports whether every program may read the place anyway.
func (p Place) OfSystem() bool {
	return slices.ContainsFunc(systemReads, func(dir string) bool { return contains(dir, p.Path) })
}

// TooWide reports whether a place is none for a program's own files alone: the root folder, one for temporary files,
// the home folder or what holds it, by whatever names, and devices.
func (p Place) TooWide() bool {
	if !p.info.IsDir() {
		return p.info.Mode()&fs.ModeDevice != 0
	}
	return slices.ContainsFunc(wideFolders(), func(dir string) bool {
		wide, err := os.Stat(dir)
		return err == nil && os.SameFile(p.info, wide)
	})
}

// wideFolders are the names of folders that hold more than a program's own files: those of the system, and the home
// folder with all that hold it, by its name and where links lead.
func wideFolders() []string {
	all := []string{"/", os.TempDir(), "/tmp", "/usr", "/usr/local", "/var", "/var/tmp", "/etc", "/sys", "/dev",
		"/dev/shm", "/run", "/home", "/root"}
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return all
	}
	real, err := filepath.EvalSymlinks(home)
	if err != nil {
		real = home
	}
	for _, dir := range []string{filepath.Clean(home), real} {
		for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			all = append(all, dir)
		}
	}
	return all
}

// TooWide reports whether what a path names holds more than a program's own files. It may not exist here.
func TooWide(path string) bool {
	p, err := Find(path)
	if err == nil {
		return p.TooWide()
	}
	return errors.Is(err, ErrProcess) || slices.Contains(wideFolders(), filepath.Clean(path))
}

// contains reports whether path is dir or below it.
func contains(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
