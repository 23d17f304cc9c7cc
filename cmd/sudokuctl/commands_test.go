package main

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
)

// TestFewCommandsAtTheTop counts what the help shows.
func TestFewCommandsAtTheTop(t *testing.T) {
	a := &app.App{Streams: &screen.Streams{}}
	root := a.Root(commands(a)...)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	shown := 0
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			shown++
		}
	}
	if shown > 28 {
		t.Errorf("%d commands, want at most 28", shown)
	}
}

// TestOldNamesOfCommands finds each command of a family by its name alone too, with the same flags, and hidden.
func TestOldNamesOfCommands(t *testing.T) {
	a := &app.App{Streams: &screen.Streams{}}
	root := a.Root(commands(a)...)
	for family, names := range map[string]string{
		"lab":    "agree levels paper study dataset verify",
		"job":    "plan submit worker status merge",
		"db":     "stats runs tag edit delete restore dedupe random daily book",
		"plugin": "trust",
	} {
		for _, name := range strings.Fields(names) {
			old, _, err := root.Find([]string{name})
			if err != nil || !old.Hidden {
				t.Errorf("%s: %v, or shown", name, err)
				continue
			}
			c, _, err := root.Find([]string{family, name})
			if err != nil || c.Hidden || c.Name() != name {
				t.Errorf("%s %s: %v, or hidden", family, name, err)
				continue
			}
			if c.Flags().FlagUsages() != old.Flags().FlagUsages() || c.Use != old.Use {
				t.Errorf("%s %s differs from %s", family, name, name)
			}
		}
	}
}
