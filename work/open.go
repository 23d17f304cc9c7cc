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
	"github.com/sudokuctl/sudokuctl/work/job"
)

const (
	// TagPrefix before a name chooses plugins by what they are instead of by id: "tag:complete".
	TagPrefix = "tag:"
	// None chooses no plugin.
	None = "none"
)

// TagsOf returns the words that choose a plugin: its powers, its declared properties, and the tags of its manifest.
func TagsOf(p job.Plugin) []string {
	info := p.Info()
	var tags []string
	for _, power := range info.Powers {
		tags = append(tags, string(power))
	}
	for _, t := range []struct {
		name string
		has  bool
	}{
		{"complete", info.Complete}, {"incomplete", !info.Complete && info.Has(sudoku.PowerSolve)}, {"deterministic", info.Deterministic},
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

// Choice is a plugin that was chosen. The plugin is nil if it is there and did not start, which Err says.
type Choice struct {
	ID     string
	Plugin job.Plugin
	Err    error
}

// Choose opens the plugins that names choose, each once and unless it is among those that are open, to which it adds them, and
// requires a power of them: a name is an id, or tag:NAME for all that have a tag. "none" alone chooses none.
func (e *Env) Choose(ctx context.Context, names []string, power sudoku.Power, open map[string]job.Plugin) (chosen []Choice, err error) {
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
			err = requirePower(named[0].Plugin, name, power)
		} else {
			named[0].Plugin, err = e.Able(ctx, name, power)
			named[0].Err = err
		}
		if errors.Is(err, find.ErrNotFound) || err != nil && !IsPluginError(err) {
			return nil, err
		}
		for _, c := range named {
			if c.Plugin != nil {
				open[c.ID] = c.Plugin
			}
			if !slices.ContainsFunc(chosen, func(other Choice) bool { return other.ID == c.ID }) {
				chosen = append(chosen, c)
			}
		}
	}
	return chosen, nil
}

// OpenAll is Choose for plugins that must all start.
func (e *Env) OpenAll(ctx context.Context, names []string, power sudoku.Power) (plugins []job.Plugin, err error) {
	chosen, err := e.Choose(ctx, names, power, map[string]job.Plugin{})
	for _, c := range chosen {
		if c.Err != nil {
			return nil, c.Err
		}
		plugins = append(plugins, c.Plugin)
	}
	return plugins, err
}

// tagged opens the plugins that have a tag and a power, the preferred ones first, unless they are open.
func (e *Env) tagged(ctx context.Context, tag string, power sudoku.Power, open map[string]job.Plugin) ([]Choice, error) {
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
			continue // it has no tags that anybody could know
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
		return nil, UnknownWord(tag, known, "no plugin that can %s has the tag %q: the tags are %s", power, tag, strings.Join(known, ", "))
	}
	return found, nil
}

