package plugins

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/manifest"
)

//go:embed templates
var templates embed.FS

// scaffold is what the README of a plugin says of it.
type scaffold struct {
	source string // the file to begin with
	build  string // shell commands, "" if nothing is to be built
	about  string // the name of a text among the templates
}

// scaffolds are known by the folder of their templates: a language, with -json if it is the one for JSON lines.
// A template makes the file of its own name, without ".tmpl".
var scaffolds = map[string]scaffold{
	"python":      {"solver.py", "", "lines"},
	"python-json": {"solver.py", "", "json"},
	"c":           {"solver.c", "cc -O2 -o solver solver.c", "lines"},
	"rust":        {"src/main.rs", "cargo build --release  # Rust 1.74 or later", "lines"},
	"javascript":  {"solver.js", "", "lines"},
	"go":          {"solve.go", "go build -o @ID@ .", "go"},
	"sat":         {"plugin.yaml", "", "sat"},
}

// satArguments are those of SAT solvers that are known by name and need some.
var satArguments = map[string]string{"cadical": "-q", "kissat": "-q",
	"minisat": "-verb=0 {cnf} {model}", "gophersat": "{cnf}"}

// satCommand is the command of a SAT solver with its arguments, as a list in YAML.
func satCommand(command string) string {
	words := strings.Fields(command)
	if len(words) == 1 {
		words = append(words, strings.Fields(satArguments[filepath.Base(words[0])])...)
	}
	quoted, _ := json.Marshal(words) // texts can always be written, and JSON is YAML
	return string(quoted)
}

// newOptions are the flags of plugin new.
type newOptions struct {
	app           *app.App
	language, sdk string
	sat           string // the command of a SAT solver, instead of a language
	version       string // of the module that a Go plugin requires, "" if it is built against a checkout
	json          bool
	folder, id    string
}

// newCommand is the command that makes the folder of a plugin: a solver that passes all checks, a manifest and a README.
func newCommand(a *app.App) *cobra.Command {
	languages := slices.DeleteFunc(slices.Sorted(maps.Keys(scaffolds)),
		func(l string) bool { return strings.Contains(l, "-") || l == "sat" })
	o := &newOptions{app: a}
	c := app.Command("plugin new", func(_ context.Context, args []string) error {
		o.folder, o.id = args[0], filepath.Base(args[0])
		return o.make(languages)
	})
	f := c.Flags()
	app.OneOf(f, &o.language, "lang", "", languages, "`LANGUAGE`, "+usualLanguage+" unless one is named")
	f.BoolVar(&o.json, "json", false, "for python: JSON lines instead of plain ones; solves, grades and knows constraints")
	f.StringVar(&o.sat, "sat", "",
		"make a plugin of a SAT solver that reads DIMACS: its `COMMAND`, with {cnf} in place of a file\n"+
			"that it reads, and {model} of one that it writes, if it needs them")
	c.MarkFlagsMutuallyExclusive("json", "sat")
	c.MarkFlagsMutuallyExclusive("lang", "sat")
	f.StringVar(&o.sdk, "sdk", "", "for go: `FOLDER` of a checkout of sudokuctl to build against (default\n"+
		"$SUDOKUCTL_SDK, else the version of this program, else the\ncheckout that it was built in)")
	return c
}

// make makes the folder, for the language that the flags are for or the usual one.
func (o *newOptions) make(languages []string) error {
	switch {
	case o.language != "":
	case o.sat != "":
		o.language = "sat"
	case o.sdk != "":
		o.language = "go"
	default:
		o.language = usualLanguage
		o.app.Remark("in %s; --lang names another language: %s", usualLanguage, strings.Join(languages, ", "))
	}
	if _, known := scaffolds[o.template()]; !known {
		return app.UsageErrorf("--json is for --lang python; docs/plugin-protocol.md has what such a program in another language " +
			"reads and prints")
	}
	if err := manifest.CheckID(o.id); err != nil {
		return app.UsageErrorf("%w", err)
	}
	if entries, err := os.ReadDir(o.folder); err == nil && len(entries) > 0 {
		return app.UsageErrorf("folder %s is not empty", o.folder)
	}
	if o.language == "go" {
		if err := o.source(); err != nil {
			return err
		}
	}
	if err := o.write(); err != nil {
		return fmt.Errorf("making plugin %q: %w", o.id, err)
	}
	o.tell()
	return nil
}

// usualLanguage is that of a plugin whose author names none: it needs nothing to be built.
const usualLanguage = "python"

// template is the key of the scaffold and the folder of its files.
func (o *newOptions) template() string {
	if o.json {
		return o.language + "-json"
	}
	return o.language
}

