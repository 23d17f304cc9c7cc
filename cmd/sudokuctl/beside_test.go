package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTestsStandBesideTheirFiles finds the file or package that each test is named after, or its name in the table of
// CONTRIBUTING.md. The tests of this package are about the whole program.
func TestTestsStandBesideTheirFiles(t *testing.T) {
	known := knownTests(t)
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && d.Name() != "..") {
			return fs.SkipDir
		}
		stem, isTest := strings.CutSuffix(d.Name(), "_test.go")
		dir := filepath.Dir(path)
		if !isTest || filepath.Clean(dir) == filepath.Clean("../../cmd/sudokuctl") {
			return nil
		}
		// x_linux_test.go is the test of x.go or x_linux.go, x_more_test.go one more of x.go.
		name, _, _ := strings.Cut(stem, "_")
		if known[name] || known[stem] || stem == filepath.Base(dir) {
			return nil
		}
		for _, file := range []string{stem + ".go", name + ".go", name + "_*.go"} {
			found, err := filepath.Glob(filepath.Join(dir, file))
			if err != nil {
				return err
			}
			for _, f := range found {
				if !strings.HasSuffix(f, "_test.go") {
					return nil
				}
			}
		}
		t.Errorf("%s is the test of no file beside it, and the table in CONTRIBUTING.md does not have its name", path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// knownTests reads the table of names.
func knownTests(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| name of the test file |")
	known := map[string]bool{}
	for line := range strings.Lines(table) {
		if strings.TrimSpace(line) == "" {
			break
		}
		names, _, _ := strings.Cut(strings.TrimPrefix(line, "|"), "|")
		for _, name := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(names, -1) {
			known[name[1]] = true
		}
	}
	if len(known) < 20 {
		t.Fatalf("%d names in the table", len(known))
	}
	return known
}
