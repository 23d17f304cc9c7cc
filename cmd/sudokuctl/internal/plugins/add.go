package plugins

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/bridge"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
)

// addOptions are the flags of plugin add.
type addOptions struct {
	app      *app.App
	manifest manifest.Manifest
	complete bool
	same     bool
	reads    []string
	sandbox  string
	dev      bool
	sha256   string
	yes      bool

	// consider decides about a plugin that was unpacked, before it is recorded. It is nil for what is here already.
	consider func(context.Context, find.Candidate) error
}

// addCommand is the command that adds a plugin.
func addCommand(a *app.App) *cobra.Command {
	o := &addOptions{app: a}
	c := app.Command("plugin add", nil)
	c.Args = cobra.MinimumNArgs(1)
	c.RunE = func(c *cobra.Command, args []string) error { return o.run(c.Context(), args, c.ArgsLenAtDash()) }
	f := c.Flags()
	f.IntVar(&o.manifest.Protocol, "protocol", 0, "`LEVEL` that it speaks: 0, lines, or 1, JSON lines")
	f.StringVar(&o.manifest.Mode, "mode", "",
		"how the command is asked: line, batch, oneshot or dimacs (default: what works)")
	f.StringSliceVar(&o.manifest.Shapes, "shapes", nil, "`SHAPES` that it can take, or any (default 9)")
	f.StringSliceVar(&o.manifest.Constraints, "constraints", nil,
		"`NAMES` of constraints beyond houses that it takes, in lines")
	f.StringVar(&o.manifest.Answer, "answer", "", "regular `EXPRESSION` for the answer in a line, groups grid, none, many")
	f.StringVar(&o.manifest.Empty, "empty", "", "`SYMBOL` of an empty cell (default .)")
	f.BoolVar(&o.complete, "complete", false, "its \"none\" is a proof, and a single solution is the only one")
	f.BoolVar(&o.same, "deterministic", false, "the same puzzle always gets the same answer")
	f.StringVar(&o.manifest.Version, "as-version", "0.0.0", "`VERSION` to record for the command")
	f.StringVar(&o.manifest.Licence, "licence", "", "`SPDX` identifier of its licence")
	f.IntVar(&o.manifest.MemoryMB, "memory", 0, "`MIB` of data that its process may have (default 2048)")
	f.StringSliceVar(&o.reads, "read", nil, "`PATHS` that it may read in the sandbox besides its own files")
	app.OneOf(f, &o.sandbox, "sandbox", app.FullSandbox, []string{app.FullSandbox, app.WeakSandbox, app.NoSandbox},
		"which sandbox it must run in, weak if walls may be missing: `HOW`")
	f.BoolVar(&o.dev, "dev", false, "it is being worked on: do not verify checksums")
	f.StringVar(&o.sha256, "sha256", "", "`SUM` that the archive must have")
	f.BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	return c
}

// run adds the plugin that the arguments name.
func (o *addOptions) run(ctx context.Context, args []string, dash int) error {
	switch {
	case dash < 0 && len(args) == 1:
		return o.fetch(ctx, args[0])
	case dash != 1 || len(args) < 2:
		return app.UsageErrorf("want \"plugin add NAME\", a path or an address, or \"plugin add ID -- COMMAND…\"")
	case o.sha256 != "":
		return o.refuseSum()
	}
	folder, err := o.describe(ctx, args[0], args[1:])
	if err != nil {
		return err
	}
	return o.accept(ctx, folder)
}

