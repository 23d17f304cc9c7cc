package app

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
)

// setSettings overrides settings of plugins by what --set says: ID.SETTING=VALUE, the value as in the config.
func (a *App) setSettings(texts []string) error {
	if len(texts) == 0 {
		return nil
	}
	a.set, a.setTexts = map[string]map[string]any{}, map[string]map[string]any{}
	a.Config.set = a.set
	var known []string
	for _, c := range a.Host().Find(a.Config.HostConfigs()...) {
		known = append(known, c.ID)
	}
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		id, setting, dotted := strings.Cut(name, ".")
		if !ok || !dotted || id == "" || setting == "" {
			return UsageErrorf("--set %q is not ID.SETTING=VALUE", text)
		}
		if !slices.Contains(known, id) {
			return UsageErrorf("--set %q: there is no plugin %q%s", text, id, screen.DidYouMean(id, known))
		}
		if sentence := goneSetting(id, setting, value); sentence != "" && bundled.Has(id) {
			return UsageErrorf("--set %s: %s", text, sentence)
		}
		var v any
		if err := yaml.Unmarshal([]byte(value), &v); err != nil || v == nil {
			v = value
		}
		setOne(a.set, id, setting, v)
		switch v.(type) {
		case int, uint64, float64:
			setOne(a.setTexts, id, setting, value)
		}
	}
	return nil
}

func setOne(settings map[string]map[string]any, id, setting string, value any) {
	if settings[id] == nil {
		settings[id] = map[string]any{}
	}
	settings[id][setting] = value
}

// SetSettings returns what --set says of plugins, and nothing of what the config says.
func (a *App) SetSettings() map[string]map[string]any { return a.set }
