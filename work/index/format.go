package index

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
	"golang.org/x/mod/semver"

	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/manifest"
)

const (
	contentsFile   = "index.yaml"
	signatureFile  = contentsFile + ".minisig"
	entryFolder    = "plugins"
	archiveFolder  = "archives"
	contentsFormat = 1
	anyPlatform    = "any"
)

// What files of an index may have at most. An archive says its own size, up to maxArchive.
const (
	maxContents  = 8 << 20
	maxSignature = 4 << 10
	maxEntry     = 1 << 20
	maxArchive   = 256 << 20
)

// Contents is index.yaml.
type Contents struct {
	Format  int       `yaml:"format"`
	Name    string    `yaml:"name"`
	Serial  int       `yaml:"serial"` // grows by one with each signature
	Made    time.Time `yaml:"made"`
	Expires time.Time `yaml:"expires"`
	Key     string    `yaml:"key"` // the keeper's; for people, the accepted one counts
	Plugins []Summary `yaml:"plugins"`
}

// Summary is the line of a plugin in index.yaml.
type Summary struct {
	ID        string   `yaml:"id"`
	Name      string   `yaml:"name"`
	Version   string   `yaml:"version"` // the newest
	Platforms []string `yaml:"platforms,flow"`
	Summary   string   `yaml:"summary,omitempty"`
	Key       string   `yaml:"key"`    // the author's
	SHA256    string   `yaml:"sha256"` // of the entry
	Solved    int      `yaml:"solved,omitempty"`
	Answered  int      `yaml:"answered,omitempty"`
}

// Entry is what an index says of a plugin.
type Entry struct {
	ID       string    `yaml:"id"`
	Name     string    `yaml:"name"`
	Summary  string    `yaml:"summary,omitempty"`
	Homepage string    `yaml:"homepage,omitempty"`
	Licence  string    `yaml:"licence,omitempty"`
	Key      string    `yaml:"key"`      // all archives are signed with it
	Releases []Release `yaml:"releases"` // the newest last
}

// Release is a version of a plugin.
type Release struct {
	Version  string        `yaml:"version"`
	Run      []string      `yaml:"run,flow"`
	Rights   accept.Rights `yaml:"rights,omitempty"`
	Needs    []string      `yaml:"needs,omitempty,flow"`
	Solved   int           `yaml:"solved,omitempty"`   // of a solver: how many puzzles it solved in its tests when it was published
	Answered int           `yaml:"answered,omitempty"` // of those that it answered in time
	Archives []Archive     `yaml:"archives"`
}

// Archive is a release for a platform, as a tar file compressed with gzip.
type Archive struct {
	Platform  string `yaml:"platform"` // linux/amd64, linux, or any
	File      string `yaml:"file"`     // its path in the index
	Size      int64  `yaml:"size"`
	SHA256    string `yaml:"sha256"`
	Signature string `yaml:"signature"` // minisign's
}

// decode reads a YAML document. Keys that nothing reads are errors.
func decode(text []byte, into any) error {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	err := decoder.Decode(into)
	if wrong := (*yaml.TypeError)(nil); errors.As(err, &wrong) {
		err = errors.New(strings.Join(wrong.Errors, "; "))
	}
	if err != nil {
		return err
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return errors.New("it holds more than one document")
	}
	return nil
}

func (c *Contents) check() error {
	if c.Format != contentsFormat {
		return fmt.Errorf("it has format %d and this program reads format %d", c.Format, contentsFormat)
	}
	if err := manifest.CheckID(c.Name); err != nil {
		return fmt.Errorf("its name: %w", err)
	}
	if c.Serial < 1 {
		return fmt.Errorf("serial %d: want 1 or more", c.Serial)
	}
	names := map[string]string{}
	for _, s := range c.Plugins {
		if err := checkName(s.ID); err != nil {
			return err
		}
		if other, taken := names[skeleton(s.ID)]; taken {
			return fmt.Errorf("%q and %q look alike", other, s.ID)
		}
		names[skeleton(s.ID)] = s.ID
		if !isVersion(s.Version) {
			return fmt.Errorf("plugin %q has version %q: want one such as 1.2.0", s.ID, s.Version)
		}
	}
	return nil
}

