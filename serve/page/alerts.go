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
	for _, name := range names {
		if name != s.desk.Env.Levels[0].Metric {
			continue
		}
		ungraded := "!(" + name + " >= 0)"
		if beside := store.BesideConstraints(name); beside != name && slices.Contains(names, beside) {
			ungraded += " && !(" + beside + " >= 0)"
		}
		f, err := s.desk.Facets(ctx, ungraded)
		if err != nil {
			return nil, err
		}
		add(f.Puzzles, f.Sampled, "without "+name, ungraded)
	}
	return all, nil
}
