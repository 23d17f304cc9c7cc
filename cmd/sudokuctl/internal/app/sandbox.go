package app

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host"
)

// SocketDirEnv is where go-plugin tells a process which folder its socket goes to: the only one that
// it may write to.
const SocketDirEnv = "PLUGIN_UNIX_SOCKET_DIR"

// Sandbox restricts plugins to what the config and a person's acceptance let them do.
type Sandbox struct {
	streams *screen.Streams
	config  *Config
	trust   bool // as --trust has it: there are no restrictions
}

// Sandbox returns what plugins are started in.
func (a *App) Sandbox() *Sandbox { return &Sandbox{a.Streams, a.Config, a.Trust} }

// confine is the host's Wrap: every plugin but the bundled ones is started by a warden, which is this
// binary started again.
func (s *Sandbox) confine(c host.Candidate, cmd *exec.Cmd) (stop func(*os.Process) error, err error) {
	if !confine.Available() || c.Origin == host.FromBundled {
		return nil, nil
	}
	s.remarkUngranted(c)
	argv, env, err := Warded(s.Rights(c), append([]string{cmd.Path}, cmd.Args[1:]...))
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
	os.Exit(ExitError)
}

// Rights returns what a candidate may do: what its manifest says, what a person granted when adding it, and
// what its command needs to run at all.
func (s *Sandbox) Rights(c host.Candidate) confine.Rights {
	return s.RightsIf(c, s.config.grants(c))
}

// RightsIf returns the rights of a candidate. What it asks to read outside its folder must be granted.
func (s *Sandbox) RightsIf(c host.Candidate, granted bool) confine.Rights {
	r := confine.Rights{Trusted: s.trusts(c.ID), Reads: confine.EnvironNeeds()}
	if c.Manifest != nil && !confine.TooWide(c.Dir) {
		r.Reads = append(r.Reads, c.Dir)
	}
	r.Reads = append(r.Reads, s.config.granted(c.ID)...)
	command := c.Argv
	if c.Kind == "exec" {
		r.Proc, command = true, c.Program
		r.Reads = append(r.Reads, c.Argv[0])
	}
	r.Reads = append(r.Reads, confine.Needs(command)...)
	asked := AsksFor(c)
	inside, outside := Besides(c, asked)
	r.Reads = append(r.Reads, inside...)
	if granted {
		r.Reads = append(r.Reads, outside...)
	}
	if m := c.Manifest; m != nil {
		r.MemoryMB, r.Tasks, r.CPU = m.MemoryMB, m.Processes, time.Duration(m.CPUSeconds)*time.Second
	}
	if c.Kind == "exec" && r.MemoryMB > 0 { // the bridge limits what it starts; it must live itself
		r.MemoryMB = max(r.MemoryMB, confine.DefaultMemoryMB)
	}
	slices.Sort(r.Reads)
	r.Reads = slices.Compact(r.Reads)
	return r
}

// AsksFor returns what a candidate's own files say that it reads: the files that its command names, and
// "reads" of its manifest.
func AsksFor(c host.Candidate) []string {
	asked := slices.Clone(c.Files)
	if c.Manifest != nil {
		asked = append(asked, inFolder(c.Dir, c.Manifest.Reads)...)
	}
	return asked
}

// Besides divides paths into those that belong to a candidate and those outside its folder, to which a link in
// the folder may lead. What has no manifest is a person's own command: all that it names belongs to it. So
// does the program, wherever it is.
func Besides(c host.Candidate, paths []string) (inside, outside []string) {
	if c.Manifest == nil {
		return paths, nil
	}
	dir, err := filepath.EvalSymlinks(c.Dir)
	for _, path := range paths {
		real, pathErr := filepath.EvalSymlinks(path)
		rel, relErr := filepath.Rel(dir, real)
		switch {
		case pathErr != nil: // there is nothing to read
		case path == c.Command()[0], err == nil && relErr == nil && filepath.IsLocal(rel) && !confine.TooWide(real):
			inside = append(inside, path)
		default:
			outside = append(outside, path)
		}
	}
	return inside, outside
}

