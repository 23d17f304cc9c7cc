package plugins

import "testing"

// TestPublished keeps versions that no module proxy can have out of the go.mod of a new plugin.
func TestPublished(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.3":                             "v1.2.3",
		"v2.0.0-rc.1":                        "v2.0.0-rc.1",
		"v0.0.0-20261122070100-236c82119b3c": "v0.0.0-20261122070100-236c82119b3c",
		"v1.2.4-0.20261122070100-236c82119b3c+dirty": "",
		"v1.2.3+dirty": "",
		"(devel)":      "",
		"devel":        "",
		"":             "",
	} {
		if got := published(version); got != want {
			t.Errorf("published(%q) is %q instead of %q", version, got, want)
		}
	}
}
