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
	{"describe/metrics", "A grader declares name, range and source of its metrics; others none.", describeMetrics},
	{"describe/shortcuts", "Settings that grade a metric alone, and its ceiling and bound, are declared.",
		describeShortcuts},
	{"describe/aims", "A generator names each metric that it aims at once; others aim at none.", describeAims},
	{"describe/settings", "Settings have a name, a summary and a default that they allow.", describeSettings},
	{"configure/defaults", "The defaults are accepted.", configureDefaults},
	{"configure/unknown", "An unknown setting is an error that names it.", configureUnknown},
	{"configure/bad-value", "A bad value is an error that names the setting.", configureBadValue},
	{"configure/effect", "Each setting changes something that the checks can see, or it is noted.", configureEffect},
}

// describeID checks the form of the id.
func describeID(p *probe) {
	needs(idPattern().MatchString(p.info.ID), "choose an id such as my-solver", "id %q", p.info.ID)
}

// describeVersion checks that the version is a semantic one.
func describeVersion(p *probe) {
	needs(semver().MatchString(p.info.Version), "use a version such as 1.0.0", "version %q", p.info.Version)
}

// needs fails the check if a declaration of Describe is not right, and shows it.
func needs(right bool, fix, came string, args ...any) {
	if !right {
		fail("Describe", fmt.Sprintf(came, args...), fix)
	}
}

// describeTexts checks that name, summary and licence are filled in.
func describeTexts(p *probe) {
	for what, text := range map[string]string{"name": p.info.Name, "summary": p.info.Summary, "licence": p.info.Licence} {
		needs(strings.TrimSpace(text) != "" && !strings.Contains(text, "\n"), "fill it in, on one line", "%s %q", what, text)
	}
}

// describePowers checks that each declared power is there, and each power declared.
func describePowers(p *probe) {
	needs(len(p.info.Powers) > 0, "declare a power: solve, grade, explain or generate", "no powers")
	for power, missing := range map[sudoku.Power]bool{
		sudoku.PowerSolve: p.subject.Solve == nil, sudoku.PowerGrade: p.subject.Grade == nil,
		sudoku.PowerExplain: p.subject.Explain == nil, sudoku.PowerSteps: p.subject.ListSteps == nil,
		sudoku.PowerGenerate: p.subject.Generate == nil} {
		needs(!p.info.Has(power) || !missing, "declare only powers that can be called", "power %s", power)
	}
}

// describeShapes checks the names of shapes.
func describeShapes(p *probe) {
	for _, shape := range p.info.Shapes {
		g, err := sudoku.ParseGeometry(shape)
		needs(err == nil && g.Shape() == shape, "write shapes such as 9, 6 or 9+x, without an alphabet", "shape %q", shape)
	}
}

// describeMetrics checks that a grader, and no other plugin, declares complete metrics.
func describeMetrics(p *probe) {
	needs(p.info.Has(sudoku.PowerGrade) == (len(p.info.Metrics) > 0),
		"declare in metrics what a grader measures, and nothing if there is none",
		"%d metrics, powers %v", len(p.info.Metrics), p.info.Powers)
	seen := map[string]bool{}
	for _, m := range p.info.Metrics {
		needs(snakePattern().MatchString(m.Name) && !seen[m.Name] && m.Source != "" && m.Summary != "" && m.Min < m.Max,
			"give each metric its own snake_case name, a range, a source and a summary", "metric %+v", m)
		seen[m.Name] = true
	}
}

// describeShortcuts checks that the settings of shortcuts exist.
func describeShortcuts(p *probe) {
	if len(p.info.Metrics) == 0 {
		skip("it has no metrics")
	}
	for _, m := range p.info.Metrics {
		for i, label := range m.Labels {
			needs(label != "" && !strings.Contains(label, ",") && !slices.Contains(m.Labels[:i], label),
				"name each word of a label once, without commas", "metric %q, label %q", m.Name, label)
		}
		_, err := p.info.Resolve(m.Alone)
		needs(err == nil, "let alone hold declared settings with values that they take", "metric %q alone: %v", m.Name, err)
		if m.Ceiling == "" && m.Bound == "" {
			continue
		}
		i := slices.IndexFunc(p.info.Settings, func(s sudoku.Setting) bool { return s.Name == m.Ceiling })
		needs(i >= 0 && p.info.Settings[i].Type() == "number" && m.Alone != nil,
			"let ceiling name a setting that takes any number, beside those of alone",
			"metric %q, alone %v, ceiling %q", m.Name, m.Alone, m.Ceiling)
		needs(m.Bound != m.Name && p.info.Metric(m.Bound) != nil, "let bound name another metric that is declared",
			"metric %q, bound %q", m.Name, m.Bound)
	}
}

