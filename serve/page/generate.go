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
	o.Constraints = strings.FieldsFunc(strings.Join(v["constraints"], ","), func(c rune) bool { return c == ',' || c == ' ' })
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

// values writes an order as the query of its page.
func values(o *desk.Order) url.Values {
	v := url.Values{"geometry": {o.Geometry}, "number": {strconv.Itoa(o.Number)}}
	if o.Seed != nil {
		v.Set("seed", strconv.FormatUint(*o.Seed, 10))
	}
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
	if o.Constraints != nil {
		v.Set("constraints", strings.Join(o.Constraints, ","))
	}
	return v
}

func command(o *desk.Order) string {
	c := fmt.Sprintf("sudokuctl generate -n %d", o.Number)
	if o.Seed != nil {
		c += fmt.Sprintf(" --seed %d", *o.Seed)
	}
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
	if len(o.Constraints) > 0 {
		c += " --constraints " + shell(strings.Join(o.Constraints, ","))
	}
	return c
}

func (s *site) generatePage(r *http.Request) (*layout, error) {
	b := &generation{Symmetries: sudoku.SymmetryNames, Known: constraint.Names()}
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
	for _, made := range s.desk.Findings.Of(orderKey(&b.Order), nil).Made {
		b.Made = append(b.Made, newLibraryRow(&library.ListRecord{Puzzle: made.Puzzle, Clues: made.Clues}, nil))
	}
	return l, nil
}

func orderKey(o *desk.Order) string { return "generate " + values(o).Encode() }

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
	s.desk.Findings.Add(orderKey(&o), nil, func(f *desk.Finding) { f.Made = made })
	return s.elsewhere(w, r, "/generate?%s", values(&o).Encode())
}
