package page

import (
	"context"
	"net/url"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// alert is something about the library that a person may want to look at.
type alert struct {
	Count int64
	About bool // there are more
	What  string
	URL   string
}

// alerts are counted in the whole library, as far as there is time.
func (s *site) alerts(ctx context.Context) (all []alert, err error) {
	f, err := s.desk.Facets(ctx, "")
	if err != nil {
		return nil, err
	}
	add := func(n int64, about bool, what, where string) {
		if n > 0 {
			all = append(all, alert{n, about, what, s.desk.Path("/library?" + url.Values{"where": {where}}.Encode())})
		}
	}
	for _, v := range []struct {
		verdict sudoku.Verdict
		what    string
	}{{sudoku.Multiple, "with several solutions"}, {sudoku.Impossible, "without a solution"}, {sudoku.Invalid, "whose givens clash"},
		{sudoku.Unknown, "that nobody has solved"}} {
		add(f.Counts["verdict"][v.verdict.String()], f.Sampled, v.what, condition("verdict", v.verdict.String()))
	}
	add(f.Counts["flag"]["disputed"], f.Sampled, "that solvers disagree upon", "disputed")
	add(f.Counts["flag"]["dup"], f.Sampled, "that are images of others", "dup")
	if len(s.desk.Env.Levels) == 0 || f.Puzzles == 0 {
		return all, nil
	}
	names, err := library.MetricNames(ctx, s.desk.Env)
	if err != nil {
		return nil, err
	}
	if metric := s.desk.Env.Levels[0].Metric; slices.Contains(names, metric) {
		a, err := s.ungraded(ctx, metric, names)
		if err != nil {
			return nil, err
		}
		if a.Count > 0 {
			all = append(all, a)
		}
	}
	return all, nil
}

// ungraded counts the puzzles that have no value of a metric. Names are the metrics that some have.
func (s *site) ungraded(ctx context.Context, metric string, names []string) (alert, error) {
	where := ""
	for _, name := range slices.Compact([]string{metric, store.BesideConstraints(metric)}) {
		if slices.Contains(names, name) {
			where = both(where, "!("+name+" >= 0)")
		}
	}
	f, err := s.desk.Facets(ctx, where)
	if err != nil {
		return alert{}, err
	}
	return alert{f.Puzzles, f.Sampled, "without " + metric, s.desk.Path("/library?" + url.Values{"where": {where}}.Encode())}, nil
}
