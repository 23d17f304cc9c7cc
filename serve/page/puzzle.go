package page

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// subject is the body of the page of a puzzle.
type subject struct {
	ID       int64
	Puzzle   *sudoku.Puzzle
	Notation string
	Record   *library.ListRecord // nil for a puzzle that is not from the library
	Grid     *grid
	Playing  *playing
	Plain    string // 81 signs, if the puzzle is a classic one

	desk.Finding
	Step        int // from 1, 0 for the puzzle as it is given
	Current     *sudoku.Step
	Prior, Then string // addresses of the steps before and behind
	First, Last string
	List        []stepItem
	Without     []string // techniques that are left out
	Marks       bool
	MarksURL    string
	Views       []view
	Solution    string
	Links       [][2]string
}

type stepItem struct {
	N               int
	Technique, Text string
	Rating          float64
	URL             string
	Current         bool
}

// view is a table of the library with rows of a puzzle.
type view struct {
	Name    string
	Table   *desk.Table
	Formats [][2]string
}

// subjectOf reads which puzzle a request is about.
func (s *site) subjectOf(r *http.Request, id, notation string) (*subject, error) {
	b := &subject{}
	if id == "" {
		if strings.TrimSpace(notation) == "" {
			return b, nil
		}
		for record, err := range formats.Read(strings.NewReader(notation), "puzzle") {
			if err != nil {
				return b, err
			}
			b.Puzzle, b.Notation = record.Puzzle, record.Puzzle.String()
			return b, nil
		}
		return b, problem.New(http.StatusBadRequest, "there is no puzzle in it")
	}
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return b, problem.New(http.StatusNotFound, fmt.Sprintf("no puzzle %q", id))
	}
	listed, err := s.desk.Env.Store.Show(r.Context(), n)
	if errors.Is(err, store.ErrNotFound) {
		return b, problem.New(http.StatusNotFound, fmt.Sprintf("no puzzle %d in the library", n))
	}
	if err != nil {
		return b, err
	}
	b.ID, b.Puzzle, b.Record = n, listed.Puzzle, library.NewListRecord(listed, s.desk.Env.Levels)
	b.Notation = b.Record.Puzzle
	return b, nil
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

func (s *site) puzzlePage(r *http.Request) (*layout, error) {
	v := r.URL.Query()
	b, err := s.subjectOf(r, r.PathValue("id"), v.Get("puzzle"))
	l := &layout{Title: "Puzzle", Tab: "puzzle", Body: b}
	if err != nil {
		b.Notation = v.Get("puzzle") // to be mended
		return l, err
	}
	if b.Puzzle == nil {
		return l, nil
	}
	b.Finding, b.Without = s.desk.Findings.Of(b.Notation), leftOut(v)
	b.Plan = s.desk.Findings.Of(planKey(b.Notation, b.Without)).Plan
	b.Step, _ = strconv.Atoi(v.Get("step"))
	b.Marks = v.Get("marks") != "off" && (b.Plan != nil && b.Step > 0 || v.Get("marks") == "on")
	if b.Without == nil { // else it depends on the settings of the explainer
		l.Command = "sudokuctl explain " + shell(b.Notation)
	}
	s.steps(b, v)
	b.Playing.API, b.Playing.Compute, b.Playing.Without = s.desk.Path(desk.APIPath), !s.desk.Options.NoCompute, b.Without
	s.links(b)
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
		b.Views = append(b.Views, view{name, without(t, "puzzle_id", "settings_hash"), s.formatsOf(fmt.Sprintf("/puzzles/%d/%s", b.ID, name), url.Values{})})
	}
	return l, nil
}

