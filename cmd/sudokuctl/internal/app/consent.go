package app

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
)

// consent is what counts of all that choose programs. A flag and the user's own config folder count; so do
// absolute paths in the environment. A config file anywhere else, however it is named, and plugin folders
// below the current folder count once "sudokuctl trust" has accepted them: nobody agrees to run programs by
// entering a folder.
type consent struct {
	dirs     []string          // plugin folders that need no acceptance
	accepted []acceptedProgram // what the config file and the plugin folders name, and may
	refused  []host.Config     // what they name and may not, for lists
	trusted  []string          // ids of plugins that need no sandbox
	weak     []string          // ids of plugins that are started even if a wall of it is missing
	notes    []string          // what a person has to know, a line each
	unusable []error           // what the config names and is no plugin

	ungranted sync.Map // paths of plugins of which a person knows that they may not read what they ask for
	weakened  sync.Map // ids of plugins of which a person knows that they run without a wall
}

type acceptedProgram struct {
	host.Config
	accept string // the command that accepts it again
}

// consent returns what counts, found out once.
func (c *Config) consent() *consent {
	if c.agreed == nil {
		c.agreed = &consent{dirs: slices.Clone(c.dirs)}
		c.agreed.weigh(c)
	}
	return c.agreed
}

// weigh goes through all that choose programs.
func (k *consent) weigh(c *Config) {
	if c.addedError != nil {
		k.notes = append(k.notes, fmt.Sprintf("ignored the plugins that were added: %v", c.addedError))
	}
	own, err := isOwnConfig(c.file)
	if err != nil {
		k.notes = append(k.notes, fmt.Sprintf("ignored the programs of your own config: %v", err))
	}
	k.trusted = k.weighExempt(c, own, "trust", func(p pluginConfig) bool { return p.Trust })
	k.weak = k.weighExempt(c, own, "weak_sandbox", func(p pluginConfig) bool { return p.WeakSandbox })
	folders := map[find.Origin]string{} // that must be accepted, for the plugins that they name
	if own {
		for _, p := range entriesOf(c.Plugins, filepath.Dir(c.file)) {
			k.accepted = append(k.accepted, acceptedProgram{p, ""})
		}
	} else if c.file != "" {
		folders[find.FromConfig] = placeOf(c.file)
	}
	k.notes = append(k.notes, c.unsearched()...)
	switch origin := c.origin("plugin_dirs"); {
	case strings.HasPrefix(origin, "environment"):
		for _, dir := range c.PluginDirs {
			if filepath.IsAbs(dir) {
				k.dirs = append(k.dirs, dir)
			} else if _, err := os.Stat(dir); err == nil {
				k.notes = append(k.notes, fmt.Sprintf("ignored the plugins in %q: SUDOKUCTL_PLUGIN_DIRS must have "+
					"absolute paths; --plugin-dir can have others", dir))
			}
		}
	case origin == "default":
		folders[find.FromDir] = "."
	case own:
		for _, dir := range c.PluginDirs {
			k.dirs = append(k.dirs, inFolder(filepath.Dir(c.file), []string{dir})...)
		}
	default:
		folders[find.FromDir] = placeOf(c.file)
	}
	asked := map[string]bool{}
	for _, origin := range []find.Origin{find.FromConfig, find.FromDir} {
		if place, ok := folders[origin]; ok && !asked[place] {
			asked[place] = true
			both := folders[find.FromConfig] == folders[find.FromDir]
			k.weighFolder(place, func(o find.Origin) bool { return both || o == origin })
		}
	}
}

// weighExempt finds out which plugins the config exempts from the sandbox or from one that has all its walls, and may.
func (k *consent) weighExempt(c *Config, own bool, key string, exempt func(pluginConfig) bool) (ids []string) {
	for _, p := range c.Plugins {
		if exempt(p) {
			ids = append(ids, p.ID)
		}
	}
	if own || len(ids) == 0 {
		return ids
	}
	k.notes = append(k.notes, fmt.Sprintf("ignored \"%s: true\" of %s in %s: only --%s and the config in %s lift the sandbox",
		key, strings.Join(ids, ", "), c.file, strings.ReplaceAll(key, "_", "-"), cmp.Or(ownConfigFolder(), "your own config folder")))
	return nil
}

