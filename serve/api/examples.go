package api

import (
	"github.com/danielgtaylor/huma/v2"
)

const (
	classic = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	small   = "2.14........4..2"
)

// examples are bodies of requests by operation.
var examples = map[string]map[string]any{
	"solve": {
		"a classic puzzle":        map[string]any{"puzzle": classic},
		"all solutions":           map[string]any{"puzzle": "1.3............4", "limit": 0, "plugin": "dlx", "timeout_ms": 5000},
		"several, with a setting": map[string]any{"puzzles": []string{classic, small}, "plugin": "entropybt", "settings": map[string]any{"strategy": "paper"}, "seed": 7},
	},
	"grade":      {"one metric": map[string]any{"puzzle": classic, "metrics": []string{"information_entropy"}}},
	"check":      {"a puzzle with several solutions": map[string]any{"puzzle": "1.3............4", "limit": 100}},
	"candidates": {"a puzzle with several solutions": map[string]any{"puzzle": "1.3............4"}},
	"explain": {
		"a small puzzle":        map[string]any{"puzzle": small},
		"without a technique":   map[string]any{"puzzle": classic, "without": []string{"hidden_single"}},
		"from somebody's marks": map[string]any{"puzzle": small, "marks": []string{"", "3", "", "", "", "", "23", "13", "", "", "", "", "", "", "", ""}},
	},
	"steps":    {"with two values entered": map[string]any{"puzzle": small, "values": "2314........4..2", "limit": 10}},
	"hint":     {"what to look for": map[string]any{"puzzle": small, "level": "what"}},
	"generate": {"two small puzzles": map[string]any{"geometry": "4", "number": 2, "seed": 7}},
	"start-run": {
		"puzzles":  map[string]any{"puzzles": small, "solvers": []string{"dlx"}, "limit": 2},
		"a sample": map[string]any{"sample": "famous", "solvers": []string{"entropybt"}, "timeout_ms": 5000},
	},
	"convert":        {"a puzzle": classic},
	"import-puzzles": {"two puzzles": classic + "\n" + small + "\n"},
}

// describe adds the examples to the description.
func (a *api) describe() {
	for _, path := range a.huma.OpenAPI().Paths {
		op := path.Post
		if op == nil || op.RequestBody == nil {
			continue
		}
		for _, content := range op.RequestBody.Content {
			content.Examples = map[string]*huma.Example{}
			for name, value := range examples[op.OperationID] {
				content.Examples[name] = &huma.Example{Summary: name, Value: value}
			}
		}
	}
}
