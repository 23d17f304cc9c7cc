package work

import (
	"context"
	"encoding/json"
	"io"
	"iter"

	"github.com/sudokuctl/sudokuctl/core/host"
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

// Hosted returns what is needed to work with the plugins of a host, none of them configured, on a library, nil for none. A program
// of one's own that runs or solves puzzles as the command line does begins here.
func Hosted(h *host.Host, s *store.Store) *Env {
	return &Env{
		Open: func(ctx context.Context, id string, settings map[string]any) (job.Plugin, error) {
			p, err := h.Open(ctx, host.Config{ID: id, Settings: settings})
			if err != nil {
				return nil, err // and no interface of a nil pointer
			}
			return p, nil
		},
		Plugins: func(yield func(string) bool) {
			for _, c := range h.Find() {
				if c.Rejected == "" && !yield(c.ID) {
					return
				}
			}
		},
		Store: s,
	}
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
	values := make(map[string]float64, len(grades))
	for _, g := range grades {
		values[g.Metric] = g.Value
	}
	return LevelAt(levels, values)
}
