// Package scaffold makes the folder of a new plugin: a small solver that works, in a language of the author's choice.
package scaffold

import (
	"bufio"
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/manifest"
)

//go:embed templates
var templates embed.FS

// scaffold is how a plugin in some language is laid out.
type scaffold struct {
	kind   string
	run    string            // the command, as a YAML list
	files  map[string]string // path in the new folder by template
	source string            // the file to begin with
	build  string            // shell commands, "" where nothing is to be built
	more   string            // lines of the manifest; of a program that speaks lines, those of one that answers each line
	about  string            // what its README says of it: the name of a text among the templates
}

// jsonDeclares is what the manifest of a program says that speaks JSON lines.
const jsonDeclares = `protocol: 1
shapes: ["4", "6", "8", "9"]
capabilities: [solve, grade, complete, deterministic]
clauses: [differ, pair, sum, count, word, any]
metrics:
  - {name: openness, min: 0, max: 729, summary: digits that the givens leave for the empty cells, source: counting}`

// scaffolds are known by language, with -json, -grpc or -model where a language has that besides lines.
var scaffolds = map[string]scaffold{
	"python": {kind: "exec", run: "[python3, solver.py]", source: "solver.py", about: "lines",
		files: map[string]string{"solver.py.tmpl": "solver.py"}},
	"python-model": {kind: "exec", run: "[python3, solver.py]", source: "model.py", about: "model",
		more: "mode: line\nshapes: [\"9\"]\ncapabilities: [deterministic]",
		files: map[string]string{"solver.py.tmpl": "solver.py", "model.py": "model.py", "train.py.tmpl": "train.py",
			"weights.json": "weights.json", "card.md.tmpl": "CARD.md"}},
	"python-grpc": {kind: "grpc", run: "[python3, solver.py]", source: "solver.py", about: "grpc",
		build: "python3 -c 'import grpc' || python3 -m pip install grpcio",
		files: map[string]string{"solver.py.tmpl": "solver.py", "sudokuctl.py": "sudokuctl.py"}},
	"c": {kind: "exec", run: "[./solver]", source: "solver.c", build: "cc -O2 -o solver solver.c",
		about: "lines", files: map[string]string{"solver.c.tmpl": "solver.c"}},
	"rust": {kind: "exec", run: "[target/release/solver]", source: "src/main.rs", build: "cargo build --release",
		about: "lines", files: map[string]string{"Cargo.toml.tmpl": "Cargo.toml",
			"main.rs.tmpl": "src/main.rs"}},
	"javascript": {kind: "exec", run: "[node, solver.js]", source: "solver.js", about: "lines",
		files: map[string]string{"solver.js.tmpl": "solver.js"}},
	"shell": {kind: "exec", run: "[sh, solver.sh]", source: "solver.awk", about: "lines",
		files: map[string]string{"solver.sh.tmpl": "solver.sh", "solver.awk.tmpl": "solver.awk"}},
	"python-json": {kind: "exec", run: "[python3, solver.py]", source: "solver.py", about: "json", more: jsonDeclares,
		files: map[string]string{"solver.py.tmpl": "solver.py"}},
	"c-json": {kind: "exec", run: "[./solver]", source: "solver.c", build: "cc -O2 -o solver solver.c",
		about: "json", more: jsonDeclares, files: map[string]string{"solver.c.tmpl": "solver.c"}},
	"rust-json": {kind: "exec", run: "[target/release/solver]", source: "src/main.rs", build: "cargo build --release",
		about: "json", more: jsonDeclares, files: map[string]string{"Cargo.toml.tmpl": "Cargo.toml",
			"main.rs.tmpl": "src/main.rs", "json.rs.tmpl": "src/json.rs"}},
	"javascript-json": {kind: "exec", run: "[node, solver.js]", source: "solver.js", about: "json", more: jsonDeclares,
		files: map[string]string{"solver.js.tmpl": "solver.js"}},
	"shell-json": {kind: "exec", run: "[sh, solver.sh]", source: "solver.awk", about: "json", more: jsonDeclares,
		files: map[string]string{"solver.sh.tmpl": "solver.sh", "solver.awk.tmpl": "solver.awk"}},
	"go": {kind: "grpc", run: "[./@ID@]", source: "solve.go", build: "go build -o @ID@ .",
		about: "go",
		files: map[string]string{"main.go.tmpl": "main.go", "solve.go.tmpl": "solve.go",
			"solve_test.go.tmpl": "solve_test.go"}},
}

