package app

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
)

// consent decides which programs run as plugins. A program runs because a person added it with "plugin add" or named
// it, see source. Files that lie in the current folder choose among these programs, order them and set them. They bring
// no others, because nobody agrees to run programs by entering a folder.
type consent struct {
	dirs     []string      // plugin folders that a person named
	programs []host.Config // programs of the config file, and of local folders, that run
	typed    bool          // the person wrote the config file, and so the commands in it
	refused  []host.Config // local programs that do not run; lists show them
	notes    []string      // lines that say why something was ignored
	hints    []string      // lines about local programs that would run if they were added
	unusable error         // the first entry of a local config that is no plugin

	ungranted sync.Map // paths of plugins of which a person knows that they may not read what they ask for
	weakened  sync.Map // ids of plugins of which a person knows that they run without a wall
}

// A source is where the name of a program, or of a plugin folder, comes from.
type source int

const (
	local source = iota // a file of the current folder, a relative path in the environment, or a default
	named               // a flag, or an absolute path in the environment
	own                 // the config in the person's own config folder
)

// fileSource returns the source of the programs in the config file. If somebody else can write a file that a person
// named, its programs do not run, and the error says so.
func (c *Config) fileSource() (source, error) {
	if c.file == "" {
		return local, nil
	}
	file := absolute("", c.file)
	if dir := ownConfigFolder(); dir != "" && filepath.Dir(file) == dir {
		return own, cmp.Or(accept.Own(dir), accept.Own(file))
	}
	if c.named {
		return named, accept.Own(file)
	}
	return local, nil
}

// dirSource returns the source of a folder of plugin_dirs, and the folder that relative ones are taken from.
func (c *Config) dirSource(dir string, file source) (_ source, base string) {
	switch origin := c.origin("plugin_dirs"); {
	case strings.HasPrefix(origin, "file"):
		return file, filepath.Dir(c.file)
	case strings.HasPrefix(origin, "environment") && filepath.IsAbs(dir):
		return named, ""
	}
	return local, ""
}

// consent returns the decision, which is made once.
func (c *Config) consent() *consent {
	if c.agreed == nil {
		c.agreed = &consent{dirs: slices.Clone(c.dirs)}
		c.agreed.decide(c)
	}
	return c.agreed
}

// decide goes through everything that names programs.
func (k *consent) decide(c *Config) {
	if c.addedError != nil {
		k.note("ignored the plugins that were added: %v", c.addedError)
	}
	file, fault := c.fileSource()
	entries := entriesOf(c.Plugins, realPath(filepath.Dir(c.file)))
	if fault != nil {
		k.note("ignored the programs of %s: %v", c.file, fault)
		file, entries = local, nil
	} else if file != local {
		k.programs, k.typed, entries = entries, file == own, nil
	}
	var dirs []string
	for _, dir := range c.PluginDirs {
		from, base := c.dirSource(dir, file)
		dir = absolute(realPath(base), dir)
		if from != local {
			k.dirs = append(k.dirs, dir)
		} else if !slices.ContainsFunc(k.dirs, func(known string) bool { return samePath(known, dir) }) {
			dirs = append(dirs, dir)
		}
	}
	if len(entries)+len(dirs) > 0 {
		k.decideLocal(c, entries, dirs)
	}
}

// decideLocal finds the programs that lie here, without starting any, and decides which of them a person has added.
func (k *consent) decideLocal(c *Config, entries []host.Config, dirs []string) {
	var ofFile, inDirs []host.Config // that a person may add
	for i, candidate := range host.New(host.Options{Dirs: dirs, Bridge: bridgeCommand}).Find(entries...) {
		p, entry := host.Config{Path: candidate.Path, Origin: find.FromDir}, i < len(entries)
		if entry {
			p = entries[i]
		}
		if p.Disabled {
			continue
		}
		p.ID = cmp.Or(p.ID, candidate.ID, filepath.Base(candidate.Path))
		added, err := c.addedAs(p, candidate)
		switch {
		case candidate.Rejected != "" && !strings.HasPrefix(candidate.Rejected, "shadowed"):
			p.Refused = candidate.Rejected
			if entry {
				k.unusable = cmp.Or(k.unusable, fmt.Errorf("plugin %q: %s: %s", p.ID, candidate.Path, p.Refused))
				k.note("ignored the plugin %s of %s: %s: %s", p.ID, c.file, candidate.Path, p.Refused)
			}
		case err != nil:
			p.Refused = err.Error()
			k.note("ignored the plugin %s: %v", p.ID, err)
		case added != nil:
			k.programs = append(k.programs, *added)
			continue
		default:
			p.Refused = "not added: " + addCommand(p)
			if entry {
				ofFile = append(ofFile, p)
			} else {
				inDirs = append(inDirs, p)
			}
		}
		k.refused = append(k.refused, p)
	}
	if len(ofFile) > 0 {
		k.hints = append(k.hints, ignored(ofFile, "of "+c.file, "--config "+Quoted(dotted(c.file))))
	}
	if len(inDirs) > 0 {
		for i, dir := range dirs {
			dirs[i] = Quoted(shown(dir))
		}
		flags := "--plugin-dir " + strings.Join(dirs, " --plugin-dir ")
		k.hints = append(k.hints, ignored(inDirs, "in "+strings.Join(dirs, ", "), flags))
	}
}

