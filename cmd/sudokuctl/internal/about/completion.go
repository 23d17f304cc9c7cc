package about

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/grade"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// words finds what a value may be; typed is what there is of it.
type words func(ctx context.Context, a *app.App, typed string) []cobra.Completion

func fixed(all ...string) words {
	return func(context.Context, *app.App, string) []cobra.Completion { return all }
}

// Complete gives the flags and arguments of the commands below root their completion of values. What a flag takes is known if it
// is one of some words, or from its name, or from the name of its value (`LEVEL`, `IDs`); what an argument is, from the usage of its
// command.
func Complete(a *app.App, root *cobra.Command) {
	root.LocalFlags().VisitAll(func(f *pflag.Flag) {
		placeholder, _ := pflag.UnquoteUsage(f)
		find := values["--"+f.Name]
		if known := values[placeholder]; known != nil && placeholder != "FILE" {
			find = known
		}
		if all := app.WordsOf(f); all != nil {
			find = fixed(all...)
		}
		if find != nil {
			_ = root.RegisterFlagCompletionFunc(f.Name, completing(a, find, f.Value.Type() == "stringSlice")) // fails if it has one
		}
	})
	_, arguments, _ := strings.Cut(root.Use, " ")
	for word := range strings.FieldsFuncSeq(arguments, func(r rune) bool { return strings.ContainsRune(" []|…", r) }) {
		find := values[word]
		switch {
		case word == "ID" && !strings.Contains(root.CommandPath(), " plugin "):
			find = nil // it is that of a puzzle
		case word == "NAME" && root.Name() == "tag":
			find = tags
		}
		if find != nil && root.ValidArgsFunction == nil && root.ValidArgs == nil {
			root.ValidArgsFunction = completing(a, find, false)
		}
	}
	for _, below := range root.Commands() {
		Complete(a, below)
	}
}

// completing completes a word, in a list the last one. If nothing fits, the shell offers files.
func completing(a *app.App, find words, list bool) cobra.CompletionFunc {
	return func(c *cobra.Command, _ []string, typed string) (found []cobra.Completion, directive cobra.ShellCompDirective) {
		a.Quiet, a.Verbose = true, false
		if a.Config == nil && a.Prepare(c) != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		before := ""
		if comma := strings.LastIndex(typed, ","); list && comma >= 0 {
			before, typed = typed[:comma+1], typed[comma+1:]
		}
		for _, word := range find(c.Context(), a, typed) {
			if !strings.HasPrefix(word, typed) {
				continue
			}
			found = append(found, before+word)
			directive |= cobra.ShellCompDirectiveNoFileComp
			if list || strings.HasSuffix(word, "=") || strings.HasSuffix(word, ".") {
				directive |= cobra.ShellCompDirectiveNoSpace
			}
		}
		return found, directive
	}
}

// values finds what a flag or an argument may be, by the name of a flag, of its value or of an argument.
var values = map[string]words{
	"--solver": plugins, "--grader": plugins, "ID": plugins, "IDs": plugins, "SOLVER": plugins,
	"--set": settings,
	"LEVEL": levels, "LEVEL=N": followed("=", levels), "RUN": runs, "--tag": tags,
	"--metric": metrics, "NAME=LO..HI": followed("=", metrics),
	"METRIC": func(ctx context.Context, a *app.App, typed string) []cobra.Completion {
		return append(metrics(ctx, a, typed), library.LevelMetric, "clues")
	},
	"--uses":     func(ctx context.Context, a *app.App, _ string) []cobra.Completion { return a.Env(nil).Techniques(ctx) },
	"--geometry": fixed("9", "4", "6", "9+x", "9+w", "12", "16", "25"),
	"--sample":   fixed(input.SampleNames()...),
	"FILE":       samples,
}

// followed are words that something must follow.
func followed(by string, find words) words {
	return func(ctx context.Context, a *app.App, typed string) (all []cobra.Completion) {
		for _, word := range find(ctx, a, typed) {
			all = append(all, word+by)
		}
		return all
	}
}

// samples are completed once something is typed, for before that files are as likely.
func samples(_ context.Context, _ *app.App, typed string) (all []cobra.Completion) {
	if typed == "" {
		return nil
	}
	for _, name := range input.SampleNames() {
		all = append(all, input.SamplePrefix+name)
	}
	return all
}

// plugins are ids, and tags of solvers once that is asked for.
func plugins(_ context.Context, a *app.App, typed string) (all []cobra.Completion) {
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

// settings are plugins, then their settings, then the values of those that have few.
func settings(ctx context.Context, a *app.App, typed string) (all []cobra.Completion) {
	id, rest, dotted := strings.Cut(typed, ".")
	if !dotted {
		return followed(".", plugins)(ctx, a, typed)
	}
	p, err := a.OpenWith(ctx, id, nil)
	if err != nil {
		return nil
	}
	_, _, valued := strings.Cut(rest, "=")
	for _, s := range p.Info().Settings {
		name := id + "." + s.Name + "="
		if !valued {
			all = append(all, name)
			continue
		}
		if _, is := s.Default.(bool); is {
			all = append(all, name+"true", name+"false")
		}
		for _, value := range s.Enum {
			all = append(all, fmt.Sprint(name, value))
		}
	}
	return all
}

// metrics are what the graders measure.
func metrics(ctx context.Context, a *app.App, _ string) []cobra.Completion {
	grading, err := grade.Open(ctx, a.Env(nil), grade.Request{Graders: a.Config.Run.Graders})
	if err != nil {
		return nil
	}
	return grading.Metrics
}

func levels(_ context.Context, a *app.App, _ string) (all []cobra.Completion) {
	for _, b := range a.Config.Levels.Bands {
		all = append(all, b.Name)
	}
	return all
}

func tags(ctx context.Context, a *app.App, _ string) (all []cobra.Completion) {
	_ = a.WithLibrary(ctx, func(s *store.Store) error { // without a library there are no tags
		return s.SQL(ctx, "SELECT name FROM tag ORDER BY name", func(_ []string, values []any) error {
			all = append(all, fmt.Sprint(values[0]))
			return nil
		})
	})
	return all
}

func runs(ctx context.Context, a *app.App, _ string) (all []cobra.Completion) {
	_ = a.WithLibrary(ctx, func(s *store.Store) error {
		found, err := s.Runs(ctx)
		for _, r := range found {
			all = append(all, cobra.CompletionWithDesc(fmt.Sprint(r.ID), r.Command+" "+r.State))
		}
		return err
	})
	return all
}
