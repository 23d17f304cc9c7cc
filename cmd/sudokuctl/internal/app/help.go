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
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// helpText has the words of each command: "## ", its path and its arguments, a line that says what it does, then its
// long text and its examples, which are indented.
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

// Command returns the command that helpText has under a path, such as "db sql". It refuses other numbers of arguments
// than the text says, unless its Args are changed. run is nil for one that only has others below it.
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
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) (names []cobra.Completion,
			_ cobra.ShellCompDirective) {
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
// cobra leaves to each command: flags and arguments that it does not take, and subcommands that do not exist. The shell
// completes those values that are one of some words or the id of a plugin.
func (a *App) tidy(c *cobra.Command) {
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
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		complete := a.pluginIDs
		if words := wordsOf(f); words != nil {
			complete = cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
		} else if !slices.Contains([]string{"solver", "grader", "generator", "race"}, f.Name) {
			return
		}
		_ = c.RegisterFlagCompletionFunc(f.Name, complete) // fails only if the flag has one
	})
	_, arguments, _ := strings.Cut(c.Use, " ")
	if p := c.Parent(); p != nil && p.Name() == "plugin" && strings.HasPrefix(strings.TrimPrefix(arguments, "["), "ID") {
		c.ValidArgsFunction = a.pluginIDs
	}
	for _, below := range c.Commands() {
		a.tidy(below)
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

// oneOf is the value of a flag that takes one of a few words.
type oneOf struct {
	value    *string
	fallback string
	words    []string
}

func (w *oneOf) String() string { return *w.value }

// Type returns the word that pflag prints behind the flag where its usage names none.
func (w *oneOf) Type() string { return "string" }

// Set takes a word, or refuses it with the nearest one.
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
	return UsageErrorf("unknown command %q for %q%s\n  see \"%s --help\"", args[0], c.CommandPath(),
		screen.DidYouMean(args[0], commandsBelow(c)), c.CommandPath())
}

// commandsBelow returns the names of the commands below c that help lists.
func commandsBelow(c *cobra.Command) (names []string) {
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() {
			names = append(names, below.Name())
		}
	}
	return names
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

// pluginIDs completes the id of a plugin, or the last one of a list; where none fits, files. No plugin is started.
func (a *App) pluginIDs(c *cobra.Command, _ []string, typed string) (ids []cobra.Completion,
	d cobra.ShellCompDirective) {
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

// leftText has a line for each name, or several, that this program had before 0.1 and no longer has, with its
// replacement. A name is a command ("job plan"), a flag of a command ("run --plan") or of all ("--trust"), a word that
// a flag took ("convert --to=png"), a key of the config ("key plugins.trust"), or a setting of a bundled plugin or a
// word that it took ("setting convex.variant=x"). It is kept until 0.2.
//
//go:embed left.txt
var leftText string

// gone returns the sentence about a name that left, "" if the program never had it.
func gone(name string) string { return goneByName()[name] }

var goneByName = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(leftText) {
		names, now, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for name := range strings.SplitSeq(names, ", ") {
			called := fmt.Sprintf("%q", "sudokuctl "+name)
			if kind, rest, _ := strings.Cut(name, " "); kind == "key" || kind == "setting" {
				called = fmt.Sprintf("%s %q", kind, rest)
			} else if strings.HasPrefix(name, "-") {
				called = name
			}
			all[name] = fmt.Sprintf("%s left in 0.1: %s", called, now)
		}
	}
	return all
})

// movedNames are commands that are called otherwise now. The old words still work, and say so.
var movedNames = [][2]string{{"candidates", "check --candidates"}, {"resume", "run --resume"}, {"pipe", "serve --pipe"},
	{"restore", "delete --undo"}}

// formerlyBelow are the commands that were below "db", which was also called "library".
var formerlyBelow = []string{"stats", "runs", "tag", "edit", "delete", "restore", "dedupe", "random", "daily", "book"}

