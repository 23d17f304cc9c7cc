package app

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/plugins/bridge"
)

// SocketDirEnv is where go-plugin tells a process which folder its socket goes to: the only one that
// it may write to.
const SocketDirEnv = "PLUGIN_UNIX_SOCKET_DIR"

// How much of the sandbox a plugin runs in, for "plugin add --sandbox".
const (
	FullSandbox = "full"
	WeakSandbox = "weak" // even if this system lacks a wall of it
	NoSandbox   = "none"
)

// sandboxFlag returns the flag of "plugin add" that keeps a plugin's sandbox as it is, "" if that is full.
func sandboxFlag(p accept.Plugin) string {
	switch {
	case p.Trust:
		return "--sandbox " + NoSandbox + " "
	case p.Weak:
		return "--sandbox " + WeakSandbox + " "
	}
	return ""
}

// confine is the host's Wrap: every plugin but the bundled ones is started by a warden, which is this
// binary started again.
func (a *App) confine(c find.Candidate, cmd *exec.Cmd) (stop func(*os.Process) error, err error) {
	if !confine.Available() || c.Origin == find.FromBundled {
		return nil, nil
	}
	reads := a.now().Reads(c, false)
	a.remarkUngranted(c, reads)
	r := a.rights(c, reads)
	if r.Weak && !r.Trusted {
		a.remarkWeak(c.ID)
	}
	argv, env, err := Warded(r, append([]string{cmd.Path}, cmd.Args[1:]...))
	if err != nil {
		return nil, err
	}
	cmd.Path, cmd.Args, cmd.SysProcAttr = argv[0], argv, confine.Attr()
	cmd.Env = append(cmd.Env, env)
	return confine.Stop, nil
}

// Warded returns the command of the warden for another command, and the variable that tells it the rights.
func Warded(r confine.Rights, argv []string) (warden []string, env string, err error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, "", fmt.Errorf("finding this program for the sandbox: %w", err)
	}
	env, err = r.Environ()
	return append([]string{exe, "plugin", "confine"}, argv...), env, err
}

// BeWarden starts the command with the rights of the environment and watches over it; it does not return.
func BeWarden(argv []string) {
	rights, err := confine.FromEnviron()
	if err == nil {
		rights.Writes = os.Getenv(SocketDirEnv)
		err = confine.Run(argv, rights)
	}
	fmt.Fprintln(os.Stderr, "sudokuctl: the sandbox:", err)
	if errors.Is(err, confine.ErrWalls) {
		fmt.Fprintln(os.Stderr, "if you would also run it by hand: "+
			"\"sudokuctl plugin add --sandbox weak\" lets it start all the same")
	}
	os.Exit(ExitError)
}

// Rights returns the rights of a candidate: the limits of its manifest, and the paths that it may read.
func (a *App) Rights(c find.Candidate) confine.Rights { return a.rights(c, a.now().Reads(c, false)) }

// rights returns the rights by the record of a candidate.
func (a *App) rights(c find.Candidate, reads Reads) confine.Rights {
	record := a.now().record(c)
	r := confine.Rights{Trusted: record.Trust, Weak: record.Weak, Reads: reads.May, Proc: c.Kind == "exec"}
	if m := c.Manifest; m != nil {
		r.MemoryMB, r.Tasks, r.CPU = m.MemoryMB, m.Processes, time.Duration(m.CPUSeconds)*time.Second
	}
	if c.Kind == "exec" && r.MemoryMB > 0 { // the bridge limits what it starts; it must live itself
		r.MemoryMB = max(r.MemoryMB, confine.DefaultMemoryMB)
	}
	return r
}

// remarkUngranted says once what a plugin asks to read and may not.
func (a *App) remarkUngranted(c find.Candidate, reads Reads) {
	if a.now().record(c).Trust || len(reads.Refused)+len(reads.Strays) == 0 {
		return
	}
	if _, told := a.now().consent().ungranted.LoadOrStore(c.Path, true); told {
		return
	}
	if len(reads.Refused) > 0 {
		asks, p := "its plugin.yaml asks for", host.Config{ID: c.ID, Path: c.Path}
		if c.Manifest == nil {
			asks, p.Run = "its command names", c.Command()
		}
		a.Remark("%s may not read %s, which %s; to let it: %s", c.ID, strings.Join(reads.Refused, ", "), asks,
			addCommand(p))
	}
	if len(reads.Strays) > 0 {
		a.Remark("%s may not read %s", c.ID, reads.StrayText())
	}
}

// remarkWeak says once of a plugin which walls its sandbox lacks.
func (a *App) remarkWeak(id string) {
	if _, told := a.now().consent().weakened.LoadOrStore(id, true); told {
		return
	}
	for _, gap := range Gaps() {
		a.Remark("CAUTION: %s runs in a weak sandbox: %s", id, gap)
	}
}

