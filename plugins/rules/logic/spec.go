package logic

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/paper"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rate"
)

// Spec describes the plugin rules.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:            "rules",
			Name:          "Human techniques",
			Version:       "0.4.0",
			Summary:       "Solves, explains and rates as people do: Maji & Pal's ET-I to ET-IV and Sudoku Explainer's ladder",
			Licence:       "MIT",
			Reference:     "A. K. Maji, R. K. Pal, IJARCS 1(3), 2010; N. Juillerat, Sudoku Explainer 1.2.1",
			Complete:      true,
			Deterministic: true,
			SoftClues:     true,
			Metrics:       rate.Metrics,
			Settings:      settings,
		},
		Solver:    newSolver,
		Grader:    rate.NewGrader,
		Explainer: newExplainer,
		Metrics:   rate.CountMetrics,
	}
}

var settings = []sudoku.Setting{
	{
		Name:    "techniques",
		Default: "se",
		Summary: "se: Sudoku Explainer's ladder; hodoku: HoDoKu's, with more techniques; all: every technique; these may be followed by techniques to leave out and to add (hodoku,-uniqueness,+wxyz_wing), or techniques may be listed (naked_single,hidden_single,x_wing); none of these guesses; paper: Maji & Pal's ET-I to ET-IV, then guesses (complete); et1 … et4: up to that technique, no guesses; backtracking: plain search, to compare with",
	},
	{
		Name:    "up_to",
		Default: 12.0,
		Min:     1,
		Max:     12,
		Summary: "leave out techniques of Sudoku Explainer's ladder that are rated above this; 9 spares the slowest chains",
	},
	{
		Name:    "count",
		Default: "",
		Summary: "grade with a metric count_… for each of these techniques too: how many steps of the way with the chosen techniques use it (x_wing,wings; all: every one that is chosen)",
	},
	{
		Name:    "hodoku",
		Default: false,
		Summary: "grade with HoDoKu's scores too; they take longer, and images of a puzzle may score otherwise",
	},
	{
		Name:    "metrics",
		Default: "all",
		Enum:    []string{"all", "se", "qqwing_level"},
		Summary: "measure this metric alone, which is quicker",
	},
	{
		Name:    "stop_at",
		Default: 0.0,
		Min:     0,
		Max:     12,
		Summary: "with metrics se: once it is sure that se is this or more, say so as se_bound and leave it there; 0: never",
	},
}

// newEngine returns an engine with the chosen ladder.
func newChosen(s sudoku.Settings) (*ladder.Engine, error) {
	chosen := s.String("techniques")
	if chosen == "backtracking" {
		chosen = "se"
	}
	e, err := ladder.New(chosen, s.Float("up_to"))
	if err != nil {
		return nil, fmt.Errorf("setting \"techniques\": %w", err)
	}
	return e, nil
}

func newSolver(s sudoku.Settings) (sudoku.Solver, error) {
	chosen := s.String("techniques")
	if level := paper.Level(chosen); level > 0 {
		return paper.NewSolver(level, chosen == "paper"), nil
	}
	if chosen == "backtracking" {
		return &paper.Backtracker{}, nil
	}
	e, err := newChosen(s)
	return climber{e}, err
}

func newExplainer(s sudoku.Settings) (sudoku.Explainer, error) {
	if level := paper.Level(s.String("techniques")); level > 0 {
		return paper.NewExplainer(level), nil
	}
	e, err := newChosen(s)
	if err != nil {
		return nil, err
	}
	e.Verbose = true
	return teller{e}, nil
}
