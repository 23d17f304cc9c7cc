package fleet

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// PlanRequest says what to plan.
type PlanRequest struct {
	Inputs    []string // files and samples
	Library   *Choice  // or puzzles of a library
	Generate  *Order   // or a generator's order; its Version and SHA256 are found out
	Count     int64    // of the puzzles to generate
	Solvers   []string
	Graders   []string      // as for a run, work.None alone is no grader
	Ask       sudoku.Ask    // its Workers are each machine's own affair
	ChunkTime time.Duration // work in a chunk, found out by a trial; 0 = 10 s
	Records   int           // puzzles in a chunk; 0 = as many as ChunkTime allows
	Repeat    int           // how often everything is computed; 0 and 1 for once
	OnCPU     bool          // the timeout of a puzzle counts CPU time
}

const (
	defaultChunkTime = 10 * time.Second
	minRecords       = 100
	maxRecords       = 50_000
	trialPuzzles     = 200
	trialTime        = 5 * time.Second // for each task
)

// MakePlan reads all inputs, asks each plugin who it is, finds out how long a puzzle takes, and cuts the inputs into
// chunks. Bad records are left out and reported; progress may be nil.
func MakePlan(ctx context.Context, open job.Open, r PlanRequest, progress work.Progress) (*Plan, error) {
	m := maker{open: open, request: r, progress: progress, plan: &Plan{Schema: planSchema}}
	plugins, err := m.tasks(ctx)
	if err != nil {
		return nil, err
	}
	sources, err := m.sources()
	if err != nil {
		return nil, err
	}
	records, err := m.records(ctx, plugins, sources)
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		if err := m.cut(ctx, s, records); err != nil {
			return nil, fmt.Errorf("planning %q: %w", s.Name, err)
		}
	}
	if r.Generate != nil {
		if err := m.order(ctx, records); err != nil {
			return nil, err
		}
	}
	if len(m.plan.Chunks) == 0 {
		return nil, errors.New("planning: there are no puzzles")
	}
	if r.Repeat > 1 {
		m.plan.Repeat, m.plan.Chunks = r.Repeat, slices.Repeat(m.plan.Chunks, r.Repeat)
	}
	return m.plan, nil
}

type maker struct {
	open     job.Open
	request  PlanRequest
	progress work.Progress
	plan     *Plan
}

// tasks opens all plugins and describes what they are to do.
func (m *maker) tasks(ctx context.Context) ([]job.Plugin, error) {
	var plugins []job.Plugin
	for _, kind := range []job.Kind{job.Solve, job.Grade} {
		ids := m.request.Solvers
		if kind == job.Grade {
			ids = m.request.Graders
		}
		if slices.Equal(ids, []string{work.None}) {
			continue
		}
		for _, id := range ids {
			p, err := m.open(ctx, id, nil)
			if err != nil {
				return nil, err
			}
			task, err := job.Of(p, kind, m.request.Ask)
			if err == nil {
				err = task.Pin(ctx, p)
			}
			if err != nil {
				return nil, fmt.Errorf("planning: %w", err)
			}
			task.OnCPU = m.request.OnCPU
			plugins = append(plugins, p)
			m.plan.Tasks = append(m.plan.Tasks, task)
		}
	}
	if len(plugins) == 0 {
		return nil, errors.New("planning: there is nothing to do: name a solver or a grader")
	}
	return plugins, nil
}

// records returns how many puzzles a chunk gets: as many as the plugins do in the time of a
// chunk, going by the first puzzles.
func (m *maker) records(ctx context.Context, plugins []job.Plugin, sources []readable) (int, error) {
	if m.request.Records > 0 {
		return m.request.Records, nil
	}
	puzzles, err := m.trial(ctx, sources)
	if err != nil || len(puzzles) == 0 {
		return minRecords, err
	}
	var each time.Duration
	for i, p := range plugins {
		took, err := tryOut(ctx, p, m.plan.Tasks[i], puzzles)
		if err != nil {
			return 0, err
		}
		each += took
	}
	chunk := m.request.ChunkTime
	if chunk <= 0 {
		chunk = defaultChunkTime
	}
	return int(min(max(chunk/max(each, 1), minRecords), maxRecords)), nil
}

// trial returns the first puzzles of all inputs.
func (m *maker) trial(ctx context.Context, sources []readable) ([]*sudoku.Puzzle, error) {
	if g := m.request.Generate; g != nil {
		generator, err := m.open(ctx, g.Generator, nil)
		if err != nil {
			return nil, err
		}
		return g.puzzles(ctx, generator, Chunk{Records: int(min(trialPuzzles, m.request.Count))})
	}
	var puzzles []*sudoku.Puzzle
	for _, s := range sources {
		some, err := collect(ctx, s.in, 0, trialPuzzles/len(sources)+1, s.placeIn(Chunk{}))
		if err != nil {
			return nil, err
		}
		puzzles = append(puzzles, some...)
	}
	return puzzles, nil
}

// tryOut returns the time that a task takes a puzzle, on one processor.
func tryOut(ctx context.Context, p job.Plugin, t job.Task, puzzles []*sudoku.Puzzle) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, trialTime)
	defer cancel()
	var self time.Duration
	done := 0
	take := func(_ uint64, r sudoku.Result) error {
		self += r.Stats.Elapsed
		done++
		return nil
	}
	err := t.Do(ctx, p, 1, runner.Numbered(puzzles), take, take)
	switch {
	case errors.Is(err, context.DeadlineExceeded) && done == 0:
		return trialTime, nil
	case err != nil && !errors.Is(err, context.DeadlineExceeded):
		return 0, err
	}
	return self / time.Duration(max(done, 1)), nil
}

