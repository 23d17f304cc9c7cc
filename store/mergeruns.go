package store

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// mergeReferences copies the small tables that puzzles, results and grades point to. Each transaction does so, because another
// program may write to the other library between two of them.
func (m *merger) mergeReferences(b *batch, first bool) error {
	for _, step := range []func(*batch) error{m.mergeGeometries, m.mergeSources, m.mergePlugins, m.mergeMetrics, m.mergeRuns} {
		if err := step(b); err != nil {
			return err
		}
	}
	if !first {
		return nil
	}
	var keys int64
	if err := b.QueryRow("SELECT count(*) FROM other.canonical").Scan(&keys); err != nil {
		return err
	}
	if err := b.ExpectCanonical(keys); err != nil {
		return err
	}
	return b.RenewLibraryView()
}

// mergeGeometries maps the geometries of the other library to those here.
func (m *merger) mergeGeometries(b *batch) error {
	m.geometries = map[int64]*row.Geometry{}
	var id int64
	var text string
	return b.Query("SELECT id, text FROM other.geometry").Each(func() error {
		shape, err := sudoku.ParseGeometry(text)
		if err != nil {
			return fmt.Errorf("reading geometry %d: %w", id, err)
		}
		m.geometries[id], err = b.Geometry(shape)
		return err
	}, &id, &text)
}

// mergeSources adds the sources of the other library.
func (m *merger) mergeSources(b *batch) error {
	_, err := b.Exec(`INSERT INTO source (name, sha256, licence, imported_at)
		SELECT plain_line(name), plain_line(sha256), plain_line(licence), imported_at FROM other.source WHERE TRUE ORDER BY id
		ON CONFLICT (name, sha256) DO UPDATE SET licence = excluded.licence WHERE licence = '';
		INSERT OR IGNORE INTO temp.merged_source SELECT o.id, s.id FROM other.source o
		CROSS JOIN source s ON s.name = plain_line(o.name) AND s.sha256 = plain_line(o.sha256)`)
	return err
}

// mergePlugins adds the plugins of the other library.
func (m *merger) mergePlugins(b *batch) error {
	var id, firstUsed int64
	var hash, settings string
	var p Plugin
	return b.Query(`SELECT pl.id, al.name, pl.version, pl.settings_hash, pl.settings, pl.title, pl.complete, pl.licence,
		pl.reference, pl.first_used_at, pl.checksum FROM other.plugin pl JOIN other.algorithm al ON al.id = pl.algorithm_id
		WHERE pl.id NOT IN (SELECT id FROM temp.merged_plugin) ORDER BY pl.id`).Each(
		func() (err error) {
			if p.Info.ID == StatedBy {
				if settings, hash, err = statedSettingsHere(b, settings); err != nil {
					return err
				}
			}
			algorithm, plugin, err := b.PluginAt(p, settings, hash, firstUsed)
			if err == nil {
				_, err = b.Exec("INSERT INTO temp.merged_plugin VALUES (?, ?, ?)", id, plugin, algorithm)
			}
			return err
		}, &id, &p.Info.ID, &p.Info.Version, &hash, &settings, &p.Info.Name, &p.Info.Complete, &p.Info.Licence, &p.Info.Reference,
		&firstUsed, &p.Checksum)
}

// statedSettingsHere replaces the number of a source in the settings of stated grades by its number here.
func statedSettingsHere(b *batch, settings string) (here, hash string, err error) {
	var stated struct {
		Source int64 `json:"source"`
	}
	if err := json.Unmarshal([]byte(settings), &stated); err != nil {
		return "", "", fmt.Errorf("reading settings %q: %w", settings, err)
	}
	err = b.QueryRow("SELECT coalesce((SELECT here FROM temp.merged_source WHERE id = ?), 0)", stated.Source).Scan(&stated.Source)
	if err != nil {
		return "", "", err
	}
	return Plugin{Settings: statedSettings(stated.Source)}.SettingsText()
}

// mergedMetric is a metric of the other library, in the order of its slots.
type mergedMetric struct {
	name    string
	slot    int64
	divisor int64
}

