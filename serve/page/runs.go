package page

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// runs is the body of the page of runs.
type runs struct {
	Rows             []run.Record
	Next             string
	Solvers, Graders []string
	Samples          []string
	Limit            int           // of the config
	Timeout          time.Duration // of the config
}

// runsPage lists runs, and has the form of a new one.
func (s *site) runsPage(r *http.Request) (*layout, error) {
	b := &runs{Solvers: s.desk.Able(sudoku.PowerSolve), Graders: s.desk.Able(sudoku.PowerGrade),
		Samples: input.SampleNames(), Limit: s.desk.Options.Limit, Timeout: s.desk.Options.Timeout}
	l := &layout{Title: "Runs", Tab: "runs", Body: b, Command: "sudokuctl runs",
		Formats: s.formatsOf("/runs", url.Values{})}
	rows, next, err := s.desk.Runs(r.Context(), after(r.URL.Query()), pageSize)
	if b.Rows = rows; next != 0 {
		b.Next = s.desk.Path(fmt.Sprintf("/runs?after=%d", next))
	}
	return l, err
}

// runBody is the body of the page of a run.
type runBody struct {
	ID         string
	State      string
	Run, Tasks *desk.Table // as they are recorded
	Here, Over bool
	Lanes      []desk.ProgressRecord
	Failures   []string // with the end of what the plugins wrote to stderr
	Resumable  bool
}

// runPage shows a run and its progress.
func (s *site) runPage(r *http.Request) (*layout, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return nil, problem.Newf(http.StatusNotFound, "no run %q", r.PathValue("id"))
	}
	b := &runBody{ID: r.PathValue("id"), Over: true}
	l := &layout{Title: "Run " + b.ID, Tab: "run", Body: b,
		Formats: [][2]string{{"JSON", s.desk.Path(fmt.Sprintf("%s/runs/%d", desk.APIPath, id))}}}
	if b.Run, b.Tasks, err = s.desk.Run(r.Context(), id); err != nil {
		l.Tab = "problem"
		return l, err
	}
	b.State = b.Run.Text(0, "state")
	of := store.Run{Command: b.Run.Text(0, "command")}
	if j := s.desk.Jobs.Of(id); j != nil {
		b.Here = true
		b.Lanes = j.Lanes()
		var events []desk.Event
		events, b.Over, _ = j.Since("")
		for _, e := range events {
			var failure desk.FailureRecord
			if e.Kind == "failure" && json.Unmarshal(e.Data, &failure) == nil {
				b.Failures = append(b.Failures, failure.Detail)
			}
		}
	}
	b.Resumable = b.Over && b.State != store.StateDone && of.Resumable()
	if b.Resumable {
		l.Command = "sudokuctl run --resume " + b.ID
	}
	if b.Here && !b.Over {
		l.Refresh = 2
	}
	return l, nil
}

// Story says in sentences what the run is, and how far.
func (b *runBody) Story() string {
	said := map[string]string{desk.StateRunning: "is under way", store.StateDone: "was done",
		store.StateInterrupted: "was interrupted",
		store.StateFailed:      "failed"}[b.State]
	if seconds, err := strconv.ParseFloat(b.Run.Text(0, "seconds"), 64); err == nil && b.State != desk.StateRunning {
		said += " after " + stats.Duration(time.Duration(seconds*1e9))
	}
	return fmt.Sprintf("The command %s began on %s UTC and %s. Its seed is %s.",
		b.Run.Text(0, "command"), b.Run.Text(0, "started"), said,
		b.Run.Text(0, "seed"))
}

// Did says in a sentence what each plugin did, within which limits.
func (b *runBody) Did() (all []string) {
	for i := range b.Tasks.Rows {
		number := func(column string) int64 {
			n, _ := strconv.ParseInt(b.Tasks.Text(i, column), 10, 64) // 0 if it is not known
			return n
		}
		if number("puzzles") == 0 && b.State == store.StateDone {
			all = append(all, fmt.Sprintf("%s %s had nothing left to do: what it had answered before counts.",
				b.Tasks.Text(i, "plugin"), b.Tasks.Text(i, "version")))
			continue
		}
		solved, limit := "graded", ""
		if b.Tasks.Text(i, "kind") == "solve" {
			solved, limit = "tried", "all solutions and "
			if n := number("max_solutions"); n > 0 {
				limit = fmt.Sprintf("at most %s and ", count(n, "solution"))
			}
		}
		if ms := number("timeout_ms"); ms > 0 {
			limit += "at most " + (time.Duration(ms) * time.Millisecond).String()
		} else {
			limit += "any time"
		}
		text := fmt.Sprintf("%s %s %s %s, %s for each", b.Tasks.Text(i, "plugin"), b.Tasks.Text(i, "version"), solved,
			count(number("puzzles"), "puzzle"), limit)
		if wall := number("wall_ns"); wall > 0 {
			text += fmt.Sprintf("; it took %s, and %d MB of memory", stats.Duration(time.Duration(wall)),
				number("rss_max_bytes")/1e6)
		}
		all = append(all, text+".")
	}
	return all
}

