package jobs

import (
	"slices"
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

// progress makes events of what work reports, a few a second at most. Stages come one after the other; the tasks of a stage that
// take turns are a record each.
type progress struct {
	job     *Job
	started func(run int64)
	lanes   []*lane // of the stage
	now     *lane   // whose turn it is
	begun   time.Time
}

// lane is how far a stage is, or one of its tasks.
type lane struct {
	ProgressRecord
	verdicts map[sudoku.Verdict]int
	told     time.Time
}

func (p *progress) tell(e work.Event) {
	switch e := e.(type) {
	case work.Started:
		p.started(e.Run)
	case work.Begun:
		p.begin(e)
	case work.Turn:
		p.now = p.lanes[e]
	case work.Judged:
		p.now.verdicts[sudoku.Verdict(e)]++
	case work.Advanced:
		if p.now.Done += int64(e); time.Since(p.now.told) >= tick {
			p.send(p.now)
		}
	case work.Ended:
		for _, l := range p.lanes {
			l.Over = true
			p.send(l)
		}
	}
}

func (p *progress) begin(e work.Begun) {
	tasks := e.Tasks
	if tasks == nil {
		tasks = []work.Begun{e}
	}
	p.lanes, p.begun = nil, time.Now()
	for _, t := range tasks {
		l := &lane{ProgressRecord: ProgressRecord{Stage: t.Stage, Plugin: t.Plugin, Total: t.Total}, verdicts: map[sudoku.Verdict]int{}}
		p.lanes = append(p.lanes, l)
		p.send(l)
	}
	p.now = p.lanes[0]
}

func (p *progress) send(l *lane) {
	l.told = time.Now()
	if s := time.Since(p.begun).Seconds(); s > 0 {
		l.Rate = float64(l.Done) / s
	}
	l.ETA = 0
	if left := l.Total - l.Done; l.Rate > 0 && left > 0 && !l.Over {
		l.ETA = float64(left) / l.Rate
	}
	l.Verdicts = map[string]int{}
	for v, n := range l.verdicts {
		l.Verdicts[v.String()] = n
	}
	p.job.progress(l.ProgressRecord)
}

// progress tells how far a stage is.
func (j *Job) progress(now ProgressRecord) {
	j.mu.Lock()
	same := func(l ProgressRecord) bool { return l.Stage == now.Stage && l.Plugin == now.Plugin }
	if i := slices.IndexFunc(j.lanes, same); i >= 0 {
		j.lanes[i] = now
	} else {
		j.lanes = append(j.lanes, now)
	}
	j.mu.Unlock()
	j.tell("progress", now)
}