// satArguments are those of SAT solvers that are known by name and need some.
var satArguments = map[string]string{"cadical": "-q", "kissat": "-q", "minisat": "-verb=0 {cnf} {model}", "gophersat": "{cnf}"}

// satScaffold is a manifest for a SAT solver and its arguments.
func satScaffold(command string) (scaffold, error) {
	words := strings.Fields(command)
	if len(words) == 1 {
		words = append(words, strings.Fields(satArguments[filepath.Base(words[0])])...)
	}
	text, err := yaml.Marshal(struct {
		Run []string `yaml:",flow"`
	}{words})
	run := strings.TrimPrefix(strings.TrimSpace(string(text)), "run: ")
	return scaffold{kind: "exec", run: run, source: "plugin.yaml", about: "sat",
		more: "mode: dimacs\nshapes: [any]\ncapabilities: [complete, deterministic]"}, err
}

type newOptions struct {
	app           *app.App
	language, sdk string
	sat           string // the command of a SAT solver, instead of a language
	version       string // of the module that a Go plugin requires, "" if it is built against a checkout
	json          bool
	grpc, model   bool
	folder, id    string
	scaffold      scaffold
	fill          *strings.Replacer
}

// New is the command that makes a plugin.
func New(a *app.App) *cobra.Command {
	languages := slices.DeleteFunc(slices.Sorted(maps.Keys(scaffolds)),
		func(l string) bool { return strings.Contains(l, "-") })
	o := &newOptions{app: a}
	c := &cobra.Command{
		Use:   "new NAME",
		Short: "Create a working solver to start from",
		Long: `Make a folder NAME with a small solver that builds, passes "plugin test" and solves, its manifest and
a README of one screen. In Go, and in Python with --grpc, it is a plugin built with the SDK, which
offers the whole protocol; in the other languages it is a program that reads and writes lines, or with
--json JSON lines: a solver and a grader, with a checker of all kinds of constraints. With --model it is a
small trained network in Python, to put a model of yours in its place. With --sat it is the manifest of a
SAT solver, which gets puzzles of every shape, with all constraints, as DIMACS formulas.
Without --lang it asks for the language on a terminal, and takes Python elsewhere.`,
		Example: "  sudokuctl plugin new tally\n  sudokuctl plugin new tally --lang python " +
			"--grpc\n  sudokuctl plugin new tally --lang javascript --json\n" +
			"  sudokuctl plugin new tally --lang python --model\n  sudokuctl plugin new tally --lang go" +
			"\n  sudokuctl plugin new cadical --sat cadical",
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			o.folder, o.id = args[0], filepath.Base(args[0])
			return o.run(languages)
		},
	}
	f := c.Flags()
	f.StringVar(&o.language, "lang", "", "`LANGUAGE`: "+strings.Join(languages, ", ")+" (default: asked on a terminal, else "+
		usualLanguage+")")
	f.BoolVar(&o.json, "json", false, "for all but go: JSON lines instead of plain ones; solves, grades and knows constraints")
	f.BoolVar(&o.grpc, "grpc", false, "for python: with the SDK instead of lines")
	f.BoolVar(&o.model, "model", false, "for python: a model, which gets arrays of puzzles; with a small trained example")
	f.StringVar(&o.sat, "sat", "", "make a plugin of a SAT solver that reads DIMACS: its `COMMAND`, with {cnf} in place of a file\n"+
		"that it reads, and {model} of one that it writes, if it needs them")
	c.MarkFlagsMutuallyExclusive("json", "grpc", "model", "sat")
	c.MarkFlagsMutuallyExclusive("lang", "sat")
	f.StringVar(&o.sdk, "sdk", "", "for go: `FOLDER` of a checkout of sudokuctl to build against (default\n"+
		"$SUDOKUCTL_SDK, else the version of this program, else the\ncheckout that it was built in)")
	return c
}

func (o *newOptions) run(languages []string) error {
	if o.sat != "" {
		s, err := satScaffold(o.sat)
		if err != nil {
			return err
		}
		o.scaffold = s
		return o.make()
	}
	if o.language == "" {
		o.chooseLanguage(languages)
	}
	s, known := scaffolds[o.template()]
	if !known && o.model {
		return app.UsageErrorf("--model is for --lang python")
	}
	if !known && o.json && o.language == "go" {
		return app.UsageErrorf("--json is for the other languages; --lang go has the SDK, which does as much")
	}
	if !known && o.grpc {
		return app.UsageErrorf("--grpc is for --lang python; --lang go has the SDK anyway")
	}
	if !known {
		return app.UsageErrorf("invalid value %q for --lang: must be one of %s", o.language, strings.Join(languages, ", "))
	}
	o.scaffold = s
	return o.make()
}