// remarkUngranted says once what a plugin asks to read and may not.
func (s *Sandbox) remarkUngranted(c host.Candidate) {
	if s.trusts(c.ID) || s.config.grants(c) {
		return
	}
	_, outside := Besides(c, AsksFor(c))
	if len(outside) == 0 {
		return
	}
	if _, told := s.config.consent().ungranted.LoadOrStore(c.Path, true); !told {
		s.streams.Remark("%s may not read %s, which its plugin.yaml asks for; to see and accept: sudokuctl trust %s", c.ID,
			strings.Join(outside, ", "), Quoted(c.Path))
	}
}

// inFolder returns paths as absolute ones, taken from a folder.
func inFolder(dir string, paths []string) []string {
	all := make([]string, len(paths))
	for i, path := range paths {
		if all[i] = path; !filepath.IsAbs(path) {
			all[i] = filepath.Join(dir, path)
		}
	}
	return all
}

// trusts reports whether a plugin runs without a sandbox.
func (s *Sandbox) trusts(id string) bool {
	return s.trust || slices.Contains(s.config.consent().trusted, id) ||
		slices.ContainsFunc(s.config.added, func(p accept.Plugin) bool { return p.ID == id && p.Trust })
}

// Grant lets a plugin that is being added read what it asks for, and more, for as long as this command runs.
func (c *Config) Grant(p host.Candidate, reads []string) {
	c.added = slices.DeleteFunc(c.added, func(known accept.Plugin) bool { return known.ID == p.ID })
	c.added = append(c.added, accept.Plugin{ID: p.ID, Path: p.Path, Reads: reads})
}

// grants reports whether a person has seen what a candidate asks to read outside its folder, and accepted it.
func (c *Config) grants(p host.Candidate) bool {
	if slices.ContainsFunc(c.added, func(known accept.Plugin) bool { return known.Path == p.Path }) ||
		slices.ContainsFunc(c.consent().accepted, func(known acceptedProgram) bool { return known.Path == p.Path }) {
		return true
	}
	if p.Manifest == nil {
		return true
	}
	asked, _, err := AskOf(p.Dir)
	if err == nil {
		_, err = Records().Check(asked)
	}
	return err == nil
}

// granted returns what a person allowed an added plugin to read.
func (c *Config) granted(id string) []string {
	for _, p := range c.added {
		if p.ID == id {
			return p.Reads
		}
	}
	return nil
}

// Text says what is enforced for a plugin, a line for each measure.
func (s *Sandbox) Text(c host.Candidate) string {
	if c.Origin == host.FromBundled {
		return "none: it is part of this program"
	}
	r := s.Rights(c)
	if r.Trusted {
		return "none: it is trusted"
	}
	text := MeasuresText(r, "\n"+strings.Repeat(" ", 15))
	if own := OutsideSystem(r.Reads); len(own) > 0 && confine.Available() {
		text += "\n" + fmt.Sprintf("%-14s %s", "reads", strings.Join(own, "\n"+strings.Repeat(" ", 15)))
	}
	return text
}

// OutsideSystem leaves out programs of the system and what lies below another of the paths.
func OutsideSystem(paths []string) []string {
	var all []string
	for _, path := range paths {
		if !strings.HasPrefix(path, "/usr/") && !slices.ContainsFunc(all, func(dir string) bool { return strings.HasPrefix(path, dir+"/") }) {
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
	var start *host.StartError
	if !errors.As(err, &start) {
		return err
	}
	if hint := s.DenialHint(id, strings.Join(start.Stderr, "\n")); hint != "" {
		return fmt.Errorf("%w%s", err, hint)
	}
	return err
}

// DenialHint returns what a person may do where what a program said looks like the sandbox.
func (s *Sandbox) DenialHint(id, said string) string {
	if !confine.Available() || s.trusts(id) || !mentionsDenial(said) {
		return ""
	}
	return "\n  it runs in the sandbox: let it read more with \"reads\" in its plugin.yaml or \"plugin add --read PATH\",\n" +
		"  or run it with --trust if you would also run it by hand"
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