// weighFolder compares what a folder asks for with what was accepted. Only programs of the wanted origins count.
func (k *consent) weighFolder(place string, wanted func(find.Origin) bool) {
	asked, candidates, err := AskOf(place)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			k.notes = append(k.notes, fmt.Sprintf("ignored the plugins of %s: %v", DescribePlace(place), err))
		}
		return
	}
	var programs []accept.Program
	if len(asked.Programs) > 0 {
		programs, err = Records().Check(asked)
	}
	var refused []string
	for i, p := range candidates {
		switch {
		case !wanted(p.Origin):
		case p.unusable():
			p.Refused = p.Candidate.Rejected
			k.refused = append(k.refused, p.Config)
			k.unusable = append(k.unusable, fmt.Errorf("plugin %q: %s: %s", p.ID, p.Candidate.Path, p.Refused))
			k.notes = append(k.notes, fmt.Sprintf("ignored the plugin %s of %s: %s: %s", p.ID, DescribePlace(place),
				p.Candidate.Path, p.Refused))
		case p.Program < 0 || err != nil:
			p.Refused = "not accepted: sudokuctl trust " + Quoted(place)
			k.refused = append(k.refused, p.Config)
			if p.Program >= 0 && !slices.Contains(refused, p.ID) {
				refused = append(refused, p.ID)
			}
		default:
			candidates[i].Sums = programs[p.Program].Sums
			k.accepted = append(k.accepted, acceptedProgram{candidates[i].Config, "sudokuctl trust " + Quoted(place)})
		}
	}
	if len(refused) > 0 {
		k.notes = append(k.notes, fmt.Sprintf("ignored %s of %s (%v); to see and accept: sudokuctl trust %s",
			countedPlugins(refused), DescribePlace(place), err, Quoted(place)))
	}
}

// DescribePlace names a folder or a config file in a sentence.
func DescribePlace(place string) string {
	if place == "." {
		return "this folder"
	}
	return place
}

// countedPlugins names the first few of many plugins.
func countedPlugins(ids []string) string {
	const shown = 5
	text := strings.Join(ids[:min(shown, len(ids))], ", ")
	if more := len(ids) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("the %s %s", screen.Plural(len(ids), "plugin"), text)
}

// AskedPlugin is a plugin that a folder asks for. Program is its index in what is to be accepted, -1 if it
// cannot be used.
type AskedPlugin struct {
	host.Config
	Candidate find.Candidate
	Program   int
	named     bool // in the config
}

// Unusable returns why the first plugin that the config of a folder names cannot be one, nil if there is none such.
func (c *Config) Unusable() error {
	return cmp.Or(append(c.consent().unusable, nil)...)
}

// unusable reports whether the config names the plugin and it is not one. What else lies in a folder is no fault.
func (p AskedPlugin) unusable() bool {
	return p.Program < 0 && p.named && !p.Disabled
}

// AskOf finds out which programs a folder, or a config file, asks for. Nothing is started.
func AskOf(place string) (*accept.Folder, []AskedPlugin, error) {
	path, err := accept.RealPath(place)
	if err != nil {
		return nil, nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	folder, base, file := &accept.Folder{Path: path}, path, filepath.Join(path, configName)
	dirs := defaultPluginDirs
	if !info.IsDir() {
		base, file, dirs = filepath.Dir(path), path, nil
	}
	c := &Config{PluginDirs: dirs}
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
		if c, err = readConfigFile(file); err != nil {
			return nil, nil, err
		}
		if folder.Config, err = child.FileSum(file); err != nil {
			return nil, nil, err
		}
		if !c.viper.InConfig("plugin_dirs") {
			c.PluginDirs = dirs
		}
	}
	entries := entriesOf(c.Plugins, base)
	named := len(entries)
	if _, err := os.Stat(filepath.Join(path, manifest.FileName)); err == nil {
		entries = append(entries, host.Config{Path: path}) // it is a plugin itself
	}
	h := host.New(host.Options{Dirs: inFolder(base, c.PluginDirs), Bridge: bridgeCommand})
	var plugins []AskedPlugin
	for i, candidate := range h.Find(entries...) {
		p := AskedPlugin{Config: host.Config{Path: candidate.Path, Origin: find.FromDir}, Candidate: candidate, Program: -1}
		if i < len(entries) {
			p.Config = entries[i]
			p.Origin, p.named = find.FromConfig, i < named
		}
		p.ID = cmp.Or(p.ID, candidate.ID, filepath.Base(candidate.Path))
		if candidate.Argv != nil && (candidate.Rejected == "" || strings.HasPrefix(candidate.Rejected, "shadowed")) {
			p.Program = len(folder.Programs)
			folder.Programs = append(folder.Programs, programAsked(candidate, p.Origin))
		}
		plugins = append(plugins, p)
	}
	return folder, plugins, nil
}

func programAsked(c find.Candidate, origin find.Origin) accept.Program {
	p := accept.Program{ID: c.ID, Origin: string(origin), Kind: c.Kind, Path: c.Path, Command: c.Command(), Dir: c.Dir,
		Sums: accept.Files(c.Files)}
	if c.Manifest == nil {
		return p
	}
	p.Reads = inFolder(c.Dir, c.Manifest.Reads)
	for _, path := range asksFor(c) { // no checksum says where links lead
		if place, err := confine.Find(path); err == nil && place.Path != filepath.Clean(path) && !place.OfSystem() && !place.In(c.Dir) {
			p.Reads = append(p.Reads, place.Path)
		}
	}
	return p
}

