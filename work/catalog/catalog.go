// Package catalog reads the list of plugins that people have contributed, and downloads and unpacks their archives.
//
// A list is one YAML file: the copy that is bundled with the program, another file, or an address on the web. It has no
// keys and no signatures. HTTPS protects a list, a list has the SHA-256 of each archive, and the sandbox protects from
// the programs in an archive.
//
// Nothing here starts a program.
package catalog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/mod/semver"

	"github.com/sudokuctl/sudokuctl/core/manifest"
)

// Entry is one plugin of a list: its version, homepage and powers, and the checksum of its archive.
type Entry struct {
	ID       string   `yaml:"id" json:"id"`
	Version  string   `yaml:"version" json:"version"`
	Summary  string   `yaml:"summary" json:"summary"`
	Can      []string `yaml:"can,flow" json:"can"` // solve, grade, explain, generate
	Homepage string   `yaml:"homepage" json:"homepage"`
	Archive  string   `yaml:"archive" json:"archive"` // an address, or a path from the folder of the list
	SHA256   string   `yaml:"sha256" json:"sha256"`   // of the archive
}

// List is a list of plugins that was read and checked.
type List struct {
	Plugins []Entry

	base  *url.URL // of a list on the web
	files fs.FS    // the folder of any other list
}

// FileName is the file of the list that the program carries, beside its archives.
const FileName = "index.yaml"

const (
	maxList  = 1 << 20
	maxID    = 40
	maxTexts = 300 // bytes of a summary
)

// Bundled reads the list in a folder.
func Bundled(folder fs.FS) (*List, error) {
	text, err := fs.ReadFile(folder, FileName)
	l := &List{files: folder}
	if err == nil {
		err = l.parse(text)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the bundled list of plugins: %w", err)
	}
	return l, nil
}

// Open reads the list in a file or at an address. ErrUnreachable is for an address that does not answer.
func Open(ctx context.Context, place string, c Client) (*List, error) {
	l, text := &List{}, []byte(nil)
	base, err := parseAddress(place)
	switch {
	case !IsAddress(place):
		l.files = os.DirFS(filepath.Dir(place))
		text, err = readFile(place)
	case err == nil:
		l.base = base
		text, err = c.read(ctx, base, maxList)
	}
	if err == nil {
		err = l.parse(text)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the list of plugins %s: %w", place, err)
	}
	return l, nil
}

func readFile(name string) ([]byte, error) {
	f, err := openRegular(os.DirFS(filepath.Dir(name)), filepath.Base(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f, maxList)
}

// openRegular opens a file that is neither a folder nor a pipe, which would wait for its writer.
func openRegular(folder fs.FS, name string) (fs.File, error) {
	info, err := fs.Stat(folder, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	return folder.Open(name)
}

// readAll reads a whole text, which may have a limit of bytes.
func readAll(from io.Reader, limit int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("it is longer than %d KiB", limit>>10)
	}
	return text, err
}

// parse reads the text of a list. It ignores keys that it does not know: a later version may have added them.
func (l *List) parse(text []byte) error {
	if kind := typeOf(text); kind == "a web page" {
		return errors.New("it is a web page and no list of plugins")
	}
	var document struct {
		Plugins []Entry `yaml:"plugins"`
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	err := decoder.Decode(&document)
	if wrong := (*yaml.TypeError)(nil); errors.As(err, &wrong) {
		err = errors.New(strings.Join(wrong.Errors, "; "))
	}
	if errors.Is(err, io.EOF) || err == nil && document.Plugins == nil {
		err = errors.New("it has no key \"plugins\"")
	}
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for i, e := range document.Plugins {
		if err := e.check(); err != nil {
			return fmt.Errorf("plugin %d, %q: %w", i+1, e.ID, err)
		}
		if seen[e.ID] {
			return fmt.Errorf("plugin %d, %q: the list has this id twice", i+1, e.ID)
		}
		seen[e.ID] = true
	}
	l.Plugins = document.Plugins
	return nil
}

var hexSum = regexp.MustCompile(`^[0-9a-f]{64}$`)

func (e *Entry) check() error {
	if err := manifest.CheckID(e.ID); err != nil {
		return err
	}
	homepage, err := url.Parse(e.Homepage)
	switch {
	case len(e.ID) > maxID:
		return fmt.Errorf("an id has at most %d letters", maxID)
	case !IsVersion(e.Version):
		return fmt.Errorf("version %q: want one such as 1.2.0", e.Version)
	case e.Summary == "" || len(e.Summary) > maxTexts || strings.ContainsAny(e.Summary, "\r\n"):
		return fmt.Errorf("summary: want one line of at most %d bytes", maxTexts)
	case len(e.Can) == 0:
		return errors.New("can: want some of solve, grade, explain, generate")
	case err != nil || homepage.Scheme != "https" || homepage.Host == "":
		return fmt.Errorf("homepage %q: want an address that begins with https://", e.Homepage)
	}
	if err := CheckSum(e.SHA256); err != nil {
		return err
	}
	if IsAddress(e.Archive) {
		_, err := parseAddress(e.Archive)
		return err
	}
	if !fs.ValidPath(e.Archive) || e.Archive == "." || strings.ContainsAny(e.Archive, `\:`) {
		return fmt.Errorf("archive %q: want an address, or a path from the folder of the list", e.Archive)
	}
	return nil
}

// IsVersion reports whether a text is a version of three numbers.
func IsVersion(text string) bool { return semver.IsValid("v"+text) && strings.Count(text, ".") >= 2 }

// CheckSum returns an error if a text is not a SHA-256 in hexadecimal.
func CheckSum(text string) error {
	if !hexSum.MatchString(text) {
		return fmt.Errorf("sha256 %q: want 64 digits of 0-9 and a-f", text)
	}
	return nil
}

// Find returns the entry of a plugin in the list, and false if the list has none of that id.
func (l *List) Find(id string) (Entry, bool) {
	i := slices.IndexFunc(l.Plugins, func(e Entry) bool { return e.ID == id })
	if i < 0 {
		return Entry{}, false
	}
	return l.Plugins[i], true
}

// Search returns the plugins in whose id, summary or powers all words occur, in small or capital letters.
func (l *List) Search(words ...string) (found []Entry) {
	for _, e := range l.Plugins {
		text := strings.ToLower(e.ID + " " + e.Summary + " " + strings.Join(e.Can, " "))
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, strings.ToLower(w)) }) {
			found = append(found, e)
		}
	}
	return found
}

// Place returns where the archive of a plugin is: an address, or a path from the folder of the list.
func (l *List) Place(e Entry) string {
	if l.base == nil || IsAddress(e.Archive) {
		return e.Archive
	}
	return l.base.ResolveReference(&url.URL{Path: e.Archive}).String()
}

// Fetch writes the archive of a plugin into a new file, and compares its checksum with the one in the list.
func (l *List) Fetch(ctx context.Context, e Entry, file string, c Client) error {
	place := l.Place(e)
	if IsAddress(place) {
		sum, err := c.Download(ctx, place, file)
		return compareSum(place, sum, e.SHA256, err)
	}
	f, err := openRegular(l.files, place)
	if err != nil {
		return fmt.Errorf("fetching %s: %w", place, err)
	}
	defer f.Close()
	sum, err := save(f, file)
	return compareSum(place, sum, e.SHA256, err)
}

func compareSum(place, sum, want string, err error) error {
	if err == nil && sum != want {
		err = fmt.Errorf("its SHA-256 is %s, and the list says %s", sum, want)
	}
	if err != nil {
		return fmt.Errorf("fetching %s: %w", place, err)
	}
	return nil
}
