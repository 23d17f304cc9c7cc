package run

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

// recorded is a run as the library has it.
func recorded(t *testing.T, state string, j Job) store.Run {
	t.Helper()
	text, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	var options map[string]any
	if err := json.Unmarshal(text, &options); err != nil {
		t.Fatal(err)
	}
	return store.Run{State: state, Options: map[string]any{"job": options}}
}

// TestSurveys says what there is of a job, and in what shards of another version differ.
func TestSurveys(t *testing.T) {
	of := func(shard int, change func(*Job)) Job {
		j := Job{Inputs: []JobInput{{Name: "/scratch/p.txt", SHA256: "01"}}, Shards: 4, Shard: shard, Tasks: []JobTask{
			{Kind: sudoku.PowerSolve, Plugin: "dlx", Version: "1.0.0", Settings: json.RawMessage(`{}`), Limit: 2},
			{Kind: sudoku.PowerGrade, Plugin: "rules", Version: "1.0.0", Settings: json.RawMessage(`{}`)}}}
		if change != nil {
			change(&j)
		}
		return j
	}
	done := func(shard int, change func(*Job)) store.Run { return recorded(t, store.StateDone, of(shard, change)) }
	interrupted := func(shard int) store.Run { return recorded(t, store.StateInterrupted, of(shard, nil)) }
	const head, another = "p.txt with dlx, rules: ", "shards 1–3 of 4; of another version: 4 "
	other := func(change func(*Job)) []store.Run {
		return []store.Run{done(1, nil), done(2, nil), done(3, nil), done(4, change)}
	}
	for name, c := range map[string]struct {
		runs []store.Run
		want string
	}{
		"complete":         {[]store.Run{done(4, nil), done(2, nil), done(3, nil), done(1, nil)}, "shards 1–4 of 4"},
		"elsewhere called": {other(func(j *Job) { j.Inputs[0].Name = "/tmp/p.txt" }), "shards 1–4 of 4"},
		"missing":          {[]store.Run{done(2, nil)}, "shards 2 of 4; missing: 1, 3–4"},
		"unfinished":       {[]store.Run{done(1, nil), interrupted(2), done(3, nil)}, "shards 1, 3 of 4; missing: 4; unfinished: 2"},
		"none":             {[]store.Run{interrupted(2)}, "shards none of 4; missing: 1, 3–4; unfinished: 2"},
		"done at last":     {[]store.Run{done(1, nil), interrupted(1)}, "shards 1 of 4; missing: 2–4"},
		"done at first":    {[]store.Run{interrupted(1), done(1, nil)}, "shards 1 of 4; missing: 2–4"},
		"other runs":       {[]store.Run{done(1, nil), {State: store.StateDone}}, "shards 1 of 4; missing: 2–4"},
		"version": {other(func(j *Job) { j.Tasks[1].Version = "2.0.0" }),
			another + "(rules 2.0.0, not 1.0.0)"},
		"program":  {other(func(j *Job) { j.Tasks[0].Checksum = "ab" }), another + "(dlx 1.0.0 is another program)"},
		"settings": {other(func(j *Job) { j.Tasks[0].Settings = json.RawMessage(`{"a":1}`) }), another + `(dlx with settings {"a":1}, not {})`},
		"limit":    {other(func(j *Job) { j.Tasks[0].Limit = 0 }), another + "(dlx with limit 0, not 2)"},
		"timeout":  {other(func(j *Job) { j.Tasks[0].TimeoutMS = 500 }), another + "(dlx with a timeout of 500ms, not 0s)"},
		"seed":     {other(func(j *Job) { j.Tasks[0].Seed = 7 }), another + "(dlx with seed 7, not 0)"},
	} {
		got := Surveys(c.runs, c.runs)
		if len(got) != 1 || got[0].String() != head+c.want || got[0].IsComplete() != (c.want == "shards 1–4 of 4") {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
	for name, change := range map[string]func(*Job){
		"other puzzles": func(j *Job) { j.Inputs[0].SHA256 = "02" },
		"other number":  func(j *Job) { j.Shards = 5 },
		"other plugins": func(j *Job) { j.Tasks = j.Tasks[:1] },
	} {
		if got := Surveys(other(change), other(change)); len(got) != 2 {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := Surveys(other(nil), nil); got != nil {
		t.Errorf("nothing was imported, and %v", got)
	}
	for _, j := range []any{nil, "x", 7, map[string]any{"shards": 3}, map[string]any{"shards": 3, "shard": 4}, map[string]any{"shard": "x"}} {
		if got := jobOf(&store.Run{Options: map[string]any{"job": j}}); got != nil {
			t.Errorf("%v is %v", j, got)
		}
	}
}

// TestTaskOfAnOpenPlugin rounds a time limit up, and has no limit for graders.
func TestTaskOfAnOpenPlugin(t *testing.T) {
	p, err := worktest.Open(t.Context(), "entropybt", nil)
	if err != nil {
		t.Fatal(err)
	}
	ask := runner.Ask{Limit: 2, Seed: 7, Timeout: time.Minute + time.Nanosecond, Workers: 3}
	for kind, limit := range map[sudoku.Power]int{sudoku.PowerSolve: 2, sudoku.PowerGrade: 0} {
		task, err := newJobTask(p, kind, ask)
		if err != nil || task.Limit != limit || task.Seed != 7 || task.timeout() != time.Minute+time.Millisecond {
			t.Errorf("%+v: %v", task, err)
		}
	}
	if _, err := newJobTask(p, sudoku.PowerExplain, ask); err == nil {
		t.Error("a task to explain")
	}
}