// Able opens a plugin by its id, or the first that a tag chooses, and requires a power of it.
func (e *Env) Able(ctx context.Context, name string, power sudoku.Power) (job.Plugin, error) {
	p, err := e.named(ctx, name, power)
	if err == nil {
		err = requirePower(p, name, power)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// named opens a plugin by its id, or the first that a tag chooses.
func (e *Env) named(ctx context.Context, name string, power sudoku.Power) (job.Plugin, error) {
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
		return nil, &nearError{near, err}
	}
	return nil, err
}

// A nearError says which plugin was probably meant.
type nearError struct {
	near string
	err  error
}

func (e *nearError) Error() string { return e.err.Error() + "; did you mean \"" + e.near + "\"?" }

func (e *nearError) Unwrap() error { return e.err }

// close closes a plugin that nobody here needs, unless others may use it.
func (e *Env) close(p job.Plugin) {
	if !e.Shared {
		p.Close()
	}
}

func requirePower(p job.Plugin, id string, power sudoku.Power) error {
	if info := p.Info(); !info.Has(power) {
		return RequestErrorf("plugin %q cannot %s; it can %s", id, power, info.Can())
	}
	return nil
}

// A role is what a plugin is opened for if a request need not name one.
type role struct {
	power     sudoku.Power
	what      string                  // "complete solver"
	preferred func(*sudoku.Info) bool // among several; nil for the first
}

// fit reports whether a plugin can play the role. Who solves for others proves what it says.
func (r *role) fit(i *sudoku.Info) bool {
	return i.Has(r.power) && (r.power != sudoku.PowerSolve || i.Complete)
}

// pick returns the named plugin, which must be fit, or the first fit one if none is named. Among several that
// are, one that is preferred wins.
func (e *Env) pick(ctx context.Context, id string, r role) (job.Plugin, error) {
	if id != "" {
		p, err := e.named(ctx, id, r.power)
		if err != nil {
			return nil, err
		}
		if info := p.Info(); !r.fit(&info) {
			return nil, RequestErrorf("plugin %q is not a %s; it can %s", id, r.what, info.Can())
		}
		return p, nil
	}
	if e.Plugins == nil {
		return nil, RequestErrorf("name a %s", r.what)
	}
	var second job.Plugin
	var failed []error
	var last string // why the one before failed, without its name
	for id := range e.Plugins {
		p, err := e.Open(ctx, id, nil)
		if err != nil {
			if wrong := new(runner.SettingsError); ctx.Err() != nil || errors.As(err, &wrong) {
				return nil, err
			}
			// Another one may do, but what the machine lacks is said once.
			if why := strings.ReplaceAll(err.Error(), id, ""); why != last {
				failed, last = append(failed, err), why
			}
			continue
		}
		info := p.Info()
		switch {
		case r.fit(&info) && (r.preferred == nil || r.preferred(&info)):
			return p, nil
		case r.fit(&info) && second == nil:
			second = p
		}
	}
	switch {
	case second != nil:
		return second, nil
	case len(failed) == 1:
		return nil, failed[0]
	case failed != nil:
		return nil, fmt.Errorf("looking for a %s: %w", r.what, errors.Join(failed...))
	}
	return nil, RequestErrorf("there is no %s among the plugins", r.what)
}

// CompleteSolver returns the named solver, or a fast one if none is named, which leaves what it does not take to the first of
// the others that does; it proves what it says.
func (e *Env) CompleteSolver(ctx context.Context, id string) (job.Plugin, error) {
	p, err := e.pick(ctx, id, role{sudoku.PowerSolve, "complete solver", func(i *sudoku.Info) bool { return i.Fast }})
	if err != nil || id != "" {
		return p, err
	}
	return &firstFit{Plugin: p, env: e}, nil
}

// Explainer returns the named explainer, or any if none is named.
func (e *Env) Explainer(ctx context.Context, id string) (job.Plugin, error) {
	if id != "" {
		return e.Able(ctx, id, sudoku.PowerExplain)
	}
	return e.pick(ctx, "", role{sudoku.PowerExplain, "plugin that explains", nil})
}

// StepLister returns the named plugin, or any that lists steps if none is named.
func (e *Env) StepLister(ctx context.Context, id string) (job.Plugin, error) {
	return e.pick(ctx, id, role{sudoku.PowerSteps, "plugin that lists steps", nil})
}

// Generator returns the named generator, or any if none is named.
func (e *Env) Generator(ctx context.Context, id string) (job.Plugin, error) {
	return e.pick(ctx, id, role{sudoku.PowerGenerate, "generator", func(i *sudoku.Info) bool { return i.Takes(sudoku.Classic()) }})
}

// GraderOf returns the first grader that measures a metric: of the preferred ones, which must be there, or of all other
// plugins.
func (e *Env) GraderOf(ctx context.Context, metric string, preferred []string) (job.Plugin, error) {
	preferred = slices.DeleteFunc(slices.Clone(preferred), func(name string) bool {
		return name == None || strings.HasPrefix(name, TagPrefix)
	})
	var known, asked []string
	for id := range e.gradersFirst(preferred) {
		named := len(asked) < len(preferred)
		p, err := e.Open(ctx, id, nil)
		if ctx.Err() != nil || err != nil && named {
			return nil, cmp.Or(ctx.Err(), err)
		}
		if err != nil {
			continue
		}
		info := p.Info()
		if info.Metric(metric) != nil {
			return p, nil
		}
		if named || info.Has(sudoku.PowerGrade) {
			asked = append(asked, id)
		}
		for _, m := range info.Metrics {
			known = append(known, m.Name)
		}
		if !named {
			e.close(p)
		}
	}
	return nil, UnknownWord(metric, known, "no grader has a metric %q: asked %s", metric, strings.Join(asked, ", "))
}

// gradersFirst yields the preferred plugins, then all others.
func (e *Env) gradersFirst(preferred []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, id := range preferred {
			if !yield(id) {
				return
			}
		}
		if e.Plugins == nil {
			return
		}
		for id := range e.Plugins {
			if !slices.Contains(preferred, id) && !yield(id) {
				return
			}
		}
	}
}

// firstFit is the solver that is asked if none is named: a plugin, and for puzzles that it does not take the first that does.
type firstFit struct {
	job.Plugin
	env    *Env
	others []job.Plugin // the complete solvers; nil until one is needed
}

// mostHeld is how many answers wait at most for those of another solver.
const mostHeld = 1000

