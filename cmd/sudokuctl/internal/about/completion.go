package about

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/grade"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// Completion of values in the shell. What a flag or an argument takes is known from how its help is written: a list of
// words in the usage ("which chart: cactus, scatter, box"), or the name of its value (`LEVEL`, `IDs`, [RUN]).

// words finds what values begin with what has been typed.
type words func(c *cobra.Command, typed string) []cobra.Completion

// Complete gives the flags and arguments of all commands below root their completion.
func Complete(a *app.App, root *cobra.Command) { (&completer{a}).complete(root) }

// completer finds words for what has been typed.
type completer struct{ *app.App }

func (a *completer) complete(c *cobra.Command) {
	each := func(f *pflag.Flag) {
		if find, lists := a.flagWords(f); find != nil {
			_ = c.RegisterFlagCompletionFunc(f.Name, a.completion(find, lists)) // fails if the command has one of its own
		}
	}
	c.LocalFlags().VisitAll(each)
	if find, files := a.argumentWords(c); c.ValidArgsFunction == nil && c.ValidArgs == nil && c.Runnable() {
		complete := a.completion(find, false)
		c.ValidArgsFunction = func(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			found, directive := complete(c, args, typed)
			if files {
				directive = cobra.ShellCompDirectiveDefault
			}
			return found, directive
		}
	}
	for _, below := range c.Commands() {
		a.complete(below)
	}
}

