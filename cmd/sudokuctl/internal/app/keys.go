package app

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/runner"
)

// key is one key of the config, with its default and the flag of run that overrides it.
type key struct {
	name     string            // "run.limit"
	field    func(*Config) any // a pointer to what holds its value
	fallback any
	flag     string // "" if there is none
	help     string // of the flag
}

// texts is a list, for which a text with commas will do.
type texts []string

// UnmarshalYAML reads a list, or one text of words between commas, as flags and the environment have them.
func (t *texts) UnmarshalYAML(value *yaml.Node) error {
	if value.Kind == yaml.ScalarNode {
		*t = strings.FieldsFunc(value.Value, func(r rune) bool { return r == ',' })
		return nil
	}
	return value.Decode((*[]string)(t))
}

const variablePrefix = "SUDOKUCTL_"

// Variables with the prefix that are no keys of the config: this program or its tests read them, or set them for
// plugins.
var (
	otherVariables = []string{"SUDOKUCTL_CONFIG", "SUDOKUCTL_SHARDS", "SUDOKUCTL_PUZZLES", "SUDOKUCTL_PLUGIN",
		"SUDOKUCTL_HOST_PID", "SUDOKUCTL_RIGHTS", "SUDOKUCTL_SUMS", "SUDOKUCTL_EVERY",
		"SUDOKUCTL_KILLS", "SUDOKUCTL_THOROUGH",
		"SUDOKUCTL_BROWSER", "SUDOKUCTL_PLANT", "SUDOKUCTL_SEED", "SUDOKUCTL_SIMULATE",
		"SUDOKUCTL_TORTURE", "SUDOKUCTL_STORM", "SUDOKUCTL_SDK", "SUDOKUCTL_GROWTH"}
	reservedPrefixes = []string{"SUDOKUCTL_OPTION_", "SUDOKUCTL_TEST_"}
)

// variable is the environment variable that overrides the key.
func (k *key) variable() string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(k.name, ".", "_"))
}

// keys has every key, for viper looks for environment variables of known keys only.
var keys = []key{
	{"database", func(c *Config) any { return &c.Database }, "sudoku.db", "", ""},
	{"plugin_dirs", func(c *Config) any { return &c.PluginDirs }, defaultPluginDirs, "", ""},
	{"plugin_index", func(c *Config) any { return &c.PluginIndex }, "", "", ""},
	{"plugins", func(c *Config) any { return &c.Plugins }, []any{}, "", ""},
	{"run.input", func(c *Config) any { return &c.Run.Input }, []string{"sample:quick"}, "", ""},
	{"run.solvers", func(c *Config) any { return &c.Run.Solvers }, []string{"entropybt", "rules", "ga", "convex", "dlx"},
		"solver", "solvers instead of run.solvers"},
	{"run.graders", func(c *Config) any { return &c.Run.Graders }, []string{"entropybt", "rules", "redundancy"},
		"grader", "graders instead of run.graders; none for no grades"},
	{"run.limit", func(c *Config) any { return &c.Run.Limit }, 2, "limit",
		"stop at this many solutions of a puzzle, 0 = no limit"},
	{"run.timeout", func(c *Config) any { return &c.Run.Timeout }, 10 * time.Second,
		"timeout", "time limit for each puzzle, 0 = no limit"},
	{"run.jobs", func(c *Config) any { return &c.Run.Workers }, 0,
		"jobs", "puzzles solved at the same time, 0 = one per processor"},
	{"run.seed", func(c *Config) any { return &c.Run.Seed }, uint64(1), "seed",
		"seed of algorithms that use random numbers"},
	{"levels.metric", func(c *Config) any { return &c.Levels.Metric }, "se", "", ""},
	{"levels.bands", func(c *Config) any { return &c.Levels.Bands }, []any{
		map[string]any{"name": "easy", "below": 1.5}, map[string]any{"name": "medium", "below": 2.5},
		map[string]any{"name": "hard", "below": 5.0}, map[string]any{"name": "evil"},
	}, "", ""},
}