// mergeMetrics gives metrics that are new here the next slots. A divisor is taken over where there is none.
func (m *merger) mergeMetrics(b *batch) error {
	_, err := b.Exec(`INSERT INTO algorithm (name) SELECT plain_line(name) FROM other.algorithm WHERE TRUE ORDER BY id ON CONFLICT DO NOTHING;
		INSERT INTO metric (algorithm_id, slot, name, unit, minimum, maximum, higher_is_harder, source, summary)
		SELECT a.id, (SELECT coalesce(max(slot), -1) FROM metric WHERE algorithm_id = a.id) + row_number() OVER (PARTITION BY a.id ORDER BY m.slot),
			plain_line(m.name), plain_line(m.unit), m.minimum, m.maximum, m.higher_is_harder, plain_line(m.source), plain_line(m.summary)
		FROM other.metric m JOIN other.algorithm o ON o.id = m.algorithm_id JOIN algorithm a ON a.name = plain_line(o.name)
		WHERE NOT EXISTS (SELECT 1 FROM metric h WHERE h.algorithm_id = a.id AND h.name = plain_line(m.name)) ORDER BY o.id, m.slot`)
	if err != nil {
		return err
	}
	m.metrics = map[int64][]mergedMetric{}
	var theirs, divisor int64
	var at mergedMetric
	var here metricSlot
	return b.Query(`SELECT m.algorithm_id, h.name, m.slot, coalesce(m.divisor, 0), h.id, h.slot FROM other.metric m
		JOIN other.algorithm o ON o.id = m.algorithm_id JOIN algorithm a ON a.name = plain_line(o.name)
		JOIN metric h ON h.algorithm_id = a.id AND h.name = plain_line(m.name) ORDER BY m.algorithm_id, m.slot`).Each(func() error {
		at.divisor = max(divisor, 1)
		m.metrics[theirs] = append(m.metrics[theirs], at)
		if divisor == 0 {
			return nil
		}
		return b.Settle(here, divisor)
	}, &theirs, &at.name, &at.slot, &divisor, &here.Metric, &here.Number)
}

// mergeRuns takes over runs, their tasks, and the chunks of these. A run that was under way when the other library was read has
// not ended here, and nobody continues it: it counts as interrupted. Which puzzles it was about is said when they are
// there. What a chunk is called in the library where it was saved, and when that was, tells the chunks of a task apart. One
// of which this library has as many rows as the other one, from an earlier merge, never gets others.
func (m *merger) mergeRuns(b *batch) error {
	const texts = `plain_line(version), plain_line(git_commit), plain_line(go_version), plain_line(os), plain_line(cpu), cores, load, seed,
		plain_line(options), plain_line(uid)`
	n, err := b.Affected(`INSERT INTO run (command, state, started_at, ended_at, version, git_commit, go_version, os, cpu, cores, load, seed, options,
		uid, selection) SELECT plain_line(command), iif(state = 'running', 'interrupted', state), started_at, ended_at, ` + texts + `,
		'{"sources":[]}' FROM other.run WHERE TRUE ORDER BY id ON CONFLICT (uid) DO NOTHING`)
	if err != nil {
		return err
	}
	m.sum.Runs += n
	_, err = b.Exec(`UPDATE run SET state = o.state, ended_at = o.ended_at FROM other.run o
		WHERE run.uid = plain_line(o.uid) AND o.state = 'done' AND run.state <> 'done';
		INSERT INTO task (run_id, plugin_id, kind, max_solutions, timeout_ms, origin, sha256, wall_ns, cpu_ns, rss_max_bytes)
		SELECT r.id, pl.here, t.kind, t.max_solutions, t.timeout_ms, plain_line(t.origin), plain_line(t.sha256), t.wall_ns, t.cpu_ns,
			t.rss_max_bytes FROM other.task t JOIN other.run o ON o.id = t.run_id JOIN run r ON r.uid = plain_line(o.uid)
		JOIN temp.merged_plugin pl ON pl.id = t.plugin_id WHERE TRUE ORDER BY t.id
		ON CONFLICT (run_id, plugin_id, kind, max_solutions) DO UPDATE SET wall_ns = max(wall_ns, excluded.wall_ns),
			cpu_ns = max(cpu_ns, excluded.cpu_ns), rss_max_bytes = max(rss_max_bytes, excluded.rss_max_bytes);
		INSERT OR IGNORE INTO temp.merged_task SELECT t.id, h.id FROM other.task t JOIN other.run o ON o.id = t.run_id
		JOIN run r ON r.uid = plain_line(o.uid) JOIN temp.merged_plugin pl ON pl.id = t.plugin_id JOIN task h
		ON h.run_id = r.id AND h.plugin_id = pl.here AND h.kind = t.kind AND h.max_solutions = t.max_solutions;
		INSERT OR IGNORE INTO temp.merged_chunk SELECT c.id, h.id, h.puzzles IS c.puzzles FROM other.chunk c
		LEFT JOIN temp.merged_task t ON t.id = c.task_id LEFT JOIN chunk h
		ON h.task_id = t.here AND coalesce(h.origin, h.id) = coalesce(c.origin, c.id) AND h.saved_at = c.saved_at
		WHERE c.id NOT IN (SELECT id FROM temp.merged_chunk);
		INSERT INTO chunk (task_id, saved_at, puzzles, origin, digest)
		SELECT t.here, c.saved_at, 0, coalesce(c.origin, c.id), joined_digest(0, c.saved_at) FROM temp.merged_chunk k
		JOIN other.chunk c ON c.id = k.id LEFT JOIN temp.merged_task t ON t.id = c.task_id WHERE k.here IS NULL ORDER BY k.id;
		UPDATE temp.merged_chunk SET here = h.id FROM other.chunk c JOIN temp.merged_task t ON t.id = c.task_id JOIN chunk h
		ON h.task_id = t.here AND coalesce(h.origin, h.id) = coalesce(c.origin, c.id) AND h.saved_at = c.saved_at
		WHERE merged_chunk.here IS NULL AND c.id = merged_chunk.id`)
	if err != nil {
		return err
	}
	return b.QueryRow("SELECT EXISTS (SELECT 1 FROM temp.merged_chunk WHERE NOT equal)").Scan(&m.news)
}

