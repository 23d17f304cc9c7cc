package sudoku

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// Info describes an algorithm: its name and version, its powers and its settings.
type Info struct {
	ID            string // [a-z0-9-]+, equal to the plugin's directory and binary name
	Name          string
	Version       string // SemVer
	Summary       string // one line
	Licence       string // SPDX identifier
	Homepage      string
	Reference     string // the paper or program behind it
	Complete      bool   // an exhausted search is a proof
	Deterministic bool   // the same puzzle gives the same answer, whatever the seed
	SoftClues     bool
	Clauses       []string // kinds of clauses beyond houses that it takes: differ, pair, sum, count, word, any; soft clues are "in"
	Fast          bool     // it takes well under a millisecond for a classic 9×9 puzzle, so that it can be asked in passing
	Shapes        []string // shapes it can take, see Geometry.Shape; nil = every geometry
	Metrics       []Metric
	Settings      []Setting
	Aims          []Aim   // metrics that its Generator takes a range of
	Neighbours    bool    // its Generator takes orders with Order.Near
	Powers        []Power // filled in by the SDK
}

// A Power is something that an algorithm can do. Each stands for an interface: Solver, Grader, Explainer, Generator,
// Tracer beside Solver, StepLister beside Explainer.
type Power string

// The powers.
const (
	PowerSolve    Power = "solve"
	PowerGrade    Power = "grade"
	PowerExplain  Power = "explain"
	PowerGenerate Power = "generate"
	PowerTrace    Power = "trace"
	PowerSteps    Power = "steps"
)

// Aim declares that a generator takes a range of a metric, see Order.Metric. The metric is usually one of a grader.
type Aim struct {
	Metric string
	Exact  bool // every puzzle made is in the range; if false, most are, and the caller has to measure
}

// Metric returns the declaration of a metric, nil if there is none.
func (i *Info) Metric(name string) *Metric {
	for k := range i.Metrics {
		if i.Metrics[k].Name == name {
			return &i.Metrics[k]
		}
	}
	return nil
}

// Aim returns what is declared of aiming at a metric, nil if an order cannot name it.
func (i *Info) Aim(metric string) *Aim {
	for k := range i.Aims {
		if i.Aims[k].Metric == metric {
			return &i.Aims[k]
		}
	}
	return nil
}

// Takes reports whether the algorithm declares that it can take a geometry. Fits says the same of a whole puzzle.
func (i *Info) Takes(g *Geometry) bool {
	return len(i.Shapes) == 0 || slices.Contains(i.Shapes, g.Shape())
}

// Fits returns why the algorithm does not take a puzzle, by what it declares: an error that wraps ErrUnsupported, or
// nil.
func (i *Info) Fits(p *Puzzle) error {
	switch {
	case !i.Takes(p.geometry):
		return fmt.Errorf("%w: geometry %q", ErrUnsupported, p.geometry)
	case p.soft != nil && !i.SoftClues:
		return fmt.Errorf("%w: soft clues", ErrUnsupported)
	}
	for kind := clause.In; p.beyond != nil && kind <= clause.Any; kind++ {
		takes := slices.Contains(i.Clauses, kind.String())
		if kind == clause.In {
			takes = i.SoftClues
		}
		if p.beyond.kinds.Has(kind) && !takes {
			return fmt.Errorf("%w: constraints of kind %q", ErrUnsupported, kind)
		}
	}
	return nil
}

// Has reports whether the algorithm declares a power. One that it does not declare is never asked for.
func (i *Info) Has(power Power) bool {
	return slices.Contains(i.Powers, power)
}

// Can lists the powers for people: "solve, grade".
func (i *Info) Can() string {
	var words []string
	for _, p := range i.Powers {
		words = append(words, string(p))
	}
	return strings.Join(words, ", ")
}

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

// Settings are the values of all declared settings of an algorithm, checked and completed by Info.Resolve.
type Settings map[string]any

// Resolve checks given values against the declared settings and fills in defaults. Unknown names, wrong types and
// values out of range are errors that name the setting and its range.
func (i Info) Resolve(given map[string]any) (Settings, error) {
	declared := i.Settings
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

// convert returns a value in the type of the setting's default.
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

// convertString returns a text that the setting allows.
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

// convertNumber returns a number that the setting allows.
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

// toFloat returns the number in v, whatever its type.
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
