package main

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/sudokuctl/sudokuctl/"

// importRule is a row of the import table in docs/architecture.md: what packages below path may import of
// ours, and of others. A nil list of others means anything.
type importRule struct {
	path   string
	ours   []string
	others []string
}

var (
	rpc = []string{"google.golang.org/grpc", "google.golang.org/protobuf", "github.com/hashicorp/go-plugin",
		"github.com/hashicorp/go-hclog"}
	// what every family of commands may use
	workshop = []string{"fleet",
		"core/sudoku", "core/spec", "core/plugin", "core/plugintest", "core/host", "core/confine", "core/stats",
		"core/chart", "core/formats", "core/picture", "core/plain", "core/manifest", "store", "work", "study"}
	importTable = []importRule{ // the first that fits counts
		{"core/sudoku/canon", []string{"core/sudoku"}, []string{}},
		{"core/sudoku", nil, []string{}},
		{"core/spec", []string{"core/sudoku"}, []string{}},
		{"core/internal/wire", []string{"core/sudoku", "core/internal/wire"}, rpc},
		{"core/plugin", []string{"core/sudoku", "core/spec", "core/internal/wire"}, rpc[2:]},
		{"core/plugintest", []string{"core/sudoku", "core/spec", "core/internal/wire", "core/plugin"}, rpc[2:]},
		{"core/confine", nil, []string{"golang.org/x/sys"}},
		{"core/plain", nil, []string{}},
		{"core/manifest", nil, []string{"go.yaml.in/yaml"}},
		{"core/host", []string{"core/sudoku", "core/plain", "core/manifest", "core/internal/wire"}, rpc[2:]},
		{"core/stats", []string{"core/sudoku"}, []string{}},
		{"core/chart", []string{"core/stats", "core/picture"}, []string{}},
		{"core/formats", []string{"core/sudoku", "core/picture"}, []string{}},
		{"core/picture/print", []string{"core/picture"}, []string{"codeberg.org/go-pdf/fpdf",
			"git.sr.ht/~sbinet/gg", "golang.org/x/image"}},
		{"core/picture", nil, []string{}},
		{"store/internal/where", []string{"core/sudoku"}, []string{}},
		{"store", []string{"core/sudoku", "core/plain", "core/stats", "store/internal"}, []string{"github.com/mattn/go-sqlite3"}},
		{"work", []string{"core/sudoku", "core/host", "core/formats", "core/stats", "store"}, []string{}},
		{"fleet/part", []string{"core/sudoku"}, []string{"github.com/parquet-go/parquet-go"}},
		{"fleet", []string{"core/sudoku", "core/host", "core/formats", "store", "work", "fleet/part"}, []string{}},
		{"study", []string{"core/sudoku", "core/host", "core/stats", "core/chart", "core/picture", "store", "work"},
			[]string{}},
		{"plugins/bridge", []string{"core/sudoku", "core/spec", "core/plugin", "core/manifest", "core/confine"}, nil},
		{"plugins/bundled", []string{"core/spec", "core/plugin", "plugins"}, nil},
		{"plugins", []string{"core/sudoku", "core/spec", "core/plugin"}, nil},
		{"cmd/sudokuctl/internal/app", slices.Concat(workshop, []string{"plugins"}), nil},
		{"cmd/sudokuctl/internal/screen", slices.Concat(workshop, []string{"cmd/sudokuctl/internal/app"}), nil},
		{"cmd/sudokuctl/internal/plugins", slices.Concat(workshop, []string{"cmd/sudokuctl/internal/app",
			"cmd/sudokuctl/internal/screen", "plugins"}), nil},
		{"cmd/sudokuctl/internal", slices.Concat(workshop, []string{"cmd/sudokuctl/internal/app",
			"cmd/sudokuctl/internal/screen", "cmd/sudokuctl/internal/runs"}), nil},
		{"cmd/sudokuctl", slices.Concat(workshop, []string{"plugins", "cmd/sudokuctl/internal"}), nil},
	}
)

// TestImports holds every package against the import table.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Name", module+"...").Output()
	if err != nil {
		t.Skipf("no go command to list the packages: %v", err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		checkImports(t, strings.TrimPrefix(p.ImportPath, module), p.Imports)
	}
}

func checkImports(t *testing.T, path string, imports []string) {
	t.Helper()
	i := slices.IndexFunc(importTable, func(r importRule) bool { return within(path, r.path) })
	if i < 0 {
		t.Errorf("%s stands in no row of the import table", path)
		return
	}
	rule := importTable[i]
	for _, imported := range imports {
		if ours, ok := strings.CutPrefix(imported, module); ok {
			if !rule.allows(path, ours) {
				t.Errorf("%s must not import %s", path, ours)
			}
			continue
		}
		foreign := strings.Contains(strings.Split(imported, "/")[0], ".")
		if foreign && rule.others != nil && !slices.ContainsFunc(rule.others,
			func(o string) bool { return within(imported, o) }) {
			t.Errorf("%s must not import %s", path, imported)
		}
	}
}

// allows reports whether path may import a package of ours. A plugin may import its own packages, not
// another's.
func (r importRule) allows(path, imported string) bool {
	if r.path == "plugins" && within(imported, "plugins") {
		return strings.Split(path, "/")[1] == strings.Split(imported, "/")[1]
	}
	return slices.ContainsFunc(r.ours, func(o string) bool { return within(imported, o) })
}

// within reports whether path is dir or below it.
func within(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }
