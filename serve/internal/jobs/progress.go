package jobs

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
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
	Text     string         `json:"text"` // the same as a sentence
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
	told time.Time
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
		p.now.Verdicts[sudoku.Verdict(e).String()]++
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
		l := &lane{ProgressRecord: ProgressRecord{Stage: t.Stage, Plugin: t.Plugin, Total: t.Total, Verdicts: map[string]int{}}}
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
	now := l.ProgressRecord
	now.Verdicts, now.Text = maps.Clone(l.Verdicts), l.sentence()
	p.job.progress(now)
}

// sentence says how far a stage is: "dlx has tried 12 400 of 50 000 puzzles, 210 a second; about 3 minutes are left. 12 397
// unique, 3 timed out."
func (r *ProgressRecord) sentence() string {
	text := r.Plugin + " has tried "
	switch r.Stage {
	case "grading":
		text = r.Plugin + " has graded "
	case "importing":
		text = "Imported "
	}
	text += Grouped(r.Done)
	if r.Total > 0 && !(r.Over && r.Done == r.Total) {
		text += " of " + Grouped(r.Total)
	}
	text += " puzzles"
	if r.Done == 1 && r.Total <= 1 {
		text = strings.TrimSuffix(text, "s")
	}
	if r.Rate >= 1 {
		text += ", " + Grouped(int64(r.Rate)) + " a second"
	}
	if r.ETA > 0 {
		text += "; " + about(r.ETA) + " left"
	}
	var verdicts []string
	for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
		if n := r.Verdicts[v.String()]; n > 0 {
			words := v.String()
			if v == sudoku.Timeout {
				words = "timed out"
			}
			verdicts = append(verdicts, Grouped(int64(n))+" "+words)
		}
	}
	if text += "."; verdicts != nil {
		text += " " + strings.Join(verdicts, ", ") + "."
	}
	return text
}

// about says how long something takes, as people do: "about 3 minutes are".
func about(seconds float64) string {
	n, unit := math.Ceil(seconds), "second"
	for _, u := range []struct {
		name    string
		seconds float64
	}{{"minute", 60}, {"hour", 3600}, {"day", 86400}} {
		if seconds >= 1.5*u.seconds {
			n, unit = math.Round(seconds/u.seconds), u.name
		}
	}
	if n == 1 {
		return "about a " + unit + " is"
	}
	return fmt.Sprintf("about %.0f %ss are", n, unit)
}

// Estimated writes a number of puzzles that was estimated, with the two digits that count.
func Estimated(n int64) string {
	unit := int64(1)
	for n/unit >= 100 {
		unit *= 10
	}
	return Grouped((n + unit/2) / unit * unit)
}

// Grouped writes a number of puzzles with thin spaces between thousands.
func Grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "\u2009" + text[i:]
	}
	return text
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
