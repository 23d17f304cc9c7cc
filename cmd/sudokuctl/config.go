package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"

	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/store"
)

// config is what config.yaml can say. Keys are snake_case.
type config struct {
	Database   string         `mapstructure:"database"`
	PluginDirs []string       `mapstructure:"plugin_dirs"`
	Plugins    []pluginConfig `mapstructure:"plugins"`
	Run        runConfig      `mapstructure:"run"`
	Levels     levelConfig    `mapstructure:"levels"`

	file  string // "" when there is none
	added []accept.Plugin
	// why what was added does not count
	addedError error
	dirs       []string // of --plugin-dir
	agreed     *consent // see there
	viper      *viper.Viper
	flagged    map[string]bool
}

type pluginConfig struct {
	ID           string         `mapstructure:"id"`
	Kind         string         `mapstructure:"kind"`
	Path         string         `mapstructure:"path"`
	Run          []string       `mapstructure:"run"`
	Settings     map[string]any `mapstructure:"settings"`
	Enabled      *bool          `mapstructure:"enabled"`
	Trust        bool           `mapstructure:"trust"`
	StartTimeout time.Duration  `mapstructure:"start_timeout"`
}

type runConfig struct {
	Input   []string      `mapstructure:"input"`
	Solvers []string      `mapstructure:"solvers"`
	Graders []string      `mapstructure:"graders"`
	Limit   int           `mapstructure:"limit"`
	Timeout time.Duration `mapstructure:"timeout"`
	Jobs    int           `mapstructure:"jobs"`
	Seed    uint64        `mapstructure:"seed"`
}

type levelConfig struct {
	Metric string       `mapstructure:"metric"`
	Bands  []bandConfig `mapstructure:"bands"`
}

// bandConfig is a level: values below Below that are in no earlier band; nil for the rest.
type bandConfig struct {
	Name  string   `mapstructure:"name"`
	Below *float64 `mapstructure:"below"`
}

const configName = "config.yaml"

// delimiter separates the parts of viper's keys; a dot could be part of a name.
const delimiter = "::"

// defaults has a value for every key, for viper looks for environment variables of known keys only.
var defaults = map[string]any{
	"database":       "sudoku.db",
	"plugin_dirs":    []string{"bin/plugins"},
	"plugins":        []any{},
	"run::input":     []string{"sample:quick"},
	"run::solvers":   []string{"entropybt", "rules", "ga", "convex", "dlx"},
	"run::graders":   []string{"entropybt", "rules", "redundancy"},
	"run::limit":     2,
	"run::timeout":   "10s",
	"run::jobs":      0,
	"run::seed":      1,
	"levels::metric": "se",
	"levels::bands": []any{
		map[string]any{"name": "easy", "below": 1.5}, map[string]any{"name": "medium", "below": 2.5},
		map[string]any{"name": "hard", "below": 5.0}, map[string]any{"name": "evil"},
	},
}

// loadConfig reads the file, or the first that exists of config.yaml here and in the user's config folder,
// and lays it over the defaults, and the environment over it. Unknown keys and wrong types are errors.
func loadConfig(file string) (*config, error) {
	v := viper.NewWithOptions(viper.KeyDelimiter(delimiter))
	for key, value := range defaults {
		v.SetDefault(key, value)
	}
	v.SetEnvPrefix("SUDOKUCTL")
	v.SetEnvKeyReplacer(strings.NewReplacer(delimiter, "_"))
	v.AutomaticEnv()
	c := &config{viper: v, flagged: map[string]bool{}}
	if err := c.read(file); err != nil {
		return nil, err
	}
	if err := v.UnmarshalExact(c); err != nil {
		return nil, usageErrorf("reading config %s: %w", c.name(), err)
	}
	c.added, c.addedError = records().Plugins()
	if c.addedError != nil && !errors.Is(c.addedError, accept.ErrNotOwn) {
		return nil, c.addedError
	}
	return c, c.check()
}

