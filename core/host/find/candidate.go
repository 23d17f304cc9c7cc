package find

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/child"
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

// Candidate is a program or folder that may be a plugin, found without starting it.
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

// executable reports whether the system would start the file as a program.
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

// isFile reports whether the path leads to a regular file.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Command returns the command as people know it, for messages: the program behind a bridge rather than the bridge
// itself.
func (c Candidate) Command() []string {
	if len(c.Program) > 0 {
		return c.Program
	}
	return c.Argv
}

// reject returns the candidate with the reason why it cannot be used.
func (c Candidate) reject(why string) Candidate {
	c.Rejected = why
	return c
}

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
