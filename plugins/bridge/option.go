package bridge

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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
	_, err = sudoku.ResolveSettings([]sudoku.Setting{s}, map[string]any{s.Name: s.Default})
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
