package app

import (
	"context"
	"fmt"
	"os"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/bridge"
)

// bridgeCommand returns the command that makes a plugin of a program that speaks text: this binary started
// again with what the manifest says of the program.
func bridgeCommand(c host.Candidate) ([]string, error) {
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
func ProgramOf(c host.Candidate) (*bridge.Program, error) {
	p := &bridge.Program{ID: c.ID, Run: c.Argv}
	m := c.Manifest
	if m == nil {
		return p, nil
	}
	p.Name, p.Version, p.Licence, p.Homepage, p.Reference = m.Name, m.Version, m.Licence, m.Homepage, m.Reference
	p.Mode, p.Shapes, p.Answer, p.Empty, p.Memory = m.Mode, m.Shapes, m.Answer, m.Empty, m.MemoryMB
	p.Protocol, p.Summary = m.Protocol, m.Summary
	for _, o := range m.Options {
		p.Options = append(p.Options, bridge.Option(o))
	}
	for _, v := range m.Metrics {
		p.Metrics = append(p.Metrics, bridge.Metric(v))
	}
	for _, aim := range m.Aims {
		p.Aims = append(p.Aims, bridge.Aim(aim))
	}
	return p, p.Claim(m.Capabilities)
}

// ServeProgram serves the program that the argument describes.
func ServeProgram(argument string) {
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
