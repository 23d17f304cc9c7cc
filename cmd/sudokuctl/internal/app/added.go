package app

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/work/catalog"
)

// DataFolder is where added plugins and their records are: $XDG_DATA_HOME/sudokuctl or its like. As for all XDG
// folders a relative path does not count: it would be another folder wherever one goes.
func DataFolder() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "sudokuctl"), nil
	}
	if dir := os.Getenv("LOCALAPPDATA"); filepath.IsAbs(dir) && runtime.GOOS == "windows" {
		return filepath.Join(dir, "sudokuctl"), nil
	}
	home, err := os.UserHomeDir()
	if err == nil && !filepath.IsAbs(home) {
		err = fmt.Errorf("the home folder %q is a relative path", home)
	}
	if err != nil {
		return "", fmt.Errorf("finding the folder for added plugins: %w; XDG_DATA_HOME can name another", err)
	}
	return filepath.Join(home, ".local", "share", "sudokuctl"), nil
}

// Records returns what a person has accepted; without a home folder that is nothing.
func Records() accept.Records {
	dir, err := DataFolder()
	if err != nil {
		return accept.Records{}
	}
	return accept.Records{Dir: dir}
}

// readAdded reads the records of added plugins.
func (c *Config) readAdded() {
	c.stamp = c.addedStamp()
	if c.added, c.addedError = Records().Plugins(); c.addedError == nil {
		c.folders, c.addedError = Records().Folders()
	}
}

// addedStamp tells the records, and the local plugin folders, from changed ones.
func (c *Config) addedStamp() string {
	var b strings.Builder
	note := func(paths ...string) {
		for _, path := range paths {
			if info, err := os.Stat(path); err == nil {
				fmt.Fprintf(&b, "%q %d %d ", path, info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	for _, kind := range []string{"accepted", "folders"} {
		files, _ := filepath.Glob(filepath.Join(Records().Dir, kind, "*.json")) // the pattern is a right one
		note(files...)
	}
	note(c.PluginDirs...)
	return b.String()
}

// Renew notices what was added, changed or removed since the records were read, for commands that run for long.
func (a *App) Renew() {
	a.renewing.Lock()
	defer a.renewing.Unlock()
	known := a.now()
	if known.addedStamp() == known.stamp {
		return
	}
	next := *known
	next.agreed = nil
	next.readAdded()
	for _, note := range next.consent().notes { // decided before others see it
		if !slices.Contains(known.consent().notes, note) {
			a.Remark("%s", note)
		}
	}
	a.renewed.Store(&next)
}

// Find returns what may be a plugin now, and why each is used or not.
func (a *App) Find() []find.Candidate { return a.Host().Find(a.now().HostConfigs()...) }

// Granted returns a text that changes whenever a person changes the rights of a plugin.
func (a *App) Granted(c find.Candidate) string { return fmt.Sprint(a.now().record(c)) }

// acceptCommand is what a person types to accept the changed files of a plugin.
func (c *Config) acceptCommand(id string) string {
	for _, p := range c.added {
		if p.ID == id {
			return "sudokuctl plugin add " + sandboxFlag(p) + Quoted(p.Path)
		}
	}
	if p := c.program(id); p.Origin == find.FromAdded {
		return addCommand(p)
	}
	return ""
}

// Quoted returns a word as a shell takes it, for commands in messages that people paste.
func Quoted(word string) string {
	if strings.ContainsAny(word, " '\"\\$`*?[]{}()<>|&;#!~") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// QuotedAll returns a command as a shell takes it.
func QuotedAll(command []string) string {
	words := make([]string, len(command))
	for i, word := range command {
		words[i] = Quoted(word)
	}
	return strings.Join(words, " ")
}

// ListPlace returns the file or address that plugin_index names, "" for the bundled copy. The list decides which
// program a name means, so a config that merely lies in the current folder cannot choose it.
func (c *Config) ListPlace() (string, error) {
	place, origin := c.PluginIndex, c.origin("plugin_index")
	if place == "" {
		return "", nil
	}
	if strings.HasPrefix(origin, "environment") {
		if catalog.IsAddress(place) || filepath.IsAbs(place) {
			return place, nil
		}
		return "", errors.New("ignored SUDOKUCTL_PLUGIN_INDEX: want an address or an absolute path")
	}
	if from, err := c.fileSource(); from != own || err != nil {
		return "", cmp.Or(err, fmt.Errorf("ignored plugin_index of %s: only the config in %s chooses the list", c.file,
			cmp.Or(ownConfigFolder(), "your own config folder")))
	}
	if catalog.IsAddress(place) {
		return place, nil
	}
	return absolute(filepath.Dir(c.file), place), nil
}

// maxLog is how large the log of plugins grows before it begins anew; the one before is kept.
const maxLog = 1 << 20

// PluginLogPath returns the file of the plugins' log, in the data folder.
func PluginLogPath() (string, error) {
	dir, err := DataFolder()
	return filepath.Join(dir, "plugins.log"), err
}

// pluginLog writes what plugins log and how they end into the file of their log, which its first line makes.
type pluginLog struct{}

// Write never fails, because a lost line of the log is no reason to stop.
func (pluginLog) Write(line []byte) (int, error) {
	path, err := PluginLogPath()
	if err != nil {
		return len(line), nil
	}
	if info, err := os.Stat(path); err == nil && info.Size() > maxLog {
		_ = os.Rename(path, path+".1") // if it fails the log grows on
	}
	_ = os.MkdirAll(filepath.Dir(path), 0o700) // opening tells
	if f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		_, _ = f.Write(line)
		f.Close()
	}
	return len(line), nil
}

// newLogger returns the host's logger: errors, or everything with --verbose, for w, and what is of
// note for "plugin log".
func newLogger(w io.Writer, verbose bool) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelError, ReplaceAttr: withoutStack}
	if verbose {
		options = &slog.HandlerOptions{Level: slog.LevelDebug}
	}
	return slog.New(slog.NewMultiHandler(
		slog.NewTextHandler(w, options),
		slog.NewJSONHandler(pluginLog{}, &slog.HandlerOptions{Level: slog.LevelInfo}),
	))
}

// withoutStack leaves out the stack of a panic, which is in "plugin log".
func withoutStack(_ []string, attr slog.Attr) slog.Attr {
	if attr.Key == "stack" {
		return slog.Attr{}
	}
	return attr
}
