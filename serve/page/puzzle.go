package page

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// subjectOf reads which puzzle a request is about.
func (s *site) subjectOf(ctx context.Context, id, notation string) (*subject, error) {
	b := &subject{path: s.desk.Path, compute: !s.desk.Options.NoCompute, writes: !s.desk.Options.ReadOnly,
		plays: s.desk.Options.Plays}
	if id == "" {
		if strings.TrimSpace(notation) == "" {
			return b, nil
		}
		read, err := desk.ReadNotation(ctx, notation)
		if err == nil {
			b.Puzzle, b.Notation, b.Several, b.Read = read.First, read.Puzzle, read.Puzzles, read.Read
		}
		return b, err
	}
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return b, problem.Newf(http.StatusNotFound, "no puzzle %q", id)
	}
	listed, err := s.desk.Show(ctx, n)
	if err != nil {
		return b, err
	}
	b.ID, b.Puzzle, b.Record = n, listed.Puzzle, library.NewListRecord(listed, s.desk.Env.Levels)
	b.Notation = b.Record.Puzzle
	return b, nil
}

// puzzlePage shows a puzzle with its stored results, and the explanation up to the step of the address.
func (s *site) puzzlePage(r *http.Request) (*layout, error) {
	v := r.URL.Query()
	b, err := s.subjectOf(r.Context(), r.PathValue("id"), v.Get("puzzle"))
	l := &layout{Title: "Puzzle", Tab: "puzzle", Body: b, Headed: true}
	if err != nil {
		b.Notation = v.Get("puzzle") // to be mended
		return l, err
	}
	if b.Puzzle == nil {
		return l, nil
	}
	b.Without, b.Other, b.From = leftOut(v), v.Get("other"), origins[v.Get("from")]
	b.Finding = s.desk.Findings.Of(b.Notation, b.Without)
	b.take(v)
	l.Command = b.command()
	if b.ID == 0 {
		return l, nil
	}
	l.Title = fmt.Sprintf("Puzzle %d", b.ID)
	l.Formats = [][2]string{{"JSON", s.desk.Path(fmt.Sprintf("%s/puzzles/%d", desk.APIPath, b.ID))}}
	for _, name := range desk.PuzzleViews {
		t, err := s.desk.RowsOf(r.Context(), name, b.ID)
		if err != nil {
			return l, err
		}
		v := &view{Name: name, Formats: s.formatsOf(fmt.Sprintf("/puzzles/%d/%s", b.ID, name), url.Values{})}
		v.Table = t.Without("puzzle_id", "settings_hash")
		if name == "grades" {
			v.Grades, b.Uses = graded(t)
		}
		b.Views = append(b.Views, v)
	}
	return l, nil
}

// grade is what a metric says of a puzzle. Name is what programs call the metric.
type grade struct{ Metric, Value, Label, By, Name string }

// graded returns what the view of grades has of a puzzle, and the techniques that its explanation uses.
func graded(t *desk.Table) (all []grade, uses []string) {
	for i := range t.Rows {
		name := t.Text(i, "metric")
		g := grade{record.Word("metric", name), t.Text(i, "value"), t.Text(i, "label"),
			t.Text(i, "plugin") + " " + t.Text(i, "version"), name}
		if v, err := strconv.ParseFloat(g.Value, 64); err == nil {
			g.Value = strconv.FormatFloat(v, 'g', 4, 64)
			if name == "human_seconds" {
				g.Metric, g.Value = "Time", fmt.Sprintf("%.0f min", max(1, v/60))
			}
		}
		if name == "techniques" {
			uses, g.Label = strings.Split(g.Label, ","), ""
		} else if lessonOn(g.Label) != nil {
			g.Label = record.TechniqueText(g.Label)
		}
		all = append(all, g)
	}
	slices.SortStableFunc(all, func(a, b grade) int { return record.CompareMetrics(a.Name, b.Name) })
	return all, uses
}

// mostGrades is how many grades are shown before somebody asks for all.
const mostGrades = 6

// First and More are the grades that are shown at once, and the others.
func (v *view) First() []grade { return v.Grades[:min(len(v.Grades), mostGrades)] }

// More returns the grades that are folded away, which few people look for.
func (v *view) More() []grade { return v.Grades[len(v.First()):] }

// used is a technique that the explanation of a puzzle uses.
type used struct {
	Text, URL string // URL is "" if there is no lesson on it
	Count     int    // of its steps, 0 if the puzzle was not explained here
}

// Used are the techniques of the explanation, the easiest first.
func (b *subject) Used() (all []used) {
	for _, name := range b.Uses {
		u := used{Text: record.TechniqueText(name)}
		if l := lessonOn(name); l != nil {
			u.Text, u.URL = l.Name(), b.path("/learn/"+name)
		}
		if b.Plan != nil {
			for _, step := range b.Plan.Steps {
				if step.Technique == name {
					u.Count++
				}
			}
		}
		all = append(all, u)
	}
	return all
}

