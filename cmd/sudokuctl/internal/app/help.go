package app

import (
	"context"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
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
