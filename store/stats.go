package store

import (
	"context"
	"fmt"
	"iter"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Stats says what the library holds and what it lacks.
type Stats struct {
	Puzzles    int64
	Verdicts   map[sudoku.Verdict]int64 // Unknown: not solved by any solver
	Disputed   int64                    // solvers contradict each other
	Duplicates int64                    // linked to an isomorphic puzzle
	Deleted    int64                    // hidden, and counted nowhere else
	Graders    []GraderStats
}

// GraderStats says how far a grader has come, all its versions together.
type GraderStats struct {
	Plugin     string
	Graded     int64
	Ungradable int64 // it has answered, but measured nothing
	Missing    int64 // it has not answered yet
}

// live is the condition on rows about puzzles that are not deleted, behind others.
const live = "AND puzzle_id NOT IN (SELECT puzzle_id FROM deletion)"

// Stats counts puzzles, verdicts, duplicates and the rest of the overview. It reads the library from end to end.
func (s *Store) Stats(ctx context.Context) (*Stats, error) {
	st := &Stats{Verdicts: map[sudoku.Verdict]int64{}}
	err := s.SQL(ctx, `SELECT (SELECT count(*) FROM puzzle), (SELECT count(*) FROM puzzle p WHERE disputed = 1 `+notDeleted+`),
		(SELECT count(*) FROM duplicate), (SELECT count(*) FROM deletion)`, func(_ []string, v []any) error {
		st.Disputed, st.Duplicates, st.Deleted = v[1].(int64), v[2].(int64), v[3].(int64)
		st.Puzzles = v[0].(int64) - st.Deleted
		st.Verdicts[sudoku.Unknown] = st.Puzzles
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = s.SQL(ctx, "SELECT verdict, count(*) FROM puzzle p WHERE verdict <> 0 "+notDeleted+" GROUP BY verdict",
		func(_ []string, v []any) error {
			st.Verdicts[sudoku.Verdict(v[0].(int64))] = v[1].(int64)
			st.Verdicts[sudoku.Unknown] -= v[1].(int64)
			return nil
		})
	if err != nil {
		return nil, err
	}
	return st, s.SQL(ctx, `SELECT al.name, count(*), sum(coalesce(`+row.ValueColumns+`, more) IS NULL) FROM grade g
		JOIN algorithm al ON al.id = g.algorithm_id WHERE g.superseded = 0 `+live+` GROUP BY al.id ORDER BY al.name`,
		func(_ []string, v []any) error {
			answered, ungradable := v[1].(int64), v[2].(int64)
			st.Graders = append(st.Graders, GraderStats{Plugin: v[0].(string), Graded: answered - ungradable,
				Ungradable: ungradable, Missing: st.Puzzles - answered})
			return nil
		})
}

// Values walks over the puzzles that a filter lets through and yields the newest value of each metric, NaN
// where there is none; clues and the other numbers of conditions are metrics too. The slice belongs to Values again
// when the loop goes on. ErrNotFound says that no grader has declared a metric; an error is yielded last.
func (s *Store) Values(ctx context.Context, f Filter, metrics ...string) iter.Seq2[[]float64, error] {
	return func(yield func([]float64, error) bool) {
		if err := values(ctx, s, f, metrics, func(v []float64) bool { return yield(v, nil) }); err != nil {
			yield(nil, fmt.Errorf("reading metrics %q: %w", metrics, file.Explain(err)))
		}
	}
}

// values passes on the values of metrics, puzzle by puzzle.
func values(ctx context.Context, s *Store, f Filter, metrics []string, yield func([]float64) bool) error {
	c, err := s.conditions(ctx, f)
	if err != nil {
		return err
	}
	query := "SELECT p.id"
	for _, name := range metrics {
		value, ok := c.names.Number(name)
		if !ok {
			return fmt.Errorf("metric %q: %w", name, ErrNotFound)
		}
		query += ", " + value
	}
	values := make([]float64, len(metrics))
	return file.Found(s.read.QueryContext(ctx, query+c.from()+" WHERE "+c.where, c.args...)).Values(func(_ []string, raw []any) error {
		for i, v := range raw[1:] {
			values[i] = toFloat(v)
		}
		if !yield(values) {
			return file.ErrEnough
		}
		return nil
	})
}

// toFloat returns the number of a column.
func toFloat(v any) float64 {
	switch n := v.(type) {
	case int64:
		return float64(n)
	case float64:
		return n
	}
	return math.NaN()
}
