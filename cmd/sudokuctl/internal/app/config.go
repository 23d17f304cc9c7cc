package app

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/store"
)

// given is a plugin of --plugin. Without a path it is one that is known by its id.
type given struct{ id, path string }

// givenPath returns the path that --plugin gives for an id, "" if it gives none.
func (c *Config) givenPath(id string) string {
	for _, g := range c.given {
		if g.id == id {
			return g.path
		}
	}
	return ""
}

// Config is what config.yaml can say. Keys are snake_case.
type Config struct {
	Database    string         `yaml:"database"`
	PluginDirs  texts          `yaml:"plugin_dirs"`
	PluginIndex string         `yaml:"plugin_index"`
	Plugins     []pluginConfig `yaml:"plugins"`
	Run         runConfig      `yaml:"run"`
	Levels      levelConfig    `yaml:"levels"`

	file  string // "" when there is none
	named bool   // by --config, or by an absolute path in the environment
	// about environment variables that nothing reads, a line each
	unread  []string
	added   []accept.Plugin
	folders []accept.Folder // that earlier versions accepted
	// why what was added does not count
	addedError error
	stamp      string                    // of the records when they were read
	dirs       []string                  // of --plugin-dir
	given      []given                   // of --plugin
	set        map[string]map[string]any // settings by plugin, of --set
	agreed     *consent                  // see there
	viper      *viper.Viper
	tree       *yaml.Node     // of the file, nil without one
	written    map[string]any // the same, as it is shown
	flagged    map[string]bool
}

// pluginConfig is an entry of plugins in the config.
type pluginConfig struct {
	ID           string         `yaml:"id"`
	Kind         string         `yaml:"kind"`
	Path         string         `yaml:"path"`
	Run          texts          `yaml:"run"`
	Settings     map[string]any `yaml:"settings"`
	Enabled      *bool          `yaml:"enabled"`
	StartTimeout time.Duration  `yaml:"start_timeout"`
}

// runConfig is the part of the config about runs.
type runConfig struct {
	Input   texts         `yaml:"input"`
	Solvers texts         `yaml:"solvers"`
	Graders texts         `yaml:"graders"`
	Limit   int           `yaml:"limit"`
	Timeout time.Duration `yaml:"timeout"`
	Workers int           `yaml:"jobs"`
	Seed    uint64        `yaml:"seed"`
}

// Ask returns the limits, time and seed with which plugins are asked for each puzzle, from flags and config.
func (c *runConfig) Ask() runner.Ask {
	return runner.Ask{Limit: c.Limit, Timeout: c.Timeout, Workers: c.Workers, Seed: c.Seed}
}

// levelConfig is the part of the config about levels.
type levelConfig struct {
	Metric string       `yaml:"metric"`
	Bands  []bandConfig `yaml:"bands"`
}

// bandConfig is a level: values below Below that are in no earlier band; nil for the rest.
type bandConfig struct {
	Name  string   `yaml:"name"`
	Below *float64 `yaml:"below"`
}

const configName = "config.yaml"

// loadConfig reads the file, or the first that exists of config.yaml here and in the user's config folder, and lays it
// over the defaults, and the environment over it. Unknown keys and values of another type are errors.
func loadConfig(file string) (*Config, error) {
	c := &Config{viper: viper.New(), flagged: map[string]bool{}}
	c.viper.SetEnvPrefix("SUDOKUCTL")
	c.viper.SetEnvKeyReplacer(strings.NewReplacer(".", "_"))
	c.viper.AutomaticEnv()
	if err := c.read(file); err != nil {
		return nil, err
	}
	var err error
	if c.unread, err = checkEnvironment(os.Environ()); err != nil {
		return nil, err
	}
	for i := range keys {
		c.viper.SetDefault(keys[i].name, keys[i].fallback)
		if err := c.take(&keys[i]); err != nil {
			return nil, UsageErrorf("reading config %s: %w", c.Name(), err)
		}
	}
	disabled := func(id string) bool {
		return slices.ContainsFunc(c.Plugins, func(p pluginConfig) bool { return p.ID == id && p.host().Disabled })
	}
	for key, ids := range map[string]*texts{"run.solvers": &c.Run.Solvers, "run.graders": &c.Run.Graders} {
		if !c.Chosen(key) { // nobody named the disabled ones
			*ids = slices.DeleteFunc(*ids, disabled)
		}
	}
	c.readAdded()
	if c.addedError != nil && !errors.Is(c.addedError, accept.ErrNotOwn) {
		return nil, c.addedError
	}
	return c, c.Check()
}

