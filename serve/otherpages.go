package serve

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// comparison is the body of the page that compares solvers.
type comparison struct {
	Runs, Ref string
	Solvers   []string
	Apart     []apart
	ApartMore int
	Records   []work.CompareRecord
	Charts    []template.HTML
}

// apart is a puzzle that solvers contradict each other upon.
type apart struct {
	Puzzle   int64
	Verdicts []string
}

// Verdict counts, for a cell of the table.
func (c *comparison) Count(r work.CompareRecord, verdict string) int { return r.Verdicts[verdict] }

// Duration writes nanoseconds.
func (c *comparison) Duration(ns int64) string { return time.Duration(ns).Round(10).String() }

// mostApart is how many disagreements are shown.
const mostApart = 50

func (s *Server) comparePage(r *http.Request) (*layout, error) {
	v := r.URL.Query()
	b := &comparison{Runs: v.Get("runs"), Ref: v.Get("ref")}
	l := &layout{Title: "Compare", Tab: "compare", Body: b, Command: "sudokuctl compare"}
	var runs []int64
	for text := range strings.SplitSeq(b.Runs, ",") {
		if id, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64); err == nil {
			runs = append(runs, id)
			l.Command += " " + strconv.FormatInt(id, 10)
		}
	}
	if b.Ref != "" {
		l.Command += " --ref " + shell(b.Ref)
	}
	release, err := s.slots.take(r.Context())
	if err != nil {
		return l, err
	}
	defer release()
	c, err := s.compare(r.Context(), runs, b.Ref)
	var nothing *problem
	if errors.As(err, &nothing) && nothing.Status == http.StatusNotFound {
		return l, nil
	}
	if err != nil {
		return l, err
	}
	b.Solvers, b.Records = c.Table.Solvers, c.Records
	b.Ref = c.Table.Solvers[c.Reference]
	b.disagree(c.Table)
	for _, kind := range compareCharts {
		p, err := s.drawn(kind, c)
		if err != nil {
			continue // it needs more solvers
		}
		b.Charts = append(b.Charts, template.HTML(p.SVG())) // picture escapes every text in it
	}
	return l, nil
}

func (b *comparison) disagree(t *stats.Table) {
	for i, d := range t.Disagreements() {
		if i == mostApart {
			b.ApartMore = len(t.Disagreements()) - i
			break
		}
		a := apart{Puzzle: d.Puzzle}
		for _, verdict := range d.Verdicts {
			a.Verdicts = append(a.Verdicts, verdict.String())
		}
		b.Apart = append(b.Apart, a)
	}
}

// runs is the body of the page of runs.
type runs struct {
	Table            *table
	Solvers, Graders []string
	Samples          []string
}

func (s *Server) runsPage(r *http.Request) (*layout, error) {
	b := &runs{Solvers: s.used(), Graders: s.env.Graders, Samples: work.SampleNames()}
	l := &layout{Title: "Runs", Tab: "runs", Body: b, Command: "sudokuctl db sql 'SELECT * FROM runs'", Formats: s.formatsOf("/runs", url.Values{})}
	var err error
	b.Table, err = s.query(r.Context(), "SELECT id, command, state, started, seconds, version FROM runs ORDER BY id DESC")
	return l, err
}

