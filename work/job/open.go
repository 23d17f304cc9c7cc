package job

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A MismatchError says that a plugin here is not the one that a job was planned with.
type MismatchError struct {
	Plugin        string
	What          string // "version", "program" or "settings"
	Planned, Here string
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("plugin %q: the plan was made with %s %s, here is %s", e.Plugin, e.What, e.Planned, e.Here)
}

// Open opens the plugin of a task with its settings: a *MismatchError says in what it is another.
func (t *Task) Open(ctx context.Context,
	open func(ctx context.Context, id string, settings map[string]any) (*host.Plugin, error)) (*host.Plugin, error) {
	settings := map[string]any{}
	if err := json.Unmarshal(t.Settings, &settings); err != nil && len(t.Settings) > 0 {
		return nil, fmt.Errorf("reading the plan: settings of plugin %q: %w", t.Plugin, err)
	}
	p, err := open(ctx, t.Plugin, settings)
	if err != nil {
		return nil, err
	}
	here, err := Of(p, t.Kind, sudoku.Ask{})
	if err != nil {
		return nil, err
	}
	if err := Match(t.Plugin, t.Version, here.Version, t.Program(), here.Program()); err != nil {
		return nil, err
	}
	if !sameJSON(t.Settings, here.Settings) {
		return nil, &MismatchError{t.Plugin, "settings", string(t.Settings), string(here.Settings)}
	}
	return p, nil
}

// Match compares version and program of a plugin with those that a job was planned with.
func Match(id, version, versionHere, sum, sumHere string) error {
	switch {
	case version != versionHere:
		return &MismatchError{id, "version", version, versionHere}
	case sum != sumHere:
		return &MismatchError{id, "program", sum, sumHere}
	}
	return nil
}

// sameJSON compares two objects, whatever their layout.
func sameJSON(a, b json.RawMessage) bool {
	var x, y map[string]any
	if len(a) > 0 && json.Unmarshal(a, &x) != nil || len(b) > 0 && json.Unmarshal(b, &y) != nil {
		return false
	}
	first, _ := json.Marshal(x) // maps of what was decoded
	second, _ := json.Marshal(y)
	return bytes.Equal(first, second) || len(x) == 0 && len(y) == 0
}