// conclude copies the rows that need all puzzles to be here, and removes chunks without a row.
func (m *merger) conclude(b *batch) error {
	if err := b.KeyPuzzles(); err != nil {
		return err
	}
	_, err := b.Exec(`DELETE FROM chunk WHERE puzzles = 0 AND origin IS NOT NULL AND id IN (SELECT here FROM temp.merged_chunk);
		INSERT INTO publication (series, issue, puzzle_id, form, published)
		SELECT plain_line(x.series), plain_line(x.issue), p.here, x.form, plain_line(x.published)
		FROM other.publication x LEFT JOIN temp.merged_puzzle p ON p.id = x.puzzle_id WHERE TRUE ORDER BY x.id ON CONFLICT DO NOTHING`)
	if err != nil {
		return err
	}
	var p Publication
	err = b.Query(`SELECT x.series, x.issue, p.here, x.form FROM other.publication x JOIN temp.merged_puzzle p ON p.id = x.puzzle_id
		JOIN publication h ON h.series = plain_line(x.series) AND h.issue = plain_line(x.issue) WHERE h.puzzle_id <> p.here
		ORDER BY x.id`).Each(func() error {
		m.sum.Contested = append(m.sum.Contested, p)
		return nil
	}, &p.Series, &p.Issue, &p.Puzzle, &p.Form)
	if err == nil {
		err = mergeSelections(b)
	}
	if err == nil {
		_, err = b.LinkDuplicates("TRUE")
	}
	return cmp.Or(err, m.remember(b))
}

// mergeSelections says of the runs that were taken over which puzzles they are about, by their numbers here.
func mergeSelections(b *batch) error {
	here := func(table string, theirs []int64) error {
		known := map[int64]int64{}
		var id, own int64
		err := b.Query("SELECT id, here FROM temp."+table+" WHERE id "+file.InNumbers, file.Numbers(theirs)).Each(
			func() error { known[id] = own; return nil }, &id, &own)
		for i, id := range theirs {
			theirs[i] = known[id]
		}
		return err
	}
	selections := map[string]*Selection{}
	var uid, text string
	err := b.Query("SELECT uid, selection FROM other.run").Each(func() error {
		selections[uid] = &Selection{}
		return json.Unmarshal([]byte(text), selections[uid])
	}, &uid, &text)
	if err != nil {
		return err
	}
	for uid, s := range selections {
		if err := cmp.Or(here("merged_source", s.Sources), here("merged_puzzle", s.Puzzles)); err != nil {
			return err
		}
		s.Unread = false // what it has not read is not here
		text, err := json.Marshal(s)
		if err == nil {
			_, err = b.Exec("UPDATE run SET selection = ? WHERE uid = ?", string(text), plain.Line(uid))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