// readable is a source whose records are still to be counted.
type readable struct {
	Source
	in *input.Input
}

// sources returns all inputs.
func (m *maker) sources() (all []readable, err error) {
	for _, arg := range m.request.Inputs {
		s, err := source(arg)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	if m.request.Library != nil {
		s, err := m.request.Library.freeze()
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// source returns the file or the sample that an argument names.
func source(arg string) (s readable, err error) {
	if s.in, err = input.Parse(arg, strings.NewReader("")); err != nil {
		return s, err
	}
	s.Kind, s.Name = FromSample, s.in.Name
	if strings.HasPrefix(arg, input.SamplePrefix) {
		return s, nil
	}
	if !s.in.IsFile() {
		return s, fmt.Errorf("planning: %q is neither a file nor a sample, so that other machines could not read it", arg)
	}
	s.Kind, s.Name = FromFile, filepath.Base(arg)
	if s.Path, err = filepath.Abs(arg); err != nil {
		return s, fmt.Errorf("planning %q: %w", arg, err)
	}
	if s.SHA256, err = child.FileSum(s.Path); err != nil {
		return s, fmt.Errorf("planning %q: %w", arg, err)
	}
	return s, nil
}

// cut adds a source and its chunks.
func (m *maker) cut(ctx context.Context, s readable, records int) error {
	chunks, byLine, err := m.count(ctx, s, records)
	if err != nil {
		return err
	}
	for _, c := range chunks {
		s.Records += int64(c.Records)
	}
	if s.Path != "" && byLine {
		if err := locate(s.Path, chunks); err != nil {
			return err
		}
	}
	m.add(s.Source, chunks)
	return nil
}

func (m *maker) add(s Source, chunks []Chunk) {
	for i := range chunks {
		chunks[i].Source = len(m.plan.Inputs)
	}
	m.plan.Inputs = append(m.plan.Inputs, s)
	m.plan.Chunks = append(m.plan.Chunks, chunks...)
}

// oneLiners are the formats whose records are a line each, so that a file of them can be read from the middle.
var oneLiners = []string{"line", "bank", "hodoku", "link", "jsonl", "f-puzzles"}

// count counts the records of a source off in chunks. It reports whether all records are lines; then each chunk knows its
// first line.
func (m *maker) count(ctx context.Context, s readable, records int) (chunks []Chunk, byLine bool, err error) {
	byLine = true
	n, last, hash := int64(0), 0, part.NewPuzzleHash()
	for r, err := range s.in.Records(ctx) {
		bad, err := isBad(r, err)
		if err != nil {
			return nil, false, err
		}
		if bad != nil {
			m.progress.Report(work.BadRecord{Err: bad})
			continue
		}
		_, line, ok := cutLine(r.Puzzle.Name)
		// two records on one line, or a jigsaw with its map on the next, are not lines of their own
		byLine = byLine && ok && line > last && slices.Contains(oneLiners, r.Format) && (s.Kind == FromLibrary || isPlain(r))
		last = line
		if n%int64(records) == 0 {
			chunks = append(chunks, Chunk{First: n, Line: line})
			hash = part.NewPuzzleHash()
		}
		hash.Add(r.Puzzle)
		c := &chunks[len(chunks)-1]
		if c.Records++; c.Records == records {
			c.Puzzles = hash.Hex()
		}
		n++
	}
	if n%int64(records) != 0 {
		chunks[len(chunks)-1].Puzzles = hash.Hex()
	}
	if !byLine {
		for i := range chunks {
			chunks[i].Line = 0
		}
	}
	return chunks, byLine, nil
}

// isPlain reports whether a record has no map of regions, which could be on another line.
func isPlain(r formats.Record) bool { return !strings.Contains(r.Puzzle.Geometry().String(), ":") }

// locate finds out where in the file the lines of each chunk are, and their hash.
func locate(path string, chunks []Chunk) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	line, offset := 1, int64(0)
	hash := sha256.New()
	end := func(c *Chunk) {
		c.Bytes = offset - c.Offset
		c.SHA256 = hex.EncodeToString(hash.Sum(nil))
		hash.Reset()
	}
	next := 0
	for {
		if next < len(chunks) && line == chunks[next].Line {
			if next > 0 {
				end(&chunks[next-1])
			}
			chunks[next].Offset = offset
			hash.Reset()
			next++
		}
		text, err := in.ReadSlice('\n')
		hash.Write(text)
		offset += int64(len(text))
		switch {
		case err == nil:
			line++
		case err == io.EOF:
			if next > 0 {
				end(&chunks[next-1])
			}
			return nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return err
		}
	}
}

// order adds a generator's order and its chunks.
func (m *maker) order(ctx context.Context, records int) error {
	o := *m.request.Generate
	p, err := m.open(ctx, o.Generator, nil)
	if err != nil {
		return err
	}
	info := p.Info()
	if !info.Has(sudoku.PowerGenerate) {
		return fmt.Errorf("planning: plugin %q cannot generate", o.Generator)
	}
	id, err := job.IdentityOf(p, o.probe(ctx, p))
	if err != nil {
		return err
	}
	o.Version, o.SHA256, o.Probe = id.Version, id.Checksum, id.Probe
	s := Source{Kind: FromGenerator, Name: o.Generator, Records: m.request.Count, Generate: &o}
	var chunks []Chunk
	for first := int64(0); first < s.Records; first += int64(records) {
		chunks = append(chunks, Chunk{First: first, Records: int(min(int64(records), s.Records-first))})
	}
	m.add(s, chunks)
	return nil
}
