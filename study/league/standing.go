package league

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// Standing is how a season stands.
type Standing struct {
	*Season
	Scores   []Score // of the newest version of each solver, the best first
	Versions []Version
	Played   []*Played // a collection each, in the order of the season
	Levels   []string  // the bands of puzzles, the easiest first; none if nothing was graded
	Machines []string
	From, To string // when answers were found
	Days     []Day  // on which somebody played, the first one first
}

// Day is how the season stood at the end of a day, with the versions and the answers that were there by then.
type Day struct {
	Date   string
	Scores map[string]Score // by solver
}

// Version is a solver in a version, with its score against the newest versions of all others.
type Version struct {
	Solver, Version string
	Newest          bool
	First, Last     string // when it played
	Score           Score
	Decided         stats.Share
}

// Played is a collection with everybody's answers.
type Played struct {
	Collection
	Puzzles []Puzzle
	Table   *stats.Table // of the newest versions, its solvers in the order of the scores
	Scores  []Score
}

// Puzzle is a puzzle of a collection.
type Puzzle struct {
	ID       int64
	Text     string
	Geometry string
	Band     string
}

// Shape is the geometry without the map of its regions, which is another for each jigsaw.
func (p Puzzle) Shape() string {
	shape, _, _ := strings.Cut(p.Geometry, ":")
	return shape
}

// answer is a row of the library.
type answer struct {
	puzzle          int64
	solver, version string
	time            string
	cell            stats.Cell
}

func (a answer) day() string {
	day, _, _ := strings.Cut(a.time, " ")
	return day
}

// Stand reads how a season stands from the store of env.
func Stand(ctx context.Context, env *work.Env, s *Season) (*Standing, error) {
	st := &Standing{Season: s}
	answers, err := st.answers(ctx, env)
	if err != nil {
		return nil, err
	}
	if len(answers) == 0 {
		return nil, fmt.Errorf("%s: %w", env.Database, library.ErrNoAnswers)
	}
	st.versions(answers)
	for _, c := range s.Collections {
		played := &Played{Collection: c}
		if played.Puzzles, err = puzzlesOf(ctx, env, &c); err != nil {
			return nil, err
		}
		st.Played = append(st.Played, played)
	}
	st.Scores = rank(st.tables(answers, st.newest()))
	if len(st.Scores) == 0 {
		return nil, work.RequestErrorf("a league needs two solvers that have played")
	}
	order := map[string]int{}
	for i, score := range st.Scores {
		order[score.Solver] = i
	}
	field := st.newest()
	slices.SortStableFunc(field, func(a, b Version) int { return order[a.Solver] - order[b.Solver] })
	for i, t := range st.tables(answers, field) {
		st.Played[i].Table, st.Played[i].Scores = t, rank([]*stats.Table{t})
	}
	st.scoreVersions(answers, field)
	st.days(answers)
	st.levels(env)
	return st, st.machines(ctx, env)
}

// answers reads the answers to all puzzles, the older first.
func (st *Standing) answers(ctx context.Context, env *work.Env) (all []answer, err error) {
	query := fmt.Sprintf(`SELECT puzzle_id, plugin, version, verdict, self_ns, time FROM results
		WHERE max_solutions = %d AND timeout_ms = %d ORDER BY time, run`, limit, st.Budget.Milliseconds())
	err = env.Store.SQL(ctx, query, func(_ []string, v []any) error {
		verdict, err := sudoku.ParseVerdict(v[3].(string))
		if err != nil {
			return err
		}
		self, _ := v[4].(int64) // none of what was not solved
		a := answer{puzzle: v[0].(int64), solver: v[1].(string), version: v[2].(string), time: v[5].(string),
			cell: stats.Cell{Verdict: verdict, Self: time.Duration(self), Repeats: 1}}
		all = append(all, a)
		return nil
	})
	if len(all) > 0 {
		st.From, st.To = all[0].time, all[len(all)-1].time
	}
	return all, err
}

// days ranks the solvers by what they had answered at the end of each day.
func (st *Standing) days(answers []answer) {
	for i, a := range answers {
		if i+1 < len(answers) && answers[i+1].day() == a.day() {
			continue
		}
		then := &Standing{Season: st.Season, Played: st.Played}
		then.versions(answers[:i+1])
		day := Day{Date: a.day(), Scores: map[string]Score{}}
		for _, score := range rank(then.tables(answers[:i+1], then.newest())) {
			day.Scores[score.Solver] = score
		}
		st.Days = append(st.Days, day)
	}
}

// versions lists who has played in which version. The newest of a solver is the one that played last.
func (st *Standing) versions(answers []answer) {
	at := map[[2]string]int{}
	newest := map[string]int{}
	for _, a := range answers {
		key := [2]string{a.solver, a.version}
		i, known := at[key]
		if !known {
			i = len(st.Versions)
			at[key] = i
			st.Versions = append(st.Versions, Version{Solver: a.solver, Version: a.version, First: a.time})
		}
		st.Versions[i].Last = a.time
		newest[a.solver] = i
	}
	for _, i := range newest {
		st.Versions[i].Newest = true
	}
}