// completion makes a function of cobra's of words. In a list the last word is completed.
func (a *completer) completion(find words, lists bool) cobra.CompletionFunc {
	return func(c *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		a.Quiet, a.Verbose = true, false
		if a.Config == nil && a.Prepare(c) != nil || find == nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		before := ""
		if comma := strings.LastIndex(typed, ","); lists && comma >= 0 {
			before, typed = typed[:comma+1], typed[comma+1:]
		}
		directive := cobra.ShellCompDirectiveNoFileComp
		var found []cobra.Completion
		for _, word := range find(c, typed) {
			if strings.HasPrefix(word, typed) {
				found = append(found, before+word)
			}
			if strings.HasSuffix(word, "=") || strings.HasSuffix(word, ".") {
				directive |= cobra.ShellCompDirectiveNoSpace
			}
		}
		if lists {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		return found, directive
	}
}

func fixed(all ...string) words {
	return func(*cobra.Command, string) []cobra.Completion { return all }
}

var oneWord = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*$`)

// enumerated returns the words of a list at the end of a usage: "which chart: cactus, scatter or box (default …)".
func enumerated(usage string) []string {
	_, list, ok := strings.Cut(usage, ": ")
	if !ok {
		return nil
	}
	list, _, _ = strings.Cut(list, " (")
	list, _, _ = strings.Cut(list, ";")
	all := strings.Split(strings.ReplaceAll(list, " or ", ", "), ", ")
	if len(all) < 2 || slices.ContainsFunc(all, func(word string) bool { return !oneWord.MatchString(word) }) {
		return nil
	}
	return all
}

// flagWords returns what completes a flag, nil for what the shell does by itself, and whether it takes a list.
func (a *completer) flagWords(f *pflag.Flag) (find words, lists bool) {
	placeholder, usage := pflag.UnquoteUsage(f)
	lists = f.Value.Type() == "stringSlice"
	if all := enumerated(usage); all != nil {
		return fixed(all...), lists
	}
	switch f.Name {
	case "output":
		return fixed(screen.OutputFormats...), false
	case "color":
		return fixed("auto", "always", "never"), false
	case "solver", "grader", "race", "generator":
		return a.pluginWords, lists
	case "metric":
		return a.metricWords(placeholder), lists
	case "uses":
		return a.techniqueWords, lists
	case "geometry":
		return fixed("9", "4", "6", "9+x", "9+w", "12", "16", "25"), false
	case "sample":
		return fixed(input.SampleNames()...), false
	case "tag":
		return a.tagWords, lists
	case "set":
		return a.settingWords, false
	}
	switch placeholder {
	case "LEVEL":
		return a.levelWords(""), false
	case "LEVEL=N":
		return a.levelWords("="), false
	case "ID", "IDs", "SOLVER":
		if f.Name != "licence" {
			return a.pluginWords, lists
		}
	case "CONDITION", "PUZZLE", "CELLS", "RANGE", "DAY", "NAME", "duration", "int", "uint", "float":
		return fixed(), false
	}
	return nil, false
}

// argumentWords returns what completes the arguments of a command, and whether they may be files.
func (a *completer) argumentWords(c *cobra.Command) (find words, files bool) {
	_, arguments, _ := strings.Cut(c.Use, " ")
	path := c.CommandPath()
	has := func(word string) bool {
		return slices.Contains(strings.FieldsFunc(arguments, func(r rune) bool { return strings.ContainsRune(" []|…", r) }), word)
	}
	switch {
	case has("RUN"):
		return a.runWords, false
	case has("METRIC"):
		return a.spreadWords, false
	case has("NAME") && strings.HasSuffix(path, " tag"):
		return a.tagWords, false
	case has("PUZZLE") && has("ID"):
		return fixed(), false
	case has("PUZZLE"), has("FILE"):
		return sampleWords, true
	case has("ID") && strings.Contains(path, " plugin "):
		return a.pluginWords, has("PATH")
	case has("PATH"), has("FOLDER"), has("DIR"), has("PLAN"), has("COMMAND"):
		return nil, true
	}
	return fixed(), false
}

func sampleWords(_ *cobra.Command, typed string) (all []cobra.Completion) {
	if !strings.HasPrefix(input.SamplePrefix, typed) && !strings.HasPrefix(typed, input.SamplePrefix) || typed == "" {
		return nil
	}
	for _, name := range input.SampleNames() {
		all = append(all, input.SamplePrefix+name)
	}
	return all
}

func (a *completer) pluginWords(_ *cobra.Command, typed string) (all []cobra.Completion) {
	for _, c := range a.Host().Find(a.Config.HostConfigs()...) {
		if c.Rejected == "" {
			all = append(all, c.ID)
		}
	}
	if strings.HasPrefix(typed, work.TagPrefix) {
		for _, tag := range []string{"complete", "incomplete", "deterministic", "fast", "soft_clues", "any_geometry"} {
			all = append(all, work.TagPrefix+tag)
		}
	}
	return all
}

// metricWords are what the graders measure, with an equals sign where a range follows.
func (a *completer) metricWords(placeholder string) words {
	return func(c *cobra.Command, _ string) (all []cobra.Completion) {
		grading, err := grade.Open(c.Context(), a.Env(nil), grade.Request{Graders: a.Config.Run.Graders})
		if err != nil {
			return nil
		}
		for _, name := range grading.Metrics {
			if strings.HasPrefix(placeholder, "NAME=") {
				name += "="
			}
			all = append(all, name)
		}
		return all
	}
}

// spreadWords are what has a spread: metrics, and what every puzzle has.
func (a *completer) spreadWords(c *cobra.Command, typed string) []cobra.Completion {
	return append(a.metricWords("")(c, typed), library.LevelMetric, "clues")
}

// techniqueWords are the names of the techniques that graders use.
func (a *completer) techniqueWords(c *cobra.Command, _ string) []cobra.Completion {
	return a.Env(nil).Techniques(c.Context())
}

func (a *completer) levelWords(end string) words {
	return func(*cobra.Command, string) (all []cobra.Completion) {
		for _, b := range a.Config.Levels.Bands {
			all = append(all, b.Name+end)
		}
		return all
	}
}

func (a *completer) tagWords(c *cobra.Command, _ string) (all []cobra.Completion) {
	_ = a.WithLibrary(c.Context(), func(s *store.Store) error { // without a library there are no tags
		return s.SQL(c.Context(), "SELECT name FROM tag ORDER BY name", func(_ []string, values []any) error {
			all = append(all, fmt.Sprint(values[0]))
			return nil
		})
	})
	return all
}

func (a *completer) runWords(c *cobra.Command, _ string) (all []cobra.Completion) {
	_ = a.WithLibrary(c.Context(), func(s *store.Store) error {
		found, err := s.Runs(c.Context())
		for _, r := range found {
			all = append(all, cobra.CompletionWithDesc(fmt.Sprint(r.ID), r.Command+" "+r.State))
		}
		return err
	})
	return all
}

// settingWords are plugins, then their settings, then the values of those that have few.
func (a *completer) settingWords(c *cobra.Command, typed string) (all []cobra.Completion) {
	id, rest, dotted := strings.Cut(typed, ".")
	if !dotted {
		for _, id := range a.pluginWords(c, typed) {
			all = append(all, id+".")
		}
		return all
	}
	p, err := a.OpenWith(c.Context(), id, nil)
	if err != nil {
		return nil
	}
	info := p.Info()
	name, _, valued := strings.Cut(rest, "=")
	for _, s := range info.Settings {
		if !valued {
			all = append(all, id+"."+s.Name+"=")
		} else if s.Name == name {
			for _, value := range s.Enum {
				all = append(all, fmt.Sprintf("%s.%s=%v", id, s.Name, value))
			}
			if _, isBool := s.Default.(bool); isBool {
				all = append(all, id+"."+s.Name+"=true", id+"."+s.Name+"=false")
			}
		}
	}
	return all
}
