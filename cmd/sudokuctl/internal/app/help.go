package app

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
)

// helpText has the words of each command: "## ", its path and its arguments, a line that says what it does, then its long
// text and its examples, which are indented.
//
//go:embed help.txt
var helpText string

// helpByPath has the commands of helpText, without path and arguments that go before, by their paths.
var helpByPath = sync.OnceValue(func() map[string]*cobra.Command {
	all := map[string]*cobra.Command{}
	isArgument := regexp.MustCompile(` [^a-z]`)
	for part := range strings.SplitSeq(strings.TrimPrefix(helpText, "## "), "\n## ") {
		head, rest, _ := strings.Cut(strings.TrimRight(part, "\n"), "\n")
		short, rest, _ := strings.Cut(rest, "\n")
		c := &cobra.Command{Use: head, Short: short}
		path := head
		if at := isArgument.FindStringIndex(head); at != nil {
			path = head[:at[0]]
		}
		c.Use = head[strings.LastIndexByte(path, ' ')+1:]
		long, examples, _ := strings.Cut(rest+"\n", "\n  ")
		if c.Long = strings.TrimSpace(long); examples != "" {
			c.Example = "  " + strings.TrimRight(examples, "\n")
		}
		all[path] = c
	}
	return all
})

// Command returns the command that helpText has under a path, such as "db sql". It refuses other numbers of arguments than
// the text says, unless its Args are changed. run is nil for one that only has others below it.
func Command(path string, run func(ctx context.Context, args []string) error) *cobra.Command {
	c := *helpByPath()[path]
	if run != nil {
		c.RunE = func(c *cobra.Command, args []string) error { return run(c.Context(), args) }
	}
	least, most := arity(c.Use)
	c.Args = cobra.MinimumNArgs(least)
	if most >= 0 {
		c.Args = cobra.RangeArgs(least, most)
	}
	return &c
}

// arity returns how many arguments a command takes by its text: at least and, if that is not negative, at most.
func arity(use string) (least, most int) {
	for i, word := range strings.Fields(use) {
		switch {
		case i == 0:
			continue
		case strings.HasPrefix(word, "--"):
			return least, most
		case !strings.HasPrefix(word, "["):
			least++
		}
		if strings.HasSuffix(word, "…") || strings.HasSuffix(word, "…]") {
			most = -1
		}
		if most >= 0 {
			most++
		}
	}
	return least, most
}

// globalFlags stand in the help of each command in place of the eleven lines of "sudokuctl --help".
const globalFlags = `Global flags, see "sudokuctl --help": --config FILE, --db FILE, -o FORMAT,
  --color WHEN, -q, -v, --plugin PATH, --plugin-dir FOLDER,
  --set ID.SETTING=VALUE`

// setHelp makes -h print what --help prints but for the long text and the examples, each as wide as the terminal.
func (a *App) setHelp(root *cobra.Command) {
	usage := regexp.MustCompile(`(?s)\{\{\.InheritedFlags.*?\}\}`).ReplaceAllString(root.UsageTemplate(), globalFlags)
	usage = strings.Replace(usage, "\n\nGlobal Flags:\n", "\n\n", 1)
	if width := a.Width(); width > 0 {
		usage = strings.ReplaceAll(usage, ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", width))
	}
	root.SetUsageTemplate(usage)
	long := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		if a.short {
			c.Long, c.Example = "", ""
		}
		long(c, args)
	})
}

// helpCommand is "help COMMAND", which fails if there is no such command.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:         "help [COMMAND]…",
		Short:       "Show the help of a command",
		Annotations: map[string]string{"config": "none"},
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
			if parent, _, err := c.Root().Find(args); err == nil {
				for _, below := range parent.Commands() {
					if below.IsAvailableCommand() {
						names = append(names, cobra.CompletionWithDesc(below.Name(), below.Short))
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			args, _ = Moved(c.Root(), args)
			args = slices.DeleteFunc(args, func(word string) bool { return strings.HasPrefix(word, "-") })
			if err := goneCommand(c.Root(), args); err != nil {
				return err
			}
			topic, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return UsageErrorf("unknown command %q\n  see \"sudokuctl help\"", strings.Join(args, " "))
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
	}
}

// tidy makes every command below c answer wrong command lines in one voice and with the exit code for usage, which
// cobra leaves to each command: flags and arguments that it does not take, and subcommands that do not exist.
func tidy(c *cobra.Command) {
	if c.HasSubCommands() && !c.Runnable() {
		c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		c.Args = noSubcommand
		if c.Annotations == nil {
			c.Annotations = map[string]string{}
		}
		c.Annotations["config"] = "none"
	} else if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if check(c, args) == nil {
				return nil
			}
			return argumentsError(c, args)
		}
	}
	for _, below := range c.Commands() {
		tidy(below)
	}
}

// Renamed lets flags of a command go by their old names, by old name, which no help shows.
func Renamed(c *cobra.Command, names map[string]string) {
	c.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(cmp.Or(names[name], name))
	})
}

