package bridge

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Program is a program that speaks text: its manifest, its command with an absolute path, and its capabilities.
type Program struct {
	manifest.Manifest
	Complete      bool           `json:"complete,omitempty"`
	Deterministic bool           `json:"deterministic,omitempty"`
	SoftClues     bool           `json:"soft_clues,omitempty"`
	Fast          bool           `json:"fast,omitempty"`
	Neighbours    bool           `json:"neighbours,omitempty"` // it takes orders with near
	Powers        []sudoku.Power `json:"powers,omitempty"`     // solve, grade, explain, steps, generate; none = solve
}

// The modes.
const (
	Auto    = "auto"
	Line    = "line"
	Batch   = "batch"
	Oneshot = "oneshot"
	Dimacs  = "dimacs"
)

var modes = []string{Auto, Line, Batch, Oneshot, Dimacs}

// defaultMemory is in MiB.
const defaultMemory = 2048

// Texts in place of a version or licence that is not declared.
const (
	unversioned = "0.0.0"
	unlicensed  = "NOASSERTION"
)

// Claim sets what a list of capabilities says: complete, deterministic, soft_clues, fast, neighbours and powers.
func (p *Program) Claim(capabilities []string) error {
	for _, c := range capabilities {
		switch power := sudoku.Power(c); c {
		case "complete":
			p.Complete = true
		case "deterministic":
			p.Deterministic = true
		case "soft_clues":
			p.SoftClues = true
		case "fast":
			p.Fast = true
		case "neighbours":
			p.Neighbours = true
		case "solve", "grade", "explain", "steps", "generate":
			if !slices.Contains(p.Powers, power) {
				p.Powers = append(p.Powers, power)
			}
		default:
			return fmt.Errorf("capability %q is none of complete, deterministic, soft_clues, fast, neighbours, "+
				"solve, grade, explain, steps, generate", c)
		}
	}
	return nil
}

// Parse reads a Program from the text that Argument wrote.
func Parse(argument string) (*Program, error) {
	p := &Program{}
	if err := json.Unmarshal([]byte(argument), p); err != nil {
		return nil, fmt.Errorf("reading a program's description: %w", err)
	}
	return p, p.Check()
}

// Argument writes the Program as one argument of a command line, which the host gives to the process of the bridge.
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
	if len(p.Powers) == 0 && p.Protocol == protocolLines {
		p.Powers = []sudoku.Power{sudoku.PowerSolve}
	}
	if p.Empty == "" {
		p.Empty = "."
	}
	if p.MemoryMB <= 0 {
		p.MemoryMB = defaultMemory
	}
	p.Name, p.Version, p.Licence = cmp.Or(p.Name, p.ID), cmp.Or(p.Version, unversioned), cmp.Or(p.Licence, unlicensed)
	switch {
	case len(p.Run) == 0:
		return errors.New("run: no command")
	case p.Protocol != protocolLines && p.Protocol != protocolJSON:
		return fmt.Errorf("protocol %d: want %d (lines) or %d (JSON lines)", p.Protocol, protocolLines, protocolJSON)
	case p.Protocol == protocolJSON && (p.Mode != Auto || p.Answer != ""):
		return errors.New("mode and answer are of protocol 0, lines")
	case p.Mode == Dimacs && (p.Answer != "" || len(p.Constraints) > 0):
		return errors.New("mode dimacs has every constraint and an answer of its own; answer and constraints are of the other modes")
	case p.Protocol == protocolLines && (p.SoftClues || !slices.Equal(p.Powers, []sudoku.Power{sudoku.PowerSolve})):
		return errors.New("a program of protocol 0, lines, can only solve, without soft clues; protocol 1 can do more")
	case !slices.Contains(modes, p.Mode):
		return fmt.Errorf("mode %q: want %s", p.Mode, strings.Join(modes, ", "))
	case len(p.Empty) != 1 || p.Empty[0] >= '1' && p.Empty[0] <= '9':
		return fmt.Errorf("empty %q: want one symbol that is not a digit from 1 to 9", p.Empty)
	}
	if err := p.checkConstraints(); err != nil {
		return err
	}
	for _, shape := range p.Shapes {
		if g, err := sudoku.ParseGeometry(shape); shape != "any" && (err != nil || g.Shape() != shape) {
			return fmt.Errorf("shape %q: want the name of a geometry such as 9, 6 or 9+x, or any", shape)
		}
	}
	if _, err := regexp.Compile(p.Answer); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	_, err := p.settings()
	return err
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

// info returns what is known of the program, once it is checked.
func (p *Program) info() sudoku.Info {
	settings, _ := p.settings() // Check has seen them
	info := sudoku.Info{ID: p.ID, Name: p.Name, Version: p.Version, Licence: p.Licence, Homepage: p.Homepage,
		Reference: p.Reference, Complete: p.Complete, Deterministic: p.Deterministic,
		SoftClues: p.SoftClues || p.Mode == Dimacs,
		Clauses:   p.kinds(), Fast: p.Fast, Neighbours: p.Neighbours, Settings: settings, Metrics: p.metrics(),
		Aims: p.aims(), Summary: cmp.Or(p.Summary, "runs "+strings.Join(p.Run, " "))}
	switch {
	case len(p.Shapes) == 0:
		info.Shapes = []string{sudoku.Classic().Shape()}
	case !slices.Contains(p.Shapes, "any"):
		info.Shapes = p.Shapes
	}
	return info
}

