// Package manifest reads and writes plugin.yaml, the file that makes a folder a plugin. It describes the plugin, so
// that nothing has to be started.
package manifest

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
	"time"

	"go.yaml.in/yaml/v3"
	"golang.org/x/mod/semver"
)

// FileName is the file that makes a folder a plugin.
const FileName = "plugin.yaml"

var idPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)

// CheckID returns an error if a text cannot be the id of a plugin.
func CheckID(id string) error {
	if !idPattern.MatchString(id) {
		return fmt.Errorf("id %q: want lower-case letters, digits and dashes", id)
	}
	return nil
}

// Manifest is a plugin.yaml. As JSON it tells the bridge which program to run.
type Manifest struct {
	ID      string   `yaml:"id" json:"id"`
	Name    string   `yaml:"name" json:"name"`
	Version string   `yaml:"version" json:"version"`
	Run     []string `yaml:"run,flow" json:"run"` // the command; its files are taken from the folder of the manifest

	Kind string   `yaml:"kind,omitempty" json:"kind,omitempty"` // "grpc" (default) or "exec"
	Tags []string `yaml:"tags,omitempty,flow" json:"tags,omitempty"`
	// for exec: complete, deterministic, soft_clues, fast, neighbours, and its powers
	Capabilities []string `yaml:"capabilities,omitempty,flow" json:"capabilities,omitempty"`
	Summary      string   `yaml:"summary,omitempty" json:"summary,omitempty"`
	Homepage     string   `yaml:"homepage,omitempty" json:"homepage,omitempty"`
	Licence      string   `yaml:"licence,omitempty" json:"licence,omitempty"`
	Reference    string   `yaml:"reference,omitempty" json:"reference,omitempty"`
	Platforms    []string `yaml:"platforms,omitempty,flow" json:"platforms,omitempty"` // "linux/amd64" or "linux"; empty = all
	Needs        []string `yaml:"needs,omitempty,flow" json:"needs,omitempty"`         // programs of PATH: "minizinc", "node >= 18"
	Dev          bool     `yaml:"dev,omitempty" json:"dev,omitempty"`                  // it is being worked on: no checksums are recorded
	Reads        []string `yaml:"reads,omitempty" json:"reads,omitempty"`              // files and folders that it reads besides its own
	MemoryMB     int      `yaml:"memory_mb,omitempty" json:"memory_mb,omitempty"`      // MiB of data that a process of it may have
	Processes    int      `yaml:"processes,omitempty" json:"processes,omitempty"`      // processes and threads that it may have at a time
	CPUSeconds   int      `yaml:"cpu_s,omitempty" json:"cpu_s,omitempty"`              // CPU time that a process of it may use

	// The rest is for exec; the bridge gives it a meaning.
	Protocol int      `yaml:"protocol,omitempty" json:"protocol,omitempty"`  // level 0 (lines) or 1 (JSON lines)
	Mode     string   `yaml:"mode,omitempty" json:"mode,omitempty"`          // auto, line, batch or oneshot
	Shapes   []string `yaml:"shapes,omitempty,flow" json:"shapes,omitempty"` // shapes that it can take; empty = the classic 9×9, any = all
	// Constraints that puzzles may have: names for level 0, kinds of clauses for level 1.
	Constraints []string `yaml:"constraints,omitempty,flow" json:"constraints,omitempty"`
	Clauses     []string `yaml:"clauses,omitempty,flow" json:"clauses,omitempty"`

	Answer  string   `yaml:"answer,omitempty" json:"answer,omitempty"` // regular expression that finds the answer in a line
	Empty   string   `yaml:"empty,omitempty" json:"empty,omitempty"`   // symbol of an empty cell
	Options []Option `yaml:"options,omitempty" json:"options,omitempty"`
	Metrics []Metric `yaml:"metrics,omitempty" json:"metrics,omitempty"`
	Aims    []Aim    `yaml:"aims,omitempty" json:"aims,omitempty"`
}

