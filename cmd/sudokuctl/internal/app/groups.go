package app

import "github.com/spf13/cobra"

// The groups of commands in the help.
const (
	Puzzles  = "puzzles"
	Library  = "library"
	Runs     = "runs"
	Metrics  = "metrics"
	Machines = "machines"
	Program  = "program"
)

var groups = []struct{ id, title string }{
	{Puzzles, "Puzzles"}, {Library, "Library"}, {Runs, "Runs"}, {Metrics, "Metrics and papers"}, {Machines, "Many machines"},
	{Program, "Plugins and the program"},
}

// Grouped returns commands as members of a group.
func Grouped(group string, commands ...*cobra.Command) []*cobra.Command {
	for _, c := range commands {
		c.GroupID = group
	}
	return commands
}

// Family returns a command that has others below it and does nothing by itself.
func Family(name, short, long string) *cobra.Command {
	return &cobra.Command{
		Use: name, Short: short,
		Long: long + "\n\nEach command also goes by its name alone, as it always did.",
	}
}

// Below puts commands below a parent and returns each once more, hidden, for the name that it has without the parent.
func Below(a *App, parent *cobra.Command, commands ...func(*App) *cobra.Command) (hidden []*cobra.Command) {
	for _, command := range commands {
		parent.AddCommand(command(a))
		c := command(a)
		c.Hidden = true
		hidden = append(hidden, c)
	}
	return hidden
}
