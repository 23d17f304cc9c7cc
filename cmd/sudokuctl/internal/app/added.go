package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host/find"
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

// readAdded reads the records of what a person has added.
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

// Granted tells what a person let a plugin do from what they let it do before.
func (a *App) Granted(c find.Candidate) string { return fmt.Sprint(a.now().record(c)) }

// RemoveAdded removes the record and, if the folder of the plugin is one that "plugin add" made, the folder.
func RemoveAdded(id string) error {
	made := filepath.Join(Records().Dir, "plugins")
	folder := filepath.Join(made, id)
	known, _ := Records().Plugins()
	for _, p := range known {
		if p.ID == id && strings.HasPrefix(p.Path, made+string(filepath.Separator)) {
			folder = p.Path // a version may stand beside it
		}
	}
	err := Records().RemovePlugin(id)
	if errors.Is(err, accept.ErrNotAdded) {
		return UsageErrorf("plugin %q was not added, so it cannot be removed; see \"sudokuctl plugin list\"", id)
	}
	if err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if parent := filepath.Dir(folder); parent != made {
		_ = os.Remove(parent) // it stays if it holds another version
	}
	return nil
}

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

// Quoted returns a word as a shell takes it.
func Quoted(word string) string {
	if strings.ContainsAny(word, " '\"\\$`*?[]{}()<>|&;#!~") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}
