package plugins

import (
	"strings"
	"testing"
)

// TestLongTextsOfPluginsAreCut: what a plugin says of itself does not flood a terminal, and steers none.
func TestLongTextsOfPluginsAreCut(t *testing.T) {
	if got := oneLine("9/j:" + strings.Repeat("é", 300_000)); len(got) > 3000 || !strings.HasSuffix(got, "… (300004 characters)") {
		t.Errorf("%d bytes, ending in %q", len(got), got[max(0, len(got)-40):])
	}
	if got := oneLine("two\nlines"); got != `two\u000alines` {
		t.Errorf("%q", got)
	}
}
