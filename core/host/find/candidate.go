package find

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/manifest"
)

// Origin says where a candidate comes from.
type Origin string

// The origins, in the order in which they are searched.
const (
	FromConfig  Origin = "config"
	FromAdded   Origin = "added" // accepted once, with its checksums
	FromDir     Origin = "directory"
	FromBundled Origin = "bundled"
)

// Candidate is something that may be a plugin.
type Candidate struct {
	ID       string
	Origin   Origin
	Path     string   // program or folder; for a bundled algorithm the program that serves it
	Kind     string   // "builtin", "grpc" or "exec"
	Argv     []string // the command, its program with an absolute path
	Program  []string // for kind "exec" the command of the program, which Argv's bridge starts
	Dir      string   // working folder of the process, "" = that of the host
	Files    []string // absolute paths whose checksums count: the manifest and each file named in the command
	Manifest *manifest.Manifest
	Rejected string // why it is not used, "" if it is
}

// fromPath makes a candidate of a program, of a folder with a manifest, or of a command's name. id may be "".
func fromPath(id, path string, origin Origin) Candidate {
	c := Candidate{ID: id, Origin: origin, Path: path, Kind: "grpc"}
	info, err := os.Stat(path)
	if err != nil && !strings.ContainsRune(path, filepath.Separator) && origin != FromDir {
		if found, lookErr := exec.LookPath(path); lookErr == nil {
			path = found
			info, err = os.Stat(found)
		}
	}
	if err != nil {
		return c.reject("no such file")
	}
	if c.Path, err = filepath.Abs(path); err != nil {
		return c.reject(err.Error())
	}
	if info.IsDir() {
		return c.withManifest()
	}
	name := strings.TrimSuffix(filepath.Base(path), ".exe")
	if c.ID == "" {
		c.ID = name
	}
	c.Argv, c.Files = []string{c.Path}, []string{c.Path}
	switch {
	case manifest.CheckID(c.ID) != nil:
		return c.reject("the name is not of lower-case letters, digits and dashes")
	case !info.Mode().IsRegular():
		return c.reject("not a regular file")
	case !executable(info):
		return c.reject("not executable")
	case info.Size() == 0:
		return c.reject("empty file")
	}
	return c
}

func executable(info os.FileInfo) bool {
	if runtime.GOOS == "windows" {
		return strings.EqualFold(filepath.Ext(info.Name()), ".exe")
	}
	return info.Mode()&0o111 != 0
}

// withManifest completes a candidate whose path is a folder.
func (c Candidate) withManifest() Candidate {
	if _, err := os.Stat(filepath.Join(c.Path, manifest.FileName)); err != nil {
		return c.reject("a folder without " + manifest.FileName)
	}
	m, err := manifest.Read(c.Path)
	if err != nil {
		return c.reject(err.Error())
	}
	if c.ID == "" {
		c.ID = m.ID
	}
	if m.Kind != "" {
		c.Kind = m.Kind
	}
	c.Manifest, c.Dir = m, c.Path
	c.Files = []string{filepath.Join(c.Path, manifest.FileName)}
	if err := manifest.CheckPrograms(m.Needs); err != nil {
		return c.reject(err.Error())
	}
	return c.withCommand(m.Run)
}

// withCommand completes a candidate whose command is known. The program is looked up in the candidate's
// folder, then, unless it has a separator, in PATH; every argument that names a file counts for the checksums.
func (c Candidate) withCommand(run []string) Candidate {
	program := run[0]
	if local := filepath.Join(c.Dir, program); c.Dir != "" && !filepath.IsAbs(program) &&
		(isFile(local) || filepath.Base(program) != program) {
		program = local
	}
	found, err := exec.LookPath(program)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) && strings.ContainsRune(program, filepath.Separator) {
			return c.reject(fmt.Sprintf("its program %s does not exist; is it still to be built?", program))
		}
		if errors.Is(err, exec.ErrNotFound) {
			return c.reject(fmt.Sprintf("its program %q is not in a folder of PATH", run[0]))
		}
		return c.reject(fmt.Sprintf("its program %q: %v", run[0], err))
	}
	if found, err = filepath.Abs(found); err != nil {
		return c.reject(err.Error())
	}
	if c.Path == "" {
		c.Path = found
	}
	c.Argv = append([]string{found}, run[1:]...)
	c.Files = append(c.Files, found)
	for _, arg := range run[1:] {
		if !filepath.IsAbs(arg) {
			arg = filepath.Join(c.Dir, arg)
		}
		if abs, err := filepath.Abs(arg); err == nil && isFile(abs) {
			c.Files = append(c.Files, abs)
		}
	}
	return c
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Command returns the command that people know.
func (c Candidate) Command() []string {
	if len(c.Program) > 0 {
		return c.Program
	}
	return c.Argv
}

func (c Candidate) reject(why string) Candidate {
	c.Rejected = why
	return c
}