// Option declares a setting of a program of kind exec. Its type is that of its default (a text, true or false,
// a number) unless Type says integer or number.
type Option struct {
	Name    string   `yaml:"name" json:"name"`           // snake_case
	Type    string   `yaml:"type,omitempty" json:"type"` // string, boolean, integer, number, or "" for that of the default
	Default any      `yaml:"default" json:"default"`
	Enum    []string `yaml:"enum,omitempty" json:"enum,omitempty"` // the texts that it takes, none = all
	Min     *float64 `yaml:"min,omitempty" json:"min,omitempty"`
	Max     *float64 `yaml:"max,omitempty" json:"max,omitempty"`
	Summary string   `yaml:"summary,omitempty" json:"summary"`
}

// Metric declares what a program of kind exec measures.
type Metric struct {
	Name           string   `yaml:"name" json:"name"` // snake_case
	Unit           string   `yaml:"unit,omitempty" json:"unit,omitempty"`
	Min            float64  `yaml:"min" json:"min"`
	Max            *float64 `yaml:"max,omitempty" json:"max,omitempty"` // nil = no bound
	HigherIsHarder bool     `yaml:"higher_is_harder" json:"higher_is_harder"`
	Source         string   `yaml:"source,omitempty" json:"source"`
	Summary        string   `yaml:"summary,omitempty" json:"summary"`

	Labels  []string       `yaml:"labels,omitempty" json:"labels,omitempty"`   // words that labels are made of
	Alone   map[string]any `yaml:"alone,omitempty" json:"alone,omitempty"`     // options under which it is measured sooner, without others
	Ceiling string         `yaml:"ceiling,omitempty" json:"ceiling,omitempty"` // an option: stop once it is sure to be that or more
	Bound   string         `yaml:"bound,omitempty" json:"bound,omitempty"`     // the metric that is reported then
}

// Aim declares a metric of which a program of kind exec takes a range when it generates.
type Aim struct {
	Metric string `yaml:"metric" json:"metric"`
	Exact  bool   `yaml:"exact,omitempty" json:"exact,omitempty"` // all that it makes is in the range
}

// Read reads and checks the manifest of a folder. Unknown keys are errors that name the line.
func Read(dir string) (*Manifest, error) {
	path := filepath.Join(dir, FileName)
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file") // opening a pipe would wait for its writer
	}
	if err != nil {
		return nil, fmt.Errorf("reading manifest %q: %w", path, err)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading manifest: %w", err)
	}
	defer f.Close()
	decoder := yaml.NewDecoder(io.LimitReader(f, 1<<20))
	decoder.KnownFields(true)
	m := &Manifest{}
	if err := decoder.Decode(m); err != nil {
		return nil, fmt.Errorf("reading manifest %q: %w", path, legible(err))
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("reading manifest %q: %w", path, err)
	}
	return m, nil
}

// legible turns the errors of the YAML package, which are in words of Go, into what an author can act on.
func legible(err error) error {
	var wrong *yaml.TypeError
	if !errors.As(err, &wrong) {
		return err
	}
	unknownField := regexp.MustCompile(`field (.+?) not found in type [\w.]+`)
	noList := regexp.MustCompile("cannot unmarshal !!str `(.*)` into \\[\\]string")
	text := strings.Join(wrong.Errors, "; ")
	text = unknownField.ReplaceAllString(text, `unknown key "$1"`)
	return errors.New(noList.ReplaceAllString(text, "want a list such as [python3, solver.py], not the text $1"))
}

// Write checks the manifest and writes it into a folder, which is made if there is none.
func (m *Manifest) Write(dir string) error {
	err := m.check()
	var text []byte
	if err == nil {
		text, err = yaml.Marshal(m)
	}
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, FileName), text, 0o600)
	}
	if err != nil {
		return fmt.Errorf("writing the manifest of %q: %w", m.ID, err)
	}
	return nil
}

