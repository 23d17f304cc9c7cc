package app

import "github.com/spf13/cobra"

// The groups of commands in the help.
const (
	Puzzles  = "puzzles"
	Library  = "library"
	Runs     = "runs"
	Metrics  = "metrics"
	Learning = "learning"
	Plugins  = "plugins"
	Machines = "machines"
	Program  = "program"
)

var groups = []struct{ id, title string }{
	{Puzzles, "Puzzles"}, {Library, "Library"}, {Runs, "Runs"}, {Metrics, "Metrics and papers"}, {Learning, "Learning systems"},
	{Plugins, "Plugins"}, {Machines, "Many machines"}, {Program, "Program"},
}

// Grouped returns commands as members of a group.
func Grouped(group string, commands ...*cobra.Command) []*cobra.Command {
	for _, c := range commands {
		c.GroupID = group
	}
	return commands
}
