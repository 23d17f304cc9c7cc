package explain_test

import (
	"os"
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/bundled"
)

func TestMain(m *testing.M) {
	if bundled.Serve() {
		return // a test has started this program again as a plugin
	}
	os.Exit(m.Run())
}
