package app

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// leftText has a line for each name, or several, that this program had before 0.1 and no longer has: what to use instead.
// A name is a command ("job plan"), a flag of a command ("run --plan") or of all ("--trust"), a word that a flag took
// ("convert --to=png"), a key of the config ("key plugins.trust"), or a setting of a bundled plugin or a word that it
// took ("setting convex.variant=x"). It is kept until 0.2.
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

// Moved returns a command line in which the words of a command that moved are those of now, with a sentence about it, ""
// if no command of it has moved.
func Moved(root *cobra.Command, args []string) (now []string, sentence string) {
	at := operands(root, args)
	if len(at) == 0 {
		return args, ""
	}
	was, word := args[at[0]], args[at[0]]
	if parent := word; len(at) > 1 && (parent == "db" || parent == "library") && slices.Contains(formerlyBelow, args[at[1]]) {
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
	return slices.Concat(args[:at[0]], strings.Fields(is), args[at[0]+1:]), fmt.Sprintf("%q is %q now", "sudokuctl "+was, "sudokuctl "+is)
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

// understood returns a command line as cobra takes it: with the words of now for commands that moved, and with "solve" before
// what can be read as puzzles. The error is about a command that left or that never was.
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
	solve, _, _ := root.Find([]string{"solve"})
	if at := operands(solve, args); len(at) > 0 && a.readable(args[at[0]]) || slices.ContainsFunc(args, isPuzzle) {
		return append([]string{"solve"}, args...), nil
	}
	return args, noSubcommand(c, []string{rest[at[0]]})
}

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
