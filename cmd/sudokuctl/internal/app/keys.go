package app

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// key is one key of the config and all that is said of it: what it is by default, and which flag of run overrides it.
type key struct {
	name     string // "run.limit"
	fallback any
	flag     string // "" if there is none
	help     string // of the flag
}

// delimiter separates the parts of viper's keys; a dot could be part of a name.
const delimiter = "::"

// path is the key as viper has it.
func (k *key) path() string { return strings.ReplaceAll(k.name, ".", delimiter) }

const variablePrefix = "SUDOKUCTL_"

// What begins with the prefix and is no key of the config: variables that this program or its tests read, or
// sets for plugins.
var (
	otherVariables = []string{"SUDOKUCTL_CONFIG", "SUDOKUCTL_SHARDS", "SUDOKUCTL_PUZZLES", "SUDOKUCTL_PLUGIN",
		"SUDOKUCTL_HOST_PID", "SUDOKUCTL_RIGHTS", "SUDOKUCTL_SUMS", "SUDOKUCTL_EVERY", "SUDOKUCTL_KILLS", "SUDOKUCTL_THOROUGH",
		"SUDOKUCTL_BROWSER", "SUDOKUCTL_PLANT", "SUDOKUCTL_SEED", "SUDOKUCTL_SIMULATE", "SUDOKUCTL_TORTURE", "SUDOKUCTL_STORM",
		"SUDOKUCTL_SDK", "SUDOKUCTL_GROWTH"}
	reservedPrefixes = []string{"SUDOKUCTL_OPTION_", "SUDOKUCTL_TEST_"}
)

// variable is the environment variable that overrides the key.
func (k *key) variable() string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(k.name, ".", "_"))
}

// keys has every key, for viper looks for environment variables of known keys only.
var keys = []key{
	{name: "database", fallback: "sudoku.db"},
	{name: "plugin_dirs", fallback: defaultPluginDirs},
	{name: "plugin_index", fallback: ""},
	{name: "plugins", fallback: []any{}},
	{name: "run.input", fallback: []string{"sample:quick"}},
	{name: "run.solvers", fallback: []string{"entropybt", "rules", "ga", "convex", "dlx"},
		flag: "solver", help: "solvers instead of run.solvers"},
	{name: "run.graders", fallback: []string{"entropybt", "rules", "redundancy"},
		flag: "grader", help: "graders instead of run.graders; none for no grades"},
	{name: "run.limit", fallback: 2, flag: "limit", help: "stop at this many solutions of a puzzle, 0 = no limit"},
	{name: "run.timeout", fallback: 10 * time.Second, flag: "timeout", help: "time limit for each puzzle, 0 = no limit"},
	{name: "run.jobs", fallback: 0, flag: "jobs", help: "puzzles solved at the same time, 0 = one per processor"},
	{name: "run.seed", fallback: uint64(1), flag: "seed", help: "seed of algorithms that use random numbers"},
	{name: "levels.metric", fallback: "se"},
	{name: "levels.bands", fallback: []any{
		map[string]any{"name": "easy", "below": 1.5}, map[string]any{"name": "medium", "below": 2.5},
		map[string]any{"name": "hard", "below": 5.0}, map[string]any{"name": "evil"},
	}},
}

// checkEnvironment refuses values of another type than the key's. It returns a line for each variable that looks as if it were for
// this program and that nothing reads.
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

// TakeFlags overrides the keys whose flags are given.
func (c *Config) TakeFlags(f *pflag.FlagSet) error {
	for _, k := range keys {
		flag := f.Lookup(k.flag)
		switch {
		case k.flag == "" || !flag.Changed:
			continue
		case flag.Value.Type() == "stringSlice":
			c.Set(k.path(), flag.Value.(pflag.SliceValue).GetSlice())
		default:
			c.Set(k.path(), flag.Value.String())
		}
	}
	return c.Check()
}