// Moved returns a command line in which the words of a command that moved are those of now, with a sentence about it,
// "" if no command of it has moved.
func Moved(root *cobra.Command, args []string) (now []string, sentence string) {
	at := operands(root, args)
	if len(at) == 0 {
		return args, ""
	}
	was, word := args[at[0]], args[at[0]]
	if parent := word; len(at) > 1 && (parent == "db" || parent == "library") &&
		slices.Contains(formerlyBelow, args[at[1]]) {
		word = args[at[1]]
		was += " " + word
		args = slices.Delete(slices.Clone(args), at[1], at[1]+1)
	}
	is := word
	for _, name := range movedNames {
		if name[0] == word {
			is = name[1]
		}
	}
	if is == was {
		return args, ""
	}
	return slices.Concat(args[:at[0]], strings.Fields(is), args[at[0]+1:]),
		fmt.Sprintf("%q is %q now", "sudokuctl "+was, "sudokuctl "+is)
}

// operands returns the places of the words of a command line that are neither flags of a command nor values of these.
func operands(c *cobra.Command, args []string) (at []int) {
	for i := 0; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			break
		}
		if len(word) < 2 || word[0] != '-' {
			at = append(at, i)
			continue
		}
		f := c.Flag(strings.TrimLeft(word, "-"))
		if f == nil && len(word) == 2 {
			f = c.Flags().ShorthandLookup(word[1:])
		}
		if f == nil && len(word) == 2 {
			f = c.InheritedFlags().ShorthandLookup(word[1:])
		}
		if f != nil && f.NoOptDefVal == "" {
			i++
		}
	}
	return at
}

// understood returns a command line as cobra takes it: with the words of now for commands that moved, and with "solve"
// before what is no command. The error is about a command that left, or about a word that is meant as one.
func (a *App) understood(root *cobra.Command, args []string) ([]string, error) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(args...)
	args, sentence := Moved(root, args)
	if sentence != "" {
		fmt.Fprintln(a.Stderr, sentence)
	}
	c, rest, _ := root.Find(args)
	at := operands(c, rest)
	if len(at) == 0 || !c.HasSubCommands() || strings.HasPrefix(args[0], "__") {
		return args, nil
	}
	if err := goneCommand(c, rest); err != nil {
		return nil, err
	}
	if c != root {
		return args, noSubcommand(c, []string{rest[at[0]]})
	}
	word := rest[at[0]]
	solve, _, _ := root.Find([]string{"solve"})
	if at := operands(solve, args); len(at) > 0 {
		word = args[at[0]]
	}
	isCommand := screen.DidYouMean(word, commandsBelow(root)) != "" ||
		strings.Trim(strings.ToLower(word), "abcdefghijklmnopqrstuvwxyz-") == "" && !slices.ContainsFunc(args, isPuzzle)
	if isCommand && !a.readable(word) && !isPuzzle(word) {
		return args, noSubcommand(c, []string{word})
	}
	return append([]string{"solve"}, args...), nil
}

// isPuzzle reports whether an argument is a puzzle in short notation.
func isPuzzle(arg string) bool {
	_, err := sudoku.ParsePuzzle(arg)
	return err == nil
}

// readable reports whether a word names puzzles: a file, a sample or a link.
func (a *App) readable(word string) bool {
	if word == "-" {
		return false
	}
	_, err := input.Parse(word, a.Stdin)
	return err == nil || strings.Contains(word, "://") || strings.HasPrefix(word, input.SamplePrefix)
}

// goneCommand returns an error if a command line names a command that left, wherever its flags stand.
func goneCommand(c *cobra.Command, args []string) error {
	path, sentence := strings.TrimPrefix(c.CommandPath(), c.Root().Name()), ""
	for _, i := range operands(c, args) {
		path = strings.TrimSpace(path + " " + args[i])
		further := gone(path)
		if further == "" {
			break
		}
		sentence = further
	}
	if sentence == "" {
		return nil
	}
	return UsageErrorf("%s", sentence)
}

// goneFlag returns the sentence about a flag, such as "--plan", or a word of one, "--to=png", that left a command;
// "" if none did.
func goneFlag(c *cobra.Command, flag string) string {
	_, path, _ := strings.Cut(c.CommandPath(), " ")
	if sentence := gone(path + " " + flag); sentence != "" {
		return sentence
	}
	return gone(flag)
}

// goneSetting returns the sentence about a setting of a bundled plugin, or about its value, if that left; "" if not.
func goneSetting(id, setting string, value any) string {
	if sentence := gone("setting " + id + "." + setting); sentence != "" {
		return sentence
	}
	return gone(fmt.Sprintf("setting %s.%s=%v", id, setting, value))
}
