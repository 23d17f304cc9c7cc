package page

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// generation is the body of the page that makes puzzles.
type generation struct {
	Order      desk.Order
	Symmetries []string
	Levels     []string
	Made       []libraryRow
	Known      []string // constraints
	Shapes     []shape
	Asked      bool
}

// order reads an order from a form or a query.
func order(v url.Values) (desk.Order, error) {
	o := desk.Order{Geometry: cmp.Or(v.Get("geometry"), "9"), Symmetry: v.Get("symmetry"),
		Minimal: v.Get("minimal") != "", Level: v.Get("level")}
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
			return o, problem.Newf(http.StatusBadRequest, "%s %q is not a number from 0 to %d", field.name, text, field.max)
		}
		*field.to = n
	}
	o.Constraints = strings.FieldsFunc(strings.Join(v["constraints"], ","),
		func(c rune) bool { return c == ',' || c == ' ' })
	o.Number = max(o.Number, 1)
	if o.Symmetry != "" && !slices.Contains(sudoku.SymmetryNames, o.Symmetry) {
		return o, problem.Newf(http.StatusBadRequest, "no symmetry %q", o.Symmetry)
	}
	if text := strings.TrimSpace(v.Get("seed")); text != "" {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return o, problem.Newf(http.StatusBadRequest, "seed %q is not a whole number", text)
		}
		o.Seed = &seed
	}
	return o, nil
}

// kept are the fields of a form or a query that say what is ordered.
func kept(v url.Values) url.Values {
	out := url.Values{}
	for _, name := range []string{"geometry", "number", "clues_min", "clues_max", "symmetry", "minimal",
		"level", "constraints", "seed"} {
		if text := strings.TrimSpace(strings.Join(v[name], ",")); text != "" {
			out.Set(name, text)
		}
	}
	return out
}

// command returns the command line of an order.
func command(o *desk.Order) string {
	c := fmt.Sprintf("sudokuctl generate -n %d", o.Number)
	if o.Seed != nil {
		c += fmt.Sprintf(" --seed %d", *o.Seed)
	}
	if o.Geometry != "9" {
		c += " --geometry " + shell(o.Geometry)
	}
	if o.CluesMin+o.CluesMax > 0 {
		c += fmt.Sprintf(" --clues %d..%d", o.CluesMin, cmp.Or(o.CluesMax, 4096))
	}
	if o.Minimal {
		c += " --minimal"
	}
	for _, flag := range [][2]string{{"symmetry", o.Symmetry}, {"level", o.Level},
		{"constraints", strings.Join(o.Constraints, ",")}} {
		if flag[1] != "" {
			c += " --" + flag[0] + " " + shell(flag[1])
		}
	}
	return c
}

// orderKey begins what the puzzles of an order are remembered under.
const orderKey = "generate "

// generatePage shows the form of an order.
func (s *site) generatePage(r *http.Request) (*layout, error) {
	b := &generation{Symmetries: sudoku.SymmetryNames, Known: constraint.Names(), Shapes: shapes}
	l := &layout{Title: "Generate", Tab: "generate", Body: b}
	for _, level := range s.desk.Env.Levels {
		b.Levels = append(b.Levels, level.Name)
	}
	var err error
	if b.Order, err = order(r.URL.Query()); err != nil {
		return l, err
	}
	l.Command = command(&b.Order)
	b.Asked = len(r.URL.Query()) > 0
	for _, made := range s.desk.Findings.Of(orderKey+kept(r.URL.Query()).Encode(), nil).Made {
		b.Made = append(b.Made, newLibraryRow(&library.ListRecord{Puzzle: made.Puzzle, Clues: made.Clues}, nil))
	}
	return l, nil
}

// make shows new puzzles, each as soon as it is made.
func (s *site) make(w http.ResponseWriter, r *http.Request) (*layout, error) {
	if err := r.ParseForm(); err != nil {
		return nil, problem.New(http.StatusBadRequest, err.Error())
	}
	o, err := order(r.PostForm)
	if err != nil {
		return nil, err
	}
	made, err := s.desk.Generated(r.Context(), &o)
	if err != nil && len(made) == 0 {
		return nil, err
	}
	v := kept(r.PostForm)
	v.Set("seed", strconv.FormatUint(*o.Seed, 10))
	s.desk.Findings.Add(orderKey+v.Encode(), nil, func(f *desk.Finding) { f.Made = made })
	return s.elsewhere(w, r, "/generate?%s", v.Encode())
}