func (e *Entry) check(id string) error {
	if e.ID != id {
		return fmt.Errorf("it is about %q", e.ID)
	}
	if err := checkName(e.ID); err != nil {
		return err
	}
	if _, err := ParseKey(e.Key); err != nil {
		return err
	}
	if len(e.Releases) == 0 {
		return errors.New("it has no release")
	}
	for i, r := range e.Releases {
		if !isVersion(r.Version) {
			return fmt.Errorf("version %q: want one such as 1.2.0", r.Version)
		}
		if i > 0 && !newer(r.Version, e.Releases[i-1].Version) {
			return fmt.Errorf("version %s comes after %s", r.Version, e.Releases[i-1].Version)
		}
		if err := r.check(); err != nil {
			return fmt.Errorf("version %s: %w", r.Version, err)
		}
	}
	return nil
}

var platformName = regexp.MustCompile(`^[a-z0-9]+(/[a-z0-9]+)?$`)

func (r *Release) check() error {
	if len(r.Run) == 0 || r.Run[0] == "" {
		return errors.New("run is missing")
	}
	if len(r.Archives) == 0 {
		return errors.New("it has no archive")
	}
	for _, name := range r.Rights.Reads {
		if !filepath.IsAbs(name) || filepath.Clean(name) != name {
			return fmt.Errorf("it asks to read %q: want an absolute path, or one in its own folder", name)
		}
	}
	if err := manifest.CheckNeeds(r.Needs); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, a := range r.Archives {
		sum, err := hex.DecodeString(a.SHA256)
		switch {
		case !platformName.MatchString(a.Platform):
			return fmt.Errorf("platform %q: want one such as linux/amd64, linux or any", a.Platform)
		case seen[a.Platform]:
			return fmt.Errorf("platform %s appears twice", a.Platform)
		case err != nil || len(sum) != 32:
			return fmt.Errorf("the archive for %s has no SHA-256", a.Platform)
		case a.Size <= 0 || a.Size > maxArchive:
			return fmt.Errorf("the archive for %s has %d bytes, and at most %d MiB are allowed", a.Platform, a.Size, maxArchive>>20)
		case !filepath.IsLocal(a.File) || path.Clean(a.File) != a.File:
			return fmt.Errorf("archive %q is not in the index", a.File)
		}
		seen[a.Platform] = true
	}
	return nil
}

// For returns the archive of a release that suits this machine best.
func (r *Release) For() (Archive, bool) {
	for _, platform := range []string{runtime.GOOS + "/" + runtime.GOARCH, runtime.GOOS, anyPlatform} {
		for _, a := range r.Archives {
			if a.Platform == platform {
				return a, true
			}
		}
	}
	return Archive{}, false
}

func (r *Release) platforms() (all []string) {
	for _, a := range r.Archives {
		all = append(all, a.Platform)
	}
	return all
}

func (e *Entry) newest() *Release { return &e.Releases[len(e.Releases)-1] }

// release returns a version of a plugin, "" for the newest.
func (e *Entry) release(version string) (*Release, error) {
	if version == "" {
		return e.newest(), nil
	}
	var known []string
	for i := range e.Releases {
		if e.Releases[i].Version == version {
			return &e.Releases[i], nil
		}
		known = append(known, e.Releases[i].Version)
	}
	return nil, fmt.Errorf("there is no version %s of %q, only %s", version, e.ID, strings.Join(known, ", "))
}

func isVersion(text string) bool { return semver.IsValid("v"+text) && strings.Count(text, ".") >= 2 }

// newer reports whether version a is newer than b.
func newer(a, b string) bool { return semver.Compare("v"+a, "v"+b) > 0 }

// rightsOf returns what a manifest asks for.
func rightsOf(m *manifest.Manifest) accept.Rights {
	r := accept.Rights{MemoryMB: m.MemoryMB, Processes: m.Processes, CPUSeconds: m.CPUSeconds}
	for _, name := range slices.Concat(m.Reads, m.Run) {
		if !filepath.IsLocal(filepath.FromSlash(name)) && name != "" && name != "." && !strings.HasPrefix(name, "-") {
			r.Reads = append(r.Reads, filepath.Clean(name))
		}
	}
	slices.Sort(r.Reads)
	r.Reads = slices.Compact(r.Reads)
	return r
}
