package work

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/job"
)

const (
	// TagPrefix before a name chooses plugins by what they are instead of by id: "tag:complete".
	TagPrefix = "tag:"
	// None chooses no plugin.
	None = "none"
)

// TagsOf returns what a plugin can be chosen by: its powers, what it declares of itself, and the tags of its manifest.
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

// choice is a plugin that was chosen. It is nil if it is there and did not start: whoever asks it finds out why.
type choice struct {
	id     string
	plugin job.Plugin
}

func ids(choices []choice) []string {
	ids := []string{}
	for _, c := range choices {
		ids = append(ids, c.id)
	}
	return ids
}

// choose opens the plugins that names choose, each once and unless it is among those that are open, and requires a power of
// them: a name is an id, or tag:NAME for all that have a tag. "none" alone chooses none.
func (e *Env) choose(ctx context.Context, names []string, power sudoku.Power, open []choice) ([]choice, error) {
	if slices.Contains(names, None) {
		if len(names) > 1 {
			return nil, RequestErrorf("%q cannot be named together with plugins that %s", None, power)
		}
		return nil, nil
	}
	var chosen []choice
	for _, name := range names {
		var named []choice
		var err error
		if tag, ok := strings.CutPrefix(name, TagPrefix); ok {
			if named, err = e.tagged(ctx, tag, power); err != nil {
				return nil, err
			}
		} else {
			p := among(open, name)
			if p != nil {
				err = requirePower(p, name, power)
			} else {
				p, err = e.able(ctx, name, power)
			}
			if errors.Is(err, host.ErrNotFound) || err != nil && !IsPluginError(err) {
				return nil, err
			}
			named = []choice{{name, p}}
		}
		for _, c := range named {
			shared := among(open, c.id)
			if shared != nil && c.plugin != shared {
				e.close(c.plugin)
				c.plugin = shared
			}
			if !slices.Contains(ids(chosen), c.id) {
				chosen = append(chosen, c)
			} else if c.plugin != nil && shared == nil {
				e.close(c.plugin)
			}
		}
	}
	return chosen, nil
}

// among returns the plugin with an id among those that are open, nil if it is none of them.
func among(open []choice, id string) job.Plugin {
	for _, c := range open {
		if c.id == id {
			return c.plugin
		}
	}
	return nil
}

// OpenAll opens the plugins that names choose, as for a run, and requires a power of them. One that does not
// start is an error.
func (e *Env) OpenAll(ctx context.Context, names []string, power sudoku.Power) ([]job.Plugin, error) {
	chosen, err := e.choose(ctx, names, power, nil)
	if err != nil {
		return nil, err
	}
	var plugins []job.Plugin
	for _, c := range chosen {
		p := c.plugin
		if p == nil {
			if p, err = e.able(ctx, c.id, power); err != nil {
				return nil, err
			}
		}
		plugins = append(plugins, p)
	}
	return plugins, nil
}

// tagged opens the plugins that have a tag and a power, the preferred ones first.
func (e *Env) tagged(ctx context.Context, tag string, power sudoku.Power) ([]choice, error) {
	if e.Plugins == nil {
		return nil, RequestErrorf("name a plugin instead of %s%s", TagPrefix, tag)
	}
	var found []choice
	var known []string
	for id := range e.Plugins {
		p, err := e.Open(ctx, id, nil)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue // it has no tags that anybody could know
		}
		info, tags := p.Info(), TagsOf(p)
		if info.Has(power) && slices.Contains(tags, tag) {
			found = append(found, choice{id, p})
			continue
		}
		if info.Has(power) {
			known = append(known, tags...)
		}
		e.close(p)
	}
	if found == nil {
		slices.Sort(known)
		known = slices.Compact(known)
		return nil, UnknownWord(tag, known, "no plugin that can %s has the tag %q: the tags are %s", power, tag, strings.Join(known, ", "))
	}
	return found, nil
}

// open opens a plugin by its id, or the first that a tag chooses.
func (e *Env) open(ctx context.Context, name string, power sudoku.Power) (job.Plugin, error) {
	if tag, ok := strings.CutPrefix(name, TagPrefix); ok {
		found, err := e.tagged(ctx, tag, power)
		if err != nil {
			return nil, err
		}
		for _, c := range found[1:] {
			e.close(c.plugin)
		}
		return found[0].plugin, nil
	}
	p, err := e.Open(ctx, name, nil)
	if !errors.Is(err, host.ErrNotFound) || e.Plugins == nil {
		return p, err
	}
	var known []string
	for id := range e.Plugins {
		if id != name {
			known = append(known, id)
		}
	}
	if near := sudoku.Nearest(name, known); near != "" {
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