// leftOut are the techniques that an explanation is to do without.
func leftOut(v url.Values) []string {
	named := slices.DeleteFunc(slices.Clone(v["without"]), func(t string) bool { return t == "" })
	return slices.Compact(slices.Sorted(slices.Values(named)))
}

// find computes what a person asks for about a puzzle, remembers it and shows the page again.
func (s *site) find(w http.ResponseWriter, r *http.Request) (*layout, error) {
	b, err := s.subjectOf(r.Context(), r.PostFormValue("id"), r.PostFormValue("puzzle"))
	if err != nil {
		return nil, err
	}
	if b.Puzzle == nil {
		return nil, problem.New(http.StatusBadRequest, "which puzzle?")
	}
	q, v := desk.Asking{Puzzle: b.Notation, Plugin: r.PostFormValue("plugin")}, url.Values{}
	var change func(*desk.Finding)
	switch what := r.PostFormValue("find"); what {
	case "steps", "uses":
		if q.Without = leftOut(r.PostForm); q.Without != nil {
			v["without"] = q.Without
		}
		plan, err := s.desk.Plan(r.Context(), &desk.ExplainQuery{Asking: q})
		if err != nil {
			return nil, err
		}
		v.Set("step", "1")
		if what == "uses" {
			v = url.Values{"open": {"grades"}}
		}
		change = func(f *desk.Finding) { f.Plan = plan }
	case "solutions":
		solved, err := s.desk.Solve(r.Context(), &desk.SolveQuery{Asking: q})
		if err != nil {
			return nil, err
		}
		change = func(f *desk.Finding) { f.Solved = solved }
	case "grades":
		graded, err := s.desk.Grade(r.Context(), &desk.GradeQuery{Asking: q})
		if err != nil {
			return nil, err
		}
		change = func(f *desk.Finding) { f.Graded = graded }
	case "check":
		checked, err := s.desk.Check(r.Context(), &desk.CountQuery{Asking: q})
		if err != nil || len(checked) == 0 {
			return nil, err
		}
		change = func(f *desk.Finding) { f.Check = checked[0] }
	default:
		return nil, problem.Newf(http.StatusBadRequest, "%q is none of steps, uses, solutions, grades, check", what)
	}
	s.desk.Findings.Add(b.Notation, q.Without, change)
	return s.elsewhere(w, r, "%s", b.address(v))
}

// subject is the body of the page of a puzzle: everything known about it. The template calls its methods for the parts
// that it shows.
type subject struct {
	ID       int64
	Puzzle   *sudoku.Puzzle
	Notation string
	Record   *library.ListRecord // nil for a puzzle that is not from the library
	Several  []string            // puzzles that were read with it, and it
	Read     int                 // how many there are

	desk.Finding
	Step    int      // from 1, 0 for the puzzle as it is given
	Without []string // techniques that are left out
	Marks   bool
	Views   []*view
	Uses    []string // techniques of the explanation, as a grade has them
	Other   string   // a level or a technique with which the library has no puzzle
	From    string   // where this puzzle is from instead, "" if it was not asked for in this way

	query   url.Values // of the address
	path    func(string) string
	compute bool
	writes  bool     // puzzles can be kept in the library
	plays   bool     // the server takes reports of plays
	level   string   // of the series, "" if it has none
	playing *playing // once somebody has asked for it
}

// origins say where puzzles are from that are not in the library.
var origins = map[string]string{"new": "it is new", "sample": "it comes with the program",
	"lesson": "it is from the lesson"}

// view is a table of the library with rows of a puzzle.
type view struct {
	Name    string
	Table   *desk.Table
	Grades  []grade // of the view of grades
	Formats [][2]string
}

// take takes from an address which step is shown, and whether marks are.
func (b *subject) take(v url.Values) {
	b.query = v
	b.Step, _ = strconv.Atoi(v.Get("step"))
	b.Marks = v.Get("marks") != "off" && (b.Plan != nil && b.Step > 0 || v.Get("marks") == "on")
	if b.Plan != nil {
		b.Step = min(max(b.Step, 0), len(b.Plan.Steps)+1)
	}
}

// Open is the table that is shown without being opened, "" for none.
func (b *subject) Open() string { return b.query.Get("open") }

// command is the equal command, "" if it depends on the settings of the explainer.
func (b *subject) command() string {
	if b.Without != nil {
		return ""
	}
	return "sudokuctl explain " + shell(b.Notation)
}

// address is the page of a puzzle.
func (b *subject) address(v url.Values) string {
	if b.ID != 0 {
		if len(v) == 0 {
			return fmt.Sprintf("/p/%d", b.ID)
		}
		return fmt.Sprintf("/p/%d?%s", b.ID, v.Encode())
	}
	v.Set("puzzle", b.Notation)
	return "/p?" + v.Encode()
}

// toStep is the query of a step of the explanation.
func (b *subject) toStep(n int) url.Values {
	v := maps.Clone(b.query)
	v.Set("step", strconv.Itoa(n))
	if n <= 0 {
		v.Del("step")
	}
	return v
}

