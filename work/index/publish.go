package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
)

// Publishing is the request to put a plugin into an index that is a folder.
type Publishing struct {
	Plugin   string // its folder
	Index    string // the folder of the index
	Platform string // for which the plugin was built: any, linux, linux/amd64
	Key      SecretKey
	Reserved []string // ids that nobody may take: the bundled plugins

	Solved, Answered int // of a solver: how many puzzles it solved of those that it answered in its tests
}

// Published says what was put into an index.
type Published struct {
	ID, Version    string
	Archive, Entry string // files
}

// PlatformOf returns the platform that a plugin is for, as far as its folder shows: this machine's if its program is one
// that was compiled, else any.
func PlatformOf(dir string) (string, error) {
	m, err := manifest.Read(dir)
	if err != nil {
		return "", err
	}
	if len(m.Platforms) == 1 {
		return m.Platforms[0], nil
	}
	program, err := os.ReadFile(filepath.Join(dir, m.Run[0]))
	if errors.Is(err, fs.ErrNotExist) { // one of the system, such as an interpreter
		return anyPlatform, nil
	}
	if err != nil || bytes.HasPrefix(program, []byte("#!")) {
		return anyPlatform, err
	}
	return runtime.GOOS + "/" + runtime.GOARCH, nil
}

// Publish packs a plugin, signs the archive and writes the plugin's entry. The index has to be signed anew after that.
func (p Publishing) Publish(ctx context.Context) (Published, error) {
	m, err := manifest.Read(p.Plugin)
	if err != nil {
		return Published{}, err
	}
	done, err := p.publish(ctx, m)
	if err != nil {
		return Published{}, fmt.Errorf("publishing %s %s: %w", m.ID, m.Version, err)
	}
	return done, nil
}

func (p Publishing) publish(ctx context.Context, m *manifest.Manifest) (done Published, err error) {
	e, err := p.entryFor(ctx, m)
	if err != nil {
		return done, err
	}
	name := archiveFolder + "/" + strings.Join([]string{m.ID, m.Version, strings.ReplaceAll(p.Platform, "/", "-")}, "-") + ".tar.gz"
	done = Published{ID: m.ID, Version: m.Version, Archive: filepath.Join(p.Index, filepath.FromSlash(name)),
		Entry: filepath.Join(p.Index, filepath.FromSlash(entryFile(m.ID)))}
	a, err := p.pack(done.Archive)
	if err != nil {
		return done, err
	}
	a.File = name
	release := e.newest()
	release.Archives = append(release.Archives, a)
	if err := e.check(m.ID); err != nil {
		return done, errors.Join(err, os.Remove(done.Archive))
	}
	text, err := yaml.Marshal(e)
	if err != nil {
		return done, err
	}
	return done, writeFile(done.Entry, text)
}

// entryFor returns the plugin's entry with a release to which the archive is to be added.
func (p Publishing) entryFor(ctx context.Context, m *manifest.Manifest) (*Entry, error) {
	rights := rightsOf(m)
	switch {
	case m.Dev:
		return nil, errors.New("its manifest has dev: true, so its files would not be verified")
	case !isVersion(m.Version):
		return nil, fmt.Errorf("version %q: want one such as 1.2.0", m.Version)
	}
	for _, name := range rights.Reads {
		if confine.TooWide(name) {
			return nil, fmt.Errorf("it asks to read %s, which holds more than its own files: nobody could install it", name)
		}
	}
	if err := checkStrays(p.Plugin, m); err != nil {
		return nil, err
	}
	known, err := entriesIn(ctx, p.Index)
	if err != nil {
		return nil, err
	}
	key := p.Key.Public()
	e := &Entry{ID: m.ID, Key: string(key)}
	for i := range known {
		if known[i].ID == m.ID {
			e = &known[i]
		}
	}
	if Key(e.Key) != key {
		return nil, fmt.Errorf("the name belongs to the key %s in this index, and yours is %s: choose another id", e.Key, key)
	}
	if err := checkTaken(m.ID, key, known, p.Reserved); err != nil {
		return nil, err
	}
	e.Name, e.Summary, e.Homepage, e.Licence = m.Name, m.Summary, m.Homepage, m.Licence
	if len(e.Releases) == 0 || newer(m.Version, e.newest().Version) {
		e.Releases = append(e.Releases, Release{Version: m.Version, Run: m.Run, Rights: rights, Needs: m.Needs,
			Solved: p.Solved, Answered: p.Answered})
		return e, nil
	}
	r := e.newest()
	if r.Version != m.Version {
		return nil, fmt.Errorf("version %s is published, and a new one has to be newer", r.Version)
	}
	if slices.Contains(r.platforms(), p.Platform) {
		return nil, fmt.Errorf("it is published for %s: raise the version in %s", p.Platform, manifest.FileName)
	}
	if !slices.Equal(r.Run, m.Run) || !r.Rights.Equal(rights) || !slices.Equal(r.Needs, m.Needs) {
		return nil, fmt.Errorf("it runs or asks for something else than on %s", strings.Join(r.platforms(), ", "))
	}
	return e, nil
}

// checkTaken refuses an id that could be taken for that of somebody else's plugin.
func checkTaken(id string, key Key, known []Entry, reserved []string) error {
	if slices.Contains(reserved, id) {
		return fmt.Errorf("%q is a bundled plugin: choose another id", id)
	}
	if other := lookAlike(id, reserved); other != "" {
		return fmt.Errorf("%q could be taken for the bundled %q: choose another id", id, other)
	}
	var others []string
	for _, e := range known {
		if Key(e.Key) != key {
			others = append(others, e.ID)
		}
	}
	if other := lookAlike(id, others); other != "" {
		return fmt.Errorf("%q could be taken for %q, which is somebody else's: choose another id", id, other)
	}
	return nil
}

