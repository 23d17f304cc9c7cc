package work

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	// TagPrefix before a name chooses plugins by what they are instead of by id: "tag:complete".
	TagPrefix = "tag:"
	// None chooses no plugin.
	None = "none"
)

// TagsOf returns the words that choose a plugin: its powers, its declared properties, and the tags of its manifest.
func TagsOf(p Plugin) []string {
	info := p.Info()
	var tags []string
	for _, power := range info.Powers {
		tags = append(tags, string(power))
	}
	for _, t := range []struct {
		name string
		has  bool
	}{
		{"complete", info.Complete}, {"incomplete", !info.Complete && info.Has(sudoku.PowerSolve)},
		{"deterministic", info.Deterministic},
		{"soft_clues", info.SoftClues}, {"fast", info.Fast}, {"any_geometry", len(info.Shapes) == 0},
	} {
		if t.has {
			tags = append(tags, t.name)
		}
	}
	if m := p.Candidate().Manifest; m != nil {
		tags = append(tags, m.Tags...)
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// Choice is a plugin that was chosen by its id or a tag. A caller decides what a plugin that did not start means.
type Choice struct {
	ID     string
	Plugin Plugin // nil if it is there and did not start
}

// Choose opens the plugins that names choose, each once, and requires a power of them: a name is an id, or tag:NAME for
// all that have a tag. "none" alone chooses none. Those that are open already are taken from there, and those that
// start are added; a plugin that does not start is an error only if open is nil.
func (e *Env) Choose(ctx context.Context, names []string, power sudoku.Power,
	open map[string]Plugin) (chosen []Choice, err error) {
	if slices.Contains(names, None) {
		if len(names) > 1 {
			return nil, RequestErrorf("%q cannot be named together with plugins that %s", None, power)
		}
		return nil, nil
	}
	for _, name := range names {
		named := []Choice{{ID: name, Plugin: open[name]}}
		if tag, ok := strings.CutPrefix(name, TagPrefix); ok {
			named, err = e.tagged(ctx, tag, power, open)
		} else if named[0].Plugin != nil {
			err = Able(power).require(named[0].Plugin, name)
		} else {
			named[0].Plugin, err = e.Pick(ctx, name, Able(power))
		}
		if err != nil && (open == nil || errors.Is(err, find.ErrNotFound) || !IsPluginError(err)) {
			return nil, err
		}
		for _, c := range named {
			if open != nil && c.Plugin != nil {
				open[c.ID] = c.Plugin
			}
			if !slices.ContainsFunc(chosen, func(other Choice) bool { return other.ID == c.ID }) {
				chosen = append(chosen, c)
			}
		}
	}
	return chosen, nil
}

// tagged opens the plugins that have a tag and a power, the preferred ones first, unless they are open.
func (e *Env) tagged(ctx context.Context, tag string, power sudoku.Power,
	open map[string]Plugin) ([]Choice, error) {
	if e.Plugins == nil {
		return nil, RequestErrorf("name a plugin instead of %s%s", TagPrefix, tag)
	}
	var found []Choice
	var known []string
	for id := range e.Plugins {
		p, err := open[id], error(nil)
		if p == nil {
			p, err = e.Open(ctx, id, nil)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue // its tags are not known
		}
		info, tags := p.Info(), TagsOf(p)
		if info.Has(power) && slices.Contains(tags, tag) {
			found = append(found, Choice{ID: id, Plugin: p})
			continue
		}
		if info.Has(power) {
			known = append(known, tags...)
		}
		if open[id] == nil {
			e.close(p)
		}
	}
	if found == nil {
		slices.Sort(known)
		known = slices.Compact(known)
		return nil, UnknownWord(tag, known, "no plugin that can %s has the tag %q: the tags are %s", power, tag,
			strings.Join(known, ", "))
	}
	return found, nil
}

// A Role is what a request needs one plugin for.
type Role struct {
	power     sudoku.Power
	what      string                  // "complete solver"
	lacks     string                  // says of a plugin that it does not fit: "is not a complete solver"
	fits      func(*sudoku.Info) bool // beside the power; nil for every plugin that has it
	preferred func(*sudoku.Info) bool // among several; nil for the first
	first     []string                // ids of plugins that are tried before others, and have to start
	none      func(tried []Plugin) error
	relays    bool // if none is named, the plugin leaves puzzles that it does not take to others
}

// The roles of plugins that a request need not name. A complete solver proves its answers.
var (
	CompleteSolver = Role{power: sudoku.PowerSolve, what: "complete solver",
		lacks: "is not a complete solver", relays: true, fits: func(i *sudoku.Info) bool { return i.Complete },
		preferred: func(i *sudoku.Info) bool { return i.Fast }}
	Explainer  = Role{power: sudoku.PowerExplain, what: "plugin that explains", lacks: "cannot explain"}
	StepLister = Role{power: sudoku.PowerSteps, what: "plugin that lists steps", lacks: "is not a plugin that lists steps"}
	Generator  = Role{power: sudoku.PowerGenerate, what: "generator", lacks: "cannot generate",
		preferred: func(i *sudoku.Info) bool { return i.Takes(sudoku.Classic()) }}
)

// Able is the role of a plugin with a power.
func Able(power sudoku.Power) Role {
	return Role{power: power, what: "plugin that can " + string(power), lacks: "cannot " + string(power)}
}

// GraderOf is the role of a plugin that measures a metric: one of the preferred plugins, which must be there, or
// another.
func GraderOf(metric string, preferred []string) Role {
	preferred = slices.DeleteFunc(slices.Clone(preferred), func(name string) bool {
		return name == None || strings.HasPrefix(name, TagPrefix)
	})
	return Role{power: sudoku.PowerGrade, what: "grader", first: preferred,
		fits: func(i *sudoku.Info) bool { return i.Metric(metric) != nil },
		none: func(tried []Plugin) error {
			var known, asked []string
			for _, p := range tried {
				info := p.Info()
				if info.Has(sudoku.PowerGrade) || slices.Contains(preferred, p.ID()) {
					asked = append(asked, p.ID())
				}
				for _, m := range info.Metrics {
					known = append(known, m.Name)
				}
			}
			return UnknownWord(metric, known, "no grader has a metric %q: asked %s", metric, strings.Join(asked, ", "))
		}}
}

// plays reports whether a plugin can play the role.
func (r *Role) plays(p Plugin) bool {
	info := p.Info()
	return info.Has(r.power) && (r.fits == nil || r.fits(&info))
}

// require returns an error unless the plugin that a name chose can play the role.
func (r Role) require(p Plugin, name string) error {
	if info := p.Info(); !r.plays(p) {
		return RequestErrorf("plugin %q %s; it can %s", name, r.lacks, info.Can())
	}
	return nil
}

// Pick opens the one plugin that plays a role: the one with the id or the first with the tag that a name says, which
// must be able to, or the first that is able to if there is no name.
func (e *Env) Pick(ctx context.Context, name string, r Role) (Plugin, error) {
	if name == "" {
		return e.first(ctx, r)
	}
	p, err := e.named(ctx, name, r.power)
	if err == nil {
		err = r.require(p, name)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// first opens the first plugin that can play a role. Among several that can, one that is preferred wins.
func (e *Env) first(ctx context.Context, r Role) (Plugin, error) {
	if e.Plugins == nil && r.first == nil {
		return nil, RequestErrorf("name a %s", r.what)
	}
	var second Plugin
	var tried []Plugin
	var failed []error
	var last string // why the one before failed, without its name
	for id := range e.ordered(r.first) {
		p, err := e.Open(ctx, id, nil)
		if err != nil {
			if wrong := new(runner.SettingsError); ctx.Err() != nil || errors.As(err, &wrong) || slices.Contains(r.first, id) {
				return nil, cmp.Or(ctx.Err(), err)
			}
			// Another one may do, but what the machine lacks is said once.
			if why := strings.ReplaceAll(err.Error(), id, ""); why != last {
				failed, last = append(failed, err), why
			}
			continue
		}
		info := p.Info()
		switch {
		case !r.plays(p):
			if tried = append(tried, p); !slices.Contains(r.first, id) {
				e.close(p)
			}
		case r.preferred == nil || r.preferred(&info):
			return e.relayed(p, r), nil
		case second == nil:
			second = p
		}
	}
	switch {
	case second != nil:
		return e.relayed(second, r), nil
	case r.none != nil:
		return nil, r.none(tried)
	case len(failed) == 1:
		return nil, failed[0]
	case failed != nil:
		return nil, fmt.Errorf("looking for a %s: %w", r.what, errors.Join(failed...))
	}
	return nil, RequestErrorf("there is no %s among the plugins", r.what)
}

// relayed returns a plugin that leaves puzzles to others, if the role says so.
func (e *Env) relayed(p Plugin, r Role) Plugin {
	if !r.relays {
		return p
	}
	return &firstFit{Plugin: p, env: e}
}

// ordered yields some plugins, then all others.
func (e *Env) ordered(first []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, id := range first {
			if !yield(id) {
				return
			}
		}
		if e.Plugins == nil {
			return
		}
		for id := range e.Plugins {
			if !slices.Contains(first, id) && !yield(id) {
				return
			}
		}
	}
}

// named opens a plugin by its id, or the first that a tag chooses.
func (e *Env) named(ctx context.Context, name string, power sudoku.Power) (Plugin, error) {
	if tag, ok := strings.CutPrefix(name, TagPrefix); ok {
		found, err := e.tagged(ctx, tag, power, nil)
		if err != nil {
			return nil, err
		}
		for _, c := range found[1:] {
			e.close(c.Plugin)
		}
		return found[0].Plugin, nil
	}
	p, err := e.Open(ctx, name, nil)
	var unknown *find.UnknownError // others are there and cannot be used
	if !errors.As(err, &unknown) || e.Plugins == nil {
		return p, err
	}
	others := slices.DeleteFunc(slices.Collect(e.Plugins), func(id string) bool { return id == name })
	if near := plain.Nearest(name, others); near != "" {
		return nil, fmt.Errorf("%w; did you mean %q?", err, near)
	}
	return nil, err
}

// close closes a plugin that is not needed, unless others may use it.
func (e *Env) close(p Plugin) {
	if !e.Shared {
		p.Close()
	}
}

// firstFit is the solver that is asked if none is named: a plugin, and for puzzles that it does not take the first that
// does.
type firstFit struct {
	Plugin
	env    *Env
	others []Plugin // the complete solvers; nil until one is needed
}

// Solve implements runner.Runner. A puzzle that the plugin does not take is solved by another one before the next
// answer is passed on.
func (f *firstFit) Solve(ctx context.Context, puzzles iter.Seq2[runner.Item, error], o runner.Options,
	emit func(number uint64, r sudoku.Result) error) error {
	alone := o
	alone.Idle = nil
	return f.Plugin.Solve(ctx, puzzles, o, func(number uint64, r sudoku.Result) error {
		if r.Verdict != sudoku.Unsupported {
			return emit(number, r)
		}
		other := f.For(ctx, r.Puzzle)
		if other == f.Plugin {
			return emit(number, r)
		}
		puzzle := func(yield func(runner.Item, error) bool) { yield(runner.Item{Number: number, Puzzle: r.Puzzle}, nil) }
		return other.Solve(ctx, puzzle, alone, emit)
	})
}

// For returns the plugin that is asked for a puzzle: if none takes it, the one that is asked first. A plugin that does
// not start is not asked.
func (f *firstFit) For(ctx context.Context, p *sudoku.Puzzle) Plugin {
	if info := f.Info(); info.Fits(p) == nil {
		return f.Plugin
	}
	if f.others == nil {
		f.openOthers(ctx)
	}
	for _, other := range f.others {
		if info := other.Info(); info.Fits(p) == nil {
			return other
		}
	}
	return f.Plugin
}

// openOthers opens the other complete solvers, and puts the fast ones first.
func (f *firstFit) openOthers(ctx context.Context) {
	f.others = []Plugin{}
	for id := range f.env.Plugins {
		if id == f.ID() {
			continue
		}
		p, err := f.env.Open(ctx, id, nil)
		if err != nil {
			continue
		}
		if CompleteSolver.plays(p) {
			f.others = append(f.others, p)
		} else {
			f.env.close(p)
		}
	}
	slow := func(p Plugin) int {
		if p.Info().Fast {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(f.others, func(a, b Plugin) int { return slow(a) - slow(b) })
}

// InfoFor returns what the solver is that a CompleteSolver has solve a puzzle.
func InfoFor(ctx context.Context, solver Plugin, p *sudoku.Puzzle) sudoku.Info {
	if f, ok := solver.(*firstFit); ok {
		return f.For(ctx, p).Info()
	}
	return solver.Info()
}
