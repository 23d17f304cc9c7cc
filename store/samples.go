package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Samples walks over the results that runs rely on, solver by solver: their own, and those that a run found there, answers of the
// same plugin with the same settings about as many solutions, for which it did not ask again. Of several to one puzzle, rounds
// of a benchmark, the first counts; such rounds themselves rely on nothing. A solver is called by its id; if the runs hold
// several versions of it, by id@version, and if they hold several settings of a version, by id@version#hash, several programs,
// by id@version+checksum. An error is yielded last.
func (s *Store) Samples(ctx context.Context, runs ...int64) iter.Seq2[stats.Sample, error] {
	return func(yield func(stats.Sample, error) bool) {
		if err := samples(ctx, s, runs, func(x stats.Sample) bool { return yield(x, nil) }); err != nil {
			yield(stats.Sample{}, fmt.Errorf("reading results of runs %v: %w", runs, file.Explain(err)))
		}
	}
}

// samples passes on the answers of runs, for statistics.
func samples(ctx context.Context, s *Store, runs []int64, yield func(stats.Sample) bool) error {
	names, err := solverNames(ctx, s, runs)
	if err != nil {
		return err
	}
	list := file.IDList(runs)
	found, err := found(ctx, s, list)
	if err != nil {
		return err
	}
	var plugin int64
	var x, last stats.Sample
	var measures sql.NullString
	rows := file.Found(s.read.QueryContext(ctx, `SELECT r.plugin_id, k.run_id, r.puzzle_id, r.verdict, r.found, r.self_ns, r.guesses,
		r.measures FROM opinions r JOIN chunk c ON c.id = r.chunk_id JOIN task k ON k.id = c.task_id
		WHERE r.plugin_id IN (SELECT solver FROM (`+solving+list+`)) AND (k.run_id IN `+
		list+found+") ORDER BY r.plugin_id, r.puzzle_id, r.chunk_id"))
	return rows.Each(func() (err error) {
		x.Solver, x.Measures = names[plugin], nil
		if measures.Valid {
			x.Measures, err = parseMeasures(measures.String)
		}
		again := x.Solver == last.Solver && x.Puzzle == last.Puzzle && !slices.Contains(runs, x.Run)
		if last = x; err == nil && !again && !yield(x) {
			err = file.ErrEnough
		}
		return err
	}, &plugin, &x.Run, &x.Puzzle, &x.Verdict, &x.Found, &x.Self, &x.Guesses, &measures)
}

// solving asks for the tasks in which runs of a list, which follows, solve, with each plugin whose answers a task takes for its own:
// if the run was to keep answers, also those of other programs of the same version with the same settings.
const solving = `SELECT r.id AS run, o.id AS solver, t.max_solutions, r.started_at, r.ended_at, r.selection, r.command
	FROM task t JOIN run r ON r.id = t.run_id JOIN plugin m ON m.id = t.plugin_id
	JOIN plugin o ON o.algorithm_id = m.algorithm_id AND o.version = m.version AND o.settings_hash = m.settings_hash
	AND (o.id = m.id OR json_extract(r.options, '$.keep')) WHERE t.kind = 'solve' AND r.id IN `

