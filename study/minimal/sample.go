package minimal

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// ChunkSize is how many puzzles are made and measured at a time.
const ChunkSize = 500

// Request says how large the samples are.
type Request struct {
	Count  int // puzzles in each of the two samples; whole chunks are made
	Seed   uint64
	Open   job.Open
	Folder string // for what is kept, "" to keep nothing
	Fresh  bool   // forget what is kept
}

// The generator, and the values of its setting method.
const (
	generator      = "generate"
	carved         = "carve"
	controlledBias = "controlled_bias"
)

// graders measure what is studied.
var graders = []string{"rules", "entropybt", "redundancy", "convex"}

// Sample is what is known of the puzzles that one method has made: sums, in groups of chunks.
type Sample struct {
	method  string
	groups  []*tally
	chunks  int
	weights study.Weights
}

// mostGroups bounds memory, and is enough for an interval.
const mostGroups = 40

func newSample(method string, chunks int) *Sample {
	s := &Sample{method: method, chunks: chunks}
	for range min(chunks, mostGroups) {
		s.groups = append(s.groups, newTally())
	}
	return s
}

func (s *Sample) add(chunk int, t *tally) {
	s.groups[chunk%len(s.groups)].add(t, 1)
	s.weights = t.Weights
}

// Run makes and measures the samples that are not kept yet and returns the carved one and the one with the controlled bias.
func Run(ctx context.Context, r Request, progress work.Progress) (Carved, Biased *Sample, err error) {
	if r.Count < 1 {
		return nil, nil, work.RequestErrorf("the number of puzzles must be at least 1")
	}
	m, err := open(ctx, r, progress)
	if err != nil {
		return nil, nil, err
	}
	chunks := (r.Count + ChunkSize - 1) / ChunkSize
	if Carved, err = m.sample(ctx, carved, chunks); err != nil {
		return nil, nil, err
	}
	Biased, err = m.sample(ctx, controlledBias, chunks)
	return Carved, Biased, err
}

// maker makes chunks with plugins that are open.
type maker struct {
	Request
	progress   work.Progress
	generators map[string]job.Plugin
	graders    []job.Plugin
}

func open(ctx context.Context, r Request, progress work.Progress) (*maker, error) {
	m := &maker{Request: r, progress: progress, generators: map[string]job.Plugin{}}
	for _, method := range []string{carved, controlledBias} {
		p, err := r.Open(ctx, generator, map[string]any{"method": method})
		if err != nil {
			return nil, err
		}
		m.generators[method] = p
	}
	for _, id := range graders {
		p, err := r.Open(ctx, id, nil)
		if err != nil {
			return nil, err
		}
		m.graders = append(m.graders, p)
	}
	return m, nil
}

func (m *maker) sample(ctx context.Context, method string, chunks int) (*Sample, error) {
	s := newSample(method, chunks)
	kept, err := openKept(m.Folder, m.key(method), m.Fresh)
	if err != nil {
		return nil, err
	}
	defer kept.close()
	have := make([]bool, chunks)
	err = kept.each(func(chunk int, t *tally) {
		if chunk < chunks && !have[chunk] {
			have[chunk] = true
			s.add(chunk, t)
		}
	})
	if err != nil {
		return nil, err
	}
	missing := 0
	for _, known := range have {
		if !known {
			missing++
		}
	}
	if missing > 0 {
		defer m.progress.Stage(work.Begun{Stage: "making and measuring", Plugin: generator, Total: int64(missing * ChunkSize)})()
	}
	for chunk, known := range have {
		if known {
			continue
		}
		t, err := m.chunk(ctx, method, chunk)
		if err != nil {
			return nil, fmt.Errorf("measuring puzzles %d to %d of method %s: %w", chunk*ChunkSize+1, (chunk+1)*ChunkSize, method, err)
		}
		s.add(chunk, t)
		if err := kept.add(chunk, t); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// key says what a sample depends on.
func (m *maker) key(method string) string {
	key := fmt.Sprintf("%s seed %d, %d a chunk", method, m.Seed, ChunkSize)
	for _, p := range append([]job.Plugin{m.generators[method]}, m.graders...) {
		key += fmt.Sprintf(", %s %s", p.ID(), p.Info().Version)
	}
	return key
}

// chunk makes and measures the puzzles of a chunk.
func (m *maker) chunk(ctx context.Context, method string, chunk int) (*tally, error) {
	var puzzles []*sudoku.Puzzle
	order := sudoku.Order{Geometry: sudoku.Classic(), Minimal: true, Count: ChunkSize, Seed: m.Seed + uint64(chunk+1)<<32}
	stats, err := m.generators[method].Generate(ctx, order, func(p *sudoku.Puzzle) bool {
		puzzles = append(puzzles, p)
		return true
	})
	if err != nil {
		return nil, err
	}
	results := make([][]sudoku.Grade, len(puzzles))
	for _, grader := range m.graders {
		err := grader.Grade(ctx, runner.Numbered(puzzles), runner.Options{}, func(i uint64, r sudoku.Result) error {
			results[i] = append(results[i], r.Grades...)
			return r.Err
		})
		if err != nil {
			return nil, fmt.Errorf("grading with %q: %w", grader.ID(), err)
		}
	}
	t := newTally()
	t.Weights = study.ReadWeights(stats.Extra)
	for i, p := range puzzles {
		t.count(p.Clues(), results[i])
	}
	m.progress.Report(work.Advanced(ChunkSize))
	return t, nil
}