// Gaps says what this system does not keep a plugin from.
func Gaps() (gaps []string) {
	if !confine.Available() {
		return []string{"this system has no sandbox: the plugin runs with your rights"}
	}
	for _, m := range confine.Missing() {
		gaps = append(gaps, "this system does not enforce "+m.Name+": "+m.What)
	}
	return gaps
}

// SandboxText says what is enforced for a plugin, a line for each measure.
func (a *App) SandboxText(c find.Candidate) string {
	if c.Origin == find.FromBundled {
		return "none: it is part of this program"
	}
	reads := a.now().Reads(c, false)
	r := a.rights(c, reads)
	if r.Trusted {
		return "none: it was added with --sandbox none"
	}
	next := "\n" + strings.Repeat(" ", 15)
	text := MeasuresText(r, next)
	if !confine.Available() {
		return text
	}
	for _, list := range []struct {
		name  string
		paths []string
	}{{"reads", OutsideSystem(r.Reads)}, {"not granted", slices.Concat(reads.Refused, reads.Strays)}} {
		if len(list.paths) > 0 {
			text += "\n" + fmt.Sprintf("%-14s %s", list.name, strings.Join(list.paths, next))
		}
	}
	return text
}

// OutsideSystem leaves out programs of the system and what lies below another of the places.
func OutsideSystem(places []confine.Place) []string {
	var all []string
	for _, path := range confine.Paths(places) {
		if !strings.HasPrefix(path, "/usr/") && !slices.ContainsFunc(all,
			func(dir string) bool { return strings.HasPrefix(path, dir+"/") }) {
			all = append(all, path)
		}
	}
	return all
}

// MeasuresText says what is enforced here for rights, or that nothing is.
func MeasuresText(r confine.Rights, separator string) string {
	return strings.Join(measureLines(r.Enforced()), separator)
}

// measureLines has a line for each measure. What lacks a wall is not called a sandbox.
func measureLines(measures []confine.Measure) []string {
	if len(measures) == 0 {
		return []string{"not enforced on this system: plugins run with your rights"}
	}
	var lines, gaps []string
	for _, m := range measures {
		how := "(" + m.How + ")"
		if m.How == "" {
			how = "NOT ENFORCED on this kernel"
			if m.Wall {
				gaps = append(gaps, m.Name)
			}
		}
		lines = append(lines, fmt.Sprintf("%-11s %s %s", m.Name+":", m.What, how))
	}
	if len(gaps) > 0 {
		lines = append([]string{"NONE on this kernel, for it does not enforce: " + strings.Join(gaps, ", ") +
			"; add only plugins that you would also run by hand"}, lines...)
	}
	return lines
}

// WithHint adds what a person may do when a plugin that runs in the sandbox does not start.
func WithHint(err error) error {
	var start *lifecycle.StartError
	if !errors.As(err, &start) {
		return err
	}
	if hint := DenialHint(strings.Join(start.Stderr, "\n")); hint != "" {
		return fmt.Errorf("%w%s", err, hint)
	}
	return err
}

// DenialHint returns what a person may do where what a program said looks like the sandbox.
func DenialHint(said string) string {
	denials := []string{"permission", "denied", "not permitted", "eacces", "cannot open", "no module named"}
	denied := func(words string) bool { return strings.Contains(strings.ToLower(said), words) }
	if !confine.Available() || !slices.ContainsFunc(denials, denied) {
		return ""
	}
	return "\n  it runs in the sandbox: let it read more with \"reads\" in its plugin.yaml or \"plugin add --read PATH\",\n" +
		"  or add it with --sandbox none if you would also run it by hand"
}

// bridgeCommand returns the command that makes a plugin of a program that speaks text: this binary started again with
// the manifest of the program.
func bridgeCommand(c find.Candidate) ([]string, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p, err := ProgramOf(c)
	if err != nil {
		return nil, err
	}
	text, err := p.Argument()
	if err != nil {
		return nil, err
	}
	return []string{exe, "plugin", "bridge", text}, nil
}

// ProgramOf returns what a candidate's manifest says; without one the defaults.
func ProgramOf(c find.Candidate) (*bridge.Program, error) {
	p := &bridge.Program{}
	if c.Manifest != nil {
		p.Manifest = *c.Manifest
	}
	p.ID, p.Run = c.ID, c.Argv
	return p, p.Claim(p.Capabilities)
}

// Reads lists the paths that a candidate may read. Its own files, files of the system, and programs that the system or
// a person chose need no consent. Paths of its manifest outside its folder do.
type Reads struct {
	May     []confine.Place
	Refused []string // that its manifest asks for and nobody has granted
	// interpreters and folders for libraries outside that nothing but its own files names: they are granted as
	// "reads" of the manifest or with --read, and never by themselves
	Strays []string
}

