package standby

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The package is initialised early only as long as it imports nothing that is not.
func TestImportsLittle(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range parsed.Imports {
			if path, err := strconv.Unquote(i.Path.Value); err != nil || !slices.Contains([]string{"os", "sync/atomic", "syscall"}, path) {
				t.Errorf("%s imports %s", file, path)
			}
		}
	}
}
