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
	Database    string         `mapstructure:"database"`
	PluginDirs  []string       `mapstructure:"plugin_dirs"`
	PluginIndex string         `mapstructure:"plugin_index"`
	Plugins     []pluginConfig `mapstructure:"plugins"`
	Run         runConfig      `mapstructure:"run"`
	Levels      levelConfig    `mapstructure:"levels"`

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
	tree       *yaml.Node // of the file, nil without one
	flagged    map[string]bool
}

// pluginConfig is an entry of plugins in the config.
type pluginConfig struct {
	ID           string         `mapstructure:"id"`
	Kind         string         `mapstructure:"kind"`
	Path         string         `mapstructure:"path"`
	Run          []string       `mapstructure:"run"`
	Settings     map[string]any `mapstructure:"settings"`
	Enabled      *bool          `mapstructure:"enabled"`
	StartTimeout time.Duration  `mapstructure:"start_timeout"`
}

// runConfig is the part of the config about runs.
type runConfig struct {
	Input   []string      `mapstructure:"input"`
	Solvers []string      `mapstructure:"solvers"`
	Graders []string      `mapstructure:"graders"`
	Limit   int           `mapstructure:"limit"`
	Timeout time.Duration `mapstructure:"timeout"`
	Workers int           `mapstructure:"jobs"`
	Seed    uint64        `mapstructure:"seed"`
}

// Ask is what is asked of plugins for each puzzle.
func (c *runConfig) Ask() runner.Ask {
	return runner.Ask{Limit: c.Limit, Timeout: c.Timeout, Workers: c.Workers, Seed: c.Seed}
}

// levelConfig is the part of the config about levels.
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

// loadConfig reads the file, or the first that exists of config.yaml here and in the user's config folder,
// and lays it over the defaults, and the environment over it. Unknown keys and wrong types are errors.
func loadConfig(file string) (*Config, error) {
	v := viper.NewWithOptions(viper.KeyDelimiter(delimiter))
	for _, k := range keys {
		v.SetDefault(k.path(), k.fallback)
	}
	v.SetEnvPrefix("SUDOKUCTL")
	v.SetEnvKeyReplacer(strings.NewReplacer(delimiter, "_"))
	v.AutomaticEnv()
	c := &Config{viper: v, flagged: map[string]bool{}}
	if err := c.read(file); err != nil {
		return nil, err
	}
	var err error
	if c.unread, err = checkEnvironment(os.Environ()); err != nil {
		return nil, err
	}
	if err := c.unmarshal(); err != nil {
		return nil, err
	}
	c.readAdded()
	if c.addedError != nil && !errors.Is(c.addedError, accept.ErrNotOwn) {
		return nil, c.addedError
	}
	return c, c.Check()
}

// File is the name of the file that was read, "" if there is none.
func (c *Config) File() string { return c.file }

// Name says where the config is from.
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

// unmarshal takes over what viper has of file, environment and flags.
func (c *Config) unmarshal() error {
	if err := c.viper.UnmarshalExact(c); err != nil {
		return UsageErrorf("reading config %s: %w", c.Name(), err)
	}
	disabled := func(id string) bool {
		return slices.ContainsFunc(c.Plugins, func(p pluginConfig) bool { return p.ID == id && p.host().Disabled })
	}
	for key, ids := range map[string]*[]string{"run.solvers": &c.Run.Solvers, "run.graders": &c.Run.Graders} {
		if !c.Chosen(strings.ReplaceAll(key, ".", delimiter)) { // nobody named the disabled ones
			*ids = slices.DeleteFunc(slices.Clone(*ids), disabled)
		}
	}
	for i, node := range c.settingNodes() {
		if node == nil || i >= len(c.Plugins) {
			continue
		}
		c.Plugins[i].Settings = nil // viper has lowered the names of the settings
		if err := node.Decode(&c.Plugins[i].Settings); err != nil {
			return UsageErrorf("reading config %s: %w", c.Name(), err)
		}
	}
	return nil
}

// parse reads a file. Keys that nothing reads and values of another type than the key's are errors, all of which it names.
func (c *Config) parse(data []byte) error {
	documents := yaml.NewDecoder(bytes.NewReader(data))
	var tree, more yaml.Node
	if err := documents.Decode(&tree); err != nil && !errors.Is(err, io.EOF) {
		return UsageErrorf("reading config %s: %w", c.Name(), err)
	}
	if err := documents.Decode(&more); !errors.Is(err, io.EOF) {
		return UsageErrorf("reading config %s: it holds more than one document", c.Name())
	}
	if err := checkKeys(c.Name(), &tree); err != nil {
		return err
	}
	c.tree = &tree
	c.viper.SetConfigType("yaml")
	if err := c.viper.ReadConfig(bytes.NewReader(data)); err != nil {
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

// Set overrides a key by a flag.
func (c *Config) Set(key string, value any) {
	c.viper.Set(key, value)
	c.flagged[key] = true
	c.agreed = nil
	if err := c.unmarshal(); err != nil {
		panic(fmt.Sprintf("setting %s: %v", key, err))
	}
}

// StoreLevels are the levels of the config as the library knows them.
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

// Values returns all keys, sorted.
func (c *Config) Values() []Value {
	keys := c.viper.AllKeys()
	slices.Sort(keys)
	all := make([]Value, len(keys))
	for i, key := range keys {
		all[i] = Value{Key: strings.ReplaceAll(key, delimiter, "."), Origin: c.origin(key), Value: c.viper.Get(key)}
		if key == "plugins" {
			if all[i].Value = c.pluginsSet(); c.set != nil {
				all[i].Origin = "flag"
			}
		}
	}
	return all
}

// pluginsSet returns the plugins with their settings of --set, as the config would list them.
func (c *Config) pluginsSet() []any {
	plugins, listed, left := []any{}, []any{}, maps.Clone(c.set)
	if c.tree != nil && len(c.tree.Content) > 0 { // viper has lowered the names of settings
		if list := valueOf(c.tree.Content[0], "plugins"); list != nil {
			_ = list.Decode(&listed) // its types have been checked
		}
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
	variable := "SUDOKUCTL_" + strings.ToUpper(strings.ReplaceAll(key, delimiter, "_"))
	switch {
	case c.flagged[key]:
		return "flag"
	case os.Getenv(variable) != "":
		return "environment " + variable
	case c.file != "" && c.viper.InConfig(key):
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