// used are the ids of plugins that are used.
func (s *Server) used() (ids []string) {
	for _, c := range s.options.Find() {
		if c.Rejected == "" && !slices.Contains(ids, c.ID) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// runBody is the body of the page of a run.
type runBody struct {
	ID         string
	State      string
	Run, Tasks *table
	Here, Over bool
	Events     []Event
	Resumable  bool
}

func (s *Server) runPage(r *http.Request) (*layout, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return nil, newProblem(http.StatusNotFound, fmt.Sprintf("no run %q", r.PathValue("id")))
	}
	b := &runBody{ID: r.PathValue("id"), Over: true}
	l := &layout{Title: "Run " + b.ID, Tab: "run", Body: b, Formats: [][2]string{{"JSON", s.path(fmt.Sprintf("%s/runs/%d", apiPath, id))}}}
	if b.Run, b.Tasks, err = s.run(r.Context(), id); err != nil {
		l.Tab = "problem"
		return l, err
	}
	b.State = fmt.Sprint(b.Run.Rows[0][slices.Index(b.Run.Columns, "state")])
	if j := s.jobs.of(id); j != nil {
		b.Here = true
		b.Events, b.Over, _ = j.since(0)
		b.Events = b.Events[max(0, len(b.Events)-20):]
		slices.Reverse(b.Events)
	}
	b.Resumable = b.Over && b.State != "done"
	if b.Resumable {
		l.Command = "sudokuctl resume " + b.ID
	}
	if b.Here && !b.Over {
		l.Refresh = 2
	}
	return l, nil
}

func (s *Server) begin(w http.ResponseWriter, r *http.Request) (*layout, error) {
	if err := r.ParseForm(); err != nil {
		return nil, newProblem(http.StatusBadRequest, err.Error())
	}
	run, err := s.startRun(r.Context(), &RunOrder{Puzzles: r.PostFormValue("puzzles"), Sample: r.PostFormValue("sample"),
		Solvers: r.PostForm["solver"], Graders: r.PostForm["grader"], Limit: 2})
	if err != nil {
		return nil, err
	}
	return s.elsewhere(w, r, "/runs/%d", run)
}

func (s *Server) cancel(w http.ResponseWriter, r *http.Request) (*layout, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err == nil {
		err = s.cancelRun(id)
	}
	if err != nil {
		return nil, err
	}
	return s.elsewhere(w, r, "/runs/%d", id)
}

func (s *Server) goOn(w http.ResponseWriter, r *http.Request) (*layout, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err == nil {
		id, err = s.resumeRun(r.Context(), id)
	}
	if err != nil {
		return nil, err
	}
	return s.elsewhere(w, r, "/runs/%d", id)
}

func (s *Server) pluginsPage(*http.Request) (*layout, error) {
	return &layout{Title: "Plugins", Tab: "plugins", Body: s.candidates(), Command: "sudokuctl plugin list",
		Formats: s.formatsOf("/plugins", url.Values{})}, nil
}

// generation is the body of the page that makes puzzles.
type generation struct {
	Order      Order
	Symmetries []string
	Levels     []string
	Made       []MadeRecord
	Text       string // the same, one a line
	Asked      bool
}

// order reads an order from a form or a query.
func order(v url.Values) (Order, error) {
	o := Order{Geometry: cmp.Or(v.Get("geometry"), "9"), Symmetry: v.Get("symmetry"), Minimal: v.Get("minimal") != "", Level: v.Get("level")}
	for _, field := range []struct {
		name string
		to   *int
		max  int
	}{{"number", &o.Number, 100}, {"clues_min", &o.CluesMin, 1 << 12}, {"clues_max", &o.CluesMax, 1 << 12}} {
		text := strings.TrimSpace(v.Get(field.name))
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > field.max {
			return o, newProblem(http.StatusBadRequest, fmt.Sprintf("%s %q is no number from 0 to %d", field.name, text, field.max))
		}
		*field.to = n
	}
	o.Number = max(o.Number, 1)
	if o.Symmetry != "" && !slices.Contains(sudoku.SymmetryNames, o.Symmetry) {
		return o, newProblem(http.StatusBadRequest, fmt.Sprintf("no symmetry %q", o.Symmetry))
	}
	seed, err := strconv.ParseUint(cmp.Or(strings.TrimSpace(v.Get("seed")), "1"), 10, 64)
	if err != nil {
		return o, newProblem(http.StatusBadRequest, fmt.Sprintf("seed %q is no whole number", v.Get("seed")))
	}
	o.Seed = seed
	return o, nil
}

// values writes an order as the query of its page.
func (o *Order) values() url.Values {
	v := url.Values{"geometry": {o.Geometry}, "number": {strconv.Itoa(o.Number)}, "seed": {strconv.FormatUint(o.Seed, 10)}}
	for name, n := range map[string]int{"clues_min": o.CluesMin, "clues_max": o.CluesMax} {
		if n > 0 {
			v.Set(name, strconv.Itoa(n))
		}
	}
	for name, text := range map[string]string{"symmetry": o.Symmetry, "level": o.Level} {
		if text != "" {
			v.Set(name, text)
		}
	}
	if o.Minimal {
		v.Set("minimal", "on")
	}
	return v
}

func (o *Order) command() string {
	c := fmt.Sprintf("sudokuctl generate -n %d --seed %d", o.Number, o.Seed)
	if o.Geometry != "9" {
		c += " --geometry " + shell(o.Geometry)
	}
	switch {
	case o.CluesMin > 0 && o.CluesMax > 0:
		c += fmt.Sprintf(" --clues %d..%d", o.CluesMin, o.CluesMax)
	case o.CluesMin > 0:
		c += fmt.Sprintf(" --clues %d..4096", o.CluesMin)
	case o.CluesMax > 0:
		c += fmt.Sprintf(" --clues 0..%d", o.CluesMax)
	}
	if o.Symmetry != "" {
		c += " --symmetry " + o.Symmetry
	}
	if o.Minimal {
		c += " --minimal"
	}
	if o.Level != "" {
		c += " --level " + shell(o.Level)
	}
	return c
}

func (s *Server) generatePage(r *http.Request) (*layout, error) {
	b := &generation{Symmetries: sudoku.SymmetryNames}
	l := &layout{Title: "Generate", Tab: "generate", Body: b}
	for _, level := range s.env.Levels {
		b.Levels = append(b.Levels, level.Name)
	}
	var err error
	if b.Order, err = order(r.URL.Query()); err != nil {
		return l, err
	}
	l.Command = b.Order.command()
	b.Made, b.Asked = s.findings.of(orderKey(&b.Order)).Made, len(r.URL.Query()) > 0
	for _, made := range b.Made {
		b.Text += made.Puzzle + "\n"
	}
	return l, nil
}

func orderKey(o *Order) string { return "generate " + o.values().Encode() }

func (s *Server) make(w http.ResponseWriter, r *http.Request) (*layout, error) {
	if err := r.ParseForm(); err != nil {
		return nil, newProblem(http.StatusBadRequest, err.Error())
	}
	o, err := order(r.PostForm)
	if err != nil {
		return nil, err
	}
	made, err := s.generate(r.Context(), &o)
	if err != nil {
		return nil, err
	}
	s.findings.add(orderKey(&o), func(f *finding) { f.Made = made })
	return s.elsewhere(w, r, "/generate?%s", o.values().Encode())
}

// question is the body of the page of queries.
type question struct {
	SQL      string
	Table    *table
	Views    []view
	Examples []string
}

var examples = []string{
	"SELECT source, verdict, count(*) AS puzzles FROM puzzles GROUP BY source, verdict",
	"SELECT clues, count(*) AS puzzles FROM puzzles GROUP BY clues ORDER BY clues",
	"SELECT plugin, version, count(*) AS puzzles, avg(self_ns) / 1e3 AS mean_us FROM timings GROUP BY plugin, version ORDER BY mean_us",
	"SELECT puzzle_id, self_ns / 1e6 AS ms, guesses FROM timings ORDER BY self_ns DESC LIMIT 10",
	"SELECT metric, plugin, minimum, maximum, summary FROM metrics",
}

func (s *Server) queryPage(r *http.Request) (*layout, error) {
	b := &question{SQL: strings.TrimSpace(r.URL.Query().Get("sql")), Examples: examples}
	l := &layout{Title: "Query", Tab: "query", Body: b}
	if s.options.NoSQL {
		return l, newProblem(http.StatusNotFound, "queries are switched off here (--no-sql)")
	}
	columns, err := s.query(r.Context(), "SELECT m.name, group_concat(c.name, ', ') AS columns FROM sqlite_schema m, pragma_table_info(m.name) c "+
		"WHERE m.type = 'view' GROUP BY m.name ORDER BY m.name")
	if err != nil {
		return l, err
	}
	b.Views = []view{{Name: "views", Table: columns}}
	if b.SQL == "" {
		return l, nil
	}
	l.Command = "sudokuctl db sql " + shell(b.SQL)
	l.Formats = s.formatsOf("/query", url.Values{"sql": {b.SQL}})
	b.Table, err = s.runSQL(r.Context(), b.SQL)
	return l, err
}