// found is the condition that a result r, of chunk c and task k, is one that a run of the list has found there: it was saved
// before the run ended, is of a puzzle that the run is about, and the run has none of its own.
func found(ctx context.Context, s *Store, list string) (condition string, err error) {
	var all strings.Builder
	err = s.SQL(ctx, `SELECT run, solver, max_solutions, started_at, coalesce(ended_at, 1 << 62), selection
		FROM (`+solving+list+`) WHERE command <> 'bench'`,
		func(_ []string, v []any) error {
			var of Selection
			if err := json.Unmarshal([]byte(v[5].(string)), &of); err != nil {
				return fmt.Errorf("reading the selection of run %d: %w", v[0], err)
			}
			fmt.Fprintf(&all, ` OR r.plugin_id = %d AND k.max_solutions = %d AND c.saved_at <= %d AND r.verdict <> %d
				AND NOT EXISTS (SELECT 1 FROM deletion d WHERE d.puzzle_id = r.puzzle_id AND d.deleted_at < %d)
				AND NOT EXISTS (SELECT 1 FROM opinions o JOIN chunk oc ON oc.id = o.chunk_id JOIN task ok ON ok.id = oc.task_id
				WHERE o.plugin_id = r.plugin_id AND o.puzzle_id = r.puzzle_id AND ok.run_id = %d)%s`,
				v[1], v[2], v[4], sudoku.Crashed, v[3], v[0], chosen(of, v[0].(int64)))
			return nil
		})
	return all.String(), err
}

// selectedIDs selects the ids that the selection of a run names. Instead of n to m, [n, m] stands there.
const selectedIDs = `WITH RECURSIVE n (id, last) AS (
	SELECT iif(type = 'array', json_extract(value, '$[0]'), value), iif(type = 'array', json_extract(value, '$[1]'), value)
	FROM json_each((SELECT selection FROM run WHERE id = %d), '$.puzzles')
	UNION ALL SELECT id + 1, last FROM n WHERE id < last) SELECT id FROM n`

// chosen is the condition that the puzzle of a result r is one that a run is about.
func chosen(of Selection, run int64) string {
	switch {
	case of.Puzzles != nil:
		return " AND r.puzzle_id IN (" + fmt.Sprintf(selectedIDs, run) + ")"
	case of.Sources != nil:
		sources := file.IDList(of.Sources)
		return " AND (EXISTS (SELECT 1 FROM puzzle p WHERE p.id = r.puzzle_id AND p.source_id IN " + sources +
			") OR r.puzzle_id IN (SELECT puzzle_id FROM recurrence WHERE source_id IN " + sources + "))"
	}
	return ""
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
	slices.SortFunc(measures, func(a, b sudoku.Measure) int { return strings.Compare(a.Name, b.Name) })
	return measures, nil
}

// solverNames names the plugins that solve in the runs as briefly as tells them apart: by version, by program, and by the
// settings that differ, such as "convex objective=any".
func solverNames(ctx context.Context, s *Store, runs []int64) (map[int64]string, error) {
	type solver struct {
		id                        int64
		plugin, version, checksum string
		settings                  map[string]any
	}
	var solvers []solver
	err := s.SQL(ctx, `SELECT id, plugin, version, checksum, settings FROM plugins WHERE id IN
		(SELECT solver FROM (`+solving+file.IDList(runs)+"))",
		func(_ []string, v []any) error {
			x := solver{id: v[0].(int64), plugin: v[1].(string), version: v[2].(string), checksum: cmp.Or(v[3].(string), "bundled")}
			if v[3] != "" {
				x.checksum = x.checksum[:min(6, len(x.checksum))]
			}
			err := json.Unmarshal([]byte(v[4].(string)), &x.settings)
			solvers = append(solvers, x)
			return err
		})
	names := map[int64]string{}
	for _, x := range solvers {
		name, program, differing := x.plugin, "", map[string]bool{}
		for _, y := range solvers {
			if y.plugin != x.plugin {
				continue
			}
			if y.version != x.version || y.checksum != x.checksum {
				name = x.plugin + "@" + x.version
			}
			if y.version == x.version && y.checksum != x.checksum {
				program = "+" + x.checksum
			}
			for setting, value := range x.settings {
				if y.version == x.version && fmt.Sprint(y.settings[setting]) != fmt.Sprint(value) {
					differing[setting] = true
				}
			}
		}
		name += program
		for _, setting := range slices.Sorted(maps.Keys(differing)) {
			name += fmt.Sprintf(" %s=%v", setting, x.settings[setting])
		}
		names[x.id] = name
	}
	return names, err
}
