package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Survey is what is there of a plan.
type Survey struct {
	Chunks  int
	Parts   int // that are there and belong to the plan
	Rows    int64
	CPU     time.Duration
	Missing []int          // chunks without a part
	Bad     map[int]error  // chunks whose part is damaged, or of another plan
	Content string         // hash of the content hashes of all parts, "" while any is missing or bad
	Differ  map[int]string // chunks whose answers contradict those of the first repetition, if rows were read, and in what
	Times   []Timing       // of each task, if the plan is whole and has repetitions
}

// Whole reports whether every chunk has its part.
func (s *Survey) Whole() bool { return len(s.Missing) == 0 && len(s.Bad) == 0 }

// Take looks at the parts of a plan in dir. With verify every row is read and checked as by [Plan.Verify]; without, only
// headers are read.
func Take(ctx context.Context, plan *Plan, dir string, verify bool, progress work.Progress) (*Survey, error) {
	s := &Survey{Chunks: len(plan.Chunks), Bad: map[int]error{}, Differ: map[int]string{}}
	id := plan.ID()
	defer progress.Stage(work.Begun{Stage: "looking at parts", Total: int64(len(plan.Chunks))})()
	hashes, spent := sha256.New(), newSpent(plan)
	for chunk := range plan.Chunks {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		path := filepath.Join(dir, part.Name(chunk))
		h, err := look(path, plan, id, chunk, verify)
		if first := chunk % plan.once(); err == nil && verify && first != chunk && s.Bad[first] == nil {
			err = s.compare(filepath.Join(dir, part.Name(first)), path, chunk)
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			s.Missing = append(s.Missing, chunk)
		case err != nil:
			s.Bad[chunk] = err
		default:
			s.Parts++
			s.Rows += h.Rows
			s.CPU += h.CPU
			hashes.Write([]byte(h.ContentHash))
			spent.add(chunk/plan.once(), h.Times)
		}
		progress.Report(work.Advanced(1))
	}
	if s.Whole() {
		s.Content = hex.EncodeToString(hashes.Sum(nil))
		if plan.Repeat > 1 {
			s.Times = spent.timings(plan)
		}
	}
	return s, nil
}

// compare compares the part of a chunk with that of the first repetition, if it is there.
func (s *Survey) compare(first, path string, chunk int) error {
	a, err := part.Open(first)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := part.Open(path)
	if err != nil {
		return err
	}
	defer b.Close()
	text, err := part.Difference(a, b)
	if text != "" {
		s.Differ[chunk] = text
	}
	return err
}

// Check compares the header of a part with the chunk that it should be of; id is that of the plan.
func (p *Plan) Check(id string, chunk int, h part.Header) error {
	switch {
	case h.Plan != id:
		return fmt.Errorf("belongs to plan %.12s, not to %.12s", h.Plan, id)
	case h.Chunk != chunk:
		return fmt.Errorf("is the part of chunk %d, not of %d", h.Chunk, chunk)
	case h.Rows != int64(p.Chunks[chunk].Records):
		return fmt.Errorf("has %d rows instead of %d: %w", h.Rows, p.Chunks[chunk].Records, part.ErrDamaged)
	}
	asked, _ := json.Marshal(p.Tasks) // a plan and a header were read from JSON
	answered, _ := json.Marshal(h.Tasks)
	if !bytes.Equal(asked, answered) {
		return errors.New("answers other tasks than those of the plan")
	}
	return nil
}

// Verify compares a part with the chunk that it should be of: the plan with the id, its tasks, its puzzles, and every row as
// by [part.Part.Verify]. Puzzles that a worker generated itself are not in the plan; they are not compared.
func (p *Plan) Verify(id string, chunk int, of *part.Part) error {
	if err := p.Check(id, chunk, of.Header); err != nil {
		return fmt.Errorf("%q %w", of.Name, err)
	}
	puzzles, first, err := of.Verify()
	if err != nil {
		return err
	}
	want := p.Chunks[chunk].Puzzles
	if first != p.record(chunk) || want != "" && puzzles != want {
		return fmt.Errorf("%q answers other puzzles than those of chunk %d", of.Name, chunk)
	}
	return nil
}

// look checks the part of a chunk.
func look(path string, plan *Plan, id string, chunk int, verify bool) (part.Header, error) {
	p, err := part.Open(path)
	if err != nil {
		return part.Header{}, err
	}
	defer p.Close()
	if verify {
		return p.Header, plan.Verify(id, chunk, p)
	}
	if err := plan.Check(id, chunk, p.Header); err != nil {
		return p.Header, fmt.Errorf("%q %w", path, err)
	}
	return p.Header, nil
}

// Open returns the shards of n that have chunks without a good part, counted from 1.
func (s *Survey) Open(n int) []int {
	var open []int
	add := func(chunk int) {
		if shard := chunk%n + 1; !slices.Contains(open, shard) {
			open = append(open, shard)
		}
	}
	for _, chunk := range s.Missing {
		add(chunk)
	}
	for chunk := range s.Bad {
		add(chunk)
	}
	slices.Sort(open)
	return open
}

// ParseRanges reads what Ranges writes: numbers from 1 to most.
func ParseRanges(text string, most int) ([]int, error) {
	var all []int
	for part := range strings.SplitSeq(text, ",") {
		low, high, isRange := strings.Cut(part, "-")
		if !isRange {
			high = low
		}
		a, err1 := strconv.Atoi(low)
		b, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil || a < 1 || b < a || b > most {
			return nil, fmt.Errorf("invalid shards %q: write numbers from 1 to %d, such as 1-3,7", text, most)
		}
		for ; a <= b; a++ {
			all = append(all, a)
		}
	}
	return all, nil
}

// Ranges writes numbers as schedulers take them: 1-3,7.
func Ranges(numbers []int) string {
	var b strings.Builder
	for i := 0; i < len(numbers); {
		last := i
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(numbers[i]))
		if last > i {
			b.WriteString("-" + strconv.Itoa(numbers[last]))
		}
		i = last + 1
	}
	return b.String()
}

// Timing is how long a task took a puzzle, in nanoseconds: the mean over the repetitions of a plan, and its 95 % interval.
type Timing struct {
	Kind        job.Kind `json:"kind"`
	Plugin      string   `json:"plugin"`
	Version     string   `json:"version"`
	Repetitions int      `json:"repetitions"`
	Mean        float64  `json:"mean_ns"`
	Low         float64  `json:"low_ns"`
	High        float64  `json:"high_ns"`
}

// spent is the time that each repetition of a plan took in each task.
type spent [][]float64

func newSpent(p *Plan) spent {
	s := make(spent, len(p.Tasks))
	for k := range s {
		s[k] = make([]float64, max(p.Repeat, 1))
	}
	return s
}

// add adds what a chunk of a repetition took; a part of another program may not say it.
func (s spent) add(repetition int, times []time.Duration) {
	for k, t := range times[:min(len(times), len(s))] {
		s[k][repetition] += float64(t)
	}
}

// timings returns what the tasks took a puzzle.
func (s spent) timings(p *Plan) (all []Timing) {
	for k, t := range p.Tasks {
		mean, half := stats.MeanInterval(s[k])
		n := float64(p.Records())
		all = append(all, Timing{t.Kind, t.Plugin, t.Version, p.Repeat, mean / n, (mean - half) / n, (mean + half) / n})
	}
	return all
}