// without leaves out columns of a table that say nothing to a reader.
func without(t *desk.Table, names ...string) *desk.Table {
	out := &desk.Table{Cut: t.Cut}
	var kept []int
	for i, name := range t.Columns {
		if !slices.Contains(names, name) {
			kept, out.Columns = append(kept, i), append(out.Columns, name)
		}
	}
	for _, row := range t.Rows {
		var cells []any
		for _, i := range kept {
			cells = append(cells, row[i])
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// steps follows the explanation to the step of the page.
func (s *site) steps(b *subject, v url.Values) {
	state := record.NewReplay(b.Puzzle)
	at := func(n int) string {
		v.Set("step", strconv.Itoa(n))
		if n <= 0 {
			v.Del("step")
		}
		return s.desk.Path(b.address(v))
	}
	if b.Plan != nil {
		b.Step = min(max(b.Step, 0), len(b.Plan.Steps)+1)
		for i, step := range b.Plan.Steps {
			n := i + 1
			b.List = append(b.List, stepItem{n, record.TechniqueText(step.Technique), step.Text, step.Rating, at(n), n == b.Step})
			if n < b.Step {
				state.Apply(step)
			}
			if n == b.Step {
				b.Current = &b.Plan.Steps[i]
			}
		}
		b.First, b.Last = at(0), at(len(b.Plan.Steps)+1)
		if b.Step > 0 {
			b.Prior = at(b.Step - 1)
		}
		if b.Step <= len(b.Plan.Steps) {
			b.Then = at(b.Step + 1)
		}
	}
	at(b.Step)
	b.Playing = newPlaying(b.Puzzle, b.Plan, b.Step)
	b.Grid = newGrid(state, b.Playing.Board.Beyond, b.Current, b.Marks)
	v.Set("marks", map[bool]string{true: "off", false: "on"}[b.Marks])
	b.MarksURL = s.desk.Path(b.address(v))
}

// links lead to the same puzzle elsewhere; nothing is sent there before somebody follows one.
func (s *site) links(b *subject) {
	if b.Record != nil {
		b.Solution = b.Record.Solution
	}
	if b.Puzzle.Geometry().String() != "9" || !b.Puzzle.Plain() {
		return
	}
	b.Plain = b.Puzzle.CellText()
	b.Links = [][2]string{
		{"sudokuwiki", "https://www.sudokuwiki.org/sudoku.htm?bd=" + strings.ReplaceAll(b.Plain, ".", "0")},
		{"SudokuPad", "https://sudokupad.app/classic/" + strings.ReplaceAll(b.Plain, ".", "0")},
	}
}

// Words is the current step in words.
func (b *subject) Words() string {
	if b.Current == nil {
		return ""
	}
	return fmt.Sprintf("%d. %s: %s", b.Step, record.TechniqueText(b.Current.Technique), b.Current.Text)
}

// leftOut are the techniques that an explanation is to do without.
func leftOut(v url.Values) []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.DeleteFunc(slices.Clone(v["without"]), func(t string) bool { return t == "" }))))
}

// planKey is what the explanation of a puzzle without some techniques is remembered under.
func planKey(notation string, without []string) string {
	if len(without) == 0 {
		return notation
	}
	return notation + " without " + strings.Join(without, " ")
}

// technique is one that an explanation uses, or leaves out.
type technique struct {
	Name, Text string
	Out        bool
}

// Techniques are those of the explanation, in the order in which they are first needed, behind those that it does without.
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

// find computes what a person asks for about a puzzle, remembers it and shows the page again.
func (s *site) find(w http.ResponseWriter, r *http.Request) (*layout, error) {
	b, err := s.subjectOf(r, r.PostFormValue("id"), r.PostFormValue("puzzle"))
	if err != nil {
		return nil, err
	}
	if b.Puzzle == nil {
		return nil, problem.New(http.StatusBadRequest, "which puzzle?")
	}
	q, v := &desk.Asked{Puzzle: b.Notation, Plugin: r.PostFormValue("plugin")}, url.Values{}
	var change func(*desk.Finding)
	key := b.Notation
	switch what := r.PostFormValue("find"); what {
	case "steps":
		if q.Without = leftOut(r.PostForm); q.Without != nil {
			key, v["without"] = planKey(key, q.Without), q.Without
		}
		plan, err := s.desk.Plan(r.Context(), q)
		if err != nil {
			return nil, err
		}
		v.Set("step", "1")
		change = func(f *desk.Finding) { f.Plan = plan }
	case "solutions":
		solved, err := s.desk.Solve(r.Context(), q)
		if err != nil {
			return nil, err
		}
		change = func(f *desk.Finding) { f.Solved = solved }
	case "grades":
		graded, err := s.desk.Grade(r.Context(), q)
		if err != nil {
			return nil, err
		}
		change = func(f *desk.Finding) { f.Graded = graded }
	case "check":
		checked, err := s.desk.Check(r.Context(), q)
		if err != nil || len(checked) == 0 {
			return nil, err
		}
		change = func(f *desk.Finding) { f.Check = checked[0] }
	default:
		return nil, problem.New(http.StatusBadRequest, fmt.Sprintf("%q is none of steps, solutions, grades, check", what))
	}
	s.desk.Findings.Add(key, change)
	return s.elsewhere(w, r, "%s", b.address(v))
}