// Reads finds out what a candidate may read. Without a record of consent it counts as given if granted is true.
func (c *Config) Reads(p find.Candidate, granted bool) Reads {
	command := c.Command(p)
	needs, strays := command.Needs()
	r := Reads{May: slices.Concat(confine.EnvironNeeds(), needs)}
	own := confine.FindAll([]string{p.Path})
	if p.Dir != "" {
		own = confine.FindAll([]string{p.Dir})
	}
	own = slices.DeleteFunc(own, confine.Place.TooWide)
	if p.Manifest != nil || p.Dir == "" {
		r.May = append(r.May, own...)
	}
	if p.Kind == "exec" { // its bridge
		r.May = append(r.May, confine.FindAll(p.Argv[:1])...)
	}
	record := c.record(p)
	for _, path := range record.Reads {
		if place, err := confine.Find(path); err == nil && place.Path == path { // it may be a link by now
			r.May = append(r.May, place)
		}
	}
	granted = granted || command.Typed || p.Manifest == nil && p.Dir == "" // which names nothing but itself
	for _, path := range asksFor(p) {
		place, err := confine.Find(path)
		switch {
		case errors.Is(err, fs.ErrNotExist): // there is nothing to read
		case err != nil:
			r.Refused = append(r.Refused, path)
		case granted, holds(own, place) && !place.TooWide(), recordGrants(record, p, path, place):
			r.May = append(r.May, place)
		case !holds(r.May, place) && !place.OfSystem() && !slices.Contains(r.Refused, place.Path):
			r.Refused = append(r.Refused, place.Path)
		}
	}
	for _, path := range strays {
		if place, err := confine.Find(path); err != nil || !holds(r.May, place) {
			r.Strays = append(r.Strays, path)
		}
	}
	slices.SortFunc(r.May, func(a, b confine.Place) int { return cmp.Compare(a.Path, b.Path) })
	r.May = slices.CompactFunc(r.May, func(a, b confine.Place) bool { return a.Path == b.Path })
	return r
}

// StrayText names the strays, with their kind and the command that grants them.
func (r Reads) StrayText() string {
	return strings.Join(r.Strays, ", ") + ", where its own files look for an interpreter or libraries; " +
		"\"reads\" of its plugin.yaml, or \"plugin add --read PATH\", asks for it"
}

// asksFor returns what a candidate's own files say that it reads: the files that its command names, and
// "reads" of its manifest.
func asksFor(c find.Candidate) []string {
	asked := slices.Clone(c.Files)
	if c.Manifest != nil {
		for _, path := range c.Manifest.Reads {
			asked = append(asked, absolute(c.Dir, path))
		}
	}
	return asked
}

// holds reports whether one of the places holds another place.
func holds(places []confine.Place, place confine.Place) bool {
	return slices.ContainsFunc(places, func(p confine.Place) bool { return p.Holds(place) })
}

// recordGrants reports whether a person who added a plugin granted it a place for which its manifest asks. Records
// have what was granted; older ones have not what the manifest names, which its checksum answers for, unlike a link.
func recordGrants(record accept.Plugin, p find.Candidate, path string, place confine.Place) bool {
	verified := record.Path != "" && p.Origin == find.FromAdded && !record.Dev
	return verified && place.Path == filepath.Clean(path) && !place.TooWide()
}

// Command returns the command of a candidate, as what decides what it needs.
func (c *Config) Command(p find.Candidate) confine.Command {
	return confine.Command{Words: p.Command(), Folder: p.Dir, Typed: c.typed(p)}
}

// typed reports whether a person typed the command of a candidate: for "plugin add ID -- COMMAND", or in their own
// config.
func (c *Config) typed(p find.Candidate) bool {
	if dir, err := DataFolder(); p.Manifest != nil {
		return err == nil && p.Dir == filepath.Join(dir, "plugins", p.ID)
	}
	k := c.consent()
	return k.typed && p.Origin == find.FromConfig && slices.ContainsFunc(k.programs, func(known host.Config) bool {
		return known.Path == p.Path || len(known.Run) > 0 && known.ID == p.ID && known.Dir == p.Dir
	})
}

// record returns the record of a plugin that was added, by itself or with a folder, the zero value if it was not. It
// is that of the plugin's path and command, by whatever id: another one of the same id has none.
func (c *Config) record(p find.Candidate) accept.Plugin {
	var record accept.Plugin
	for _, known := range c.added {
		same := known.Path == p.Path && (p.Manifest != nil || len(p.Command()) == 1)
		if same && (record.Path == "" || known.ID == p.ID) {
			record = known
		}
	}
	for _, folder := range c.folders {
		if known := folder.Program(p.ID, p.Path, p.Kind, p.Dir, p.Command()); known != nil && record.Path == "" {
			record = accept.Plugin{ID: p.ID, Path: p.Path, Reads: known.Reads, Sums: known.Sums}
		}
	}
	return record
}

// Grant lets a plugin that is being added do what its record will say, for as long as this command runs.
func (c *Config) Grant(record accept.Plugin) {
	c.added = slices.DeleteFunc(c.added, func(known accept.Plugin) bool { return known.ID == record.ID })
	c.added = append(c.added, record)
}