// entriesOf returns those of the config's plugins that name a program. Their names are taken from the folder
// of the config, for what they mean must not depend on where one is.
func entriesOf(plugins []pluginConfig, base string) []host.Config {
	var all []host.Config
	for _, p := range plugins {
		h := p.host()
		switch {
		case len(h.Run) > 0:
			h.Dir = base
		case h.Path == "":
			continue
		default:
			h.Path = pathFrom(base, h.Path)
		}
		all = append(all, h)
	}
	return all
}

// pathFrom returns the absolute path of a program or folder, looked up in PATH if the folder does not have it.
func pathFrom(base, path string) string {
	local := inFolder(base, []string{path})[0]
	if _, err := os.Stat(local); err == nil || filepath.Base(path) != path {
		return local
	}
	if found, err := exec.LookPath(path); err == nil && filepath.IsAbs(found) {
		return found
	}
	return local
}

// placeOf returns what has to be accepted for a config file: its folder, or itself if it has a name of its own.
func placeOf(file string) string {
	if filepath.Base(file) == configName {
		return filepath.Dir(file)
	}
	return file
}

// ownConfigFolder is the user's config folder for this program, "" if there is none.
func ownConfigFolder() string {
	dir, err := os.UserConfigDir()
	if err != nil || !filepath.IsAbs(dir) {
		return ""
	}
	return filepath.Join(dir, "sudokuctl")
}

// isOwnConfig reports whether a config file is in the user's own folder, and why it does not count if somebody
// else could write it.
func isOwnConfig(file string) (bool, error) {
	dir := ownConfigFolder()
	abs, err := filepath.Abs(file)
	if file == "" || dir == "" || err != nil || filepath.Dir(abs) != dir {
		return false, nil
	}
	err = cmp.Or(accept.Own(dir), accept.Own(abs))
	return err == nil, err
}

// Plugin returns the host's config of a plugin; an id that the config does not list has the default settings.
// The program is, in this order: what the config names, what was added, what is in a plugin folder. What does
// not count is left out, so that the bundled algorithm is used if there is one.
func (c *Config) Plugin(id string) host.Config {
	h := host.Config{ID: id}
	for _, p := range c.Plugins {
		if p.ID == id {
			h = p.host()
		}
	}
	if set := c.set[id]; set != nil {
		h.Settings = withSettings(h.Settings, set)
	}
	program := c.program(id)
	h.Path, h.Run, h.Dir, h.Kind = program.Path, program.Run, program.Dir, program.Kind
	h.Sums, h.Origin, h.Refused = program.Sums, program.Origin, program.Refused
	return h
}

// program returns where the program of a plugin is, the zero value if that is not said.
func (c *Config) program(id string) host.Config {
	k := c.consent()
	var inFolder *host.Config
	for i, p := range k.accepted {
		switch {
		case p.ID != id:
		case p.Origin != find.FromDir:
			return p.Config
		case inFolder == nil:
			inFolder = &k.accepted[i].Config
		}
	}
	for _, p := range c.added {
		if p.ID == id && p.Path != "" {
			return host.Config{Path: p.Path, Sums: p.Sums, Origin: find.FromAdded}
		}
	}
	if inFolder != nil {
		return *inFolder
	}
	if !bundled.Has(id) {
		for _, p := range k.refused {
			if p.ID == id {
				return p
			}
		}
	}
	return host.Config{}
}

func (p pluginConfig) host() host.Config {
	return host.Config{ID: p.ID, Kind: p.Kind, Path: p.Path, Run: p.Run, Settings: p.Settings,
		Disabled: p.Enabled != nil && !*p.Enabled, StartTimeout: p.StartTimeout}
}

// HostConfigs returns the configs of all plugins that are listed, added, in plugin folders
// that were accepted, or refused.
func (c *Config) HostConfigs() []host.Config {
	k := c.consent()
	var all []host.Config
	listed := map[string]bool{}
	list := func(id string) {
		if !listed[id] {
			listed[id] = true
			all = append(all, c.Plugin(id))
		}
	}
	for _, p := range c.Plugins {
		list(p.ID)
	}
	for _, p := range c.added {
		list(p.ID)
	}
	for _, p := range k.accepted {
		list(p.ID)
	}
	for _, p := range k.refused {
		if !listed[p.ID] || c.Plugin(p.ID).Refused == "" {
			all = append(all, p)
		}
	}
	return all
}

// unsearched says which plugins nobody finds because of plugin_dirs: those in the folders that are searched if nothing is said.
func (c *Config) unsearched() (notes []string) {
	dirs := inFolder(filepath.Dir(c.file), c.PluginDirs)
	for _, dir := range defaultPluginDirs {
		some, err := os.ReadDir(dir)
		same := func(other string) bool { return other == dir || filepath.Clean(other) == dir }
		if err == nil && len(some) > 0 && c.origin("plugin_dirs") != "default" && !slices.ContainsFunc(dirs, same) {
			notes = append(notes, fmt.Sprintf("%s is not searched for plugins: plugin_dirs names other folders", dir))
		}
	}
	return notes
}
