package page

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

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