// take sets the field of a key to its value.
func (c *Config) take(k *key) error {
	if node := c.inFile(k.name); node != nil {
		return node.Decode(k.field(c))
	}
	value := reflect.ValueOf(k.field(c)).Elem()
	value.SetZero() // viper would keep the rest of a longer list
	return c.viper.UnmarshalKey(k.name, value.Addr().Interface())
}

// File is the name of the file that was read, "" if there is none.
func (c *Config) File() string { return c.file }

// Name returns the file of the config for messages, or says that there was none.
func (c *Config) Name() string {
	if c.file == "" {
		return "(defaults and environment)"
	}
	return plain.Line(c.file)
}

// ConfigPlaces are where a config file is looked for when none is named.
func ConfigPlaces() []string {
	places := []string{configName}
	if dir := ownConfigFolder(); dir != "" {
		places = append(places, filepath.Join(dir, configName))
	}
	return places
}

// read reads the named file, or the usual ones if there are any.
func (c *Config) read(file string) error {
	c.named = file != ""
	if file == "" {
		file = os.Getenv("SUDOKUCTL_CONFIG")
		c.named = filepath.IsAbs(file)
	}
	places := ConfigPlaces()
	if file != "" {
		places = []string{file}
	}
	for _, place := range places {
		data, err := os.ReadFile(place)
		if errors.Is(err, fs.ErrNotExist) && file == "" {
			continue
		}
		if err != nil {
			return UsageErrorf("reading config: %w", err)
		}
		c.file = place
		return c.parse(data)
	}
	return nil
}

// parse reads a file. Keys that nothing reads and values of another type than the key's are errors, all of which it
// names.
func (c *Config) parse(data []byte) error {
	documents := yaml.NewDecoder(bytes.NewReader(data))
	var tree, more yaml.Node
	if err := documents.Decode(&tree); err != nil && !errors.Is(err, io.EOF) {
		return UsageErrorf("reading config %s: %w", c.Name(), err)
	}
	if err := documents.Decode(&more); !errors.Is(err, io.EOF) {
		return UsageErrorf("reading config %s: it holds more than one document", c.Name())
	}
	err := tree.Decode(&c.written)
	if err := checkKeys(c.Name(), &tree); err != nil {
		return err
	}
	if c.tree = &tree; err != nil {
		return UsageErrorf("reading config %s: %w", c.Name(), err)
	}
	return nil
}

// Check returns all faults of the config's values, nil if there are none.
func (c *Config) Check() error {
	var faults []error
	fault := func(format string, args ...any) {
		faults = append(faults, fmt.Errorf("config %s: %s", c.Name(), fmt.Sprintf(format, args...)))
	}
	seen := map[string]bool{}
	for _, p := range c.Plugins {
		switch {
		case p.ID == "":
			fault("a plugin has no id")
		case seen[p.ID]:
			fault("plugin %q appears twice", p.ID)
		case p.StartTimeout != 0 && p.StartTimeout < time.Millisecond:
			fault("start_timeout of plugin %q must be a time with its unit such as 10s", p.ID)
		}
		seen[p.ID] = true
		if bundled.Has(p.ID) && p.Kind == "" && p.Path == "" {
			for _, setting := range slices.Sorted(maps.Keys(p.Settings)) {
				if sentence := goneSetting(p.ID, setting, p.Settings[setting]); sentence != "" {
					fault("%s", sentence)
				}
			}
		}
	}
	for _, k := range []struct {
		name     string
		negative bool
	}{{"run.limit", c.Run.Limit < 0}, {"run.timeout", c.Run.Timeout < 0}, {"run.jobs", c.Run.Workers < 0}} {
		if k.negative {
			fault("%s must not be negative", k.name)
		}
	}
	c.checkBands(fault)
	if faults == nil {
		return nil
	}
	return UsageErrorf("%w", errors.Join(faults...))
}

// checkBands refuses levels that no value could have, or that could not be distinguished.
func (c *Config) checkBands(fault func(format string, args ...any)) {
	names, from := map[string]bool{}, math.Inf(-1)
	for i, b := range c.Levels.Bands {
		last := i == len(c.Levels.Bands)-1
		switch {
		case b.Name == "":
			fault("a band of levels.bands has no name")
		case names[b.Name]:
			fault("levels.bands has two bands %q", b.Name)
		case b.Below == nil && !last:
			fault("only the last band of levels.bands can do without below, and %q is not", b.Name)
		case b.Below != nil && !(*b.Below > from):
			fault("levels.bands must rise: %q is below %v", b.Name, *b.Below)
		}
		names[b.Name] = true
		if b.Below != nil {
			from = *b.Below
		}
	}
}

