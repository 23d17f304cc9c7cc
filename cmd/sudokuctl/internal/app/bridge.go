package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/bridge"
)

// bridgeCommand returns the command that makes a plugin of a program that speaks text: this binary started
// again with what the manifest says of the program.
func bridgeCommand(c find.Candidate) ([]string, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p, err := ProgramOf(c)
	if err != nil {
		return nil, err
	}
	text, err := p.Argument()
	if err != nil {
		return nil, err
	}
	return []string{exe, "plugin", "bridge", text}, nil
}

// ProgramOf returns what a candidate's manifest says; without one the defaults.
func ProgramOf(c find.Candidate) (*bridge.Program, error) {
	p := &bridge.Program{}
	if c.Manifest != nil {
		p.Manifest = *c.Manifest
	}
	p.ID, p.Run = c.ID, c.Argv
	return p, p.Claim(p.Capabilities)
}

// ServeProgram serves the program that the argument describes.
func ServeProgram(argument string) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // until Serve logs to the host; an error quotes what was said before
	p, err := bridge.Parse(argument)
	var spec plugin.Spec
	if err == nil {
		spec, err = bridge.Spec(context.Background(), p)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sudokuctl:", err)
		os.Exit(ExitUsage)
	}
	plugin.Serve(spec)
}
