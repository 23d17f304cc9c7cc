package desk

import (
	"context"
	"reflect"
)

// Verb is something that programs can ask for. Wherever they ask it has the same name: as a path of the HTTP API, as what to
// "do" in a line of "sudokuctl serve --pipe" and as a function of the package for Python.
// Q is the type of its requests.
type Verb[Q any] struct {
	Name     string
	Title    string            // a few words
	About    string            // what it does, in a sentence
	Takes    map[string]string // the members of a request that matter to it, and what they mean; a puzzle or puzzles must be given
	Examples map[string]any    // requests, by what they show
	Record   reflect.Type      // of the records of its answers
	Do       func(context.Context, *Desk, *Q) ([]any, error)
}

const (
	classic  = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	small    = "2.14........4..2"
	multiple = "1.3............4"
)

// What members mean to several verbs.
const (
	puzzlesAre = "1 to 100 puzzles"
	solverIs   = "id of a solver; a fast one that proves its answers if there is none"
	withoutAre = "techniques that are not used, such as x_wing"
	marksAre   = "for each cell the candidates that are left, such as 257, or an empty text for all"
)

// Verbs are what can be asked for about puzzles.
var Verbs = []Verb[Asked]{
	answered((*Desk).Solve, Verb[Asked]{Name: "solve", Title: "Solve puzzles",
		About: "Solve puzzles, and prove whether each has one solution, several or none.",
		Takes: map[string]string{"puzzles": puzzlesAre, "plugin": solverIs,
			"limit":      "solutions wanted of each puzzle; 2 if there is none, which proves that a solution is the only one",
			"count_only": "only how many solutions there are, up to the limit, and an estimate if counting them takes more than a second"},
		Examples: map[string]any{
			"a classic puzzle": map[string]any{"puzzle": classic},
			"all solutions":    map[string]any{"puzzle": multiple, "limit": 0, "plugin": "dlx", "timeout_ms": 5000},
			"several, with a setting": map[string]any{"puzzles": []string{classic, small}, "plugin": "entropybt",
				"settings": map[string]any{"strategy": "paper"}, "seed": 7},
		}}),
	answered((*Desk).Grade, Verb[Asked]{Name: "grade", Title: "Grade puzzles",
		About: "Measure how difficult puzzles are: the rating of Sudoku Explainer (se), the techniques that they need, " +
			"entropies, redundancies.",
		Takes:    map[string]string{"puzzles": puzzlesAre, "metrics": "only these, such as se or techniques; all if there is none"},
		Examples: map[string]any{"one metric": map[string]any{"puzzle": classic, "metrics": []string{"information_entropy"}}}}),
	answered((*Desk).Check, Verb[Asked]{Name: "check", Title: "Check puzzles",
		About: "Say whether puzzles are valid, unique and minimal: how many solutions they have, " +
			"which givens clash or are superfluous, " +
			"what is at fault if there is no solution, and their symmetries and canonical forms.",
		Takes:    map[string]string{"puzzles": puzzlesAre},
		Examples: map[string]any{"a puzzle with several solutions": map[string]any{"puzzle": multiple, "limit": 100}}}),
	answered((*Desk).Canonical, Verb[Asked]{Name: "canonical", Title: "Canonical forms",
		About:    "Return the form that a puzzle and all its images have in common, without solving it.",
		Takes:    map[string]string{"puzzles": puzzlesAre},
		Examples: map[string]any{"two images of a puzzle": map[string]any{"puzzles": []string{small, "2..4........41.2"}}}}),
	answered((*Desk).Candidates, Verb[Asked]{Name: "candidates", Title: "True candidates",
		About: "Say which candidates of puzzles are in a solution, and in how many of those that are counted.",
		Takes: map[string]string{"puzzles": puzzlesAre, "plugin": solverIs,
			"limit": "solutions counted of each puzzle; 10,000 if there is none"},
		Examples: map[string]any{"a puzzle with several solutions": map[string]any{"puzzle": multiple}}}),
	answered((*Desk).Explain, Verb[Asked]{Name: "explain", Title: "Explain a puzzle",
		About: "Solve a puzzle step by step as a person would: each step with its technique, " +
			"rating and reason in words, and how it ended.",
		Takes: map[string]string{"puzzle": "", "without": withoutAre},
		Examples: map[string]any{
			"a small puzzle":      map[string]any{"puzzle": small},
			"without a technique": map[string]any{"puzzle": classic, "without": []string{"hidden_single"}},
			"from somebody's marks": map[string]any{"puzzle": small,
				"marks": []string{"", "3", "", "", "", "", "23", "13", "", "", "", "", "", "", "", ""}},
		}}),
	answered((*Desk).Hint, Verb[Asked]{Name: "hint", Title: "Give a hint",
		About: "The next step of a puzzle as it is now, or as much of it as a person wants to be told.",
		Takes: map[string]string{"puzzle": "the puzzle with all that was entered so far", "marks": marksAre,
			"level": "how much to say: where to look, what to look for there, or why, which is the whole step"},
		Examples: map[string]any{"what to look for": map[string]any{"puzzle": small, "level": "what"}}}),
	answered((*Desk).Steps, Verb[Asked]{Name: "steps", Title: "List the steps that are possible",
		About: "List all steps that are possible in a puzzle as it is now, the easiest first.",
		Takes: map[string]string{"puzzle": "the puzzle as it was given", "values": "the puzzle with what was entered so far",
			"marks": marksAre, "without": withoutAre, "limit": "steps listed at most; 200 if there is none"},
		Examples: map[string]any{"with two values entered": map[string]any{"puzzle": small, "values": "2314........4..2", "limit": 10}}}),
}

// Generating is the verb that needs no puzzle.
var Generating = answered((*Desk).Generated, Verb[Order]{Name: "generate", Title: "Generate puzzles",
	About: "Make new puzzles with one solution, of a geometry, number of clues, symmetry and difficulty.",
	Takes: map[string]string{"number": "", "geometry": "9 if there is none; 4, 6, 16, 9+x with diagonals, 9+w with windows",
		"level":  "how hard; leave it out if metric is given",
		"metric": "a metric such as se, of which a value from min to below is wanted", "min": "", "below": "",
		"clues_min": "", "clues_max": "", "symmetry": "of the pattern of givens", "minimal": "no given can be left out",
		"constraints": "names of constraints, each with how many or with as many as it takes: cage, thermo=4",
		"seed":        "the same seed makes the same puzzles; another one each time if there is none"},
	Examples: map[string]any{"two small puzzles": map[string]any{"geometry": "4", "number": 2, "seed": 7}}})

// answered adds to a verb what does it.
func answered[Q, T any](do func(*Desk, context.Context, *Q) ([]T, error), v Verb[Q]) Verb[Q] {
	v.Record = reflect.TypeFor[T]()
	v.Do = func(ctx context.Context, d *Desk, q *Q) ([]any, error) {
		records, err := do(d, ctx, q)
		all := make([]any, len(records))
		for i, r := range records {
			all[i] = r
		}
		return all, err
	}
	return v
}
