package host

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/child"
)

// TestRememberedSum keeps the sum of a program, and takes it anew if the program or what is kept has changed.
func TestRememberedSum(t *testing.T) {
	cache := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, cache)
	}
	t.Setenv("HOME", cache)
	program := filepath.Join(t.TempDir(), "program")
	check := func(what string) {
		t.Helper()
		want, err := child.FileSum(program)
		if err != nil {
			t.Fatal(err)
		}
		if sum, err := rememberedSum(program); err != nil || sum != want {
			t.Errorf("%s: %q, %v; want %q", what, sum, err, want)
		}
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(program, "one")
	check("a new program")
	check("the same program")
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	if child.Identity(info) != "" {
		kept := filepath.Join(cache, "sudokuctl", "program.sha256")
		text, err := os.ReadFile(kept)
		if err != nil {
			t.Fatal(err)
		}
		other := bytes.Repeat([]byte("0"), 64)
		write(kept, string(other)+string(text[64:]))
		if sum, err := rememberedSum(program); err != nil || sum != string(other) {
			t.Errorf("a sum that is kept: %q, %v; want %q", sum, err, other)
		}
		write(kept, string(text[:40]))
		check("a kept sum that is cut short")
	}
	if err := os.Remove(program); err != nil {
		t.Fatal(err)
	}
	write(program, "another")
	check("another program")
	if err := os.Remove(program); err != nil {
		t.Fatal(err)
	}
	if _, err := rememberedSum(program); err == nil {
		t.Error("a program that is not there has a sum")
	}
	t.Setenv("XDG_CACHE_HOME", filepath.Join(program, "none"))
	write(program, "third")
	check("without a folder to keep sums in")
}
