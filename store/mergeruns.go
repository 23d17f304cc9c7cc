package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// mergedPlugin is a plugin of the other library in this one.
type mergedPlugin struct {
	algorithm, id int64
}

// mergedChunk is a chunk of the other library in this one.
type mergedChunk struct {
	id  int64
	old bool // it was there before this transaction
}

// mergeCircumstances takes over what puzzles, results and grades refer to: there is little of it. Later steps may rely
// on the numbers, for nothing removes these rows.
func (m *merger) mergeCircumstances(ctx context.Context, b *batch) error {
	m.wordings = map[wordingKey]any{}
	for _, step := range []func(context.Context, *batch) error{m.mergeGeometries, m.mergeSources,
		m.mergePlugins, m.mergeMetrics, m.mergeRuns, m.mergeTasks, m.compareChunks, m.expectKeys} {
		if err := step(ctx, b); err != nil {
			return err
		}
	}
	return b.RenewLibraryView()
}

// expectKeys prepares for the canonical keys of the other library.
func (m *merger) expectKeys(ctx context.Context, b *batch) error {
	var keys int64
	if err := m.tx.QueryRowContext(ctx, "SELECT count(*) FROM canonical").Scan(&keys); err != nil {
		return err
	}
	return b.ExpectCanonical(keys)
}

func (m *merger) mergeGeometries(ctx context.Context, b *batch) error {
	m.theirs, m.geometries = map[int64]row.Geometry{}, map[int64]row.Geometry{}
	var id int64
	var text string
	return m.query(ctx, "SELECT id, text FROM geometry").Each(func() error {
		shape, err := sudoku.ParseGeometry(text)
		if err != nil {
			return fmt.Errorf("reading geometry %d: %w", id, err)
		}
		m.theirs[id] = row.NewGeometry(id, shape)
		m.geometries[id], err = b.Geometry(shape)
		return err
	}, &id, &text)
}

func (m *merger) mergeSources(ctx context.Context, b *batch) error {
	m.sources = map[int64]int64{}
	var imported int64
	var s Source
	return m.query(ctx, "SELECT id, name, sha256, licence, imported_at FROM source ORDER BY id").Each(func() (err error) {
		m.sources[s.ID], err = b.SourceAt(s, imported)
		return err
	}, &s.ID, &s.Name, &s.SHA256, &s.Licence, &imported)
}

func (m *merger) mergePlugins(ctx context.Context, b *batch) error {
	m.plugins = map[int64]mergedPlugin{}
	var id, firstUsed int64
	var hash, settings string
	var p Plugin
	return m.query(ctx, `SELECT pl.id, al.name, pl.version, pl.settings_hash, pl.settings, pl.title, pl.complete, pl.licence,
		pl.reference, pl.first_used_at, pl.checksum FROM plugin pl JOIN algorithm al ON al.id = pl.algorithm_id ORDER BY pl.id`).Each(
		func() (err error) {
			if p.Info.ID == StatedBy {
				if settings, hash, err = m.statedSettings(settings); err != nil {
					return err
				}
			}
			var here mergedPlugin
			here.algorithm, here.id, err = b.PluginAt(p, settings, hash, firstUsed)
			m.plugins[id] = here
			return err
		}, &id, &p.Info.ID, &p.Info.Version, &hash, &settings, &p.Info.Name, &p.Info.Complete, &p.Info.Licence, &p.Info.Reference,
		&firstUsed, &p.Checksum)
}

// statedSettings are the settings of what a source states: the number of the source, which is another one here.
func (m *merger) statedSettings(settings string) (here, hash string, err error) {
	var stated struct {
		Source int64 `json:"source"`
	}
	if err := json.Unmarshal([]byte(settings), &stated); err != nil {
		return "", "", fmt.Errorf("reading settings %q: %w", settings, err)
	}
	return Plugin{Settings: statedSettings(m.sources[stated.Source])}.SettingsText()
}

// mergedMetric is a metric of the other library, in the order of its slots.
type mergedMetric struct {
	name    string
	slot    int64
	divisor int64
}

