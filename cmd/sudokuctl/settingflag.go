package main

import (
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// setSettings overrides settings of plugins by what --set says: ID.SETTING=VALUE, the value as in the config.
func (a *app) setSettings(texts []string) error {
	if len(texts) == 0 {
		return nil
	}
	var known []string
	for _, c := range a.host().Find(a.config.hostConfigs()...) {
		known = append(known, c.ID)
	}
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		id, setting, dotted := strings.Cut(name, ".")
		if !ok || !dotted || id == "" || setting == "" {
			return usageErrorf("--set %q is not ID.SETTING=VALUE", text)
		}
		if !slices.Contains(known, id) {
			return usageErrorf("--set %q: there is no plugin %q%s", text, id, didYouMean(id, known))
		}
		var v any
		if err := yaml.Unmarshal([]byte(value), &v); err != nil || v == nil {
			v = value
		}
		a.config.setSetting(id, setting, v)
	}
	return nil
}

// setSetting overrides one setting of a plugin, which the config need not list.
func (c *config) setSetting(id, setting string, value any) {
	var plugins []any
	listed := false
	old, _ := c.viper.Get("plugins").([]any)
	for _, entry := range old {
		p, _ := entry.(map[string]any)
		if p["id"] == id {
			listed = true
			p = maps.Clone(p)
			settings, _ := p["settings"].(map[string]any)
			p["settings"] = withSetting(settings, setting, value)
		}
		plugins = append(plugins, p)
	}
	if !listed {
		plugins = append(plugins, map[string]any{"id": id, "settings": withSetting(nil, setting, value)})
	}
	c.set("plugins", plugins)
}

func withSetting(settings map[string]any, name string, value any) map[string]any {
	all := map[string]any{name: value}
	for k, v := range settings {
		if k != name {
			all[k] = v
		}
	}
	return all
}
