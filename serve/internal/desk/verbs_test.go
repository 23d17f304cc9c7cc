package desk

import (
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// names are those of all verbs, in their order.
func names() []string {
	names := []string{Generating.Name}
	for _, v := range Verbs {
		names = append(names, v.Name)
	}
	return slices.Sorted(slices.Values(names))
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
		"methods in Python":   slices.DeleteFunc(found(t, "python/sudokuctl/__init__.py", "class Sudokuctl", `\n    def ([a-z]+)\(self, (?:puzzle|number)`), func(s string) bool { return s == "close" }),
		"functions in Python": found(t, "python/sudokuctl/__init__.py", "_shared = ", `\n([a-z]+) = _shared`),
		"docs/python.md":      found(t, "docs/python.md", "| function |", "\n\\| `([a-z]+)\\("),
		"docs/serve.md":       found(t, "docs/serve.md", "| verb |", "\n\\| `([a-z]+)` \\|"),
	} {
		if !slices.Equal(got, names()) {
			t.Errorf("%s: %v, want %v", name, got, names())
		}
	}
}

// TestVerbsTake says that what a verb takes are members of its requests.
func TestVerbsTake(t *testing.T) {
	takes[Order](t, Generating)
	for _, v := range Verbs {
		takes[Asked](t, v)
		_, one := v.Takes["puzzle"]
		if _, many := v.Takes["puzzles"]; one == many || len(v.Examples) == 0 {
			t.Errorf("%s takes %v", v.Name, v.Takes)
		}
	}
}

func takes[Q any](t *testing.T, v Verb[Q]) {
	t.Helper()
	members := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Q]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		members[name] = true
	}
	for name := range maps.Keys(v.Takes) {
		if !members[name] {
			t.Errorf("%s takes %q, which %T has not", v.Name, name, *new(Q))
		}
	}
	if v.Title == "" || !strings.HasSuffix(v.About, ".") {
		t.Errorf("%s is not described", v.Name)
	}
}