func (m *merger) mergeMetrics(ctx context.Context, b *batch) error {
	m.metrics = map[int64][]mergedMetric{}
	var algorithm string
	var theirs int64
	var at mergedMetric
	var divisor sql.NullInt64
	var unit, source, summary string
	var low, high any
	var harder bool
	return m.query(ctx, `SELECT al.id, al.name, m.name, m.slot, m.divisor, m.unit, m.minimum, m.maximum, m.higher_is_harder, m.source,
		m.summary FROM metric m JOIN algorithm al ON al.id = m.algorithm_id ORDER BY al.id, m.slot`).Each(func() error {
		here, err := b.Algorithm(plain.Line(algorithm))
		if err != nil {
			return err
		}
		at.name = plain.Line(at.name)
		at.divisor = max(divisor.Int64, 1)
		m.metrics[theirs] = append(m.metrics[theirs], at)
		_, err = b.Exec(`INSERT INTO metric (algorithm_id, slot, name, unit, minimum, maximum, higher_is_harder, source, summary)
			VALUES (?1, (SELECT coalesce(max(slot) + 1, 0) FROM metric WHERE algorithm_id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8)
			ON CONFLICT (algorithm_id, name) DO NOTHING`,
			here, at.name, plain.Line(unit), low, high, harder, plain.Line(source), plain.Line(summary))
		if err != nil || !divisor.Valid {
			return err
		}
		var there metricSlot
		err = b.QueryRow("SELECT id, slot FROM metric WHERE algorithm_id = ? AND name = ?",
			here, at.name).Scan(&there.Metric, &there.Number)
		if err != nil {
			return err
		}
		return b.Settle(there, divisor.Int64)
	}, &theirs, &algorithm, &at.name, &at.slot, &divisor, &unit, &low, &high, &harder, &source, &summary)
}

// done is the state of a run that is complete.
const done = "done"

// mergeRuns takes over runs. One that was under way when the other library was read has not ended here, and nobody
// continues it: it counts as interrupted. Which puzzles it was about is said when they are there.
func (m *merger) mergeRuns(ctx context.Context, b *batch) error {
	return m.query(ctx, `SELECT command, iif(state = 'running', 'interrupted', state), started_at, ended_at, version, git_commit,
		go_version, os, cpu, cores, seed, options, uid FROM run ORDER BY id`).Values(func(_ []string, values []any) error {
		for i, v := range values {
			if text, ok := v.(string); ok {
				values[i] = plain.Line(text)
			}
		}
		n, err := b.Affected(`INSERT INTO run (command, state, started_at, ended_at, version, git_commit, go_version, os, cpu, cores,
			seed, options, uid, selection) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '{"sources":[]}') ON CONFLICT (uid) DO NOTHING`, values...)
		m.sum.Runs += n
		if err == nil && n == 0 && values[1] == done {
			_, err = b.Exec("UPDATE run SET state = ?, ended_at = ? WHERE uid = ? AND state <> ?", values[1], values[3], values[12], done)
		}
		return err
	})
}

func (m *merger) mergeTasks(ctx context.Context, b *batch) error {
	m.tasks = map[int64]int64{}
	var id, plugin, limit, timeout, wall, cpu, rss int64
	var uid, kind, origin, sum string
	return m.query(ctx, `SELECT t.id, r.uid, t.plugin_id, t.kind, t.max_solutions, t.timeout_ms, t.origin, t.sha256, t.wall_ns, t.cpu_ns,
		t.rss_max_bytes FROM task t JOIN run r ON r.id = t.run_id ORDER BY t.id`).Each(func() error {
		var here int64
		err := b.QueryRow(`INSERT INTO task (run_id, plugin_id, kind, max_solutions, timeout_ms, origin, sha256, wall_ns, cpu_ns, rss_max_bytes)
			VALUES ((SELECT id FROM run WHERE uid = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (run_id, plugin_id, kind, max_solutions) DO UPDATE SET wall_ns = max(wall_ns, excluded.wall_ns),
			cpu_ns = max(cpu_ns, excluded.cpu_ns), rss_max_bytes = max(rss_max_bytes, excluded.rss_max_bytes) RETURNING id`,
			plain.Line(uid), m.plugins[plugin].id, kind, limit, timeout, plain.Line(origin), plain.Line(sum), wall, cpu, rss).Scan(&here)
		m.tasks[id] = here
		return err
	}, &id, &uid, &plugin, &kind, &limit, &timeout, &origin, &sum, &wall, &cpu, &rss)
}