// Spec makes a plugin of a program. Its processes end with the one that serves it.
func Spec(ctx context.Context, p *Program) (spec.Spec, error) {
	if p.Protocol == protocolJSON {
		return speaking(ctx, p)
	}
	return lines(p), nil
}

// lines makes a plugin of a program that speaks lines.
func lines(p *Program) spec.Spec {
	var mu sync.Mutex
	bridges := map[string]*bridge{} // by settings
	return spec.Spec{
		Info: p.info(),
		Solver: func(settings sudoku.Settings) (sudoku.Solver, error) {
			mu.Lock()
			defer mu.Unlock()
			key := fmt.Sprint(settings)
			if bridges[key] == nil {
				q, env := p.with(settings)
				bridges[key] = newBridge(q)
				bridges[key].start.env = env
			}
			return &solver{bridge: bridges[key]}, nil
		},
	}
}

// metrics returns the metrics that the program declares.
func (p *Program) metrics() (all []sudoku.Metric) {
	for _, m := range p.Metrics {
		most := math.Inf(1)
		if m.Max != nil {
			most = *m.Max
		}
		all = append(all, sudoku.Metric{Name: m.Name, Unit: m.Unit, Min: m.Min, Max: most,
			HigherIsHarder: m.HigherIsHarder, Source: cmp.Or(m.Source, p.Name), Summary: cmp.Or(m.Summary, m.Name),
			Labels: m.Labels, Alone: m.Alone, Ceiling: m.Ceiling, Bound: m.Bound})
	}
	return all
}

// aims returns the metrics that the program's generator aims at.
func (p *Program) aims() (all []sudoku.Aim) {
	for _, a := range p.Aims {
		all = append(all, sudoku.Aim(a))
	}
	return all
}

// reserved are placeholders of a command that no option may take the name of.
var reserved = []string{"puzzle", "limit", "seed", "timeout_ms"}

// settingOf returns the declaration of an option that the SDK and the host check values by.
func settingOf(o manifest.Option) (sudoku.Setting, error) {
	s := sudoku.Setting{Name: o.Name, Enum: o.Enum, Summary: cmp.Or(o.Summary, o.Name)}
	var err error
	if s.Default, err = typedDefault(o); err != nil {
		return s, fmt.Errorf("option %q: %w", o.Name, err)
	}
	if o.Min != nil || o.Max != nil {
		s.Min, s.Max = math.Inf(-1), math.Inf(1)
	}
	if o.Min != nil {
		s.Min = *o.Min
	}
	if o.Max != nil {
		s.Max = *o.Max
	}
	if o.Name == "" || slices.Contains(reserved, o.Name) {
		return s, fmt.Errorf("option %q: choose another name", o.Name)
	}
	_, err = sudoku.Info{Settings: []sudoku.Setting{s}}.Resolve(map[string]any{s.Name: s.Default})
	return s, err
}

// typedDefault returns the default as a value of the option's type. Numbers come from JSON or YAML, where 3 may
// stand for 3.0.
func typedDefault(o manifest.Option) (any, error) {
	f, isNumber := o.Default.(float64)
	if i, ok := o.Default.(int); ok {
		f, isNumber = float64(i), true
	}
	kind := o.Type
	if kind == "" && isNumber {
		kind = "number"
		if f == math.Trunc(f) {
			kind = "integer"
		}
	}
	switch v := o.Default.(type) {
	case string:
		if kind == "" || kind == "string" {
			return v, nil
		}
	case bool:
		if kind == "" || kind == "boolean" {
			return v, nil
		}
	}
	switch {
	case isNumber && kind == "number":
		return f, nil
	case isNumber && kind == "integer" && f == math.Trunc(f):
		return int(f), nil
	}
	return nil, fmt.Errorf("default %v: want a %s", o.Default, cmp.Or(kind, "text, number, true or false"))
}

// settings returns the declarations of all options.
func (p *Program) settings() ([]sudoku.Setting, error) {
	var all []sudoku.Setting
	for _, o := range p.Options {
		s, err := settingOf(o)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(t sudoku.Setting) bool { return t.Name == s.Name }) {
			return nil, fmt.Errorf("option %q is declared twice", s.Name)
		}
		all = append(all, s)
	}
	return all, nil
}

// with returns the program as it runs under settings: {name} in its arguments stands for a value. The
// environment has each as SUDOKUCTL_OPTION_NAME.
func (p *Program) with(settings sudoku.Settings) (*Program, []string) {
	q := *p
	q.Run = slices.Clone(p.Run)
	var env []string
	for _, o := range p.Options {
		value := argument(settings[o.Name])
		for i := range q.Run {
			q.Run[i] = strings.ReplaceAll(q.Run[i], "{"+o.Name+"}", value)
		}
		env = append(env, "SUDOKUCTL_OPTION_"+strings.ToUpper(o.Name)+"="+value)
	}
	return &q, env
}

// argument writes a value as an argument of a command: texts as they are, anything else as JSON does.
func argument(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	text, _ := json.Marshal(value) // a checked setting is a finite number or a truth value
	return string(text)
}
