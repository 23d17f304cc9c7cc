package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPluginOfTheRelease compiles the source of a plugin that was written for version 0.1, and this host runs it: it keeps its promises,
// and its answers are what they were.
func TestPluginOfTheRelease(t *testing.T) {
	t.Parallel()
	exe, dir := program(t), t.TempDir()
	folder := filepath.Join(dir, "plugins", "kept")
	if err := os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "plugin-0.1"))); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", filepath.Join(folder, "kept"), "./testdata/plugin-0.1").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	out := inShell(t, exe, dir, `sudokuctl plugin test plugins/kept --only describe,solve/easy,solve/clash,grade,explain,process/shutdown &&
		for verb in solve "grade --set kept.weight=2" explain; do sudokuctl $verb `+puzzle+` --plugin plugins/kept -o jsonl || exit; done`)
	for _, want := range []string{" passed, 0 failed", `"verdict":"unique"`, `"measures":{"tried":`, `"kept_gaps":102`, `"kept_gaps":"many"`,
		`"technique":"naked_single"`, `"solved":true`} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
}