// checkEnvironment refuses values of another type than the key's. It returns a line for each variable that looks as if
// it were for this program and that nothing reads.
func checkEnvironment(environment []string) (unread []string, err error) {
	var known []string // in small letters, as names are compared
	for i := range keys {
		known = append(known, strings.ToLower(keys[i].variable()))
	}
	for _, entry := range environment {
		name, value, _ := strings.Cut(entry, "=")
		reserved := slices.ContainsFunc(reservedPrefixes, func(p string) bool { return strings.HasPrefix(name, p) })
		if value == "" || !strings.HasPrefix(name, variablePrefix) || reserved || slices.Contains(otherVariables, name) {
			continue
		}
		if i := slices.IndexFunc(keys, func(k key) bool { return k.variable() == name }); i >= 0 {
			of := reflect.TypeOf(keys[i].fallback)
			if want := wanted(of, &yaml.Node{Kind: yaml.ScalarNode, Value: value}); want != "" {
				return nil, UsageErrorf("environment variable %s must be %s", name, want)
			}
			continue
		}
		line := "nothing reads the environment variable " + name
		if near := plain.Nearest(name, known); near != "" {
			line += fmt.Sprintf("; did you mean %q?", strings.ToUpper(near))
		}
		unread = append(unread, line)
	}
	return unread, nil
}

var defaultPluginDirs = []string{"bin/plugins"}

// RunFlags defines the flags that override keys of the config. Their own defaults are not used.
func RunFlags(f *pflag.FlagSet) {
	for _, k := range keys {
		if k.flag == "" {
			continue
		}
		switch k.fallback.(type) {
		case []string:
			f.StringSlice(k.flag, nil, k.help)
		case time.Duration:
			f.Duration(k.flag, 0, k.help)
		case uint64:
			f.Uint64(k.flag, 0, k.help)
		default:
			f.Int(k.flag, 0, k.help)
		}
	}
}

// TakeFlags overrides the keys whose flags are given. A default of a flag does not count, so that the config does.
func (c *Config) TakeFlags(f *pflag.FlagSet) error {
	for _, k := range keys {
		flag := f.Lookup(k.flag)
		switch {
		case k.flag == "" || !flag.Changed:
			continue
		case flag.Value.Type() == "stringSlice":
			c.Set(k.name, flag.Value.(pflag.SliceValue).GetSlice())
		default:
			c.Set(k.name, flag.Value.String())
		}
	}
	return c.Check()
}

// checkKeys refuses keys that nothing reads, with the place and the key that was probably meant, and values of another
// type than the key's. It names all of them.
func checkKeys(file string, tree *yaml.Node) error {
	var faults []error
	for _, document := range tree.Content {
		checkValue("", document, reflect.TypeFor[Config](), func(at *yaml.Node, fault string) {
			faults = append(faults, fmt.Errorf("%s:%d:%d: %s", file, at.Line, at.Column, fault))
		})
	}
	if faults == nil {
		return nil
	}
	return UsageErrorf("%w", errors.Join(faults...))
}

// checkValue reports what is wrong with the value of a key, and with those below it; elements of a list have the key of
// the list.
func checkValue(name string, value *yaml.Node, t reflect.Type, fault func(at *yaml.Node, fault string)) {
	for value.Kind == yaml.AliasNode {
		value = value.Alias
	}
	if want := wanted(t, value); want != "" {
		fault(value, strings.TrimSpace(name+" must be "+want))
		return
	}
	switch {
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct:
		for _, element := range value.Content {
			if element.ShortTag() == "!!null" {
				fault(element, name+" must be a mapping")
			}
			checkValue(name, element, t.Elem(), fault)
		}
	case t.Kind() == reflect.Struct && value.Kind == yaml.MappingNode:
		below, known := map[string]reflect.Type{}, []string{}
		for field := range t.Fields() {
			if key := field.Tag.Get("yaml"); key != "" {
				below[key], known = field.Type, append(known, key)
			}
		}
		prefix := strings.TrimPrefix(name+".", ".")
		for i := 0; i+1 < len(value.Content); i += 2 {
			key := value.Content[i]
			if t := below[key.Value]; t != nil {
				checkValue(prefix+key.Value, value.Content[i+1], t, fault)
			} else if sentence := gone("key " + prefix + key.Value); sentence != "" {
				fault(key, sentence)
			} else {
				fault(key, fmt.Sprintf("unknown key %q%s", prefix+key.Value, screen.DidYouMean(key.Value, known)))
			}
		}
	}
}

