package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/sudokuctl/sudokuctl/"

// importRule is a row of the import table in docs/architecture.md.
type importRule struct {
	path   string   // of the packages that it is for; "plugins/*" is for each plugin alone
	ours   []string // of our packages that they may import
	main   []string // that a main among them may import beside
	others []string // what the path of a foreign package holds; nil = anything
}

// importTable reads the table.
func importTable(t *testing.T) (rules []importRule) {
	t.Helper()
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| package | may import")
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(rules) > 0 && len(cells) != 3 {
			break
		}
		if len(cells) != 3 || strings.HasPrefix(cells[0], "-") {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		ours, main, _ := strings.Cut(cells[1], "; its main also ")
		rules = append(rules, importRule{cells[0], items(ours), items(main), items(cells[2])})
	}
	if len(rules) < 10 {
		t.Fatalf("%d rows in the table", len(rules))
	}
	return rules
}

// items returns the items of a cell: none for "nothing", nil for "anything".
func items(cell string) []string {
	switch cell {
	case "anything":
		return nil
	case "nothing", "":
		return []string{}
	}
	return strings.Split(cell, ", ")
}

// TestImports holds every package against the import table.
func TestImports(t *testing.T) {
	rules := importTable(t)
	for _, r := range rules {
		if _, err := os.Stat(filepath.Join("../..", strings.TrimSuffix(r.path, "/*"))); err != nil {
			t.Errorf("a row for a package that is not there: %v", err)
		}
	}
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Name", module+"...").Output()
	if err != nil {
		t.Skipf("no go command to list the packages: %v", err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p struct {
			ImportPath, Name string
			Imports          []string
		}
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		checkImports(t, rules, strings.TrimPrefix(p.ImportPath, module), p.Name == "main", p.Imports)
	}
}

func checkImports(t *testing.T, rules []importRule, path string, main bool, imports []string) {
	t.Helper()
	var rule importRule
	for _, r := range rules {
		if len(r.path) > len(rule.path) && within(path, strings.TrimSuffix(r.path, "/*")) {
			rule = r
		}
	}
	if rule.path == "" {
		t.Errorf("%s is in no row of the import table", path)
		return
	}
	for _, imported := range imports {
		if ours, ok := strings.CutPrefix(imported, module); ok {
			if !rule.allows(path, ours, main) {
				t.Errorf("%s must not import %s", path, ours)
			}
			continue
		}
		foreign := strings.Contains(strings.Split(imported, "/")[0], ".")
		if foreign && rule.others != nil && !slices.ContainsFunc(rule.others,
			func(o string) bool { return strings.Contains("/"+imported+"/", "/"+o+"/") }) {
			t.Errorf("%s must not import %s", path, imported)
		}
	}
}

// allows reports whether path may import a package of ours.
func (r importRule) allows(path, imported string, main bool) bool {
	own := r.path
	if dir, each := strings.CutSuffix(own, "/*"); each {
		own = dir + "/" + strings.Split(strings.TrimPrefix(path, dir+"/"), "/")[0]
	}
	named := func(dir string) bool { return within(imported, dir) }
	if strings.HasPrefix(r.path, "cmd/") { // a family of commands may not import another
		own = path
	}
	return within(imported, own) || slices.ContainsFunc(r.ours, named) || main && slices.ContainsFunc(r.main, named)
}

func TestRulesOfImports(t *testing.T) {
	plugins := importRule{path: "plugins/*", ours: []string{"core/spec"}, main: []string{"core/plugin"}}
	commands := importRule{path: "cmd/sudokuctl/internal", ours: []string{"core"}}
	for _, c := range []struct {
		rule           importRule
		path, imported string
		main, want     bool
	}{
		{plugins, "plugins/ga", "core/plugin", true, true},
		{plugins, "plugins/ga/evolve", "core/plugin", false, false},
		{plugins, "plugins/ga/evolve", "core/spec", false, true},
		{plugins, "plugins/ga", "plugins/ga/evolve", true, true},
		{plugins, "plugins/ga", "plugins/dlx/cover", true, false},
		{commands, "cmd/sudokuctl/internal/puzzles", "core/host", false, true},
		{commands, "cmd/sudokuctl/internal/puzzles", "cmd/sudokuctl/internal/library", false, false},
	} {
		if got := c.rule.allows(c.path, c.imported, c.main); got != c.want {
			t.Errorf("%s imports %s: %v", c.path, c.imported, got)
		}
	}
}

// within reports whether path is dir or below it.
func within(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }
