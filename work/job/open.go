package job

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A MismatchError says that a plugin here is not the one that a job was planned with.
type MismatchError struct {
	Plugin        string
	What          string // "version", "program", "settings" or "answers to built-in puzzles"
	Planned, Here string
}

func (e *MismatchError) Error() string {
	text := fmt.Sprintf("plugin %q: the plan was made with %s %s, here is %s", e.Plugin, e.What, e.Planned, e.Here)
	if e.Here == bundled {
		text += "; a plan of an older sudokuctl fits one build of it alone: make it anew"
	}
	return text
}

// Open opens the plugin of a task with its settings: a *MismatchError says in what it is another.
func (t *Task) Open(ctx context.Context, open Open) (Plugin, error) {
	settings := map[string]any{}
	if err := json.Unmarshal(t.Settings, &settings); err != nil && len(t.Settings) > 0 {
		return nil, fmt.Errorf("reading the plan: settings of plugin %q: %w", t.Plugin, err)
	}
	p, err := open(ctx, t.Plugin, settings)
	if err != nil {
		return nil, err
	}
	here, err := Of(p, t.Kind, sudoku.Ask{})
	if err != nil {
		return nil, err
	}
	if !sameJSON(t.Settings, here.Settings) {
		return nil, &MismatchError{t.Plugin, "settings", string(t.Settings), string(here.Settings)}
	}
	id := Identity{t.Version, t.Checksum, t.Probe}
	if t.Probe == "" {
		id.Checksum = t.Program()
	}
	return p, id.Match(p, func() (string, error) { return t.probe(ctx, p) })
}

// Identity is by what a machine knows that a plugin is the one that a job was planned with. What is bundled is in a program that is
// another one on another system, and is told by what it answers.
type Identity struct {
	Version  string
	Checksum string // of the program, "" if it is bundled
	Probe    string // hash of answers, "" if it is not bundled
}

// bundled stands for the program of a plugin that is bundled.
const bundled = "one of sudokuctl itself"

// IdentityOf returns the identity of a plugin; probe asks it, and is called only if it is bundled.
func IdentityOf(p Plugin, probe func() (string, error)) (id Identity, err error) {
	id.Version = p.Info().Version
	if p.Candidate().Origin == find.FromBundled {
		id.Probe, err = probe()
	} else {
		id.Checksum, err = p.Sum()
	}
	return id, err
}

// Match compares a plugin with the identity that a job was planned with: a *MismatchError says in what it is another.
func (id Identity) Match(p Plugin, probe func() (string, error)) error {
	if id.Version != p.Info().Version {
		return &MismatchError{p.ID(), "version", id.Version, p.Info().Version}
	}
	isBundled := p.Candidate().Origin == find.FromBundled
	switch {
	case isBundled && id.Probe == "":
		return &MismatchError{p.ID(), "program", id.Checksum, bundled}
	case !isBundled && id.Probe != "":
		id.Checksum = bundled
	}
	here, err := IdentityOf(p, probe)
	switch {
	case err != nil:
		return err
	case id.Checksum != here.Checksum:
		return &MismatchError{p.ID(), "program", id.Checksum, here.Checksum}
	case id.Probe != here.Probe:
		return &MismatchError{p.ID(), "answers to built-in puzzles", id.Probe, here.Probe}
	}
	return nil
}

// sameJSON compares two objects, whatever their layout.
func sameJSON(a, b json.RawMessage) bool {
	var x, y map[string]any
	if len(a) > 0 && json.Unmarshal(a, &x) != nil || len(b) > 0 && json.Unmarshal(b, &y) != nil {
		return false
	}
	first, _ := json.Marshal(x) // maps of what was decoded
	second, _ := json.Marshal(y)
	return bytes.Equal(first, second) || len(x) == 0 && len(y) == 0
}

// probes are puzzles that every algorithm answers within milliseconds, or is not made for: some have one solution, and those with
// several or none take guesses.
var probes = strings.Fields(`
	1...34...2...3.. 1..4......3..... ..3.2.......1... 12...3.........4 12..4.......3..1
	.2.4.64..1..2..5..5..2..6..5.1.3.6.2 12...............3.................. 1...6..2...........................3
	53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79`)

// Pin has a task for many machines tell its plugin so that all of them can compare theirs with it. A bundled plugin is told by its
// answers to some built-in puzzles, not by the program that it is in, which differs from system to system.
func (t *Task) Pin(ctx context.Context, p Plugin) error {
	id, err := IdentityOf(p, func() (string, error) { return t.probe(ctx, p) })
	if err == nil && id.Probe != "" {
		t.SHA256, t.Probe = "", id.Probe
	}
	return err
}

// probe returns a hash of what a plugin answers to the built-in puzzles: verdicts, solutions, guesses and measures, to six digits, for
// processors round differently.
func (t *Task) probe(ctx context.Context, p Plugin) (string, error) {
	puzzles := make([]*sudoku.Puzzle, len(probes))
	for i, text := range probes {
		var err error
		if puzzles[i], err = sudoku.ParsePuzzle(text); err != nil {
			return "", fmt.Errorf("asking plugin %q built-in puzzles: %w", t.Plugin, err)
		}
	}
	answers := make([]string, len(puzzles))
	take := func(i uint64, r sudoku.Result) error {
		var b strings.Builder
		fmt.Fprint(&b, r.Verdict, r.Count, r.Stats.Guesses)
		for _, grid := range r.Solutions {
			fmt.Fprint(&b, " ", r.Puzzle.Geometry().FormatGrid(grid))
		}
		for _, g := range r.Grades {
			fmt.Fprintf(&b, " %s %.6g %q", g.Metric, g.Value, g.Label)
		}
		answers[i] = b.String()
		return nil
	}
	timeless := *t
	timeless.TimeoutMS = 0
	if err := timeless.Do(ctx, p, 1, runner.Numbered(puzzles), take, take); err != nil {
		return "", fmt.Errorf("asking plugin %q built-in puzzles: %w", t.Plugin, err)
	}
	sum := sha256.Sum256([]byte(strings.Join(answers, "\n")))
	return hex.EncodeToString(sum[:]), nil
}
