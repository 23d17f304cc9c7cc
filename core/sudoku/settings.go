package sudoku

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Setting declares one setting of an algorithm. Name is snake_case. Default has the setting's type: string,
// int, float64 or bool. Enum restricts strings; Min and Max restrict numbers unless both are zero.
type Setting struct {
	Name     string
	Default  any
	Enum     []string
	Min, Max float64
	Summary  string
}

// Type returns the JSON Schema type of the setting: string, integer, number or boolean.
func (s Setting) Type() string {
	switch s.Default.(type) {
	case string:
		return "string"
	case int:
		return "integer"
	case float64:
		return "number"
	}
	return "boolean"
}

// Settings are the values of all declared settings of an algorithm, checked and completed by ResolveSettings.
type Settings map[string]any

// ResolveSettings checks given values against the declarations and fills in defaults. Unknown names, wrong types and
// values out of range are errors that name the setting and its range.
func ResolveSettings(declared []Setting, given map[string]any) (Settings, error) {
	resolved := make(Settings, len(declared))
	var names []string
	for _, d := range declared {
		resolved[d.Name] = d.Default
		names = append(names, d.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		i := slices.Index(names, name)
		if i < 0 {
			return nil, fmt.Errorf("setting %q: unknown, the settings are %s", name, cmp.Or(strings.Join(names, ", "), "none"))
		}
		v, err := declared[i].convert(given[name])
		if err != nil {
			return nil, fmt.Errorf("setting %q: %w", name, err)
		}
		resolved[name] = v
	}
	return resolved, nil
}

func (s Setting) convert(v any) (any, error) {
	switch s.Default.(type) {
	case string:
		return s.convertString(v)
	case bool:
		if b, ok := v.(bool); ok {
			return b, nil
		}
		return nil, fmt.Errorf("%v is not true or false", v)
	}
	return s.convertNumber(v)
}

func (s Setting) convertString(v any) (any, error) {
	text, ok := v.(string)
	if !ok {
		return nil, fmt.Errorf("%v is not a text", v)
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, text) {
		return nil, fmt.Errorf("%q is none of %s", text, strings.Join(s.Enum, ", "))
	}
	return text, nil
}

func (s Setting) convertNumber(v any) (any, error) {
	f, ok := toFloat(v)
	if !ok || math.IsNaN(f) || math.IsInf(f, 0) { // the last two come from YAML, and JSON has no room for them
		return nil, fmt.Errorf("%v is not a number", v)
	}
	if (s.Min != 0 || s.Max != 0) && (f < s.Min || f > s.Max) {
		return nil, fmt.Errorf("%v is not between %v and %v", f, s.Min, s.Max)
	}
	if _, whole := s.Default.(int); !whole {
		return f, nil
	}
	if f != math.Trunc(f) {
		return nil, fmt.Errorf("%v is not a whole number", f)
	}
	return int(f), nil
}

func toFloat(v any) (float64, bool) {
	switch n := v.(type) {
	case int:
		return float64(n), true
	case int64:
		return float64(n), true
	case uint64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}