// compareChunks finds the chunks of which this library has as many rows as the other one, from an earlier merge: a chunk
// never gets others. It need not read them again.
func (m *merger) compareChunks(ctx context.Context, b *batch) error {
	m.equal = map[int64]bool{}
	var id, task, origin, saved, rows int64
	return m.query(ctx, "SELECT id, task_id, coalesce(origin, id), saved_at, puzzles FROM chunk").Each(func() error {
		m.chunksThere++
		own, err := lookUp(m.tasks, "task", task)
		if err != nil {
			return err
		}
		var has bool
		err = b.QueryRow(`SELECT EXISTS (SELECT 1 FROM chunk
			WHERE task_id = ? AND coalesce(origin, id) = ? AND saved_at = ? AND puzzles = ?)`, own, origin, saved, rows).Scan(&has)
		if has {
			m.equal[id] = true
		}
		return err
	}, &id, &task, &origin, &saved, &rows)
}

// selections says of the runs that were taken over which puzzles they are about, by their numbers here.
func (m *merger) selections(ctx context.Context, b *batch) error {
	type chosen struct {
		uid string
		Selection
	}
	var all []chosen
	var uid, text string
	err := m.query(ctx, "SELECT uid, selection FROM run").Each(func() error {
		all = append(all, chosen{uid: uid})
		return json.Unmarshal([]byte(text), &all[len(all)-1].Selection)
	}, &uid, &text)
	if err != nil {
		return err
	}
	for _, c := range all {
		for i, source := range c.Sources {
			c.Sources[i] = m.sources[source]
		}
		here, err := m.locate(ctx, b, c.Puzzles)
		if err != nil {
			return err
		}
		for i, id := range c.Puzzles {
			c.Puzzles[i] = here[id]
		}
		text, err := json.Marshal(c.Selection)
		if err == nil {
			_, err = b.Exec("UPDATE run SET selection = ? WHERE uid = ?", string(text), plain.Line(c.uid))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// chunkOf returns the chunk of this library that a chunk of the other one is, which is made when it is new. What a chunk
// is called in the library where it was saved, and when that was, tells the chunks of a task apart.
func (p *mergedPart) chunkOf(theirs int64) (mergedChunk, error) {
	if c, ok := p.chunks[theirs]; ok {
		return c, nil
	}
	var task, origin, saved int64
	err := p.tx.QueryRowContext(p.ctx, "SELECT task_id, coalesce(origin, id), saved_at FROM chunk WHERE id = ?",
		theirs).Scan(&task, &origin, &saved)
	if err != nil {
		return mergedChunk{}, fmt.Errorf("reading chunk %d: %w", theirs, err)
	}
	own, err := lookUp(p.tasks, "task", task)
	if err != nil {
		return mergedChunk{}, err
	}
	c := mergedChunk{old: true}
	err = p.b.QueryRow("SELECT id FROM chunk WHERE task_id = ? AND coalesce(origin, id) = ? AND saved_at = ?",
		own, origin, saved).Scan(&c.id)
	if errors.Is(err, sql.ErrNoRows) {
		c.old = false
		c.id, err = p.b.Chunk(own, saved, 0, origin)
	}
	p.chunks[theirs] = c
	return c, err
}

// count adds rows to the chunks that hold them, and to their digests.
func (p *mergedPart) count(rows, digests map[int64]int64) error {
	for chunk, n := range rows {
		if _, err := p.b.Exec("UPDATE chunk SET puzzles = puzzles + ? WHERE id = ?", n, chunk); err != nil {
			return err
		}
	}
	return p.b.JoinDigests(digests)
}

// mergedResult is a row of the table result.
type mergedResult struct {
	resultKey
	values [6]any
}

type resultKey struct{ plugin, puzzle, chunk int64 }

// results takes over the results, each once.
func (p *mergedPart) results() error {
	all, known := make([]mergedResult, 0, len(p.puzzles)), map[resultKey]bool{}
	var check []int64
	var plugin, chunk int64
	var r mergedResult
	into := []any{&plugin, &chunk}
	for i := range r.values {
		into = append(into, &r.values[i])
	}
	err := p.eachNew(`SELECT x.puzzle_id, x.plugin_id, x.chunk_id, x.verdict, x.found, x.self_ns, x.guesses, x.measures, x.error
		FROM plugin pl CROSS JOIN result x WHERE x.plugin_id = pl.id`, func(n *incoming) error {
		c, err := p.chunkOf(chunk)
		if err != nil {
			return err
		}
		own, err := lookUp(p.plugins, "plugin", plugin)
		if err != nil {
			return err
		}
		if v, ok := r.values[0].(int64); !ok || v < 0 || v > int64(sudoku.Invalid) {
			return fmt.Errorf("there is no verdict %v: %w", r.values[0], row.ErrCorrupt)
		}
		if verdict, _ := r.values[0].(int64); !p.learn(n, sudoku.Verdict(verdict)) {
			return nil
		}
		r.resultKey = resultKey{own.id, n.ID, c.id}
		if n.Known && c.old {
			check = append(check, n.ID)
		}
		for i, v := range r.values {
			if text, ok := v.(string); ok {
				r.values[i] = plain.Text(text)
			}
		}
		all = append(all, r)
		return nil
	}, into...)
	if err != nil {
		return err
	}
	slices.Sort(check)
	for some := range slices.Chunk(slices.Compact(check), file.IDsPerQuery) {
		var k resultKey
		err := p.b.Query("SELECT r.plugin_id, r.puzzle_id, r.chunk_id FROM plugin pl CROSS JOIN result r "+
			"WHERE r.plugin_id = pl.id AND r.puzzle_id IN "+file.IDList(some)).Each(
			func() error { known[k] = true; return nil }, &k.plugin, &k.puzzle, &k.chunk)
		if err != nil {
			return err
		}
	}
	insert := p.b.Inserter("result (chunk_id, "+row.ResultColumns+")", "")
	counts, digests := map[int64]int64{}, map[int64]int64{}
	var columns []any
	for _, r := range all {
		if known[r.resultKey] {
			continue
		}
		counts[r.chunk]++
		p.sum.Results++
		columns = append(append(columns[:0], r.chunk, r.plugin, r.puzzle), r.values[:]...)
		digests[r.chunk] ^= row.Digest(columns[1:]...)
		if err := insert.Add(columns...); err != nil {
			return err
		}
	}
	if err := insert.Flush(); err != nil {
		return err
	}
	return p.count(counts, digests)
}

// solutions takes over what the other library says of puzzles, and the solutions that are some.
func (p *mergedPart) solutions() (err error) {
	ids := make([]int64, len(p.puzzles))
	for i := range p.puzzles {
		ids[i] = p.puzzles[i].ID
	}
	slices.Sort(ids)
	if p.known, err = p.b.Answers(slices.Compact(ids)); err != nil {
		return err
	}
	var stored any
	learn := func(n *incoming) error {
		grid, err := n.Geometry.Grid(stored)
		if err != nil || sudoku.Verify(n.Puzzle, grid) != nil {
			p.sum.Refuted++
			p.refuted[n.ID] = true
			return nil
		}
		p.known.Of(n.ID).Learn(sudoku.Solved, []any{n.Geometry.GridOf(grid)})
		return nil
	}
	var verdict int64
	var disputed bool
	err = p.each("SELECT x.puzzle_id, x.verdict, x.disputed, x.grid FROM answer x WHERE TRUE", func(n *incoming) error {
		if stored != nil {
			if err := learn(n); err != nil {
				return err
			}
		}
		if a := p.known.Of(n.ID); p.learn(n, sudoku.Verdict(verdict)) && disputed && !a.Disputed {
			a.Disputed, a.Changed = true, true
		}
		return nil
	}, &verdict, &disputed, &stored)
	if err != nil {
		return err
	}
	return p.each("SELECT x.puzzle_id, x.grid FROM solution x WHERE TRUE", learn, &stored)
}

// learn adds a verdict of the other library to what is known, and reports whether it is to be taken over: not that there are
// solutions if one of them was wrong.
func (p *mergedPart) learn(n *incoming, verdict sudoku.Verdict) bool {
	if p.refuted[n.ID] && (verdict == sudoku.Solved || verdict == sudoku.Unique || verdict == sudoku.Multiple) {
		return false
	}
	p.known.Of(n.ID).Learn(verdict, nil)
	return true
}

func (p *mergedPart) saveAnswers() error {
	p.sum.Disputed += p.known.Disputed()
	return p.b.SaveAnswers(p.known)
}