// describeAims checks the metrics that a generator aims at.
func describeAims(p *probe) {
	if !p.info.Has(sudoku.PowerGenerate) {
		needs(len(p.info.Aims) == 0 && !p.info.Neighbours, "declare aims and neighbours for a generator alone",
			"aims %v, neighbours %v, powers %v", p.info.Aims, p.info.Neighbours, p.info.Powers)
		skip("it does not generate")
	}
	seen := map[string]bool{}
	for _, a := range p.info.Aims {
		needs(snakePattern().MatchString(a.Metric) && !seen[a.Metric], "name each metric once, as its grader does", "aim %+v",
			a)
		seen[a.Metric] = true
	}
}

// describeSettings checks names, summaries and defaults of settings.
func describeSettings(p *probe) {
	for _, s := range p.info.Settings {
		needs(snakePattern().MatchString(s.Name) && s.Summary != "", "give each setting a snake_case name and a summary",
			"setting %+v", s)
	}
	_, err := p.info.Resolve(p.defaults())
	needs(err == nil, "choose defaults that the setting's own range and enum allow", "%v", err)
}

// defaults returns all settings with their defaults.
func (p *probe) defaults() map[string]any {
	given := map[string]any{}
	for _, s := range p.info.Settings {
		given[s.Name] = s.Default
	}
	return given
}

// configureDefaults checks that the declared defaults are accepted.
func configureDefaults(p *probe) {
	if err := p.subject.Configure(p.ctx, p.defaults()); err != nil {
		fail("Configure with all defaults", err.Error(), "accept the defaults that Describe declares")
	}
	must(p.subject.Configure(p.ctx, nil), "configuring it as it was")
}

// configureUnknown checks that an unknown setting is refused by name.
func configureUnknown(p *probe) { p.refuses("no_such_setting", 1) }

// configureBadValue checks that values of a wrong type or range are refused.
func configureBadValue(p *probe) {
	if len(p.info.Settings) == 0 {
		skip("it has no settings")
	}
	for _, s := range p.info.Settings {
		p.refuses(s.Name, []int{1})
		if len(s.Enum) > 0 {
			p.refuses(s.Name, "no such value")
		}
		if (s.Min != 0 || s.Max != 0) && !math.IsInf(s.Max, 0) {
			p.refuses(s.Name, s.Max+1)
		}
	}
}

// configureEffect notes settings of which no value changes an answer, a measure, a grade, a step or a puzzle. Some good
// ones do not.
func configureEffect(p *probe) {
	if len(p.info.Settings) == 0 {
		skip("it has no settings")
	}
	defer p.subject.Configure(p.ctx, nil)
	effects := p.effects()
	usual := make([]string, len(effects))
	must(p.subject.Configure(p.ctx, p.defaults()), "configuring the defaults")
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
	one := sudoku.Info{Settings: []sudoku.Setting{s}}
	for _, value := range some {
		if _, err := one.Resolve(map[string]any{s.Name: value}); err == nil && value != s.Default {
			values = append(values, value)
		}
	}
	return values
}

// effects are what settings may change, the quick ones first: each asks the subject and returns all that came, as a
// text.
func (p *probe) effects() (all []func() string) {
	some := p.gradable()
	if n := len(some); n > 3 {
		some = []*sudoku.Puzzle{some[0], some[n/2], some[n-1]}
	}
	ask := runner.Ask{Limit: 3, Seed: 1, Timeout: p.timeout}
	for _, do := range []func(context.Context, []*sudoku.Puzzle, runner.Ask) ([]Answer, error){p.subject.Solve,
		p.subject.Grade} {
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
			for _, e := range p.explain() {
				text += fmt.Sprint(e.steps, e.err)
			}
			return text
		})
	}
	if p.subject.Generate != nil {
		all = append(all, func() (text string) {
			err := try(func() { text = fmt.Sprint(p.generate(p.order(1, 1), 1, orderBudgets)) })
			return fmt.Sprint(text, err)
		})
	}
	return all
}

// refuses checks that a setting is refused by name, and goes back to the settings that it had.
func (p *probe) refuses(name string, value any) {
	err := p.subject.Configure(p.ctx, map[string]any{name: value})
	sent := fmt.Sprintf("Configure with %s = %v", name, value)
	if err == nil {
		fail(sent, "no error", "refuse it")
	}
	if !strings.Contains(err.Error(), name) {
		fail(sent, err.Error(), "name the setting in the error")
	}
	must(p.subject.Configure(p.ctx, nil), "configuring it as it was")
}