// entriesIn reads the entries of an index that is a folder, in the order of their ids.
func entriesIn(ctx context.Context, index string) ([]Entry, error) {
	files, err := filepath.Glob(filepath.Join(index, entryFolder, "*.yaml"))
	if err != nil {
		return nil, err
	}
	var all []Entry
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), ".yaml")
		text, err := read(ctx, folder(index), entryFile(id), maxEntry)
		var e Entry
		if err == nil {
			err = decodeEntry(text, id, &e)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// pack writes the archive of the plugin and signs it.
func (p Publishing) pack(file string) (Archive, error) {
	var packed bytes.Buffer
	if err := pack(p.Plugin, &packed); err != nil {
		return Archive{}, err
	}
	if packed.Len() > maxArchive {
		return Archive{}, fmt.Errorf("the archive has %d MiB, and at most %d are allowed", packed.Len()>>20, maxArchive>>20)
	}
	return Archive{Platform: p.Platform, Size: int64(packed.Len()), SHA256: sumOf(packed.Bytes()),
		Signature: p.Key.sign(packed.Bytes(), filepath.Base(file))}, writeFile(file, packed.Bytes())
}

// Signing is the request to sign an index that is a folder.
type Signing struct {
	Index    string // its folder
	Name     string // of an index that is signed for the first time
	Key      SecretKey
	Reserved []string
}

// validity is how long a signed index counts. A keeper who signs it again each time that something is published, or once
// a year, never notices.
const validity = 366 * 24 * time.Hour

// ErrNotKeeper is for an index that somebody else keeps.
var ErrNotKeeper = errors.New("it is signed by another key")

// Sign checks all entries and archives of an index, and signs it with the next serial number.
func (s Signing) Sign(ctx context.Context) (*Contents, error) {
	c, err := s.sign(ctx)
	if err != nil {
		return nil, fmt.Errorf("signing index %q: %w", s.Index, err)
	}
	return c, nil
}

func (s Signing) sign(ctx context.Context) (*Contents, error) {
	before, err := s.before(ctx)
	if err != nil {
		return nil, err
	}
	entries, err := entriesIn(ctx, s.Index)
	if err != nil {
		return nil, err
	}
	made := time.Now().UTC().Truncate(time.Second)
	c := &Contents{Format: contentsFormat, Name: before.Name, Serial: before.Serial + 1, Made: made, Expires: made.Add(validity),
		Key: string(s.Key.Public())}
	for i := range entries {
		summary, err := s.summaryOf(ctx, &entries[i], entries, before)
		if err != nil {
			return nil, fmt.Errorf("plugin %q: %w", entries[i].ID, err)
		}
		c.Plugins = append(c.Plugins, summary)
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	text, err := yaml.Marshal(c)
	if err != nil {
		return nil, err
	}
	signature := s.Key.sign(text, fmt.Sprintf("%s, serial %d", c.Name, c.Serial))
	return c, errors.Join(writeFile(filepath.Join(s.Index, contentsFile), text),
		writeFile(filepath.Join(s.Index, signatureFile), []byte(signature)))
}

// before returns the index as it was signed last, or an empty one.
func (s Signing) before(ctx context.Context) (*Contents, error) {
	if _, err := os.Stat(filepath.Join(s.Index, contentsFile)); errors.Is(err, fs.ErrNotExist) {
		return &Contents{Name: s.Name}, nil
	}
	_, key, err := KeyOf(ctx, s.Index, 0)
	if err != nil {
		return nil, err
	}
	if key != s.Key.Public() {
		return nil, fmt.Errorf("%w, %s", ErrNotKeeper, key)
	}
	x, err := readIndex(ctx, folder(s.Index), key)
	if err != nil {
		return nil, err
	}
	return &x.Contents, nil
}

// summaryOf checks an entry against its archives, the other entries and what was signed before.
func (s Signing) summaryOf(ctx context.Context, e *Entry, all []Entry, before *Contents) (Summary, error) {
	if err := checkTaken(e.ID, Key(e.Key), all, s.Reserved); err != nil {
		return Summary{}, err
	}
	for _, old := range before.Plugins {
		switch {
		case old.ID != e.ID:
		case old.Key != e.Key:
			return Summary{}, fmt.Errorf("the name belongs to the key %s, and its entry has %s", old.Key, e.Key)
		case newer(old.Version, e.newest().Version):
			return Summary{}, fmt.Errorf("its newest version was %s and is %s now", old.Version, e.newest().Version)
		}
	}
	for _, r := range e.Releases {
		for _, a := range r.Archives {
			if _, err := fetch(ctx, folder(s.Index), a, Key(e.Key)); err != nil {
				return Summary{}, err
			}
		}
	}
	text, err := read(ctx, folder(s.Index), entryFile(e.ID), maxEntry)
	return Summary{ID: e.ID, Name: e.Name, Version: e.newest().Version, Platforms: e.newest().platforms(), Summary: e.Summary,
		Key: e.Key, SHA256: sumOf(text), Solved: e.newest().Solved, Answered: e.newest().Answered}, err
}

// sign returns a signature of a text, which also vouches for a comment.
func (k SecretKey) sign(text []byte, comment string) string {
	return string(hashed(text).SignWithComments(k.key, comment, "signed by sudokuctl"))
}

func writeFile(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return wholefile.Replace(name, text, 0o644)
}
