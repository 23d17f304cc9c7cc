package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Exported says what an export wrote.
type Exported struct {
	Puzzles int64
	// LeftOut are grades of a plugin in another version or with other settings than the one whose grades the column has: a
	// metric has one column.
	LeftOut int64
}

// Export writes what the library knows of the puzzles that a filter lets through as one part: the puzzles, their solutions
// and the newest grades, with a task for each plugin that graded.
func Export(ctx context.Context, env *work.Env, f store.Filter, to io.Writer) (Exported, error) {
	var done Exported
	e := exporter{tasks: map[grader]int{}, column: map[string]grader{}}
	if err := e.look(ctx, env, f); err != nil {
		return done, err
	}
	out, err := part.NewWriter(to, part.Header{Tasks: e.header})
	if err != nil {
		return done, err
	}
	for l, err := range env.Store.List(ctx, f) {
		if err != nil {
			return done, err
		}
		row := part.Row{Record: done.Puzzles, Puzzle: l.Puzzle, Solution: l.Solution, Answers: make([]part.Answer, len(e.header))}
		for _, g := range l.Grades {
			by := graderOf(g)
			if e.column[g.Metric] != by {
				done.LeftOut++
				continue
			}
			a := &row.Answers[e.tasks[by]]
			a.Grades = append(a.Grades, g.Grade)
		}
		if err := out.Write(&row); err != nil {
			return done, err
		}
		done.Puzzles++
	}
	_, err = out.Close()
	return done, err
}

// stated is the plugin to which a library ascribes what files state. Its version is the file.
const stated = "imported"

// grader is who measured something: a plugin in one version with one choice of settings.
type grader struct{ plugin, version, settings string }

func graderOf(g store.NamedGrade) grader {
	plugin, version, _ := strings.Cut(g.By, " ")
	if plugin == stated {
		return grader{plugin: plugin}
	}
	return grader{plugin, version, g.Settings}
}

// exporter finds out which columns an export has.
type exporter struct {
	header []job.Task
	tasks  map[grader]int    // positions in header
	column map[string]grader // whose grades the column of a metric has
}

// look walks over the puzzles for their metrics.
func (e *exporter) look(ctx context.Context, env *work.Env, f store.Filter) error {
	metrics := map[[2]string]job.Metric{}
	err := env.Store.SQL(ctx, "SELECT plugin, metric, unit, higher_is_harder, summary FROM metrics", func(_ []string, v []any) error {
		metrics[[2]string{fmt.Sprint(v[0]), fmt.Sprint(v[1])}] = job.Metric{Name: fmt.Sprint(v[1]), Unit: fmt.Sprint(v[2]),
			Harder: fmt.Sprint(v[3]) == "1", Summary: fmt.Sprint(v[4])}
		return nil
	})
	if err != nil {
		return err
	}
	for l, err := range env.Store.List(ctx, f) {
		if err != nil {
			return err
		}
		for _, g := range l.Grades {
			by := graderOf(g)
			if _, ok := e.column[g.Metric]; !ok {
				e.column[g.Metric] = by
				e.add(by, metrics[[2]string{by.plugin, g.Metric}])
			}
			if e.column[g.Metric] == by && g.Label != "" {
				t := &e.header[e.tasks[by]]
				i := slices.IndexFunc(t.Metrics, func(m job.Metric) bool { return m.Name == g.Metric })
				t.Metrics[i].Labelled = true
			}
		}
	}
	return nil
}

// add adds the column of a metric.
func (e *exporter) add(by grader, m job.Metric) {
	k, ok := e.tasks[by]
	if !ok {
		k = len(e.header)
		e.tasks[by] = k
		e.header = append(e.header, job.Task{Kind: job.Grade, Plugin: by.plugin, Version: by.version,
			Settings: json.RawMessage(by.settings)})
	}
	e.header[k].Metrics = append(e.header[k].Metrics, m)
}

// ImportPart stores puzzles, answers and grades of a part, whoever wrote it, as one run of the library. What the library has
// already is left as it is.
func ImportPart(ctx context.Context, path string, s *store.Store, tags []string, licence, version string) (MergedInto, error) {
	run := store.NewRun("import")
	run.Version, run.Options = version, map[string]any{"part": path}
	merged, err := inRun(ctx, s, run, func(m *MergedInto) error {
		m.tags, m.licence = tags, licence
		return m.add(ctx, nil, 0, path, s)
	})
	if err != nil {
		return merged, fmt.Errorf("importing a part: %w", err)
	}
	return merged, nil
}