// count is a number of things.
func count(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return desk.Grouped(n) + " " + thing
}

// begin starts a run.
func (s *site) begin(w http.ResponseWriter, r *http.Request) (*layout, error) {
	if err := r.ParseForm(); err != nil {
		return nil, problem.New(http.StatusBadRequest, err.Error())
	}
	o := &desk.RunOrder{Puzzles: r.PostFormValue("puzzles"), Sample: r.PostFormValue("sample"),
		Stored: r.PostFormValue("stored") != "",
		Where:  r.PostFormValue("where"), Solvers: r.PostForm["solver"], Graders: r.PostForm["grader"]}
	if text := r.PostFormValue("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return nil, problem.Newf(http.StatusBadRequest, "%q is no number of solutions", text)
		}
		o.Limit = &n
	}
	if text := r.PostFormValue("timeout"); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil || d < 0 {
			return nil, problem.Newf(http.StatusBadRequest, "%q is no time such as 10s", text)
		}
		ms := d.Milliseconds()
		o.TimeoutMs = &ms
	}
	run, err := s.desk.StartRun(r.Context(), o)
	if err != nil {
		return nil, err
	}
	return s.elsewhere(w, r, "/runs/%d", run)
}

// onRun does something with a run and shows it, or the one that goes on with it.
func (s *site) onRun(do func(context.Context, int64) (int64, error)) func(http.ResponseWriter,
	*http.Request) (*layout, error) {
	return func(w http.ResponseWriter, r *http.Request) (*layout, error) {
		id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
		if err == nil {
			id, err = do(r.Context(), id)
		}
		if err != nil {
			return nil, err
		}
		return s.elsewhere(w, r, "/runs/%d", id)
	}
}

// pluginsPage lists the plugins.
func (s *site) pluginsPage(*http.Request) (*layout, error) {
	var all []plugin
	for _, c := range s.desk.Plugins() {
		all = append(all, s.plugin(c))
	}
	return &layout{Title: "Plugins", Tab: "plugins", Body: all, Command: "sudokuctl plugin list",
		Formats: s.formatsOf("/plugins", url.Values{})}, nil
}

// plugin is a card of the page of plugins.
type plugin struct {
	desk.Candidate
	Name, Version, Summary string // "" if nobody knows before it was started
	Can                    string
}

func (s *site) plugin(c desk.Candidate) plugin {
	p := plugin{Candidate: c}
	if info := s.desk.Declared(c.ID); info != nil {
		p.Name, p.Version, p.Summary, p.Can = info.Name, info.Version, info.Summary, info.Can()
	}
	return p
}

// pluginBody is the body of the page of a plugin.
type pluginBody struct {
	ID      string
	Summary string // "" if nobody knows before it was started
	*desk.PluginDetail
}

// pluginPage shows one plugin.
func (s *site) pluginPage(r *http.Request) (*layout, error) {
	b := &pluginBody{ID: r.PathValue("id")}
	l := &layout{Title: "Plugin " + b.ID, Tab: "plugin", Body: b, Command: "sudokuctl plugin info " + shell(b.ID),
		Formats: [][2]string{{"JSON", s.desk.Path(desk.APIPath + "/plugins/" + url.PathEscape(b.ID))}}}
	if info := s.desk.Declared(b.ID); info != nil {
		b.Summary = info.Summary
	}
	var err error
	if b.PluginDetail, err = s.desk.Plugin(r.Context(), b.ID, false); err != nil {
		l.Tab = "problem"
	}
	return l, err
}

// start starts a plugin, so that its page can show what it declares.
func (s *site) start(w http.ResponseWriter, r *http.Request) (*layout, error) {
	id := r.PathValue("id")
	if _, err := s.desk.Plugin(r.Context(), id, true); err != nil {
		return nil, err
	}
	return s.elsewhere(w, r, "/plugins/%s", url.PathEscape(id))
}

// Megabytes writes a number of bytes, "" if it is not known.
func (b *pluginBody) Megabytes(bytes string) string {
	n, err := strconv.ParseInt(bytes, 10, 64)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d MB", n/1e6)
}

// Limits are the limits of a number, "" if it has none.
func (b *pluginBody) Limits(low, high *float64) string {
	switch {
	case low != nil && high != nil:
		return fmt.Sprintf("%g to %g", *low, *high)
	case low != nil:
		return fmt.Sprintf("from %g", *low)
	case high != nil:
		return fmt.Sprintf("up to %g", *high)
	}
	return ""
}
