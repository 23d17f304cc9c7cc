package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/bridge"
)

// bridgeCommand returns the command that makes a plugin of a program that speaks text: this binary started again with
// what the manifest says of the program.
func bridgeCommand(c host.Candidate) ([]string, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	text, err := programOf(c).Argument()
	if err != nil {
		return nil, err
	}
	return []string{exe, "plugin", "bridge", text}, nil
}

// programOf returns what a candidate's manifest says; without one the defaults.
func programOf(c host.Candidate) *bridge.Program {
	p := &bridge.Program{ID: c.ID, Run: c.Argv}
	if m := c.Manifest; m != nil {
		p.Name, p.Version, p.Licence, p.Homepage, p.Reference = m.Name, m.Version, m.Licence, m.Homepage, m.Reference
		p.Mode, p.Shapes, p.Answer, p.Empty, p.Memory = m.Mode, m.Shapes, m.Answer, m.Empty, m.MemoryMB
		p.Complete = slices.Contains(m.Capabilities, "complete")
		p.Deterministic = slices.Contains(m.Capabilities, "deterministic")
	}
	return p
}

// serveProgram serves the program that the argument describes.
func serveProgram(argument string) {
	p, err := bridge.Parse(argument)
	if err != nil {
		fmt.Fprintln(os.Stderr, "sudokuctl:", err)
		os.Exit(exitUsage)
	}
	plugin.Serve(bridge.Spec(p))
}
