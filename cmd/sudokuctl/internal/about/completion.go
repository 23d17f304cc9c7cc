package about

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/grade"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// Complete gives the flags and arguments of the commands below root their completion of values. What a flag takes is known if it
// is one of some words, or from its name, or from the name of its value (`LEVEL`, `IDs`); what an argument is, from the usage of its
// command.
func Complete(a *app.App, root *cobra.Command) {
	root.LocalFlags().VisitAll(func(f *pflag.Flag) {
		placeholder, _ := pflag.UnquoteUsage(f)
		find := values[f.Name]
		if find == nil {
			find = values[placeholder]
		}
		if all := app.WordsOf(f); all != nil {
			find = func(context.Context, *app.App) []cobra.Completion { return all }
		}
		if find != nil {
			_ = root.RegisterFlagCompletionFunc(f.Name, completing(a, find, f.Value.Type() == "stringSlice")) // fails if it has one
		}
	})
	_, arguments, _ := strings.Cut(root.Use, " ")
	for word := range strings.FieldsFuncSeq(arguments, func(r rune) bool { return strings.ContainsRune(" []|…", r) }) {
		find := values[word]
		if word == "ID" && !strings.Contains(root.CommandPath(), " plugin ") { // it is that of a puzzle
			find = nil
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
func completing(a *app.App, find func(context.Context, *app.App) []cobra.Completion, list bool) cobra.CompletionFunc {
	return func(c *cobra.Command, _ []string, typed string) (found []cobra.Completion, directive cobra.ShellCompDirective) {
		a.Quiet, a.Verbose = true, false
		if a.Config == nil && a.Prepare(c) != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		before := ""
		if comma := strings.LastIndex(typed, ","); list && comma >= 0 {
			before, typed = typed[:comma+1], typed[comma+1:]
		}
		for _, word := range find(c.Context(), a) {
			if strings.HasPrefix(word, typed) {
				found = append(found, before+word)
			}
		}
		if found != nil {
			directive = cobra.ShellCompDirectiveNoFileComp
		}
		if list {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		return found, directive
	}
}

// values finds what a flag or an argument may be, by the name of a flag, of its value or of an argument.
var values = map[string]func(context.Context, *app.App) []cobra.Completion{
	"solver": plugins, "grader": plugins, "ID": plugins, "IDs": plugins, "SOLVER": plugins,
	"LEVEL": levels, "RUN": runs, "tag": tags, "metric": metrics,
	"METRIC": func(ctx context.Context, a *app.App) []cobra.Completion {
		return append(metrics(ctx, a), library.LevelMetric, "clues")
	},
	"sample": func(context.Context, *app.App) []cobra.Completion { return input.SampleNames() },
	"FILE":   samples,
}

func samples(context.Context, *app.App) (all []cobra.Completion) {
	for _, name := range input.SampleNames() {
		all = append(all, input.SamplePrefix+name)
	}
	return all
}

func plugins(_ context.Context, a *app.App) (all []cobra.Completion) {
	for _, c := range a.Host().Find(a.Config.HostConfigs()...) {
		if c.Rejected == "" {
			all = append(all, c.ID)
		}
	}
	return all
}

// metrics are what the graders measure.
func metrics(ctx context.Context, a *app.App) []cobra.Completion {
	grading, err := grade.Open(ctx, a.Env(nil), grade.Request{Graders: a.Config.Run.Graders})
	if err != nil {
		return nil
	}
	return grading.Metrics
}

func levels(_ context.Context, a *app.App) (all []cobra.Completion) {
	for _, b := range a.Config.Levels.Bands {
		all = append(all, b.Name)
	}
	return all
}

func tags(ctx context.Context, a *app.App) (all []cobra.Completion) {
	_ = a.WithLibrary(ctx, func(s *store.Store) error { // without a library there are no tags
		return s.SQL(ctx, "SELECT name FROM tag ORDER BY name", func(_ []string, values []any) error {
			all = append(all, fmt.Sprint(values[0]))
			return nil
		})
	})
	return all
}

func runs(ctx context.Context, a *app.App) (all []cobra.Completion) {
	_ = a.WithLibrary(ctx, func(s *store.Store) error {
		found, err := s.Runs(ctx)
		for _, r := range found {
			all = append(all, cobra.CompletionWithDesc(fmt.Sprint(r.ID), r.Command+" "+r.State))
		}
		return err
	})
	return all
}
