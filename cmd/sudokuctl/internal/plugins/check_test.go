package plugins

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
)

// TestChosen picks checks by name, folder or pattern, in their order and each once.
func TestChosen(t *testing.T) {
	all := plugintest.Checks()
	first := all[0].Name
	folder, _, _ := strings.Cut(first, "/")
	inFolder := 0
	for _, c := range all {
		if strings.HasPrefix(c.Name, folder+"/") || c.Name == folder {
			inFolder++
		}
	}
	for _, c := range []struct {
		only []string
		want int // 0 for an error
	}{{nil, len(all)}, {[]string{first}, 1}, {[]string{first, first, "nothing"}, 1}, {[]string{folder}, inFolder},
		{[]string{"nothing"}, 0}, {[]string{"["}, 0}, {[]string{""}, 0}} {
		got, err := (&testOptions{only: c.only}).chosen()
		if len(got) != c.want || (err == nil) != (c.want > 0) {
			t.Errorf("--only %q: %d checks, %v, want %d", c.only, len(got), err, c.want)
		}
	}
}
