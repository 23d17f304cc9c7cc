package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// property is one property of the JSON Schema of an algorithm's settings.
type property struct {
	Type        string   `json:"type"`
	Default     any      `json:"default"`
	Enum        []string `json:"enum,omitempty"`
	Minimum     *float64 `json:"minimum,omitempty"`
	Maximum     *float64 `json:"maximum,omitempty"`
	Description string   `json:"description,omitempty"`
}

// SettingsSchema returns the JSON Schema of an object of settings, its properties in the order of the declarations.
func SettingsSchema(settings []sudoku.Setting) (string, error) {
	var b bytes.Buffer
	b.WriteString(`{"type":"object","additionalProperties":false,"properties":{`)
	for i, s := range settings {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(s.Name)
		text, err := json.Marshal(propertyOf(s))
		if err != nil {
			return "", fmt.Errorf("describing setting %q: %w", s.Name, err)
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(text)
	}
	b.WriteString("}}")
	return b.String(), nil
}

func propertyOf(s sudoku.Setting) property {
	p := property{Type: s.Type(), Default: s.Default, Enum: s.Enum, Description: s.Summary}
	if s.Min != 0 || s.Max != 0 {
		p.Minimum, p.Maximum = finite(s.Min), finite(s.Max)
	}
	return p
}

func finite(v float64) *float64 {
	if math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// ParseSettingsSchema is the inverse of SettingsSchema, also for schemas of plugins that write their own.
// Properties keep their order.
func ParseSettingsSchema(schema string) ([]sudoku.Setting, error) {
	if strings.TrimSpace(schema) == "" {
		return nil, nil
	}
	var object struct {
		Properties json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal([]byte(schema), &object); err != nil {
		return nil, fmt.Errorf("reading the schema of the settings: %w", err)
	}
	if len(object.Properties) == 0 {
		return nil, nil
	}
	d := json.NewDecoder(bytes.NewReader(object.Properties))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("reading the schema of the settings: properties are not an object")
	}
	var settings []sudoku.Setting
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("reading the schema of the settings: %w", err)
		}
		var p property
		if err := d.Decode(&p); err != nil {
			return nil, fmt.Errorf("reading the schema of setting %q: %w", name, err)
		}
		s, err := p.setting(fmt.Sprint(name))
		if err != nil {
			return nil, fmt.Errorf("reading the schema of setting %q: %w", name, err)
		}
		settings = append(settings, s)
	}
	return settings, nil
}

func (p property) setting(name string) (sudoku.Setting, error) {
	s := sudoku.Setting{Name: name, Enum: p.Enum, Summary: p.Description}
	if p.Minimum != nil || p.Maximum != nil {
		s.Min, s.Max = math.Inf(-1), math.Inf(1)
	}
	if p.Minimum != nil {
		s.Min = *p.Minimum
	}
	if p.Maximum != nil {
		s.Max = *p.Maximum
	}
	ok := true
	switch p.Type {
	case "string":
		s.Default, ok = p.Default.(string)
	case "boolean":
		s.Default, ok = p.Default.(bool)
	case "number":
		s.Default, ok = p.Default.(float64)
	case "integer":
		var f float64
		f, ok = p.Default.(float64)
		s.Default = int(f)
	default:
		return s, fmt.Errorf("type %q is none of string, boolean, number, integer", p.Type)
	}
	if !ok {
		return s, fmt.Errorf("default %v is not a %s", p.Default, p.Type)
	}
	return s, nil
}