// make makes the folder.
func (o *newOptions) make() error {
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

// chooseLanguage asks a person; without one it takes the language that the other flags are for, or the usual one.
func (o *newOptions) chooseLanguage(languages []string) {
	switch {
	case o.grpc, o.model:
		o.language = "python"
	case o.sdk != "":
		o.language = "go"
	case screen.IsTerminal(o.app.Stdin):
		fmt.Fprintf(o.app.Stderr, "language (%s) [%s]: ", strings.Join(languages, ", "), usualLanguage)
		answer, _ := bufio.NewReader(o.app.Stdin).ReadString('\n') // without an answer it is the usual one
		o.language = cmp.Or(strings.ToLower(strings.TrimSpace(answer)), usualLanguage)
	default:
		o.language = usualLanguage
		o.app.Remark("in %s; --lang names another language: %s", usualLanguage, strings.Join(languages, ", "))
	}
}

// template is the key of the scaffold and the folder of its files.
func (o *newOptions) template() string {
	switch {
	case o.json:
		return o.language + "-json"
	case o.grpc:
		return o.language + "-grpc"
	case o.model:
		return o.language + "-model"
	}
	return o.language
}

// write makes all files.
func (o *newOptions) write() error {
	s := o.scaffold
	about, err := fs.ReadFile(templates, "templates/about/"+s.about+".md")
	if err != nil {
		return err
	}
	id := strings.NewReplacer("@ID@", o.id)
	more := s.more
	if s.kind == "exec" && more == "" {
		more = "mode: line\nshapes: [\"9\"]\ncapabilities: [complete, deterministic]"
	}
	build := s.build
	if build == "" {
		build = "# nothing to build"
	}
	o.fill = strings.NewReplacer("@ID@", o.id, "@KIND@", s.kind, "@RUN@", id.Replace(s.run), "@MORE@", more,
		"@FLAGS@", o.flags(), "@SOURCE@", s.source, "@BUILD@",
		id.Replace(build), "@ABOUT@", strings.TrimSpace(id.Replace(string(about))))
	for from, to := range s.files {
		if err := o.copy(path.Join("templates", o.template(), from), to); err != nil {
			return err
		}
	}
	if err := o.copy("templates/manifest.tmpl", "plugin.yaml"); err != nil {
		return err
	}
	if err := o.copy("templates/readme.tmpl", "README.md"); err != nil {
		return err
	}
	if o.language != "go" {
		return nil
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

func (o *newOptions) copy(from, to string) error {
	text, err := fs.ReadFile(templates, from)
	if err != nil {
		return err
	}
	return o.put(to, strings.TrimRight(o.fill.Replace(string(text)), "\n")+"\n")
}

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

// published returns a version if the module may be had in it, and "" for that of a build from changed or unknown source.
func published(version string) string {
	if !semver.IsValid(version) || semver.Build(version) != "" {
		return ""
	}
	return version
}

// builtIn returns the checkout that this program was built in, if it is still there.
func builtIn() string {
	_, file, _, _ := runtime.Caller(0) // …/cmd/sudokuctl/internal/scaffold/scaffold.go, a path without a folder under -trimpath
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

func (o *newOptions) tell() {
	o.app.Remark("made %s; next:", o.folder)
	o.app.Remark("  cd %s", app.Quoted(o.folder))
	if o.version != "" {
		o.app.Remark("  go mod tidy")
	} else if o.language == "go" && o.sdk == "" {
		o.app.Remark("  go work init . FOLDER   # a checkout of sudokuctl: this program was built from source that has no version")
	}
	if o.scaffold.build != "" {
		o.app.Remark("  %s", strings.ReplaceAll(o.scaffold.build, "@ID@", o.id))
	}
	o.app.Remark("  sudokuctl plugin test .\n  sudokuctl plugin add .")
	if program, _, _ := strings.Cut(o.sat, " "); program != "" && filepath.Base(program) == program {
		if _, err := exec.LookPath(program); err != nil {
			o.app.Remark("%s is not in a folder of PATH yet", program)
		}
	}
}
