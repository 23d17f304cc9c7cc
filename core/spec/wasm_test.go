package spec_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// An algorithm must not bring the machinery of plugins into a program for the web: with gRPC the same two programs had
// more than 20 MB. Constraints beyond houses, which reading a puzzle compiles and searching one obeys, are 0.3 MB; what
// explains and grades them with the general engine for counting, which sweeps a plain 9×9 by code of its own, 0.4.
func TestSizeAsWebAssembly(t *testing.T) {
	if testing.Short() {
		t.Skip("builds two programs")
	}
	for name, limit := range map[string]int64{"solve": 4.4e6, "rate": 6.9e6} {
		program := filepath.Join(t.TempDir(), name+".wasm")
		build := exec.Command("go", "build", "-o", program, "./testdata/"+name)
		build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		info, err := os.Stat(program)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > limit {
			t.Errorf("%s has %d bytes, more than %d", name, info.Size(), limit)
		}
		t.Logf("%s: %d bytes", name, info.Size())
	}
}
