package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var fileName = regexp.MustCompile(`[\w*/-]+\.go\b`)

// TestPackageDocsNameFiles checks that the files that a doc.go names are there.
func TestPackageDocsNameFiles(t *testing.T) {
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "doc.go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "//") {
				continue
			}
			for _, name := range fileName.FindAllString(line, -1) {
				if found, err := filepath.Glob(filepath.Join(filepath.Dir(path), name)); err != nil || len(found) == 0 {
					t.Errorf("%s names %s, which is not there", path, name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
