package host

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"

	"go.yaml.in/yaml/v3"
)

// ManifestName is the name of the file that makes a folder a plugin.
const ManifestName = "plugin.yaml"

var idPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)

// Manifest is a plugin.yaml: what a folder says of the plugin in it, readable without starting anything.
type Manifest struct {
	ID      string   `yaml:"id"` // [a-z0-9-]+
	Name    string   `yaml:"name"`
	Version string   `yaml:"version"`
	Run     []string `yaml:"run"` // the command; its files are taken from the folder of the manifest

	Kind         string   `yaml:"kind"` // "grpc" (default) or "exec"
	Tags         []string `yaml:"tags"`
	Capabilities []string `yaml:"capabilities"` // for exec: complete, deterministic, soft_clues, fast, neighbours, and its powers
	Summary      string   `yaml:"summary"`
	Homepage     string   `yaml:"homepage"`
	Licence      string   `yaml:"licence"`
	Reference    string   `yaml:"reference"`
	Platforms    []string `yaml:"platforms"` // "linux/amd64" or "linux"; empty = all
	Dev          bool     `yaml:"dev"`       // it is being worked on: no checksums are recorded
	Reads        []string `yaml:"reads"`     // files and folders that it reads besides its own
	MemoryMB     int      `yaml:"memory_mb"` // MiB of data that a process of it may have
	Processes    int      `yaml:"processes"` // processes and threads that it may have at a time
	CPUSeconds   int      `yaml:"cpu_s"`     // CPU time that a process of it may use

	// The rest is for exec; what it means is the bridge's matter.
	Protocol int      `yaml:"protocol"` // level 0 (lines) or 1 (JSON lines)
	Mode     string   `yaml:"mode"`     // auto, line, batch or oneshot
	Shapes   []string `yaml:"shapes"`   // shapes that it can take; empty = the classic 9×9, any = all
	Answer   string   `yaml:"answer"`   // regular expression that finds the answer in a line
	Empty    string   `yaml:"empty"`    // symbol of an empty cell
	Options  []Option `yaml:"options"`
	Metrics  []Metric `yaml:"metrics"`
	Aims     []Aim    `yaml:"aims"`
}

// Option declares a setting of a program of kind exec.
type Option struct {
	Name    string   `yaml:"name"`
	Type    string   `yaml:"type"` // string, boolean, integer, number; empty = that of the default
	Default any      `yaml:"default"`
	Enum    []string `yaml:"enum"`
	Min     *float64 `yaml:"min"`
	Max     *float64 `yaml:"max"`
	Summary string   `yaml:"summary"`
}

// Metric declares what a program of kind exec measures.
type Metric struct {
	Name           string   `yaml:"name"`
	Unit           string   `yaml:"unit"`
	Min            float64  `yaml:"min"`
	Max            *float64 `yaml:"max"` // nil = no bound
	HigherIsHarder bool     `yaml:"higher_is_harder"`
	Source         string   `yaml:"source"`
	Summary        string   `yaml:"summary"`

	Labels  []string       `yaml:"labels"`  // words that labels are made of
	Alone   map[string]any `yaml:"alone"`   // options under which it is measured sooner, without others
	Ceiling string         `yaml:"ceiling"` // an option: stop once it is sure to be that or more
	Bound   string         `yaml:"bound"`   // the metric that is reported then
}

// Aim declares a metric of which a program of kind exec takes a range when it generates.
type Aim struct {
	Metric string `yaml:"metric"`
	Exact  bool   `yaml:"exact"` // all that it makes is in the range
}

// ReadManifest reads and checks dir/plugin.yaml. Unknown keys are errors that name the line.
func ReadManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, ManifestName)
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading manifest: %w", err)
	}
	defer f.Close()
	decoder := yaml.NewDecoder(io.LimitReader(f, 1<<20))
	decoder.KnownFields(true)
	m := &Manifest{}
	if err := decoder.Decode(m); err != nil {
		return nil, fmt.Errorf("reading manifest %q: %w", path, err)
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("reading manifest %q: %w", path, err)
	}
	return m, nil
}

func (m *Manifest) check() error {
	switch {
	case !idPattern.MatchString(m.ID):
		return fmt.Errorf("id %q: want lower-case letters, digits and dashes", m.ID)
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
	platform := runtime.GOOS + "/" + runtime.GOARCH
	fits := func(p string) bool { return p == platform || p == runtime.GOOS }
	if len(m.Platforms) > 0 && !slices.ContainsFunc(m.Platforms, fits) {
		return fmt.Errorf("it runs on %v, this is %s", m.Platforms, platform)
	}
	return nil
}
