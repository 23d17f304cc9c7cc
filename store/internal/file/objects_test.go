package file

import (
	"maps"
	"slices"
	"testing"
)

func TestFingerprintOfTheNewestSchema(t *testing.T) {
	fresh, err := schemaObjects[schemaVersion]()
	if err != nil {
		t.Fatal(err)
	}
	if got := fingerprint(slices.Collect(maps.Values(fresh))); got != newestObjects {
		t.Errorf("newestObjects is to be %q", got)
	}
}
