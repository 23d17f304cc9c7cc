package manifest_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/manifest"
)

func TestNeeds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	bin := t.TempDir()
	for name, version := range map[string]string{"oldsolver": "OldSolver 2.6.4 (build 7)", "node": "v20.20.1", "silent": "no number here"} {
		script := "#!/bin/sh\necho '" + version + "'\n"
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for need, want := range map[string]string{
		"oldsolver":           "",
		"oldsolver >= 2.6":    "",
		"oldsolver>=2.6.5":    "it needs oldsolver>=2.6.5, and 2.6.4 is here",
		"node >= 18":          "",
		"node >= 21":          "it needs node >= 21, and 20.20.1 is here",
		"silent >= 3":         "",
		"no-such-program":     "it needs no-such-program, not found in the folders of PATH",
		"no-such-program >=1": "it needs no-such-program >=1, not found",
		"../solver":           `needs "../solver": want a program such as minizinc`,
		"node = 18":           `needs "node = 18": want`,
	} {
		err := manifest.CheckNeeds([]string{need})
		if err == nil {
			err = manifest.CheckPrograms([]string{need})
		}
		if err == nil {
			err = manifest.CheckVersions(t.Context(), []string{need})
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", need, err, want)
		}
	}
}