func (st *Standing) newest() []Version {
	return slices.DeleteFunc(slices.Clone(st.Versions), func(v Version) bool { return !v.Newest })
}

// tables arranges the answers of some versions, a table for each collection. A puzzle that a solver has not played is one
// that it has not decided.
func (st *Standing) tables(answers []answer, field []Version) (all []*stats.Table) {
	index := map[[2]string]int{}
	for i, v := range field {
		index[[2]string{v.Solver, v.Version}] = i
	}
	cells := map[int64][]stats.Cell{}
	for _, a := range answers {
		if i, plays := index[[2]string{a.solver, a.version}]; plays {
			if cells[a.puzzle] == nil {
				cells[a.puzzle] = make([]stats.Cell, len(field))
			}
			cells[a.puzzle][i] = a.cell
		}
	}
	for _, played := range st.Played {
		t := &stats.Table{Cells: make([][]stats.Cell, len(field))}
		for _, v := range field {
			t.Solvers = append(t.Solvers, v.Solver)
		}
		for _, p := range played.Puzzles {
			t.Puzzles = append(t.Puzzles, p.ID)
			for i := range field {
				var c stats.Cell
				if row := cells[p.ID]; row != nil {
					c = row[i]
				}
				t.Cells[i] = append(t.Cells[i], c)
			}
		}
		all = append(all, t)
	}
	return all
}

// puzzlesOf returns the puzzles of a collection, with their bands.
func puzzlesOf(ctx context.Context, env *work.Env, c *Collection) (all []Puzzle, err error) {
	var sources []int64
	err = env.Store.SQL(ctx, "SELECT id, name FROM sources ORDER BY id", func(_ []string, v []any) error {
		if v[1].(string) == c.base() {
			sources = append(sources, v[0].(int64))
		}
		return nil
	})
	if err != nil || len(sources) == 0 {
		return nil, err
	}
	metric, ids := strings.ReplaceAll(metricOf(env), "'", "''"), []string{}
	err = env.Store.EachID(ctx, store.Filter{Selection: store.Selection{Sources: sources}},
		func(id int64) { ids = append(ids, fmt.Sprint(id)) })
	if err != nil {
		return nil, err
	}
	query := fmt.Sprintf(`SELECT p.id, p.puzzle, p.geometry, g.value FROM puzzles p LEFT JOIN grades g ON g.puzzle_id = p.id AND
		g.metric IN ('%s', '%s') WHERE p.id IN (%s) ORDER BY p.id`, metric, store.BesideConstraints(metric), strings.Join(ids, ","))
	return all, env.Store.SQL(ctx, query, func(_ []string, v []any) error {
		p := Puzzle{ID: v[0].(int64), Text: v[1].(string), Geometry: v[2].(string)}
		if value, graded := v[3].(float64); graded {
			p.Band = bandOf(env.Levels, value)
		}
		all = append(all, p)
		return nil
	})
}

// metricOf is what the levels go by.
func metricOf(env *work.Env) string {
	if len(env.Levels) == 0 {
		return ""
	}
	return env.Levels[0].Metric
}

func bandOf(levels []store.Level, value float64) string {
	for _, l := range levels {
		if value < l.Below {
			return l.Name
		}
	}
	return ""
}

// levels lists the bands that puzzles are in, in the order of the config.
func (st *Standing) levels(env *work.Env) {
	for _, l := range env.Levels {
		in := func(p Puzzle) bool { return p.Band == l.Name }
		if slices.ContainsFunc(st.Played, func(c *Played) bool { return slices.ContainsFunc(c.Puzzles, in) }) {
			st.Levels = append(st.Levels, l.Name)
		}
	}
}

// scoreVersions ranks each version among the newest versions of the other solvers.
func (st *Standing) scoreVersions(answers []answer, field []Version) {
	for i := range st.Versions {
		v := &st.Versions[i]
		with := slices.Clone(field)
		at := slices.IndexFunc(with, func(w Version) bool { return w.Solver == v.Solver })
		with[at] = *v
		tables := st.tables(answers, with)
		scores := rank(tables)
		v.Score = scores[slices.IndexFunc(scores, func(s Score) bool { return s.Solver == v.Solver })]
		var decided, puzzles int64
		for _, t := range tables {
			puzzles += int64(len(t.Puzzles))
			decided += int64(len(t.Decided(at)))
		}
		v.Decided = stats.ShareOf(decided, puzzles)
	}
	slices.SortStableFunc(st.Versions, func(a, b Version) int {
		return strings.Compare(a.Solver+"\x00"+a.First, b.Solver+"\x00"+b.First)
	})
}

// machines lists what the answers were found on.
func (st *Standing) machines(ctx context.Context, env *work.Env) error {
	query := "SELECT DISTINCT r.cpu, r.cores, r.os FROM runs r JOIN tasks t ON t.run = r.id WHERE t.puzzles > 0"
	return env.Store.SQL(ctx, query, func(_ []string, v []any) error {
		st.Machines = append(st.Machines, fmt.Sprintf("%v, %v cores, %v", v[0], v[1], v[2]))
		return nil
	})
}
