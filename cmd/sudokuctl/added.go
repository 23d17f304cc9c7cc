package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/host"
)

// addedPlugin is the record of a plugin that a person has added.
type addedPlugin struct {
	ID    string            `json:"id"`
	Path  string            `json:"path"`            // its program, or the folder of its manifest
	Dev   bool              `json:"dev"`             // its files may change
	Trust bool              `json:"trust,omitempty"` // it runs without a sandbox
	Reads []string          `json:"reads,omitempty"` // what it may read besides its own files
	Sums  map[string]string `json:"sums,omitempty"`  // SHA-256 by absolute path, as they were accepted
}

// dataFolder is where added plugins and their records are: $XDG_DATA_HOME/sudokuctl or its like.
func dataFolder() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "sudokuctl"), nil
	}
	if dir := os.Getenv("LOCALAPPDATA"); dir != "" && runtime.GOOS == "windows" {
		return filepath.Join(dir, "sudokuctl"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("finding the folder for added plugins: %w", err)
	}
	return filepath.Join(home, ".local", "share", "sudokuctl"), nil
}

// loadAdded reads all records. No home folder means that there are none.
func loadAdded() ([]addedPlugin, error) {
	dir, err := dataFolder()
	if err != nil {
		return nil, nil
	}
	files, err := filepath.Glob(filepath.Join(dir, "accepted", "*.json"))
	if err != nil {
		return nil, fmt.Errorf("listing added plugins: %w", err)
	}
	var all []addedPlugin
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading an added plugin: %w", err)
		}
		var p addedPlugin
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, fmt.Errorf("reading added plugin %q: %w", file, err)
		}
		if p.Sums == nil && !p.Dev { // an emptied record must not pass as one without sums
			p.Sums = map[string]string{}
		}
		all = append(all, p)
	}
	return all, nil
}

// save writes the record.
func (p addedPlugin) save() error {
	dir, err := dataFolder()
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return fmt.Errorf("recording plugin %q: %w", p.ID, err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "accepted"), 0o700); err != nil {
		return fmt.Errorf("recording plugin %q: %w", p.ID, err)
	}
	return os.WriteFile(filepath.Join(dir, "accepted", p.ID+".json"), append(text, '\n'), 0o600)
}

// removeAdded removes the record and, where "plugin add ID -- CMD" made it, the folder with the manifest.
func removeAdded(id string) error {
	dir, err := dataFolder()
	if err != nil {
		return err
	}
	err = os.Remove(filepath.Join(dir, "accepted", id+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return usageErrorf("plugin %q was not added, so it cannot be removed; see \"sudokuctl plugin list\"", id)
	}
	if err != nil {
		return fmt.Errorf("removing plugin %q: %w", id, err)
	}
	return os.RemoveAll(filepath.Join(dir, "plugins", id))
}

// withAdded completes the config of a plugin by its record, unless the config says itself where it is.
func (c *config) withAdded(h host.Config) host.Config {
	if h.Path != "" || len(h.Run) > 0 {
		return h
	}
	for _, p := range c.added {
		if p.ID == h.ID {
			h.Path, h.Sums, h.Origin = p.Path, p.Sums, host.FromAdded
		}
	}
	return h
}

// acceptCommand is what a person types to accept the changed files of a plugin.
func (c *config) acceptCommand(id string) string {
	for _, p := range c.added {
		if p.ID == id {
			return "sudokuctl plugin add " + quoted(p.Path)
		}
	}
	return ""
}

// quoted returns a word as a shell takes it.
func quoted(word string) string {
	if strings.ContainsAny(word, " '\"\\$`*?[]{}()<>|&;#!~") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}
