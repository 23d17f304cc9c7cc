package app

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
)

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
