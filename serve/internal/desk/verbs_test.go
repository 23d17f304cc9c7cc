package desk

import (
	"cmp"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// names are those of all verbs, sorted.
func names() (all []string) {
	for _, v := range Verbs {
		name, _ := v.Names()
		all = append(all, name)
	}
	return slices.Sorted(slices.Values(all))
}

// found returns what is captured in a file, in order.
func found(t *testing.T, path, section, pattern string) []string {
	t.Helper()
	text, err := os.ReadFile("../../../" + path)
	if err != nil {
		t.Fatal(err)
	}
	_, part, ok := strings.Cut(string(text), section)
	if !ok {
		t.Fatalf("%s has no %q", path, section)
	}
	var all []string
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(part, -1) {
		all = append(all, match[1])
	}
	return slices.Sorted(slices.Values(all))
}

// TestVerbsElsewhere compares the verbs with those of the packages and the documentation, which are written by hand.
func TestVerbsElsewhere(t *testing.T) {
	for name, got := range map[string][]string{
		"methods in Python":       slices.DeleteFunc(found(t, "python/sudokuctl/__init__.py", "class Sudokuctl", `\n    def ([a-z]+)\(self, (?:puzzle|number)`), func(s string) bool { return s == "close" }),
		"functions in Python":     found(t, "python/sudokuctl/__init__.py", "_shared = ", `\n([a-z]+) = _shared`),
		"docs/serve.md, function": found(t, "docs/serve.md", "| function |", "\n\\| `([a-z]+)\\("),
		"docs/serve.md, verb":     found(t, "docs/serve.md", "| verb |", "\n\\| `([a-z]+)` \\|"),
	} {
		if !slices.Equal(got, names()) {
			t.Errorf("%s: %v, want %v", name, got, names())
		}
	}
}

// TestVerbsTake says which members a request has: its own, and the plugin by both of its names.
func TestVerbsTake(t *testing.T) {
	for _, v := range Verbs {
		name, members := v.Names()
		want := map[string]string{"grade": "grader", "explain": "explainer", "hint": "explainer", "steps": "explainer", "generate": "generator",
			"canonical": "puzzle"}[name]
		if !slices.Contains(members, cmp.Or(want, "solver")) || !slices.Contains(members, "plugin") || slices.Contains(members, "do") {
			t.Errorf("%s takes %v", name, members)
		}
	}
}
