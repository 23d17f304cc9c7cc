package league

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// Season is what is played.
type Season struct {
	Name        string        `yaml:"name"`
	Budget      time.Duration `yaml:"budget"`                // for each puzzle
	Most        int           `yaml:"most"`                  // puzzles of a collection
	Seed        uint64        `yaml:"seed"`                  // of algorithms that use random numbers
	Solvers     []string      `yaml:"solvers,omitempty"`     // none: all that are installed
	Bands       []string      `yaml:"graders,omitempty"`     // graders that measure what the levels go by; none: no bands
	Collections []Collection  `yaml:"collections,omitempty"` // none: the samples of the program
}

// Collection is a named set of puzzles that never changes: other puzzles are another version.
type Collection struct {
	Name    string `yaml:"name"`
	Version string `yaml:"version"`
	From    string `yaml:"from"` // a file, or sample:NAME
}

// Title is name and version.
func (c *Collection) Title() string { return c.Name + " " + c.Version }

// base is the name of the collection's files.
func (c *Collection) base() string { return c.Name + "-" + c.Version }

// file is the collection's file in the folder of the league.
func (c *Collection) file(dir string) string {
	return filepath.Join(dir, "collections", c.base()+".txt")
}

// limit is how many solutions of a puzzle are looked for: two, so that a single one is proved.
const limit = 2

// ReadSeason reads a season from a file. With "" it is the samples of the program. version is that of the program.
func ReadSeason(file, version string) (*Season, error) {
	s := &Season{Name: "league", Budget: time.Second, Most: 100, Seed: 1}
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading a season: %w", err)
		}
		decoder := yaml.NewDecoder(bytes.NewReader(text))
		decoder.KnownFields(true)
		err = decoder.Decode(s)
		if wrong := (*yaml.TypeError)(nil); errors.As(err, &wrong) {
			err = errors.New(strings.Join(wrong.Errors, "; "))
		}
		if err != nil {
			return nil, work.RequestErrorf("reading season %q: %w", file, err)
		}
		for i, c := range s.Collections {
			if !strings.HasPrefix(c.From, input.SamplePrefix) && !filepath.IsAbs(c.From) {
				s.Collections[i].From = filepath.Join(filepath.Dir(file), c.From)
			}
		}
	}
	if len(s.Collections) == 0 {
		for _, name := range input.SampleNames() {
			s.Collections = append(s.Collections, Collection{Name: name, Version: version, From: input.SamplePrefix + name})
		}
	}
	if err := s.check(); err != nil {
		return nil, work.RequestErrorf("season %q: %w", file, err)
	}
	return s, nil
}

func (s *Season) check() error {
	switch {
	case s.Name == "":
		return errors.New("it has no name")
	case s.Budget < time.Millisecond:
		return fmt.Errorf("budget %v: want a millisecond or more", s.Budget)
	case s.Most < 1:
		return fmt.Errorf("most %d: want 1 or more", s.Most)
	}
	seen := map[string]bool{}
	for _, c := range s.Collections {
		if err := manifest.CheckID(c.Name); err != nil {
			return fmt.Errorf("collection: %w", err)
		}
		if c.Version == "" || strings.ContainsAny(c.Version, "/\\ ") || !filepath.IsLocal(c.Version) {
			return fmt.Errorf("collection %q: version %q: want a word", c.Name, c.Version)
		}
		if seen[c.Name] {
			return fmt.Errorf("collection %q appears twice", c.Name)
		}
		seen[c.Name] = true
	}
	return nil
}

// gather writes the puzzles of a collection into the folder of the league, evenly taken from a source that has more than the season wants.
// What is there already stays, whatever has become of the source.
func (s *Season) gather(ctx context.Context, dir string, c *Collection) error {
	to := c.file(dir)
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	in, err := input.Parse(c.From, nil)
	if err != nil {
		return err
	}
	var lines []string
	for r, err := range in.Records(ctx) {
		if err != nil {
			return fmt.Errorf("collection %s: %w", c.Title(), err)
		}
		lines = append(lines, r.Puzzle.String())
	}
	if len(lines) == 0 {
		return work.RequestErrorf("collection %s has no puzzles", c.Title())
	}
	var text strings.Builder
	for i := range min(s.Most, len(lines)) {
		text.WriteString(lines[i*len(lines)/min(s.Most, len(lines))] + "\n")
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return wholefile.Replace(to, []byte(text.String()), 0o644)
}

// Play has all solvers solve all puzzles of the season that they have not solved yet, one at a time. The answers go into
// the store of env, which is the season's own. It returns the plugins that failed; the others have played.
func Play(ctx context.Context, env *work.Env, s *Season, dir string, tell work.Progress) (failed []error, err error) {
	if err := s.sameBudget(ctx, env); err != nil {
		return nil, err
	}
	solvers, failed := s.solvers(ctx, env)
	if len(solvers) == 0 {
		return failed, work.RequestErrorf("no solver is installed")
	}
	for i := range s.Collections {
		c := &s.Collections[i]
		if err := s.gather(ctx, dir, c); err != nil {
			return failed, err
		}
		in, err := input.Parse(c.file(dir), nil)
		if err != nil {
			return failed, err
		}
		in.Name = c.base() // whatever the folder is called
		done, err := run.Run(ctx, env, run.Request{Command: "league", Inputs: []*input.Input{in}, Solvers: solvers, Graders: s.Bands,
			Ask: sudoku.Ask{Limit: limit, Timeout: s.Budget, Workers: 1, Seed: s.Seed}}, tell)
		if done != nil {
			failed = append(failed, done.Failed...)
		}
		if err != nil {
			return failed, fmt.Errorf("playing %s: %w", c.Title(), err)
		}
		if done.State == store.StateInterrupted {
			return failed, ctx.Err()
		}
	}
	return failed, nil
}

// sameBudget refuses a library that has answers under another budget: they could not be compared, and would not be
// found again.
func (s *Season) sameBudget(ctx context.Context, env *work.Env) error {
	return env.Store.SQL(ctx, "SELECT DISTINCT timeout_ms FROM tasks WHERE kind = 'solve'", func(_ []string, v []any) error {
		if ms, ok := v[0].(int64); ok && ms != s.Budget.Milliseconds() {
			return work.RequestErrorf("%s has answers with %d ms for each puzzle, and the season has %d: begin in another folder",
				env.Database, ms, s.Budget.Milliseconds())
		}
		return nil
	})
}

// solvers returns the ids of those who play: the ones that the season names, or all that are installed.
func (s *Season) solvers(ctx context.Context, env *work.Env) (ids []string, failed []error) {
	if len(s.Solvers) > 0 {
		return s.Solvers, nil
	}
	for id := range env.Plugins {
		p, err := env.Open(ctx, id, nil)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		if info := p.Info(); info.Has(sudoku.PowerSolve) {
			ids = append(ids, id)
		}
	}
	return ids, failed
}
