package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Samples walks over the results of runs, solver by solver. A solver is called by its id; where the runs
// hold several versions of it, by id@version, and where they hold several settings of a version, by
// id@version#hash. An error is yielded last.
func (s *Reader) Samples(ctx context.Context, runs ...int64) iter.Seq2[stats.Sample, error] {
	return func(yield func(stats.Sample, error) bool) {
		if err := samples(ctx, s, runs, func(x stats.Sample) bool { return yield(x, nil) }); err != nil {
			yield(stats.Sample{}, fmt.Errorf("reading results of runs %v: %w", runs, file.Explain(err)))
		}
	}
}

func samples(ctx context.Context, s *Reader, runs []int64, yield func(stats.Sample) bool) error {
	names, err := solverNames(ctx, s, runs)
	if err != nil {
		return err
	}
	rows, err := s.read.QueryContext(ctx, `SELECT r.plugin_id, r.puzzle_id, r.verdict, r.found, r.self_ns, r.guesses,
		r.measures FROM result r JOIN chunk c ON c.id = r.chunk_id JOIN task t ON t.id = c.task_id
		WHERE r.plugin_id IN (SELECT plugin_id FROM task WHERE run_id IN `+file.IDList(runs)+`)
		AND t.run_id IN `+file.IDList(runs)+" ORDER BY r.plugin_id, r.puzzle_id, r.chunk_id")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		x, err := scanSample(rows, names)
		if err != nil {
			return err
		}
		if !yield(x) {
			return nil
		}
	}
	return rows.Err()
}

func scanSample(rows *sql.Rows, names map[int64]string) (stats.Sample, error) {
	var x stats.Sample
	var plugin, self int64
	var measures sql.NullString
	err := rows.Scan(&plugin, &x.Puzzle, &x.Verdict, &x.Found, &self, &x.Guesses, &measures)
	if err != nil {
		return x, err
	}
	x.Solver, x.Self = names[plugin], time.Duration(self)
	if measures.Valid {
		x.Measures, err = parseMeasures(measures.String)
	}
	return x, err
}

// parseMeasures is the inverse of measuresText, but sorts by name.
func parseMeasures(text string) ([]sudoku.Measure, error) {
	var byName map[string]*json.Number
	if err := json.Unmarshal([]byte(text), &byName); err != nil {
		return nil, fmt.Errorf("reading measures: %w", err)
	}
	var measures []sudoku.Measure
	for name, v := range byName {
		if v != nil {
			measures = append(measures, sudoku.Measure{Name: name, Value: row.ParseNumber(string(*v))})
		}
	}
	slices.SortFunc(measures, func(a, b sudoku.Measure) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return measures, nil
}

// solverNames names the plugins that solve in the runs as briefly as tells them apart.
func solverNames(ctx context.Context, s *Reader, runs []int64) (map[int64]string, error) {
	type solver struct {
		id                    int64
		plugin, version, hash string
	}
	var solvers []solver
	perPlugin, perVersion := map[string]map[string]bool{}, map[string]int{}
	err := s.SQL(ctx, `SELECT id, plugin, version, settings_hash FROM plugins WHERE id IN
		(SELECT plugin_id FROM task WHERE kind = 'solve' AND run_id IN `+file.IDList(runs)+")",
		func(_ []string, v []any) error {
			x := solver{v[0].(int64), v[1].(string), v[2].(string), v[3].(string)}
			solvers = append(solvers, x)
			if perPlugin[x.plugin] == nil {
				perPlugin[x.plugin] = map[string]bool{}
			}
			perPlugin[x.plugin][x.version] = true
			perVersion[x.plugin+"@"+x.version]++
			return nil
		})
	names := map[int64]string{}
	for _, x := range solvers {
		name, full := x.plugin, x.plugin+"@"+x.version
		if len(perPlugin[x.plugin]) > 1 || perVersion[full] > 1 {
			name = full
		}
		if perVersion[full] > 1 {
			name += "#" + x.hash[:6]
		}
		names[x.id] = name
	}
	return names, err
}