// At is the address of a step of the explanation: 0 is the puzzle as it is given, and the end is behind the last.
func (b *subject) At(n int) string { return b.path(b.address(b.toStep(n))) }

// MarksURL is the address of the same with marks, or without.
func (b *subject) MarksURL() string {
	v := b.toStep(b.Step)
	v.Set("marks", map[bool]string{true: "off", false: "on"}[b.Marks])
	return b.path(b.address(v))
}

// current is the step that is shown, nil if there is none.
func (b *subject) current() *sudoku.Step {
	if b.Plan == nil || b.Step < 1 || b.Step > len(b.Plan.Steps) {
		return nil
	}
	return &b.Plan.Steps[b.Step-1]
}

// Playing is what the scripts know.
func (b *subject) Playing() *playing {
	if b.playing == nil {
		b.playing = newPlaying(b.Puzzle, b.Plan, b.Step)
		b.playing.API, b.playing.Compute, b.playing.Import, b.playing.Without = b.path(desk.APIPath), b.compute,
			b.writes, b.Without
		b.playing.Plays = b.plays
		b.playing.Level, b.playing.Random = b.Level(), b.path(fmt.Sprintf("/random?not=%d", b.ID))
	}
	return b.playing
}

// Grid is the puzzle after the steps before the one that is shown, nil if there is no puzzle.
func (b *subject) Grid() *grid {
	if b.Puzzle == nil {
		return nil
	}
	state := record.NewReplay(b.Puzzle)
	if b.Plan != nil {
		for _, step := range b.Plan.Steps[:max(0, b.Step-1)] {
			state.Apply(step)
		}
	}
	return newGrid(state, b.Playing().Board.Beyond, b.current(), b.Marks)
}

// Level is that of the library or the series, "" if there is none.
func (b *subject) Level() string {
	if b.Record == nil {
		return b.level
	}
	return b.Record.Level
}

// Links lead to the same puzzle elsewhere, as far as it can be said there; nothing is sent there before somebody
// follows one.
func (b *subject) Links() (all [][2]string) {
	for _, to := range [][2]string{{"sudokuwiki", "link"}, {"SudokuPad", "sudokupad"}} {
		var address strings.Builder
		w, err := formats.NewWriter(&address, to[1])
		if cmp.Or(err, w.Write(formats.Record{Puzzle: b.Puzzle}), w.Close()) == nil {
			all = append(all, [2]string{to[0], strings.TrimSpace(address.String())})
		}
	}
	return all
}

// Words returns the current step in words, with its number and technique, "" if there is none.
func (b *subject) Words() string {
	step := b.current()
	if step == nil {
		return ""
	}
	return fmt.Sprintf("%d. %s: %s", b.Step, record.TechniqueText(step.Technique), step.Text)
}

// technique is one that an explanation uses, or leaves out.
type technique struct {
	Name, Text string
	Out        bool
}

// Techniques are those of the explanation, in the order in which they are first needed, behind those that it does
// without.
func (b *subject) Techniques() (all []technique) {
	add := func(name string, out bool) {
		if !slices.ContainsFunc(all, func(t technique) bool { return t.Name == name }) {
			all = append(all, technique{name, record.TechniqueText(name), out})
		}
	}
	for _, name := range b.Without {
		add(name, true)
	}
	if b.Plan != nil {
		for _, step := range b.Plan.Steps {
			add(step.Technique, false)
		}
	}
	return all
}

// playing is what the scripts of the page of a puzzle know, as JSON in the page.
type playing struct {
	Board   *record.Board `json:"board"`
	Plan    *planning     `json:"plan,omitempty"`
	Step    int           `json:"step"`
	API     string        `json:"api"`
	Compute bool          `json:"compute"`
	Import  bool          `json:"import,omitempty"`  // whether puzzles can be kept in the library
	Without []string      `json:"without,omitempty"` // techniques that are left out
	Level   string        `json:"level,omitempty"`   // as the library has it
	Random  string        `json:"random,omitempty"`  // address of another puzzle
	Plays   bool          `json:"plays,omitempty"`   // whether the server takes reports of plays
	Link    string        `json:"link,omitempty"`    // where the puzzle stays, if the page will show another one some day
}

// planning is an explanation in the records of the API.
type planning struct {
	Steps   []record.Step   `json:"steps"`
	Outcome *record.Outcome `json:"outcome,omitempty"`
}

// newPlaying returns the data that the script of the board reads.
func newPlaying(p *sudoku.Puzzle, plan *desk.Plan, step int) *playing {
	out := &playing{Board: record.NewBoard(p), Step: step}
	if plan != nil {
		out.Plan = &planning{Steps: []record.Step{}, Outcome: plan.Outcome}
		for i, s := range plan.Steps {
			out.Plan.Steps = append(out.Plan.Steps, record.NewStep(p, s, i+1))
		}
	}
	return out
}