// wanted says what a value should be to be of a type, "" if it is: 2.7 is no whole number, and a single text will do
// for a list.
func wanted(t reflect.Type, value *yaml.Node) (want string) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	tag, good := value.ShortTag(), false
	switch of := reflect.New(t); {
	case t == reflect.TypeFor[time.Duration]():
		_, err := time.ParseDuration(value.Value)
		if want, good = "a time with its unit such as 10s", err == nil; good {
			value.Tag = "!!str" // of 0, too
		}
	case t == reflect.TypeFor[texts]() || t == reflect.TypeFor[[]string]():
		want, good = "a list of texts", tag == "!!seq" && value.Decode(of.Interface()) == nil || value.Kind == yaml.ScalarNode
	case t.Kind() == reflect.Slice:
		want, good = "a list", tag == "!!seq"
	case t.Kind() == reflect.Struct || t.Kind() == reflect.Map:
		want, good = "a mapping", tag == "!!map"
	case t.Kind() == reflect.Int:
		want, good = "a whole number", tag == "!!int" && value.Decode(of.Interface()) == nil
	case t.Kind() == reflect.Uint64:
		want, good = "a whole number of 0 or more", tag == "!!int" && value.Decode(of.Interface()) == nil
	case t.Kind() == reflect.Float64:
		want, good = "a number", value.Decode(of.Interface()) == nil
	case t.Kind() == reflect.Bool:
		want, good = "true or false", value.Decode(of.Interface()) == nil
	default:
		want, good = "a single value", value.Kind == yaml.ScalarNode
	}
	if good || tag == "!!null" {
		return ""
	}
	if value.Kind == yaml.ScalarNode {
		want += fmt.Sprintf(", not %q", value.Value)
	}
	return want
}

// inFile returns the value that the file gives a key, nil if the key has it from elsewhere.
func (c *Config) inFile(key string) *yaml.Node {
	if !strings.HasPrefix(c.origin(key), "file ") {
		return nil
	}
	return c.node(key)
}

// node returns the value of a key in the file, nil if it has none.
func (c *Config) node(key string) *yaml.Node {
	if c.tree == nil || len(c.tree.Content) == 0 {
		return nil
	}
	node := c.tree.Content[0]
	for part := range strings.SplitSeq(key, ".") {
		if node = valueOf(node, part); node == nil || node.ShortTag() == "!!null" {
			return nil
		}
	}
	return node
}

// valueOf returns the value of a key of a mapping, nil if it has none.
func valueOf(mapping *yaml.Node, key string) *yaml.Node {
	for mapping.Kind == yaml.AliasNode {
		mapping = mapping.Alias
	}
	for i := 0; i+1 < len(mapping.Content) && mapping.Kind == yaml.MappingNode; i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return nil
}

// placed returns an error about settings with the place in the file of the setting that it names, if the file has it.
func (c *Config) placed(err *runner.SettingsError) error {
	list := c.inFile("plugins")
	for i := 0; list != nil && i < len(list.Content); i++ {
		node := valueOf(list.Content[i], "settings")
		if node == nil || c.Plugins[i].ID != err.ID {
			continue
		}
		for k := 0; k+1 < len(node.Content); k += 2 {
			key := node.Content[k]
			if _, flagged := c.set[err.ID][key.Value]; !flagged &&
				strings.Contains(err.Error(), fmt.Sprintf("setting %q", key.Value)) {
				return fmt.Errorf("%s:%d:%d: %w", c.Name(), key.Line, key.Column, err)
			}
		}
	}
	return err
}
