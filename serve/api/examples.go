package api

import (
	"github.com/danielgtaylor/huma/v2"
)

// examples are those of operations that are no verbs.
func examples() map[string]map[string]any {
	const classic, small = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "2.14........4..2"
	return map[string]map[string]any{
		"start-run": {
			"puzzles":  map[string]any{"puzzles": small, "solvers": []string{"dlx"}, "limit": 2},
			"a sample": map[string]any{"sample": "famous", "solvers": []string{"entropybt"}, "timeout_ms": 5000},
		},
		"convert":        {"a puzzle": classic},
		"read-puzzles":   {"rows of a forum": "2.|14\n..|..\n-----\n..|..\n4.|.2\n"},
		"import-puzzles": {"two puzzles": classic + "\n" + small + "\n"},
	}
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
			for name, value := range a.examples[op.OperationID] {
				content.Examples[name] = &huma.Example{Summary: name, Value: value}
			}
		}
	}
}
