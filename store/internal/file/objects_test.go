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

func TestNewLibrariesAreAsMigratedOnes(t *testing.T) {
	made, err := schemaObjects[schemaVersion]()
	if err != nil {
		t.Fatal(err)
	}
	migrated, err := objectsAfter(1, schemaVersion)
	if err != nil {
		t.Fatal(err)
	}
	for name := range made {
		if made[name] != migrated[name] {
			t.Errorf("%q: a new library has\n%s\na migrated one\n%s", name, made[name].text, migrated[name].text)
		}
	}
	if len(made) != len(migrated) {
		t.Errorf("%d objects in a new library, %d in a migrated one", len(made), len(migrated))
	}
}
