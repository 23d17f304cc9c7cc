package app

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

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
