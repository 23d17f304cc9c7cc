package fleet

import (
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/work/job"
)

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