// Solve implements runner.Runner. What the plugin does not take another one solves: as many puzzles at once as answers are held,
// sooner if nothing else is to be done.
func (f *firstFit) Solve(ctx context.Context, puzzles iter.Seq2[runner.Item, error], o runner.Options,
	emit func(number uint64, r sudoku.Result) error) error {
	within, stop := context.WithCancel(ctx)
	defer stop()
	h := &held{firstFit: f, ctx: ctx, options: o, emit: emit}
	h.options.Idle, h.options.Ordered = nil, true
	first := o
	first.Idle = func() {
		if h.pass(); h.err != nil {
			stop()
		} else if o.Idle != nil {
			o.Idle()
		}
	}
	err := f.Plugin.Solve(within, puzzles, first, h.take)
	if h.err == nil && ctx.Err() == nil { // the error of an input comes behind the answers
		h.pass()
	}
	return cmp.Or(h.err, err)
}

// held is answers of a plugin from the first on that another one has to give.
type held struct {
	*firstFit
	ctx     context.Context // of the call
	options runner.Options
	emit    func(number uint64, r sudoku.Result) error
	answers []answer
	err     error // of emit or of another plugin
}

type answer struct {
	number uint64
	result sudoku.Result
	other  job.Plugin // that has to answer; nil if the result is known
}

// take emits an answer of the plugin, or holds it.
func (h *held) take(number uint64, r sudoku.Result) error {
	if r.Verdict != sudoku.Unsupported && len(h.answers) == 0 {
		h.err = h.emit(number, r)
		return h.err
	}
	a := answer{number: number, result: r}
	if r.Verdict == sudoku.Unsupported {
		if other := h.For(h.ctx, r.Puzzle); other != h.Plugin {
			a.other = other
		}
	}
	if h.answers = append(h.answers, a); len(h.answers) == mostHeld || a.other == nil && len(h.answers) == 1 {
		h.pass()
	}
	return h.err
}

// pass has other plugins answer what is held, and emits it in its order.
func (h *held) pass() {
	for h.release(); h.err == nil && len(h.answers) > 0; h.release() {
		h.ask(h.answers[0].other)
	}
}

// ask has a plugin answer all that is for it.
func (h *held) ask(other job.Plugin) {
	answers := h.answers
	var due []int // of answers
	puzzles := func(yield func(runner.Item, error) bool) {
		for _, i := range due {
			if !yield(runner.Item{Number: answers[i].number, Puzzle: answers[i].result.Puzzle}, nil) {
				return
			}
		}
	}
	for i := range answers {
		if answers[i].other == other {
			due = append(due, i)
		}
	}
	next := 0
	err := other.Solve(h.ctx, puzzles, h.options, func(_ uint64, r sudoku.Result) error {
		a := &answers[due[next]]
		a.result, a.other = r, nil
		next++
		h.release()
		return h.err
	})
	h.err = cmp.Or(h.err, err)
}

// release emits the answers that are known and behind none that is not.
func (h *held) release() {
	for len(h.answers) > 0 && h.answers[0].other == nil && h.err == nil {
		h.err = h.emit(h.answers[0].number, h.answers[0].result)
		h.answers = h.answers[1:]
	}
}

// For returns the plugin that is asked for a puzzle: if none takes it, the one that is asked first. A plugin that does not start
// is not asked.
func (f *firstFit) For(ctx context.Context, p *sudoku.Puzzle) job.Plugin {
	if info := f.Info(); info.Fits(p) == nil {
		return f.Plugin
	}
	if f.others == nil {
		f.openOthers(ctx)
	}
	chosen := f.Plugin
	for _, other := range f.others {
		info := other.Info()
		if info.Fits(p) != nil {
			continue
		}
		if info.Fast {
			return other
		}
		if chosen == f.Plugin {
			chosen = other
		}
	}
	return chosen
}

func (f *firstFit) openOthers(ctx context.Context) {
	f.others = []job.Plugin{}
	for id := range f.env.Plugins {
		if id == f.ID() {
			continue
		}
		p, err := f.env.Open(ctx, id, nil)
		if err != nil {
			continue
		}
		if info := p.Info(); info.Complete && info.Has(sudoku.PowerSolve) {
			f.others = append(f.others, p)
		} else {
			f.env.close(p)
		}
	}
}

// InfoFor returns what the solver is that a plugin of CompleteSolver has solve a puzzle.
func InfoFor(ctx context.Context, solver job.Plugin, p *sudoku.Puzzle) sudoku.Info {
	if f, ok := solver.(*firstFit); ok {
		return f.For(ctx, p).Info()
	}
	return solver.Info()
}
