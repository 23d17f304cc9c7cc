package mcp

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
)

// input describes what a tool takes: of the members of In those that are named, with what they mean, or all if none is. The tags
// of the fields say which values are allowed, as they do for the HTTP API.
func input[In any](takes map[string]string) (*jsonschema.Schema, error) {
	s, err := jsonschema.For[In](nil)
	if err != nil {
		return nil, fmt.Errorf("describing the input of a tool: %w", err)
	}
	takes = maps.Clone(takes)
	if about, ok := takes["plugin"]; ok {
		delete(takes, "plugin")
		takes["solver"] = about
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[In]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		about, taken := takes[name]
		switch p := s.Properties[name]; {
		case p == nil: // what embeds others
		case taken:
			p.Description = about
			allow(p, f.Tag)
		case takes == nil:
			allow(p, f.Tag)
		default:
			delete(s.Properties, name)
		}
	}
	s.PropertyOrder = slices.DeleteFunc(s.PropertyOrder, func(name string) bool { return s.Properties[name] == nil })
	for _, name := range []string{"puzzle", "puzzles"} {
		if _, ok := takes[name]; ok {
			s.Required = []string{name}
		}
	}
	if p := s.Properties["puzzles"]; p != nil {
		p.MinItems, p.MaxItems = jsonschema.Ptr(1), jsonschema.Ptr(maxPuzzles)
	}
	return s, nil
}

// allow describes the values that a tag allows.
func allow(p *jsonschema.Schema, tag reflect.StructTag) {
	for name, bound := range map[string]**float64{"minimum": &p.Minimum, "maximum": &p.Maximum} {
		if value, err := strconv.ParseFloat(tag.Get(name), 64); err == nil {
			*bound = &value
		}
	}
	for word := range strings.SplitSeq(tag.Get("enum"), ",") {
		if word != "" {
			p.Enum = append(p.Enum, word)
		}
	}
}

// output describes what the tool of a verb answers.
func output[Q any](v desk.Verb[Q]) (*jsonschema.Schema, error) {
	of := reflect.StructOf([]reflect.StructField{{Name: "Records", Type: reflect.SliceOf(v.Record), Tag: `json:"records"`}})
	switch v.Name {
	case "explain":
		of = reflect.TypeFor[Explained]()
	case "hint":
		of = reflect.TypeFor[Hint]()
	}
	s, err := jsonschema.ForType(of, nil)
	if err != nil {
		return nil, fmt.Errorf("describing the answer of %q: %w", v.Name, err)
	}
	return s, nil
}