// describe writes the manifest of a command and returns its folder.
func (o *addOptions) describe(ctx context.Context, id string, command []string) (string, error) {
	if err := manifest.CheckID(id); err != nil {
		return "", app.UsageErrorf("%w", err)
	}
	m := &o.manifest
	m.ID, m.Name, m.Kind, m.Run = id, id, "exec", absoluteFiles(command)
	if o.complete {
		m.Capabilities = append(m.Capabilities, "complete")
	}
	if o.same {
		m.Capabilities = append(m.Capabilities, "deterministic")
	}
	var err error
	if m.Reads, err = o.granted(ctx, confine.Command{Words: m.Run, Typed: true}); err != nil {
		return "", err
	}
	dir, err := app.DataFolder()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(dir, "plugins", id)
	if err := o.probe(ctx, folder); err != nil {
		return "", &app.Failure{Code: app.ExitPlugin, Cause: fmt.Errorf("adding plugin %q: %w%s", id, err,
			app.DenialHint(err.Error()))}
	}
	return folder, m.Write(folder)
}

// probe asks the command one puzzle, to see that it answers and how it wants to be asked. folder is where its manifest
// will be.
func (o *addOptions) probe(ctx context.Context, folder string) error {
	m := &o.manifest
	if m.Protocol != 0 {
		return nil // it is greeted when it is accepted
	}
	c := o.app.HostForAdding().Find(host.Config{ID: m.ID, Run: m.Run, Kind: "exec"})[0]
	if c.Rejected != "" {
		return app.UsageErrorf("%s", c.Rejected)
	}
	tried := *m
	tried.Run = c.Program
	c.Manifest, c.Dir, c.Path = &tried, folder, folder
	o.app.Config.Grant(o.record(c, nil))
	mode, err := probe(ctx, o.app, &bridge.Program{Manifest: tried, Complete: o.complete}, o.app.Rights(c))
	if err != nil {
		return err
	}
	if m.Mode == "" && mode == bridge.Batch {
		o.app.Remark("it buffers its output until its input ends, so it is asked in batches")
	}
	m.Mode = mode
	return nil
}

// absoluteFiles makes arguments that name files here independent of the folder.
func absoluteFiles(command []string) []string {
	all := make([]string, len(command))
	for i, arg := range command {
		all[i] = arg
		info, err := os.Stat(arg)
		if err != nil || info.IsDir() || i == 0 && !strings.ContainsRune(arg, filepath.Separator) {
			continue
		}
		if abs, err := filepath.Abs(arg); err == nil {
			all[i] = abs
		}
	}
	return all
}

// accept starts the plugin at path once and records its checksums.
func (o *addOptions) accept(ctx context.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("adding a plugin: %w", err)
	}
	h := o.app.HostForAdding()
	c := h.Find(host.Config{Path: path})[0]
	if c.Rejected != "" {
		return app.UsageErrorf("adding %s: %s", plain.Line(path), cmp.Or(app.NoPlugin(path), c.Rejected))
	}
	if c.Manifest != nil {
		if err := manifest.CheckVersions(ctx, c.Manifest.Needs); err != nil {
			return app.UsageErrorf("adding %s: %w", plain.Line(path), err)
		}
	}
	sums, err := c.Sums()
	if err != nil {
		return fmt.Errorf("adding %s: %w", plain.Line(path), err)
	}
	reads, err := o.granted(ctx, o.app.Config.Command(c))
	if err != nil {
		return err
	}
	o.app.Config.Grant(o.record(c, reads))
	asked := o.app.Config.Reads(c, false).Refused
	for _, path := range asked {
		if confine.TooWide(path) {
			return app.UsageErrorf("adding %s: it asks to read %s, which holds more than its own files; --read %s grants that",
				c.Path, path, app.Quoted(path))
		}
	}
	record := o.record(c, append(reads, asked...))
	o.app.Config.Grant(record)
	typed := o.manifest.ID != "" // what the command names has been typed by the person
	if o.consider != nil {
		if err := o.consider(ctx, c); err != nil {
			return err
		}
	} else if !typed {
		o.app.Remark("it runs %s", app.QuotedAll(c.Command()))
		tellReads(o.app, c)
	}
	p, err := h.Open(ctx, host.Config{Path: path, Sums: sums})
	if err != nil {
		return app.WithHint(err)
	}
	defer p.Close()
	if !record.Dev {
		record.Sums = sums
	}
	if err := app.Records().AddPlugin(record); err != nil {
		return err
	}
	o.summarize(p, record)
	if typed {
		tellReads(o.app, c)
	} else if why := fails(ctx, p); why != nil {
		o.app.Remark("warning: %s fails on an easy puzzle: %v", record.ID, why)
	}
	o.app.Remark("see \"sudokuctl plugin test %s\"", record.ID)
	return nil
}