// addedAs returns the added program that a local one is, nil if nobody has added it. A config may give it another id,
// but not another command.
func (c *Config) addedAs(p host.Config, candidate find.Candidate) (*host.Config, error) {
	for _, known := range c.added {
		same := len(p.Run) == 0 && samePath(known.Path, candidate.Path)
		if !same && known.ID == p.ID {
			then := host.New(host.Options{}).Find(host.Config{Path: known.Path})[0]
			same = slices.Equal(commandOf(candidate), commandOf(then))
		}
		if same {
			p.Path, p.Run, p.Dir, p.Kind, p.Sums, p.Origin = known.Path, nil, "", "", known.Sums, find.FromAdded
			return &p, nil
		}
	}
	for _, folder := range c.folders {
		known := folder.Program(candidate.ID, candidate.Path, candidate.Kind, candidate.Dir, candidate.Command())
		here := []string{realPath(""), realPath(filepath.Dir(c.file)), realPath(c.file)}
		if known != nil && slices.Contains(here, folder.Path) {
			p.Sums, p.Origin = known.Sums, find.FromAdded
			return &p, folder.Own()
		}
	}
	return nil, nil
}

// commandOf returns the command of a candidate with absolute paths of the files that it names.
func commandOf(c find.Candidate) []string {
	words := slices.Clone(c.Command())
	for i, word := range words {
		if path := absolute(c.Dir, word); slices.Contains(c.Files, path) {
			words[i] = path
		}
	}
	return words
}

// note adds a line for people. Text of a stranger in it cannot begin another line.
func (k *consent) note(format string, args ...any) {
	k.notes = append(k.notes, plain.Line(fmt.Sprintf(format, args...)))
}

// ignored says that programs of a place do not run, and which commands would run one of them and all of them.
func ignored(programs []host.Config, place, all string) string {
	const shown = 5
	var ids []string
	for _, p := range programs {
		ids = append(ids, p.ID)
	}
	which, them, one := strings.Join(ids[:min(shown, len(ids))], ", "), "it", addCommand(programs[0])
	if more := len(ids) - shown; more > 0 {
		which += fmt.Sprintf(" and %d more", more)
	}
	if len(ids) > 1 {
		them, one = "them", "sudokuctl plugin add PATH for each"
	}
	return plain.Line(fmt.Sprintf("ignored the %s %s %s, which nobody has added; to run %s: %s, or %s",
		screen.Plural(len(ids), "plugin"), which, place, them, one, all))
}

// addCommand returns the command that adds a program.
func addCommand(p host.Config) string {
	command := p.Run
	if len(command) == 0 && p.Kind == "exec" {
		if info, err := os.Stat(p.Path); err == nil && !info.IsDir() {
			command = []string{shown(p.Path)}
		}
	}
	if len(command) == 0 {
		return "sudokuctl plugin add " + Quoted(shown(p.Path))
	}
	return "sudokuctl plugin add " + Quoted(p.ID) + " -- " + QuotedAll(command)
}

// shown returns a path as people type it here.
func shown(path string) string {
	rel, err := filepath.Rel(realPath(""), path)
	if err != nil || !filepath.IsLocal(rel) {
		return path
	}
	return dotted(rel)
}

// dotted makes a name in this folder a path.
func dotted(path string) string {
	if filepath.Base(path) == path && path != "." {
		return "." + string(filepath.Separator) + path
	}
	return path
}

// absolute returns a path that is taken from a folder, which is the current one if it is "".
func absolute(dir, path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path // the current folder is gone, and with it all that could be there
}

// realPath follows symbolic links.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(absolute("", path)); err == nil {
		return real
	}
	return path
}

// samePath reports whether two paths lead to the same file, by whatever links.
func samePath(a, b string) bool { return a == b || realPath(a) == realPath(b) }

// Unusable returns why the first plugin that the config of a folder names cannot be one, nil if there is none such.
func (c *Config) Unusable() error { return c.consent().unusable }

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
	local := absolute(base, path)
	if _, err := os.Stat(local); err == nil || filepath.Base(path) != path {
		return local
	}
	if found, err := exec.LookPath(path); err == nil && filepath.IsAbs(found) {
		return found
	}
	return local
}

// ownConfigFolder is the user's config folder for this program, "" if there is none.
func ownConfigFolder() string {
	dir, err := os.UserConfigDir()
	if err != nil || !filepath.IsAbs(dir) {
		return ""
	}
	return filepath.Join(dir, "sudokuctl")
}

// Plugin returns the host's config of a plugin; an id that the config does not list has the default settings. The
// program comes from the config, else from the added plugins, else from a plugin folder. A program that may not run is
// left out, so that the bundled algorithm is used if there is one.
func (c *Config) Plugin(id string) host.Config {
	if path := c.givenPath(id); path != "" {
		return host.Config{Path: path, Settings: c.set[id]}
	}
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
	is := func(p host.Config) bool { return p.ID == id }
	if i := slices.IndexFunc(k.programs, is); i >= 0 {
		return k.programs[i]
	}
	for _, p := range c.added {
		if p.ID == id && p.Path != "" {
			return host.Config{Path: p.Path, Sums: p.Sums, Origin: find.FromAdded}
		}
	}
	if i := slices.IndexFunc(k.refused, is); i >= 0 && !bundled.Has(id) {
		return k.refused[i]
	}
	return host.Config{}
}

// host returns the entry in the form that the host takes.
func (p pluginConfig) host() host.Config {
	return host.Config{ID: p.ID, Kind: p.Kind, Path: p.Path, Run: p.Run, Settings: p.Settings,
		Disabled: p.Enabled != nil && !*p.Enabled, StartTimeout: p.StartTimeout}
}

// HostConfigs returns the configs of all plugins that are listed, added, named, or refused.
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
	for _, g := range c.given {
		list(g.id)
	}
	for _, p := range c.Plugins {
		list(p.ID)
	}
	for _, p := range c.added {
		list(p.ID)
	}
	for _, p := range k.programs {
		list(p.ID)
	}
	for _, p := range k.refused {
		if !listed[p.ID] || c.Plugin(p.ID).Refused == "" {
			all = append(all, p)
		}
	}
	return all
}