func (c *config) name() string {
	if c.file == "" {
		return "(defaults and environment)"
	}
	return c.file
}

// configPlaces are where a config file is looked for when none is named.
func configPlaces() []string {
	places := []string{configName}
	if dir := ownConfigFolder(); dir != "" {
		places = append(places, filepath.Join(dir, configName))
	}
	return places
}

func (c *config) read(file string) error {
	if file == "" {
		file = os.Getenv("SUDOKUCTL_CONFIG")
	}
	places, named := configPlaces(), false
	if file != "" {
		places, named = []string{file}, true
	}
	for _, place := range places {
		data, err := os.ReadFile(place)
		if errors.Is(err, fs.ErrNotExist) && !named {
			continue
		}
		if err != nil {
			return usageErrorf("reading config: %w", err)
		}
		c.file = place
		return c.parse(data)
	}
	return nil
}

// readConfigFile reads a config file alone, without the environment.
func readConfigFile(file string) (*config, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading config: %w", err)
	}
	c := &config{viper: viper.NewWithOptions(viper.KeyDelimiter(delimiter)), file: file}
	if err := c.parse(data); err != nil {
		return nil, err
	}
	if err := c.viper.UnmarshalExact(c); err != nil {
		return nil, usageErrorf("reading config %s: %w", file, err)
	}
	return c, c.check()
}

func (c *config) parse(data []byte) error {
	var tree yaml.Node
	if err := yaml.Unmarshal(data, &tree); err != nil {
		return usageErrorf("reading config %s: %w", c.file, err)
	}
	if err := checkKeys(c.file, &tree); err != nil {
		return err
	}
	c.viper.SetConfigType("yaml")
	if err := c.viper.ReadConfig(bytes.NewReader(data)); err != nil {
		return usageErrorf("reading config %s: %w", c.file, err)
	}
	return nil
}

func (c *config) check() error {
	seen := map[string]bool{}
	for _, p := range c.Plugins {
		if p.ID == "" {
			return usageErrorf("config %s: a plugin has no id", c.name())
		}
		if seen[p.ID] {
			return usageErrorf("config %s: plugin %q stands twice", c.name(), p.ID)
		}
		seen[p.ID] = true
	}
	if c.Run.Limit < 0 || c.Run.Jobs < 0 || c.Run.Timeout < 0 {
		return usageErrorf("config %s: run: limit, jobs and timeout must not be negative", c.name())
	}
	return nil
}

// set overrides a key by a flag.
func (c *config) set(key string, value any) {
	c.viper.Set(key, value)
	c.flagged[key] = true
	c.agreed = nil
	if err := c.viper.Unmarshal(c); err != nil {
		panic(fmt.Sprintf("setting %s: %v", key, err))
	}
}

// levels are the levels of the config as the library knows them.
func (c *config) levels() []store.Level {
	var levels []store.Level
	for _, b := range c.Levels.Bands {
		below := math.Inf(1)
		if b.Below != nil {
			below = *b.Below
		}
		levels = append(levels, store.Level{Name: b.Name, Metric: c.Levels.Metric, Below: below})
	}
	return levels
}

// runOptions are the options that a run stores and a resumed run takes up again.
func (c *config) runOptions() map[string]any {
	return map[string]any{
		"input": c.Run.Input, "solvers": c.Run.Solvers, "graders": c.Run.Graders, "limit": c.Run.Limit,
		"timeout": c.Run.Timeout.String(), "jobs": c.Run.Jobs, "database": c.Database,
	}
}

// takeUp sets the options that a run was started with.
func (c *config) takeUp(r store.Run) error {
	for _, key := range []string{"solvers", "graders", "limit", "timeout", "jobs"} {
		if value, ok := r.Options[key]; ok && value != nil {
			c.viper.Set("run"+delimiter+key, value)
		}
	}
	c.viper.Set("run"+delimiter+"seed", r.Seed)
	return c.viper.Unmarshal(c)
}
