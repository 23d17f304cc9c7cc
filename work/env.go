package work

import (
	"context"
	"encoding/json"
	"io"
	"iter"
	"strings"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Env is what work is done with. A function that neither stores nor reads puzzles needs no Store.
type Env struct {
	Open job.Open

	// Plugins yields the ids of plugins that may be asked if a request names none, the preferred ones first; nil if
	// every request has to name one.
	Plugins iter.Seq[string]

	// Shared says that Open may return a plugin that others use too: it may have worked for them before, and stays open.
	Shared bool

	Graders []string // asked for the words that conditions on techniques may use

	Store    *store.Store
	Database string        // the name of the store, as runs record it
	Levels   []store.Level // what conditions and listings call levels
	Version  string        // of the program, as runs record it
}

// Filter is a condition on puzzles of the library, with the words that it may use.
func (e *Env) Filter(where string) store.Filter {
	return store.Filter{Where: where, Levels: e.Levels, Techniques: e.Techniques}
}

// Techniques returns the words that labels of the metric "techniques" are made of, as the graders declare them. A
// grader that cannot be opened is left out: a condition can do without.
func (e *Env) Techniques(ctx context.Context) []string {
	var all []string
	for _, id := range e.Graders {
		p, err := e.Open(ctx, id, nil)
		if err != nil {
			continue
		}
		info := p.Info()
		if m := info.Metric(store.TechniquesMetric); m != nil {
			all = append(all, m.Labels...)
		}
	}
	return all
}

// WriteLine writes a record as one line of JSON.
func WriteLine(w io.Writer, record any) error { return json.NewEncoder(w).Encode(record) }

// WriteIndented writes a record, or a slice of them, as JSON for people.
func WriteIndented(w io.Writer, record any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(record)
}

// latexSigns are the characters that have a meaning in LaTeX or are not in every font of it, and how to write them.
var latexSigns = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`,
	"}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "\n", " ", "×", `$\times$`,
	"±", `$\pm$`, "σ", `$\sigma$`, "µ", `$\mu$`, "–", "--")

// LaTeXRow writes a row of a tabular.
func LaTeXRow(cells []string) string {
	escaped := make([]string, len(cells))
	for i, text := range cells {
		escaped[i] = latexSigns.Replace(text)
	}
	return strings.Join(escaped, " & ") + ` \\`
}

// LevelAt returns the first level whose band holds the value of its metric, or of the one that puzzles with constraints have
// instead; "" if there is none.
func LevelAt(levels []store.Level, grades map[string]float64) string {
	for _, l := range levels {
		for _, metric := range [...]string{l.Metric, store.BesideConstraints(l.Metric)} {
			if v, ok := grades[metric]; ok && v < l.Below {
				return l.Name
			}
		}
	}
	return ""
}

// LevelOf is LevelAt of the grades of the library.
func LevelOf(levels []store.Level, grades []store.NamedGrade) string {
	for _, l := range levels {
		for _, g := range grades {
			if (g.Metric == l.Metric || g.Metric == store.BesideConstraints(l.Metric)) && g.Value < l.Below {
				return l.Name
			}
		}
	}
	return ""
}
