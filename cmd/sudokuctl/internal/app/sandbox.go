package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/bridge"
)

// SocketDirEnv is where go-plugin tells a process which folder its socket goes to: the only one that
// it may write to.
const SocketDirEnv = "PLUGIN_UNIX_SOCKET_DIR"

// Sandbox restricts plugins to what the records of those that were added let them do.
type Sandbox struct {
	streams *screen.Streams
	config  *Config
}

// Sandbox returns what plugins are started in.
func (a *App) Sandbox() *Sandbox { return &Sandbox{a.Streams, a.now()} }

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
func (s *Sandbox) confine(c find.Candidate, cmd *exec.Cmd) (stop func(*os.Process) error, err error) {
	if !confine.Available() || c.Origin == find.FromBundled {
		return nil, nil
	}
	reads := s.config.Reads(c, false)
	s.remarkUngranted(c, reads)
	r := s.rights(c, reads)
	if r.Weak && !r.Trusted {
		s.remarkWeak(c.ID)
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

// Confining recognises the command line that warded makes.
func Confining(args []string) (argv []string, ok bool) {
	if len(args) > 3 && args[1] == "plugin" && args[2] == "confine" {
		return args[3:], true
	}
	return nil, false
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

// Rights returns what a candidate may do: what its manifest says of its limits, and what it may read.
func (s *Sandbox) Rights(c find.Candidate) confine.Rights {
	return s.rights(c, s.config.Reads(c, false))
}

func (s *Sandbox) rights(c find.Candidate, reads Reads) confine.Rights {
	record := s.config.record(c)
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
func (s *Sandbox) remarkUngranted(c find.Candidate, reads Reads) {
	if s.config.record(c).Trust || len(reads.Refused)+len(reads.Strays) == 0 {
		return
	}
	if _, told := s.config.consent().ungranted.LoadOrStore(c.Path, true); told {
		return
	}
	if len(reads.Refused) > 0 {
		asks, p := "its plugin.yaml asks for", host.Config{ID: c.ID, Path: c.Path}
		if c.Manifest == nil {
			asks, p.Run = "its command names", c.Command()
		}
		s.streams.Remark("%s may not read %s, which %s; to let it: %s", c.ID, strings.Join(reads.Refused, ", "), asks,
			addCommand(p))
	}
	if len(reads.Strays) > 0 {
		s.streams.Remark("%s may not read %s", c.ID, reads.StrayText())
	}
}

// remarkWeak says once of a plugin which walls its sandbox lacks.
func (s *Sandbox) remarkWeak(id string) {
	if _, told := s.config.consent().weakened.LoadOrStore(id, true); told {
		return
	}
	for _, gap := range Gaps() {
		s.streams.Remark("CAUTION: %s runs in a weak sandbox: %s", id, gap)
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

// Text says what is enforced for a plugin, a line for each measure.
func (s *Sandbox) Text(c find.Candidate) string {
	if c.Origin == find.FromBundled {
		return "none: it is part of this program"
	}
	reads := s.config.Reads(c, false)
	r := s.rights(c, reads)
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
func (s *Sandbox) WithHint(id string, err error) error {
	var start *lifecycle.StartError
	if !errors.As(err, &start) {
		return err
	}
	if hint := s.DenialHint(strings.Join(start.Stderr, "\n")); hint != "" {
		return fmt.Errorf("%w%s", err, hint)
	}
	return err
}

// DenialHint returns what a person may do where what a program said looks like the sandbox.
func (s *Sandbox) DenialHint(said string) string {
	if !confine.Available() || !mentionsDenial(said) {
		return ""
	}
	return "\n  it runs in the sandbox: let it read more with \"reads\" in its plugin.yaml or \"plugin add --read PATH\",\n" +
		"  or add it with --sandbox none if you would also run it by hand"
}

// mentionsDenial reports whether a program says that it may not do something.
func mentionsDenial(said string) bool {
	said = strings.ToLower(said)
	for _, words := range []string{"permission", "denied", "not permitted", "eacces", "cannot open",
		"no module named"} {
		if strings.Contains(said, words) {
			return true
		}
	}
	return false
}

// bridgeCommand returns the command that makes a plugin of a program that speaks text: this binary started
// again with what the manifest says of the program.
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

// ServeProgram serves the program that the argument describes.
func ServeProgram(argument string) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // until Serve logs to the host; an error quotes what was said before
	p, err := bridge.Parse(argument)
	var spec plugin.Spec
	if err == nil {
		spec, err = bridge.Spec(context.Background(), p)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sudokuctl:", err)
		os.Exit(ExitUsage)
	}
	plugin.Serve(spec)
}
