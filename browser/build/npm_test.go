package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/work/record"
)

// A script in a fresh folder uses the package.
func TestPackageUnderNode(t *testing.T) {
	node := need(t, "node")
	files, err := newSources(t).npmPackage("1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	packed, err := pack(files)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := pack(files); err != nil || !bytes.Equal(packed, again) {
		t.Errorf("packed twice the package has other bytes, %v", err)
	}
	folder := t.TempDir()
	install(t, filepath.Join(folder, "node_modules", "sudokuctl"), packed)
	script := filepath.Join(folder, "script.mjs")
	text, err := os.ReadFile("testdata/script.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(script, text, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), node, script).CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "done\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

// install does what "npm install" does with a package of no dependencies.
func install(t *testing.T, folder string, packed []byte) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	for in := tar.NewReader(zip); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, strings.TrimPrefix(h.Name, "package/")), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// The types of the package have the keys of the records, and no others.
func TestTypesOfThePackage(t *testing.T) {
	text, err := os.ReadFile("../script/sudokuctl.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]any{"Step": record.Step{}, "Link": record.Link{}, "Outcome": record.Outcome{}, "Ratings": record.SE{}, "Solve": record.Solve{},
		"Grade": record.Grade{}, "Check": record.Check{}, "Hint": record.Hint{}, "Made": record.Made{}, "Board": record.Board{}, "House": record.House{}} {
		_, after, _ := strings.Cut(string(text), "export interface "+name+" {")
		body, _, _ := strings.Cut(after, "\n}")
		var want, got []string
		for _, m := range regexp.MustCompile(`(?m)^  (\w+\??): `).FindAllStringSubmatch(body, -1) {
			got = append(got, m[1])
		}
		for i := range reflect.TypeOf(r).NumField() {
			tag, ok := reflect.TypeOf(r).Field(i).Tag.Lookup("json")
			key, options, _ := strings.Cut(tag, ",")
			if ok && key != "-" {
				want = append(want, key+map[bool]string{true: "?"}[options == "omitempty"])
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s has the keys %v, want %v", name, got, want)
		}
	}
}

// Node reads the conditions of the manifest from above, so their order matters.
func TestManifest(t *testing.T) {
	files, err := newSources(t).npmPackage("1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Version string
		Exports map[string]json.RawMessage
	}
	if err := json.Unmarshal(files["package.json"], &manifest); err != nil || manifest.Version != "1.2.3" {
		t.Fatalf("%s %v", files["package.json"], err)
	}
	text := string(manifest.Exports["."])
	if types, node, other := strings.Index(text, "types"), strings.Index(text, "node"), strings.Index(text, "default"); types > node || node > other || types < 0 {
		t.Error(text)
	}
}