// check refuses a manifest that cannot be used, and says why.
func (m *Manifest) check() error {
	if err := CheckID(m.ID); err != nil {
		return err
	}
	switch {
	case m.Name == "" || m.Version == "":
		return errors.New("name and version are required")
	case len(m.Run) == 0 || m.Run[0] == "":
		return errors.New("run is required: the command as a list")
	case m.Kind != "" && m.Kind != "grpc" && m.Kind != "exec":
		return fmt.Errorf("kind %q: want grpc or exec", m.Kind)
	case m.Protocol != 0 && m.Protocol != 1:
		return fmt.Errorf("protocol %d: this host knows 0, lines, and 1, JSON lines", m.Protocol)
	case m.Kind != "exec" && (m.Protocol != 0 || len(m.Options) > 0 || len(m.Metrics) > 0 || len(m.Aims) > 0):
		return errors.New("protocol, options, metrics and aims are for kind exec; a grpc plugin describes itself")
	}
	if err := CheckNeeds(m.Needs); err != nil {
		return err
	}
	for _, limit := range []struct {
		key        string
		value, max int
	}{
		{"memory_mb", m.MemoryMB, 1 << 24}, {"processes", m.Processes, 1 << 22}, {"cpu_s", m.CPUSeconds, 1e9},
	} {
		if limit.value < 0 || limit.value > limit.max {
			return fmt.Errorf("%s %d: want 0 to %d", limit.key, limit.value, limit.max)
		}
	}
	platform := runtime.GOOS + "/" + runtime.GOARCH
	fits := func(p string) bool { return p == platform || p == runtime.GOOS }
	if len(m.Platforms) > 0 && !slices.ContainsFunc(m.Platforms, fits) {
		return fmt.Errorf("it runs on %v, this is %s", m.Platforms, platform)
	}
	return nil
}

// A need is a program of PATH, possibly with the least version of it: "minizinc", "node >= 18".
var needPattern = regexp.MustCompile(`^([A-Za-z0-9][\w.+-]*)(?: *>= *(\d+(?:\.\d+){0,2}))?$`)

// CheckNeeds returns an error if one of the needs cannot be understood.
func CheckNeeds(needs []string) error {
	for _, need := range needs {
		if !needPattern.MatchString(need) {
			return fmt.Errorf("needs %q: want a program such as minizinc, or a program and a version such as node >= 18", need)
		}
	}
	return nil
}

// CheckPrograms returns an error that names the programs that are needed and not in a folder of PATH. It starts
// nothing.
func CheckPrograms(needs []string) error {
	var missing []string
	for _, need := range needs {
		if parts := needPattern.FindStringSubmatch(need); parts != nil {
			if _, err := exec.LookPath(parts[1]); err != nil {
				missing = append(missing, need)
			}
		}
	}
	if missing == nil {
		return nil
	}
	return fmt.Errorf("it needs %s, not found in the folders of PATH", strings.Join(missing, ", "))
}

// CheckVersions asks the programs that are needed in a version for theirs, with --version, and returns an error that
// names the first that is older. A program that says no version passes.
func CheckVersions(ctx context.Context, needs []string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for _, need := range needs {
		parts := needPattern.FindStringSubmatch(need)
		if parts == nil || parts[2] == "" {
			continue
		}
		text, err := exec.CommandContext(ctx, parts[1], "--version").CombinedOutput()
		if err != nil {
			return fmt.Errorf("asking %s for its version: %w", parts[1], err)
		}
		found := cmp.Or(dottedVersion.FindString(string(text)), plainVersion.FindString(string(text)))
		if found != "" && semver.Compare("v"+found, "v"+parts[2]) < 0 {
			return fmt.Errorf("it needs %s, and %s is here", need, found)
		}
	}
	return nil
}

// Patterns of versions in the output of a program.
var (
	dottedVersion = regexp.MustCompile(`(0|[1-9]\d*)(\.(0|[1-9]\d*)){1,2}`)
	plainVersion  = regexp.MustCompile(`[1-9]\d*`)
)
