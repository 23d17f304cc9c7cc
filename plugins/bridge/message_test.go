package bridge

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

func TestDecode(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":1,"solutions":["12"],"done":"finished"}`: "",
		`{"id":1,"solution":["12"]}`:                    `is not a message: unknown key "solution"`,
		`{"id":1,"solutions":"12"}`:                     `is not a message: "solutions" has the wrong type, string`,
		`{"id":1,"solutions":[12]}`:                     `has the wrong type, number`,
		`thinking`:                                      "print nothing but messages to standard output",
		`3`:                                             "print nothing but messages to standard output",
		``:                                              "print nothing but messages to standard output",
	} {
		var r reply
		err := decode(line, &r)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

// fits reports whether a full grid obeys clauses as a program reads them that knows nothing but the documentation.
func fits(clauses []rule, grid []byte, digits int) bool {
	value := func(cell int) int { return int(valueOf(grid[cell], digits)) }
	for _, c := range clauses {
		sum, holds, state := 0, c.Kind != "any", 0
		for i, cell := range c.Cells {
			d, weight := value(cell), 1
			if c.Weights != nil {
				weight = c.Weights[i]
			}
			switch c.Kind {
			case "in":
				holds = slices.Contains(c.Digits[0], d)
			case "differ":
				for _, other := range c.Cells[:i] {
					holds = holds && value(other) != d
				}
			case "pair":
				holds = slices.Contains(c.Relation[value(c.Cells[0])-1], value(c.Cells[1]))
			case "sum":
				sum += weight * d
			case "count":
				if slices.Contains(c.Digits[i], d) {
					sum += weight
				}
			case "word":
				if state >= 0 {
					state = c.Next[state][d-1]
				}
				holds = slices.Contains(c.Accepting, state)
			}
		}
		if c.Kind == "sum" || c.Kind == "count" {
			holds = slices.ContainsFunc(c.Total, func(r [2]int) bool { return r[0] <= sum && sum <= r[1] })
		}
		for _, list := range c.Either {
			holds = holds || fits(list, grid, digits)
		}
		if !holds {
			return false
		}
	}
	return true
}

func TestRules(t *testing.T) {
	p := puzzle(t, "4:~cage=3.5:r1c12~sum=1:r1c1-r1c2~thermo:r1c34~contain=2:r3c12~word=a1_Zb0:r2c12~or~odd:r1c1~x:r1c12~end")
	text, err := json.Marshal(about("solve", p))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"puzzle":"................"`, `"constraints":["cage=3.5:r1c12",`,
		`{"kind":"differ","constraint":0,"cells":[0,1]}`, `{"kind":"sum","constraint":0,"cells":[0,1],"total":[[3,3],[5,5]]}`,
		`"weights":[1,-1],"total":[[1,1]]`, `"cells":[2,3],"relation":[[2,3,4],[3,4],[4],[]]`,
		`{"kind":"count","constraint":1,"cells":[8,9],"digits":[[2],[2]],"total":[[1,2]]}`,
		`"cells":[4,5],"next":[[1,-1,-1,-1],[-1,0,-1,-1]],"accepting":[1]`, `"either":[[{"kind":"in"`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
	if text, err := json.Marshal(about("solve", puzzle(t, "1..............."))); err != nil || strings.Contains(string(text), "cl") {
		t.Errorf("%s, %v", text, err)
	}
}

func TestDeclaredConstraints(t *testing.T) {
	for want, change := range map[string]func(*Program){
		"":                       func(p *Program) { p.Constraints = []string{"cage", "or"} },
		`did you mean "thermo"`:  func(p *Program) { p.Constraints = []string{"termo"} },
		"declares constraints":   func(p *Program) { p.Clauses = []string{"sum"} },
		"declares clauses":       func(p *Program) { p.Protocol, p.Constraints = protocolJSON, []string{"cage"} },
		`clauses: "in" is none`:  func(p *Program) { p.Protocol, p.Clauses = protocolJSON, []string{"in"} },
		`clauses: "sums" is non`: func(p *Program) { p.Protocol, p.Clauses = protocolJSON, []string{"sums"} },
	} {
		p := fake(t, "honest", Auto)
		change(p)
		if err := p.Check(); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A program of JSON lines is ordered constraints and neighbours by short notation, makes puzzles in it, and says in its steps from
// which constraints they argue.
func TestConstraintsInOrdersAndSteps(t *testing.T) {
	t.Parallel()
	spec, err := Spec(t.Context(), speakerFake(t, "speaker"))
	if err != nil {
		t.Fatal(err)
	}
	maker, err := spec.Generator(sudoku.Settings{"first": 1})
	if err != nil {
		t.Fatal(err)
	}
	near := puzzle(t, "..343412..434321~cage=3:r1c1r2c4")
	for want, o := range map[string]sudoku.Order{
		"~cage:r1c12":    {Count: 1, Constraints: []constraint.Wanted{{Name: "cage"}}},
		near.String():    {Count: 1, Near: near},
		"number of sums": {Count: 1, Constraints: []constraint.Wanted{{Name: "little-killer"}}},
	} {
		o.Geometry = near.Geometry()
		made := ""
		_, err := maker.Generate(t.Context(), o, func(p *sudoku.Puzzle) bool { made = p.String(); return true })
		if bad := want == "number of sums"; bad != (err != nil) || bad != (made == "") || !bad && !strings.HasSuffix(made, want) {
			t.Errorf("%q, %v; want %q", made, err, want)
		}
	}
	if got, err := (&step{Constraints: []int{0}}).step(near); err != nil || !slices.Equal(got.Constraints, []int{0}) {
		t.Errorf("%v, %v", got.Constraints, err)
	}
	if _, err := (&step{Constraints: []int{1}}).step(near); err == nil {
		t.Error("a constraint that the puzzle does not have was taken")
	}
}

// A program of lines gets constraints that it declares by name, and no others; puzzles with the same givens are told apart.
func TestConstraintsInLines(t *testing.T) {
	t.Parallel()
	texts := []string{"..343412..434321~cage=3:r1c1r2c4", "..343412..434321~cage=4:r1c1r2c4", "..343412..434321~sum=4:r1c1r2c4",
		"..343412..434321~thermo:r1c12", "..343412..434321", "..343412..434321~or~cage=3:r1c1r2c4~end", "4@ABCD:ABCDCD..........~cage:r1c12"}
	want := []sudoku.Verdict{sudoku.Unique, sudoku.Impossible, sudoku.Unique, sudoku.Unsupported, sudoku.Multiple, sudoku.Unsupported,
		sudoku.Unsupported}
	for _, role := range []string{"honest", "buffer"} {
		p := fake(t, role, map[string]string{"honest": Line, "buffer": Batch}[role])
		p.Constraints, p.Shapes = []string{"cage", "sum"}, []string{"any"}
		var puzzles []*sudoku.Puzzle
		for _, text := range texts {
			puzzles = append(puzzles, puzzle(t, text))
		}
		for i, r := range ask(t, p, time.Minute, puzzles...) {
			if r.Verdict != want[i] {
				t.Errorf("%s: %s: %v, %v", role, texts[i], r.Verdict, r.Err)
			}
		}
	}
	p := fake(t, "honest", Auto)
	p.Constraints = []string{"cage"}
	if info := p.info(); len(info.Clauses) != 6 {
		t.Error(info.Clauses)
	}
}
