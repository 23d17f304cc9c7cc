package constraint

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestDocumented reads the examples of the documentation, one or more of each constraint, and compares their sentences.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/constraints.md")
	if err != nil {
		t.Fatal(err)
	}
	missing := Names()
	b := board(9, 3, 1)
	for _, row := range regexp.MustCompile("(?m)^\\| `(.*)` \\| (.*) \\|$").FindAllStringSubmatch(string(page), -1) {
		set, err := Parse(b, "~"+row[1])
		if err != nil {
			t.Errorf("%s: %v", row[1], err)
			continue
		}
		c := set.Constraints[0]
		if written := string(Append(nil, b, c)); written != "~"+row[1] || c.Sentence(b) != row[2] {
			t.Errorf("%s is written as %s and says: %s", row[1], written, c.Sentence(b))
		}
		missing = slices.DeleteFunc(missing, func(name string) bool { return name == c.Name })
	}
	for _, name := range missing {
		if !regexp.MustCompile("`" + name + "`|~" + name + "~").Match(page) {
			t.Errorf("%s is not documented", name)
		}
	}
}
