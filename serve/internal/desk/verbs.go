package desk

import (
	"context"
	"reflect"
	"strings"
)

// Verb is something that programs can ask for. Wherever they ask it has the same name: as a path of the HTTP API, as
// what to "do" in a line of "sudokuctl serve --pipe" and as a function of the package for Python. Q is the type of its
// requests.
type Verb[Q any] struct {
	Name     string
	Title    string         // a few words
	About    string         // what it does, in a sentence
	Examples map[string]any // requests, by what they show
	Record   reflect.Type   // of the records of its answers
	Do       func(context.Context, *Desk, *Q) ([]any, error)
}

const (
	classic  = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	small    = "2.14........4..2"
	multiple = "1.3............4"
)

// The verbs.
var (
	Solving = answered((*Desk).Solve, Verb[SolveQuery]{Name: "solve", Title: "Solve puzzles",
		About: "Solve puzzles, and prove whether each has one solution, several or none.",
		Examples: map[string]any{
			"a classic puzzle": map[string]any{"puzzle": classic},
			"all solutions":    map[string]any{"puzzle": multiple, "limit": 0, "plugin": "dlx", "timeout_ms": 5000},
			"several, with a setting": map[string]any{"puzzles": []string{classic, small}, "plugin": "entropybt",
				"settings": map[string]any{"strategy": "paper"}, "seed": 7},
		}})
	Grading = answered((*Desk).Grade, Verb[GradeQuery]{Name: "grade", Title: "Grade puzzles",
		About: "Measure how difficult puzzles are: the rating of Sudoku Explainer (se), the techniques that they need, " +
			"entropies, redundancies.",
		Examples: map[string]any{"one metric": map[string]any{"puzzle": classic,
			"metrics": []string{"information_entropy"}}}})
	Checking = answered((*Desk).Check, Verb[CountQuery]{Name: "check", Title: "Check puzzles",
		About: "Say whether puzzles are valid, unique and minimal: how many solutions they have, " +
			"which givens clash or are superfluous, " +
			"what is at fault if there is no solution, and their symmetries and canonical forms.",
		Examples: map[string]any{"a puzzle with several solutions": map[string]any{"puzzle": multiple, "limit": 100}}})
	Canonicals = answered((*Desk).Canonical, Verb[Asking]{Name: "canonical", Title: "Canonical forms",
		About:    "Return the form that a puzzle and all its images have in common, without solving it.",
		Examples: map[string]any{"two images of a puzzle": map[string]any{"puzzles": []string{small, "2..4........41.2"}}}})
	Candidates = answered((*Desk).Candidates, Verb[CountQuery]{Name: "candidates", Title: "True candidates",
		About:    "Say which candidates of puzzles are in a solution, and in how many of those that are counted.",
		Examples: map[string]any{"a puzzle with several solutions": map[string]any{"puzzle": multiple}}})
	Explaining = answered((*Desk).Explain, Verb[ExplainQuery]{Name: "explain", Title: "Explain a puzzle",
		About: "Solve a puzzle step by step as a person would: each step with its technique, " +
			"rating and reason in words, and how it ended.",
		Examples: map[string]any{
			"a small puzzle":      map[string]any{"puzzle": small},
			"without a technique": map[string]any{"puzzle": classic, "without": []string{"hidden_single"}},
			"from somebody's marks": map[string]any{"puzzle": small,
				"marks": []string{"", "3", "", "", "", "", "23", "13", "", "", "", "", "", "", "", ""}},
		}})
	Hinting = answered((*Desk).Hint, Verb[HintQuery]{Name: "hint", Title: "Give a hint",
		About:    "The next step of a puzzle as it is now, or as much of it as a person wants to be told.",
		Examples: map[string]any{"what to look for": map[string]any{"puzzle": small, "level": "what"}}})
	Steps = answered((*Desk).Steps, Verb[StepsQuery]{Name: "steps", Title: "List the steps that are possible",
		About: "List all steps that are possible in a puzzle as it is now, the easiest first.",
		Examples: map[string]any{"with two values entered": map[string]any{"puzzle": small,
			"values": "2314........4..2", "limit": 10}}})
	Generating = answered((*Desk).Generated, Verb[Order]{Name: "generate", Title: "Generate puzzles",
		About:    "Make new puzzles with one solution, of a geometry, number of clues, symmetry and difficulty.",
		Examples: map[string]any{"two small puzzles": map[string]any{"geometry": "4", "number": 2, "seed": 7}}})
)

// Verbs are all questions about puzzles. The HTTP API and pipe answer those in this list and no others.
var Verbs = []interface {
	// Names returns the name of the verb, and those of the members of its requests.
	Names() (verb string, members []string)
	// Answer does what a request asks for, which read reads.
	Answer(ctx context.Context, d *Desk, read func(any) error) ([]any, error)
}{Solving, Grading, Checking, Canonicals, Candidates, Explaining, Hinting, Steps, Generating}

// Names returns the name of the verb, and those of the members of its requests.
func (v Verb[Q]) Names() (verb string, members []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Q]()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && f.Tag.Get("hidden") == "" {
			members = append(members, name)
		}
	}
	return v.Name, members
}

// Answer does what a request asks for, which read reads.
func (v Verb[Q]) Answer(ctx context.Context, d *Desk, read func(any) error) ([]any, error) {
	q := new(Q)
	if err := read(q); err != nil {
		return nil, err
	}
	return v.Do(ctx, d, q)
}

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
