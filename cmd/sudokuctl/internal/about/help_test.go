package about

import (
	"slices"
	"testing"
)

func TestParagraphs(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                 {""},
		"one\ntwo":                         {"one two"},
		"one\ntwo\n\nthree":                {"one two", "", "three"},
		"a list:\n  first\n  second\nmore": {"a list:", "  first", "  second", "more"},
	} {
		if got := paragraphsOf(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
