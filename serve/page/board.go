package page

import (
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/work/explain"
)

// playing is what the scripts of the page of a puzzle know, as JSON in the page.
type playing struct {
	Board   board     `json:"board"`
	Plan    *planning `json:"plan,omitempty"`
	Step    int       `json:"step"`
	API     string    `json:"api"`
	Compute bool      `json:"compute"`
}

// board is a puzzle whose geometry is a list of houses.
type board struct {
	Notation string        `json:"notation"`
	Geometry string        `json:"geometry"`
	N        int           `json:"n"`
	Rows     int           `json:"rows"`
	Cols     int           `json:"cols"`
	Layers   int           `json:"layers"`
	Symbols  []string      `json:"symbols"`
	Houses   []boardHouse  `json:"houses"`
	Givens   []int         `json:"givens"`
	Soft     map[int][]int `json:"soft,omitempty"`
}

type boardHouse struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Cells []int  `json:"cells"`
}

// planning is an explanation in the records of the API.
type planning struct {
	Steps   []explain.StepRecord   `json:"steps"`
	Outcome *explain.OutcomeRecord `json:"outcome,omitempty"`
}

// kinds are the words for houses that have one.
var kinds = map[sudoku.HouseKind]string{sudoku.Row: "row", sudoku.Column: "column", sudoku.Box: "box", sudoku.Diagonal: "diagonal",
	sudoku.Window: "window", sudoku.Group: "group", sudoku.Line: "line", sudoku.Block: "block"}

func newPlaying(p *sudoku.Puzzle, plan *desk.Plan, step int) *playing {
	g := p.Geometry
	b := board{Notation: p.String(), Geometry: g.String(), N: g.N(), Rows: g.Rows(), Cols: g.Cols(), Layers: g.Layers(), Soft: map[int][]int{}}
	for digit := 1; digit <= g.N(); digit++ {
		b.Symbols = append(b.Symbols, g.Alphabet().Symbol(digit))
	}
	for _, h := range g.Houses() {
		b.Houses = append(b.Houses, boardHouse{h.Name(), kinds[h.Kind], h.Cells})
	}
	for _, given := range p.Givens {
		b.Givens = append(b.Givens, int(given))
	}
	for _, soft := range p.Soft {
		for digit := 1; digit <= g.N(); digit++ {
			if soft.Allowed.Has(digit) {
				b.Soft[soft.Cell] = append(b.Soft[soft.Cell], digit)
			}
		}
	}
	out := &playing{Board: b, Step: step}
	if plan != nil {
		out.Plan = &planning{Steps: []explain.StepRecord{}, Outcome: plan.Outcome}
		for i, s := range plan.Steps {
			out.Plan.Steps = append(out.Plan.Steps, explain.NewStepRecord(g, s, i+1))
		}
	}
	return out
}