// record returns what is recorded of a plugin, but for its checksums.
func (o *addOptions) record(c find.Candidate, reads []string) accept.Plugin {
	return accept.Plugin{ID: c.ID, Path: c.Path, Trust: o.sandbox == app.NoSandbox, Weak: o.sandbox == app.WeakSandbox,
		Reads: reads, Dev: o.dev || c.Manifest != nil && c.Manifest.Dev}
}

// fails returns what is wrong with the answer of a solver to an easy puzzle, nil if nothing is or it is no solver of
// such puzzles. It may give up.
func fails(ctx context.Context, p *host.Plugin) error {
	info := p.Info()
	easy, err := sudoku.ParsePuzzle(bridge.Easy)
	if err != nil || !info.Has(sudoku.PowerSolve) || !info.Takes(easy.Geometry()) {
		return err
	}
	var why error
	ask := runner.Options{Ask: runner.Ask{Limit: 1, Timeout: probePatience, Workers: 1}}
	err = p.Solve(ctx, runner.Numbered([]*sudoku.Puzzle{easy}), ask, func(_ uint64, r sudoku.Result) error {
		if !errors.Is(r.Err, sudoku.ErrGaveUp) {
			why = r.Err
		}
		if r.Verdict == sudoku.Impossible {
			why = errors.New("it says that there is no solution, and there is one")
		}
		return nil
	})
	return cmp.Or(why, err)
}

// summarize says which plugin was added and what it can do.
func (o *addOptions) summarize(p *host.Plugin, record accept.Plugin) {
	info := p.Info()
	o.app.Remark("added %s %s: %s, can %s", record.ID, info.Version, record.Path,
		info.Can())
	if record.Dev {
		o.app.Remark("its files are not verified: it is being worked on")
	} else {
		o.app.Remark("recorded the checksums of %d %s, verified at each start", len(record.Sums),
			screen.Plural(len(record.Sums), "file"))
	}
	o.app.TellOtherName(p)
	if bundled.Has(record.ID) {
		o.app.Remark("it replaces the bundled %s until \"sudokuctl plugin remove %s\"", record.ID, record.ID)
	}
}

// granted returns what a person lets a plugin read with --read, and the folders of the interpreter that its
// command names.
func (o *addOptions) granted(ctx context.Context, command confine.Command) ([]string, error) {
	var all []string
	for _, path := range o.reads {
		place, err := confine.Find(path)
		if err != nil {
			return nil, app.UsageErrorf("--read %s: %w", path, err)
		}
		all = append(all, place.Path)
	}
	all = append(all, pythonFolders(ctx, command)...)
	slices.Sort(all)
	return slices.Compact(all), nil
}

var pythonName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(python|pypy)[0-9.]*$`)
})

// pythonFolders asks a Python that a command begins with where its modules are: its prefixes, and the folder
// for those that a person installed for all of their programs. Folders of the system are left out. A Python that nobody
// chose is not asked, for it could say anything, and whatever is asked runs in the sandbox.
func pythonFolders(ctx context.Context, command confine.Command) []string {
	const ask = `import sys, site
