package plugintest

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// How ids, names and versions are written.
var (
	idPattern    = pattern(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	snakePattern = pattern(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	semver       = pattern(`^((0|[1-9]\d*)\.){2}(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)
)

// pattern returns a regular expression that is compiled when it is first asked for.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

var describeChecks = []Check{
	{"describe/id", "The id is made of a-z, 0-9 and single hyphens.", describeID},
	{"describe/version", "The version is a semantic version.", describeVersion},
	{"describe/texts", "Name, summary and licence are there; the summary is one line.", describeTexts},
	{"describe/powers", "There is at least one power, and what is declared can be called.", describePowers},
	{"describe/shapes", "Declared shapes are geometries in their canonical text.", describeShapes},
	{"describe/metrics", "A grader declares name, range and source of its metrics; others none.",
		describeMetrics},
	{"describe/shortcuts", "Settings that grade a metric alone, and its ceiling and bound, are declared.",
		describeShortcuts},
	{"describe/aims", "A generator names each metric that it aims at once; others aim at none.", describeAims},
	{"describe/settings", "Settings have a name, a summary and a default that they allow.", describeSettings},
	{"configure/defaults", "The defaults are accepted.", configureDefaults},
	{"configure/unknown", "An unknown setting is an error that names it.", configureUnknown},
	{"configure/bad-value", "A bad value is an error that names the setting.", configureBadValue},
	{"configure/effect", "Each setting changes something that the checks can see, or it is noted.", configureEffect},
}

func describeID(p *probe) error {
	if !idPattern().MatchString(p.info.ID) {
		return fault("Describe", fmt.Sprintf("id %q", p.info.ID), "choose an id such as my-solver")
	}
	return nil
}

func describeVersion(p *probe) error {
	if !semver().MatchString(p.info.Version) {
		return fault("Describe", fmt.Sprintf("version %q", p.info.Version), "use a version such as 1.0.0")
	}
	return nil
}

func describeTexts(p *probe) error {
	for _, text := range []struct{ what, value string }{
		{"name", p.info.Name}, {"summary", p.info.Summary}, {"licence", p.info.Licence},
	} {
		if strings.TrimSpace(text.value) == "" || strings.Contains(text.value, "\n") {
			return fault("Describe", fmt.Sprintf("%s %q", text.what, text.value), "fill it in, on one line")
		}
	}
	return nil
}

func describePowers(p *probe) error {
	if len(p.info.Powers) == 0 {
		return fault("Describe", "no powers", "declare a power: solve, grade, explain or generate")
	}
	for power, missing := range map[sudoku.Power]bool{
		sudoku.PowerSolve: p.subject.Solve == nil, sudoku.PowerGrade: p.subject.Grade == nil,
		sudoku.PowerExplain: p.subject.Explain == nil, sudoku.PowerSteps: p.subject.ListSteps == nil,
		sudoku.PowerGenerate: p.subject.Generate == nil} {
		if p.info.Has(power) && missing {
			return fault("Describe", "power "+string(power), "declare only powers that can be called")
		}
	}
	return nil
}

func describeShapes(p *probe) error {
	for _, shape := range p.info.Shapes {
		if g, err := sudoku.ParseGeometry(shape); err != nil || g.Shape() != shape {
			return fault("Describe", fmt.Sprintf("shape %q", shape),
				"write shapes such as 9, 6 or 9+x, without an alphabet")
		}
	}
	return nil
}

func describeMetrics(p *probe) error {
	if p.info.Has(sudoku.PowerGrade) != (len(p.info.Metrics) > 0) {
		return fault("Describe", fmt.Sprintf("%d metrics, powers %v", len(p.info.Metrics), p.info.Powers),
			"declare in metrics what a grader measures, and nothing if there is none")
	}
	seen := map[string]bool{}
	for _, m := range p.info.Metrics {
		if !snakePattern().MatchString(m.Name) || seen[m.Name] || m.Source == "" || m.Summary == "" ||
			math.IsNaN(m.Min) || math.IsNaN(m.Max) || m.Min >= m.Max {
			return fault("Describe", fmt.Sprintf("metric %+v", m),
				"give each metric its own snake_case name, a range, a source and a summary")
		}
		seen[m.Name] = true
	}
	return nil
}

func describeShortcuts(p *probe) error {
	if len(p.info.Metrics) == 0 {
		return skip("it has no metrics")
	}
	for _, m := range p.info.Metrics {
		for i, label := range m.Labels {
			if label == "" || strings.Contains(label, ",") || slices.Contains(m.Labels[:i], label) {
				return fault("Describe", fmt.Sprintf("metric %q, label %q", m.Name, label),
					"name each word of a label once, without commas")
			}
		}
		if _, err := sudoku.ResolveSettings(p.info.Settings, m.Alone); err != nil {
			return fault("Describe", fmt.Sprintf("metric %q alone: %v", m.Name, err),
				"let Alone hold declared settings with values that they take")
		}
		if err := p.describeCeiling(&m); err != nil {
			return err
		}
	}
	return nil
}

func (p *probe) describeCeiling(m *sudoku.Metric) error {
	if m.Ceiling == "" && m.Bound == "" {
		return nil
	}
	i := slices.IndexFunc(p.info.Settings, func(s sudoku.Setting) bool { return s.Name == m.Ceiling })
	if i < 0 || p.info.Settings[i].Type() != "number" || m.Alone == nil {
		return fault("Describe", fmt.Sprintf("metric %q, alone %v, ceiling %q", m.Name, m.Alone, m.Ceiling),
			"let Ceiling name a setting that takes any number, beside those of Alone")
	}
	if m.Bound == m.Name || p.info.Metric(m.Bound) == nil {
		return fault("Describe", fmt.Sprintf("metric %q, bound %q", m.Name, m.Bound),
			"let Bound name another metric that is declared")
	}
	return nil
}

func describeAims(p *probe) error {
	if !p.info.Has(sudoku.PowerGenerate) {
		if len(p.info.Aims) > 0 || p.info.Neighbours {
			return fault("Describe", fmt.Sprintf("aims %v, neighbours %v, powers %v", p.info.Aims, p.info.Neighbours,
				p.info.Powers), "declare Aims and Neighbours for a generator alone")
		}
		return skip("it does not generate")
	}
	seen := map[string]bool{}
	for _, a := range p.info.Aims {
		if !snakePattern().MatchString(a.Metric) || seen[a.Metric] {
			return fault("Describe", fmt.Sprintf("aim %+v", a), "name each metric once, as its grader does")
		}
		seen[a.Metric] = true
	}
	return nil
}

func describeSettings(p *probe) error {
	for _, s := range p.info.Settings {
		if !snakePattern().MatchString(s.Name) || s.Summary == "" {
			return fault("Describe", fmt.Sprintf("setting %+v", s), "give each setting a snake_case name and a summary")
		}
	}
	if _, err := sudoku.ResolveSettings(p.info.Settings, p.defaults()); err != nil {
		return fault("Describe", err.Error(), "choose defaults that the setting's own range and enum allow")
	}
	return nil
}

func (p *probe) defaults() map[string]any {
	given := map[string]any{}
	for _, s := range p.info.Settings {
		given[s.Name] = s.Default
	}
	return given
}

func configureDefaults(p *probe) error {
	if err := p.subject.Configure(p.ctx, p.defaults()); err != nil {
		return fault("Configure with all defaults", err.Error(), "accept the defaults that Describe declares")
	}
	return p.subject.Configure(p.ctx, nil)
}

func configureUnknown(p *probe) error {
	return p.refuses("no_such_setting", 1)
}

func configureBadValue(p *probe) error {
	if len(p.info.Settings) == 0 {
		return skip("it has no settings")
	}
	for _, s := range p.info.Settings {
		if err := p.refuses(s.Name, []int{1}); err != nil {
			return err
		}
		if len(s.Enum) > 0 {
			if err := p.refuses(s.Name, "no such value"); err != nil {
				return err
			}
		}
		if (s.Min != 0 || s.Max != 0) && !math.IsInf(s.Max, 0) {
			if err := p.refuses(s.Name, s.Max+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// configureEffect notes settings of which no value changes an answer, a measure, a grade, a step or a puzzle. Some good ones do not.
func configureEffect(p *probe) error {
	if len(p.info.Settings) == 0 {
		return skip("it has no settings")
	}
	defer p.subject.Configure(p.ctx, nil)
	effects := p.effects()
	usual := make([]string, len(effects))
	if err := p.subject.Configure(p.ctx, p.defaults()); err != nil {
		return err
	}
	for i, effect := range effects {
		usual[i] = effect()
	}
	var idle []string
	for _, s := range p.info.Settings {
		values := otherValues(s)
		if len(values) > 0 && !slices.ContainsFunc(values, func(value any) bool {
			if err := p.subject.Configure(p.ctx, map[string]any{s.Name: value}); err != nil {
				return false // it may need another setting
			}
			for i, effect := range effects {
				if effect() != usual[i] {
					return true
				}
			}
			return false
		}) {
			idle = append(idle, s.Name)
		}
	}
	if len(idle) > 0 {
		p.subject.Notes = append(p.subject.Notes,
			"other values change no answer, measure, grade, step or puzzle of the checks: "+strings.Join(idle, ", "))
	}
	return nil
}

// otherValues returns values that a setting takes beside its default; none of a text that may be anything.
func otherValues(s sudoku.Setting) (values []any) {
	var some []any
	switch usual := s.Default.(type) {
	case bool:
		some = []any{!usual}
	case string:
		for _, word := range s.Enum {
			some = append(some, word)
		}
	case int:
		some = []any{max(2*usual, 10), usual + 1, int(s.Min)}
	case float64:
		some = []any{usual + 1, usual / 2, s.Min, s.Max}
	}
	for _, value := range some {
		if _, err := sudoku.ResolveSettings([]sudoku.Setting{s}, map[string]any{s.Name: value}); err == nil && value != s.Default {
			values = append(values, value)
		}
	}
	return values
}

// effects are what settings may change, the quick ones first: each asks the subject and returns all that came, as a text.
func (p *probe) effects() (all []func() string) {
	some := p.gradable()
	if n := len(some); n > 3 {
		some = []*sudoku.Puzzle{some[0], some[n/2], some[n-1]}
	}
	ask := runner.Ask{Limit: 3, Seed: 1, Timeout: p.timeout}
	for _, do := range []func(context.Context, []*sudoku.Puzzle, runner.Ask) ([]Answer, error){p.subject.Solve, p.subject.Grade} {
		if do == nil {
			continue
		}
		all = append(all, func() string {
			answers, err := do(p.ctx, some, ask)
			for i := range answers {
				answers[i].Stats.Elapsed = 0
			}
			return fmt.Sprint(answers, err)
		})
	}
	if p.subject.Explain != nil {
		all = append(all, func() (text string) {
			explained, err := p.explain()
			for _, e := range explained {
				text += fmt.Sprint(e.steps, e.err)
			}
			return fmt.Sprint(text, err)
		})
	}
	if o, err := p.order(1, 1); err == nil {
		all = append(all, func() string {
			puzzles, err := p.generate(o, 1, orderBudgets)
			return fmt.Sprint(puzzles, err)
		})
	}
	return all
}

// refuses checks that a setting is refused by name, and goes back to the settings that it had.
func (p *probe) refuses(name string, value any) error {
	err := p.subject.Configure(p.ctx, map[string]any{name: value})
	sent := fmt.Sprintf("Configure with %s = %v", name, value)
	if err == nil {
		return fault(sent, "no error", "refuse it")
	}
	if !strings.Contains(err.Error(), name) {
		return fault(sent, err.Error(), "name the setting in the error")
	}
	return p.subject.Configure(p.ctx, nil)
}