// Set overrides a key by a flag, which counts more than the environment and the file.
func (c *Config) Set(name string, value any) {
	c.viper.Set(name, value)
	c.flagged[name] = true
	c.agreed = nil
	i := slices.IndexFunc(keys, func(k key) bool { return k.name == name })
	if err := c.take(&keys[i]); err != nil {
		panic(fmt.Sprintf("setting %s: %v", name, err))
	}
}

// StoreLevels returns the levels of the config in the library's form, for conditions, levels and random puzzles.
func (c *Config) StoreLevels() []store.Level {
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

// Band returns the name of the level of the config in which a value of its metric lies, "" for NaN.
func (c *Config) Band(value float64) string {
	for _, b := range c.Levels.Bands {
		if b.Below == nil && !math.IsNaN(value) || b.Below != nil && value < *b.Below {
			return b.Name
		}
	}
	return ""
}

// Value is a key of the config with its value and where that is from.
type Value struct {
	Key    string `json:"key"`
	Origin string `json:"origin"`
	Value  any    `json:"value"`
}

// Values returns all keys with their values and where these are from, sorted, for the command config.
func (c *Config) Values() []Value {
	all := make([]Value, len(keys))
	for i, k := range keys {
		all[i] = Value{Key: k.name, Origin: c.origin(k.name), Value: c.viper.Get(k.name)}
		if c.inFile(k.name) != nil {
			var value any = c.written
			for part := range strings.SplitSeq(k.name, ".") {
				value = value.(map[string]any)[part]
			}
			all[i].Value = value
		}
		if k.name == "plugins" {
			if all[i].Value = c.pluginsSet(); c.set != nil {
				all[i].Origin = "flag"
			}
		}
	}
	slices.SortFunc(all, func(a, b Value) int { return strings.Compare(a.Key, b.Key) })
	return all
}

// pluginsSet returns the plugins with their settings of --set, as the config would list them.
func (c *Config) pluginsSet() []any {
	plugins, listed, left := []any{}, []any{}, maps.Clone(c.set)
	if c.inFile("plugins") != nil {
		listed = c.written["plugins"].([]any)
	}
	for _, entry := range listed {
		p, _ := entry.(map[string]any)
		if id, _ := p["id"].(string); left[id] != nil {
			settings, _ := p["settings"].(map[string]any)
			p = withSettings(p, map[string]any{"settings": withSettings(settings, left[id])})
			delete(left, id)
		}
		plugins = append(plugins, p)
	}
	for _, id := range slices.Sorted(maps.Keys(left)) {
		plugins = append(plugins, map[string]any{"id": id, "settings": left[id]})
	}
	return plugins
}

// Chosen reports whether somebody has set a key, be it to its default.
func (c *Config) Chosen(key string) bool { return c.origin(key) != "default" }

// origin says where the value of a key is from.
func (c *Config) origin(key string) string {
	variable := variablePrefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
	switch {
	case c.flagged[key]:
		return "flag"
	case os.Getenv(variable) != "":
		return "environment " + variable
	case c.node(key) != nil:
		return "file " + c.file
	}
	return "default"
}

// setSettings overrides settings of plugins by what --set says: ID.SETTING=VALUE, the value as in the config.
func (a *App) setSettings(texts []string) error {
	if len(texts) == 0 {
		return nil
	}
	a.set, a.setTexts = map[string]map[string]any{}, map[string]map[string]any{}
	a.Config.set = a.set
	var known []string
	for _, c := range a.Host().Find(a.Config.HostConfigs()...) {
		known = append(known, c.ID)
	}
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		id, setting, dotted := strings.Cut(name, ".")
		if !ok || !dotted || id == "" || setting == "" {
			return UsageErrorf("--set %q is not ID.SETTING=VALUE", text)
		}
		if !slices.Contains(known, id) {
			return UsageErrorf("--set %q: there is no plugin %q%s", text, id, screen.DidYouMean(id, known))
		}
		if sentence := goneSetting(id, setting, value); sentence != "" && bundled.Has(id) {
			return UsageErrorf("--set %s: %s", text, sentence)
		}
		var v any
		if err := yaml.Unmarshal([]byte(value), &v); err != nil || v == nil {
			v = value
		}
		setOne(a.set, id, setting, v)
		switch v.(type) {
		case int, uint64, float64:
			setOne(a.setTexts, id, setting, value)
		}
	}
	return nil
}

// setOne adds one setting of a plugin.
func setOne(settings map[string]map[string]any, id, setting string, value any) {
	if settings[id] == nil {
		settings[id] = map[string]any{}
	}
	settings[id][setting] = value
}

// SetSettings returns the settings of plugins that --set gives, without those of the config.
func (a *App) SetSettings() map[string]map[string]any { return a.set }