// OneOf defines a flag whose value is one of some words, which its help and the shell's completion list.
func OneOf(f *pflag.FlagSet, value *string, name, fallback string, words []string, usage string) {
	*value = fallback
	f.Var(&oneOf{value, fallback, words}, name, usage+": "+strings.Join(words, ", "))
}

type oneOf struct {
	value    *string
	fallback string
	words    []string
}

func (w *oneOf) String() string { return *w.value }

func (w *oneOf) Type() string { return "string" }

func (w *oneOf) Set(word string) error {
	if word != w.fallback && !slices.Contains(w.words, word) {
		return fmt.Errorf("must be one of %s%s", strings.Join(w.words, ", "), screen.DidYouMean(word, w.words))
	}
	*w.value = word
	return nil
}

// wordsOf returns what a flag may be if it is one of some words.
func wordsOf(f *pflag.Flag) []string {
	if w, ok := f.Value.(*oneOf); ok {
		return w.words
	}
	return nil
}

// noSubcommand refuses an argument of a command that only has subcommands.
func noSubcommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() {
			known = append(known, below.Name())
		}
	}
	return UsageErrorf("unknown command %q for %q%s\n  see \"%s --help\"", args[0], c.CommandPath(),
		screen.DidYouMean(args[0], known), c.CommandPath())
}

// argumentsError says which arguments a command expects, with its first example.
func argumentsError(c *cobra.Command, args []string) error {
	_, expected, _ := strings.Cut(c.Use, " ")
	var required []string
	for word := range strings.FieldsSeq(expected) {
		if !strings.HasPrefix(word, "[") {
			required = append(required, strings.TrimSuffix(word, "…"))
		}
	}
	var fault string
	switch {
	case len(args) < len(required):
		fault = required[len(args)] + " is missing"
	case expected == "":
		fault = fmt.Sprintf("unexpected argument %q", args[0])
	default:
		fault = fmt.Sprintf("too many arguments: %s", strings.Join(args, " "))
	}
	text := fmt.Sprintf("%s: %s\n  usage:   %s", strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" "), fault,
		strings.TrimSuffix(c.UseLine(), " [flags]"))
	if example, _, _ := strings.Cut(strings.TrimSpace(c.Example), "\n"); example != "" {
		text += "\n  example: " + example
	}
	return UsageErrorf("%s", text)
}

// flagError is what is said of a flag that a command does not take, or not so.
func flagError(c *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		if sentence := goneFlag(c, "--"+invalid.GetFlag().Name+"="+invalid.GetValue()); sentence != "" {
			return UsageErrorf("%s", sentence)
		}
		expected := map[string]string{"int": "a whole number", "uint64": "a whole number that is not negative",
			"float64": "a number", "duration": "a time such as 10s or 1m30s", "bool": "true or false"}
		if kind := expected[invalid.GetFlag().Value.Type()]; kind != "" {
			err = fmt.Errorf("invalid value %q for --%s: must be %s", invalid.GetValue(), invalid.GetFlag().Name, kind)
		} else if wordsOf(invalid.GetFlag()) != nil {
			err = fmt.Errorf("invalid value %q for --%s: %w", invalid.GetValue(), invalid.GetFlag().Name, invalid.Unwrap())
		}
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		name := "--" + unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			name = "-" + unknown.GetSpecifiedName()
		}
		if sentence := goneFlag(c, name); sentence != "" {
			return UsageErrorf("%s", sentence)
		}
		var known []string
		c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
		if unknown.GetSpecifiedShortnames() == "" { // one letter is near to everything
			err = fmt.Errorf("%w%s", err, screen.DidYouMean("--"+unknown.GetSpecifiedName(), known))
		}
	}
	return UsageErrorf("%w\n  see \"%s --help\"", err, c.CommandPath())
}

// completeValues lets the shell complete the values of those flags, of a command and all below it, that are one of some
// words or the id of a plugin.
func (a *App) completeValues(c *cobra.Command) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		complete := a.PluginIDs
		if words := wordsOf(f); words != nil {
			complete = cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
		} else if !slices.Contains([]string{"solver", "grader", "generator", "race"}, f.Name) {
			return
		}
		_ = c.RegisterFlagCompletionFunc(f.Name, complete) // fails only if the flag has one
	})
	for _, below := range c.Commands() {
		a.completeValues(below)
	}
}

// PluginIDs completes the id of a plugin, or the last one of a list; where none fits, files. No plugin is started.
func (a *App) PluginIDs(c *cobra.Command, _ []string, typed string) (ids []cobra.Completion, d cobra.ShellCompDirective) {
	a.Quiet, a.Verbose = true, false
	if a.Config == nil && a.Prepare(c) != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	before := typed[:strings.LastIndex(typed, ",")+1]
	for _, candidate := range a.Host().Find(a.Config.HostConfigs()...) {
		if candidate.Rejected == "" && strings.HasPrefix(before+candidate.ID, typed) {
			ids, d = append(ids, before+candidate.ID), cobra.ShellCompDirectiveNoFileComp
		}
	}
	return ids, d
}
