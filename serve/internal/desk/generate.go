package desk

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"net/http"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// Order says which puzzles are to be made, in the members of POST /generate.
type Order struct {
	Line
	Geometry string `json:"geometry,omitempty" default:"9" doc:"see docs/formats.md"`
	Number   int    `json:"number,omitempty" default:"1" minimum:"1" maximum:"100"`
	CluesMin int    `json:"clues_min,omitempty" minimum:"0"`
	CluesMax int    `json:"clues_max,omitempty" minimum:"0"`
	Symmetry string `json:"symmetry,omitempty" enum:"rot90,rot180,mirror_h,mirror_v,diagonal,antidiagonal,"`
	Minimal  bool   `json:"minimal,omitempty"`
	// Constraints are names, each with how many or with as many as it takes.
	Constraints []string `json:"constraints,omitempty"`

	Level  string  `json:"level,omitempty" doc:"a level of the config"`
	Metric string  `json:"metric,omitempty" doc:"of which a range is wanted"`
	Min    float64 `json:"min,omitempty"`
	Below  float64 `json:"below,omitempty"`
	Seed   *uint64 `json:"seed,omitempty" doc:"the same seed makes the same puzzles; another one each time if there is none"`
	Plugin string  `json:"plugin,omitempty"`

	Generator string `json:"generator,omitempty" doc:"the same as plugin"`
}

// tries is how many searches towards a range may be in vain.
const tries = 20

// Generate calls emit with each puzzle that an order makes; one without a seed gets one. If fewer can be made than were
// ordered the error says so.
func (d *Desk) Generate(ctx context.Context, o *Order, emit func(record.Made) error) error {
	named := Asking{Plugin: o.Plugin}
	if err := named.named(o.Generator); err != nil {
		return err
	}
	g, err := sudoku.ParseGeometry(cmp.Or(o.Geometry, "9"))
	if err != nil {
		return problem.New(http.StatusBadRequest, err.Error())
	}
	if o.Seed == nil {
		seed := rand.Uint64()
		o.Seed = &seed
	}
	var wanted []constraint.Wanted
	for _, text := range o.Constraints {
		w, err := constraint.ParseWanted(text)
		var unknown *constraint.UnknownError
		if errors.As(err, &unknown) {
			p := problem.Unknown("constraint", unknown.Name, constraint.Names())
			p.Detail = err.Error()
			return p
		}
		if err != nil {
			return problem.New(http.StatusBadRequest, err.Error())
		}
		wanted = append(wanted, w)
	}
	target, err := d.target(o, wanted)
	if err != nil {
		return err
	}
	return d.bounded(ctx, named.Plugin, func(ctx context.Context) error {
		return ask.Generate(ctx, d.Env, ask.GenerateRequest{Generator: named.Plugin, Target: target, Graders: d.Env.Graders,
			Attempts: tries, Timeout: problem.ComputeTime, Order: sudoku.Order{Geometry: g,
				Count: max(1, o.Number), CluesMin: o.CluesMin,
				CluesMax: o.CluesMax, Symmetry: o.Symmetry, Minimal: o.Minimal, Constraints: wanted, Seed: *o.Seed}}, nil,
			func(p *sudoku.Puzzle) error {
				return emit(record.NewMade(p))
			})
	})
}

// Generated returns what Generate makes; with an error those that were made before it.
func (d *Desk) Generated(ctx context.Context, o *Order) (made []record.Made, err error) {
	err = d.Generate(ctx, o, appendTo(&made))
	return made, err
}

// target returns the range that an order asks for, nil if it asks for none.
func (d *Desk) target(o *Order, wanted []constraint.Wanted) (*ask.Range, error) {
	if o.Level == "" {
		if o.Metric == "" {
			return nil, nil
		}
		return &ask.Range{Metric: o.Metric, Min: o.Min, Below: o.Below}, nil
	}
	if target := ask.RangeOfLevel(d.Env.Levels, o.Level, wanted); target != nil {
		return target, nil
	}
	var known []string
	for _, l := range d.Env.Levels {
		known = append(known, l.Name)
	}
	return nil, problem.Unknown("level", o.Level, known)
}
