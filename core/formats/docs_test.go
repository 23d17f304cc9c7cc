package formats

import (
	"os"
	"strings"
	"testing"
)

// Every format that can be written has its place on the page of formats.
func TestFormatsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Names() {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/formats.md does not name `%s`", name)
		}
	}
}
