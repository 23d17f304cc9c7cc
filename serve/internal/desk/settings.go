package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// techniquesSetting is the setting of an explainer that says which techniques it uses, and after commas which not.
const techniquesSetting = "techniques"

// configured returns the environment of a request: with the settings that it has for its plugin.
func (d *Desk) configured(ctx context.Context, q *Asked) (env *work.Env, release func(), err error) {
	if len(q.Settings) == 0 && len(q.Without) == 0 {
		return d.Env, func() {}, nil
	}
	id, settings, err := d.settings(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	p, err := d.open(ctx, id, settings)
	if err != nil {
		if ctx.Err() == nil { // the plugin takes no such settings
			err = problem.New(http.StatusBadRequest, problem.FirstLine(err.Error()))
		}
		return nil, nil, err
	}
	own := *d.Env
	own.Open = func(ctx context.Context, asked string, more map[string]any) (job.Plugin, error) {
		if asked == id {
			return p, nil
		}
		return d.Env.Open(ctx, asked, more)
	}
	return &own, func() { p.Close() }, nil
}

// settings returns which plugin a request has settings for, and these. The text of a setting cannot be a path: no request
// names a file.
func (d *Desk) settings(ctx context.Context, q *Asked) (id string, settings map[string]any, err error) {
	var p job.Plugin
	switch {
	case q.Plugin != "":
		p, err = d.Env.Open(ctx, q.Plugin, nil)
	case len(q.Settings) > 0:
		return "", nil, problem.New(http.StatusBadRequest, "name the plugin whose settings these are")
	default:
		p, err = d.Env.Explainer(ctx, "")
	}
	if err != nil {
		return "", nil, err
	}
	for name, v := range q.Settings {
		if text, ok := v.(string); ok && strings.ContainsAny(text, `/\`) {
			return "", nil, problem.Newf(http.StatusBadRequest,
				"setting %q: %q may be a path, which no request can name", name, text)
		}
	}
	info := p.Info()
	if _, err := sudoku.ResolveSettings(info.Settings, q.Settings); err != nil {
		return "", nil, problem.New(http.StatusBadRequest, err.Error())
	}
	settings = maps.Clone(q.Settings)
	if len(q.Without) == 0 {
		return p.ID(), settings, nil
	}
	var now map[string]any
	if err := json.Unmarshal([]byte(p.Settings()), &now); err != nil {
		return "", nil, fmt.Errorf("reading the settings of plugin %q: %w", p.ID(), err)
	}
	if settings == nil {
		settings = map[string]any{}
	}
	if settings[techniquesSetting] == nil {
		settings[techniquesSetting] = now[techniquesSetting]
	}
	chosen, ok := settings[techniquesSetting].(string)
	if !ok {
		return "", nil, problem.Newf(http.StatusBadRequest, "plugin %q cannot leave techniques out", p.ID())
	}
	for _, technique := range q.Without {
		if technique == "" || strings.ContainsAny(technique, ", +-") {
			return "", nil, problem.Newf(http.StatusBadRequest, "%q is not a technique", technique)
		}
		chosen += ",-" + technique
	}
	settings[techniquesSetting] = chosen
	return p.ID(), settings, nil
}

// compact returns names without repetitions: a plugin that is named twice would be closed once.
func compact(names []string) []string {
	var once []string
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once
}
