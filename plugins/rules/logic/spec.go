package logic

import (
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Spec describes the plugin rules.
func Spec() plugin.Spec {
	return plugin.Spec{
		Info: sudoku.Info{
			ID:            "rules",
			Name:          "Human techniques",
			Version:       "0.2.0",
			Summary:       "Solves, explains and rates as people do: Maji & Pal's ET-I to ET-IV and Sudoku Explainer's ladder",
			Licence:       "MIT",
			Reference:     "A. K. Maji, R. K. Pal, IJARCS 1(3), 2010; N. Juillerat, Sudoku Explainer 1.2.1",
			Complete:      true,
			Deterministic: true,
			SoftClues:     true,
			Metrics:       metrics,
			Settings:      settings,
		},
		Solver:    newSolver,
		Grader:    newGrader,
		Explainer: newExplainer,
	}
}

var settings = []sudoku.Setting{
	{
		Name:    "techniques",
		Default: "se",
		Enum:    []string{"se", "hodoku", "paper", "et1", "et2", "et3", "et4", "backtracking"},
		Summary: "se: Sudoku Explainer's ladder; hodoku: HoDoKu's, with more techniques; both without guesses; " +
			"paper: Maji & Pal's ET-I to ET-IV, then guesses (complete); et1 … et4: up to that technique, no " +
			"guesses; backtracking: plain search, to compare with",
	},
	{
		Name:    "up_to",
		Default: 12.0,
		Min:     1,
		Max:     12,
		Summary: "leave out techniques of Sudoku Explainer's ladder that are rated above this; 9 spares the slowest chains",
	},
	{
		Name:    "hodoku",
		Default: false,
		Summary: "grade with HoDoKu's scores too; they take longer, and images of a puzzle may score otherwise",
	},
}

// ladderUpTo returns Sudoku Explainer's ladder without techniques that begin above a rating.
func ladderUpTo(rating float64) []technique {
	var ladder []technique
	for _, t := range explainerLadder {
		if t.rating <= rating {
			ladder = append(ladder, t)
		}
	}
	return ladder
}

func newGrader(s sudoku.Settings) (sudoku.Grader, error) {
	g := &grader{engine: &engine{ladder: ladderUpTo(s.Float("up_to"))}}
	if s.Bool("hodoku") {
		g.hodoku = newScorer()
	}
	return g, nil
}

// etLevel returns the last elimination technique that a choice of techniques allows, 0 for another choice.
func etLevel(techniques string) int {
	switch techniques {
	case "et1", "et2", "et3", "et4":
		return int(techniques[2] - '0')
	case "paper":
		return 4
	}
	return 0
}

// newEngine returns an engine with the chosen ladder.
func newEngine(s sudoku.Settings) *engine {
	if s.String("techniques") == "hodoku" {
		return newScorer().engine
	}
	return &engine{ladder: ladderUpTo(s.Float("up_to"))}
}

func newSolver(s sudoku.Settings) (sudoku.Solver, error) {
	chosen := s.String("techniques")
	if level := etLevel(chosen); level > 0 {
		return &paperSolver{m: newEliminator(level), guess: chosen == "paper"}, nil
	}
	if chosen == "backtracking" {
		return &backtracker{}, nil
	}
	return climber{newEngine(s)}, nil
}

func newExplainer(s sudoku.Settings) (sudoku.Explainer, error) {
	if level := etLevel(s.String("techniques")); level > 0 {
		t := paperTeller{newEliminator(level)}
		t.verbose = true
		return t, nil
	}
	t := teller{newEngine(s)}
	t.verbose = true
	return t, nil
}
