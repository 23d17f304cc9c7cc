package bridge

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Program is a program that speaks text, and what is known of it.
type Program struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Version   string   `json:"version"`
	Licence   string   `json:"licence,omitempty"`
	Homepage  string   `json:"homepage,omitempty"`
	Reference string   `json:"reference,omitempty"`
	Run       []string `json:"run"` // the command, its program with an absolute path

	Mode          string   `json:"mode,omitempty"`   // auto (default), line, batch or oneshot
	Answer        string   `json:"answer,omitempty"` // regular expression, see newReader
	Empty         string   `json:"empty,omitempty"`  // the symbol of an empty cell, "." by default
	Shapes        []string `json:"shapes,omitempty"` // shapes it can take; none = the classic 9×9, "any" = all
	Complete      bool     `json:"complete,omitempty"`
	Deterministic bool     `json:"deterministic,omitempty"`
	Memory        int      `json:"memory_mb,omitempty"` // MiB of data a process may have; 0 = 2048
}

// The modes.
const (
	Auto    = "auto"
	Line    = "line"
	Batch   = "batch"
	Oneshot = "oneshot"
)

var modes = []string{Auto, Line, Batch, Oneshot}

// defaultMemory is in MiB.
const defaultMemory = 2048

// Parse reads a Program from the text that Argument wrote.
func Parse(argument string) (*Program, error) {
	p := &Program{}
	if err := json.Unmarshal([]byte(argument), p); err != nil {
		return nil, fmt.Errorf("reading a program's description: %w", err)
	}
	return p, p.Check()
}

// Argument writes the Program as one argument of a command line.
func (p *Program) Argument() (string, error) {
	if err := p.Check(); err != nil {
		return "", err
	}
	text, err := json.Marshal(p)
	return string(text), err
}

// Check completes what is left out and refuses what cannot be.
func (p *Program) Check() error {
	if p.Mode == "" {
		p.Mode = Auto
	}
	if p.Empty == "" {
		p.Empty = "."
	}
	if p.Memory <= 0 {
		p.Memory = defaultMemory
	}
	p.Name, p.Version, p.Licence = first(p.Name, p.ID), first(p.Version, "0.0.0"), first(p.Licence, "NOASSERTION")
	switch {
	case len(p.Run) == 0:
		return errors.New("run: no command")
	case !slices.Contains(modes, p.Mode):
		return fmt.Errorf("mode %q: want %s", p.Mode, strings.Join(modes, ", "))
	case len(p.Empty) != 1 || p.Empty[0] >= '1' && p.Empty[0] <= '9':
		return fmt.Errorf("empty %q: want one symbol that is no digit from 1 to 9", p.Empty)
	}
	if _, err := regexp.Compile(p.Answer); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// mode returns the mode to begin with.
func (p *Program) mode() string {
	switch {
	case p.Mode != Auto:
		return p.Mode
	case slices.ContainsFunc(p.Run, func(arg string) bool { return strings.Contains(arg, "{puzzle}") }):
		return Oneshot
	}
	return Line
}

// info returns what is known of the program.
func (p *Program) info() sudoku.Info {
	info := sudoku.Info{ID: p.ID, Name: p.Name, Version: p.Version, Licence: p.Licence, Homepage: p.Homepage,
		Reference: p.Reference, Complete: p.Complete, Deterministic: p.Deterministic,
		Summary: "runs " + strings.Join(p.Run, " ")}
	switch {
	case len(p.Shapes) == 0:
		info.Shapes = []string{sudoku.Classic().Shape()}
	case !slices.Contains(p.Shapes, "any"):
		info.Shapes = p.Shapes
	}
	return info
}

// Spec makes a plugin of the program. Its processes end with the one that serves it.
func Spec(p *Program) plugin.Spec {
	b := newBridge(p)
	return plugin.Spec{
		Info:   p.info(),
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return &solver{bridge: b}, nil },
	}
}