print(sys.prefix, sys.base_prefix, sys.exec_prefix, site.getusersitepackages() if site.ENABLE_USER_SITE else "", sep="\n")`
	if !pythonName().MatchString(filepath.Base(command.Words[0])) || !command.Chosen() {
		return nil
	}
	python, err := exec.LookPath(command.Words[0])
	if err != nil || !filepath.IsAbs(python) {
		return nil
	}
	folder, remove, err := host.PrivateFolder()
	if err != nil {
		return nil // starting it will fail again, with more to show
	}
	defer remove()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	runtime.LockOSThread() // the warden's life is tied to it
	defer runtime.UnlockOSThread()
	needs, _ := confine.Command{Words: []string{python}, Typed: command.Typed}.Needs()
	rights := confine.Rights{Reads: slices.Concat(confine.EnvironNeeds(), needs)}
	cmd, err := wardedCommand(ctx, rights, folder, []string{python, "-c", ask})
	if err != nil {
		return nil
	}
	cmd.Dir = "/"
	out, err := cmd.Output()
	if err != nil {
		return nil // it will fail again, with more to show
	}
	var all []string
	for dir := range strings.Lines(string(out)) {
		place, err := confine.Find(strings.TrimSpace(dir))
		if err == nil && !place.OfSystem() && !place.TooWide() && holdsPython(place.Path) {
			all = append(all, place.Path)
		}
	}
	return all
}

// holdsPython reports whether a folder is a prefix of a Python or holds modules of one, as a Python lays them out.
func holdsPython(dir string) bool {
	if filepath.Base(dir) == "site-packages" {
		info, err := os.Stat(dir)
		return err == nil && info.IsDir()
	}
	for _, lib := range []string{"lib/python[0-9]*", "lib/pypy[0-9]*", "lib-python", "Lib"} {
		if found, _ := filepath.Glob(filepath.Join(dir, lib)); len(found) > 0 {
			return true
		}
	}
	return false
}

// tellReads shows what a plugin may read besides what every program may, once it is granted what it asks for.
func tellReads(a *app.App, c find.Candidate) {
	if c.Origin == find.FromBundled {
		return
	}
	for _, gap := range app.Gaps() {
		a.Remark("CAUTION: %s", gap)
	}
	if !confine.Available() {
		return
	}
	if a.Rights(c).Trusted {
		a.Remark("CAUTION: it runs without a sandbox, with your rights")
		return
	}
	reads := a.Config.Reads(c, true)
	if len(app.Gaps()) == 0 {
		a.Remark("it may read %s and what every program needs", strings.Join(app.OutsideSystem(reads.May), ", "))
	}
	for _, place := range reads.May {
		if place.TooWide() {
			a.Remark("CAUTION: it asks to read %s, which holds more than its own files", place.Path)
		}
	}
	if len(reads.Strays) > 0 {
		a.Remark("it may not read %s", reads.StrayText())
	}
}

// confirmed asks a person. Without an answer it is no.
func confirmed(a *app.App, question string) bool {
	fmt.Fprintf(a.Stderr, "%s [y/N] ", question)
	answer := strings.ToLower(readLine(a.Stdin))
	return answer == "y" || answer == "yes"
}

// readLine reads a line and no more, for the next one may answer another question.
func readLine(from io.Reader) string {
	var line []byte
	for letter := make([]byte, 1); ; {
		n, err := from.Read(letter)
		if n > 0 && letter[0] != '\n' {
			line = append(line, letter[0])
		} else if n > 0 || err != nil {
			return strings.TrimSpace(string(line))
		}
	}
}

// removeAdded removes the record and, if the folder of the plugin is one that "plugin add" made, the folder.
func removeAdded(id string) error {
	made := filepath.Join(app.Records().Dir, "plugins")
	folder := filepath.Join(made, id)
	known, _ := app.Records().Plugins()
	for _, p := range known {
		if p.ID == id && strings.HasPrefix(p.Path, made+string(filepath.Separator)) {
			folder = p.Path // a version may stand beside it
		}
	}
	err := app.Records().RemovePlugin(id)
	if errors.Is(err, accept.ErrNotAdded) {
		return app.UsageErrorf("plugin %q was not added, so it cannot be removed; see \"sudokuctl plugin list\"", id)
	}
	if err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if parent := filepath.Dir(folder); parent != made {
		_ = os.Remove(parent) // it stays if it holds another version
	}
	return nil
}
