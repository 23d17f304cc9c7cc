package jobs

import (
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// ProgressRecord is how far a stage of a run is: what one plugin does, or the import. Its keys are stable.
type ProgressRecord struct {
	Stage    string         `json:"stage"`
	Plugin   string         `json:"plugin"`
	Done     int64          `json:"done"`
	Total    int64          `json:"total"`
	Rate     float64        `json:"per_second"`
	ETA      float64        `json:"eta_s"` // 0 if it is not known
	Verdicts map[string]int `json:"verdicts"`
	Over     bool           `json:"over"`
}

// progress makes events of what work reports, a few a second at most. Stages come one after the other.
type progress struct {
	job      *Job
	started  func(run int64)
	now      ProgressRecord
	verdicts map[sudoku.Verdict]int
	begun    time.Time
	told     time.Time
}

func (p *progress) tell(e work.Event) {
	switch e := e.(type) {
	case work.Started:
		p.started(e.Run)
	case work.Begun:
		p.now = ProgressRecord{Stage: e.Stage, Plugin: e.Plugin, Total: e.Total}
		p.verdicts = map[sudoku.Verdict]int{}
		p.begun = time.Now()
		p.send()
	case work.Judged:
		p.verdicts[sudoku.Verdict(e)]++
	case work.Advanced:
		if p.now.Done += int64(e); time.Since(p.told) >= tick {
			p.send()
		}
	case work.Ended:
		p.now.Over = true
		p.send()
	}
}

func (p *progress) send() {
	p.told = time.Now()
	if s := time.Since(p.begun).Seconds(); s > 0 {
		p.now.Rate = float64(p.now.Done) / s
	}
	p.now.ETA = 0
	if left := p.now.Total - p.now.Done; p.now.Rate > 0 && left > 0 && !p.now.Over {
		p.now.ETA = float64(left) / p.now.Rate
	}
	p.now.Verdicts = map[string]int{}
	for v, n := range p.verdicts {
		p.now.Verdicts[v.String()] = n
	}
	p.job.progress(p.now)
}

// progress tells how far a stage is.
func (j *Job) progress(now ProgressRecord) {
	j.mu.Lock()
	if n := len(j.lanes); n > 0 && j.lanes[n-1].Stage == now.Stage && j.lanes[n-1].Plugin == now.Plugin {
		j.lanes[n-1] = now
	} else {
		j.lanes = append(j.lanes, now)
	}
	j.mu.Unlock()
	j.tell("progress", now)
}