// write makes all files.
func (o *newOptions) write() error {
	s, folder := scaffolds[o.template()], "templates/"+o.template()
	about, err := fs.ReadFile(templates, "templates/about/"+s.about+".md")
	if err != nil {
		return err
	}
	id := strings.NewReplacer("@ID@", o.id)
	fill := strings.NewReplacer("@ID@", o.id, "@RUN@", satCommand(o.sat), "@FLAGS@", o.flags(), "@SOURCE@", s.source,
		"@BUILD@", id.Replace(cmp.Or(s.build, "# nothing to build")), "@ABOUT@", strings.TrimSpace(id.Replace(string(about))))
	err = fs.WalkDir(templates, folder, func(from string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return o.copy(from, strings.TrimSuffix(strings.TrimPrefix(from, folder+"/"), ".tmpl"), fill)
	})
	if err := cmp.Or(err, o.copy("templates/readme.tmpl", "README.md", fill)); err != nil || o.language != "go" {
		return err
	}
	return o.require()
}

// flags returns those that make the same again.
func (o *newOptions) flags() string {
	if o.sat != "" {
		return "--sat " + app.Quoted(o.sat)
	}
	return "--lang " + strings.Replace(o.template(), "-", " --", 1)
}

// copy writes a template with its blanks filled in.
func (o *newOptions) copy(from, to string, fill *strings.Replacer) error {
	text, err := fs.ReadFile(templates, from)
	if err != nil {
		return err
	}
	return o.put(to, strings.TrimRight(fill.Replace(string(text)), "\n")+"\n")
}

// put writes a file of the new plugin.
func (o *newOptions) put(to, text string) error {
	to = filepath.Join(o.folder, filepath.FromSlash(to))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, []byte(text), 0o644)
}

// source decides what a Go plugin is built against: a checkout, which go.work names, or a version of the module,
// which go.mod requires.
func (o *newOptions) source() error {
	o.sdk = cmp.Or(o.sdk, os.Getenv("SUDOKUCTL_SDK"))
	if o.sdk != "" {
		folder, err := filepath.Abs(o.sdk)
		if err != nil {
			return err
		}
		if !isCheckout(folder) {
			return app.UsageErrorf("%s is not a checkout of sudokuctl", o.sdk)
		}
		o.sdk = folder
		return nil
	}
	version := published(app.Version())
	if version == "" || module.IsPseudoVersion(version) { // built from some commit, which may be on this machine alone
		if o.sdk = builtIn(); o.sdk != "" {
			return nil
		}
	}
	o.version = version
	return nil
}

// published returns a version if the module may be had in it, and "" for that of a build from changed or unknown
// source.
func published(version string) string {
	if !semver.IsValid(version) || semver.Build(version) != "" {
		return ""
	}
	return version
}

// builtIn returns the checkout that this program was built in, if it is still there.
func builtIn() string {
	// …/cmd/sudokuctl/internal/plugins/new.go, a path without a folder under -trimpath
	_, file, _, _ := runtime.Caller(0)
	folder := filepath.Join(filepath.Dir(file), "..", "..", "..", "..")
	if !isCheckout(folder) {
		return ""
	}
	return folder
}

// isCheckout reports whether a folder has the source of the SDK and its module.
func isCheckout(dir string) bool {
	_, noSource := os.Stat(filepath.Join(dir, "core", "plugin", "serve.go"))
	_, noModule := os.Stat(filepath.Join(dir, "go.mod"))
	return filepath.IsAbs(dir) && noSource == nil && noModule == nil
}

// require makes the plugin's module use what source has found.
func (o *newOptions) require() error {
	if o.version != "" {
		return o.put("go.mod",
			fmt.Sprintf("module example.com/%s\n\ngo 1.26.0\n\nrequire github.com/sudokuctl/sudokuctl %s\n", o.id, o.version))
	}
	if err := o.put("go.mod", fmt.Sprintf("module example.com/%s\n\ngo 1.26.0\n", o.id)); err != nil || o.sdk == "" {
		return err
	}
	return o.put("go.work", fmt.Sprintf("go 1.26.0\n\nuse (\n\t.\n\t%q\n)\n", o.sdk))
}

// tell says what to do next.
func (o *newOptions) tell() {
	o.app.Remark("made %s; next:", o.folder)
	o.app.Remark("  cd %s", app.Quoted(o.folder))
	if o.version != "" {
		o.app.Remark("  go mod tidy")
	} else if o.language == "go" && o.sdk == "" {
		o.app.Remark("  go work init . FOLDER   # a checkout of sudokuctl: this program was built from source that has no version")
	}
	if build := scaffolds[o.template()].build; build != "" {
		o.app.Remark("  %s", strings.ReplaceAll(build, "@ID@", o.id))
	}
	o.app.Remark("  sudokuctl plugin test .\n  sudokuctl plugin add .")
	if program, _, _ := strings.Cut(o.sat, " "); program != "" && filepath.Base(program) == program {
		if _, err := exec.LookPath(program); err != nil {
			o.app.Remark("%s is not in a folder of PATH yet", program)
		}
	}
}
