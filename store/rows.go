package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// StatedBy is the id under which values that sources state are kept as grades, with the source as version.
const StatedBy = "imported"

// statedSettings returns the settings of the values that a source states. They distinguish sources of one name.
func statedSettings(source int64) sudoku.Settings { return sudoku.Settings{"source": source} }

// Plugin is an algorithm in one version with one choice of settings, and where its binary was found.
type Plugin struct {
	Info     sudoku.Info
	Settings sudoku.Settings // complete, defaults included
	Origin   string          // "bundled", or the path of the binary
	SHA256   string          // of the program's one file in hexadecimal, "" if it has several or they are unknown
	Checksum string          // tells programs of one version apart, "" if it is bundled
}

// SettingsText returns the settings as JSON with sorted keys, and its SHA-256.
func (p Plugin) SettingsText() (text, hash string, err error) {
	settings := p.Settings
	if settings == nil {
		settings = sudoku.Settings{}
	}
	data, err := json.Marshal(settings)
	if err != nil {
		return "", "", fmt.Errorf("writing settings of plugin %q: %w", p.Info.ID, err)
	}
	sum := sha256.Sum256(data)
	return plain.Line(string(data)), hex.EncodeToString(sum[:]), nil
}

// Plugin returns the ids of an algorithm and of this version, settings and program of it, made when they are new.
func (b *batch) Plugin(p Plugin) (algorithm, plugin int64, err error) {
	text, hash, err := p.SettingsText()
	if err != nil {
		return 0, 0, err
	}
	return b.PluginAt(p, text, hash, time.Now().UnixMilli())
}

// PluginAt is Plugin with its settings as they are written, their hash, and the time of its first use.
func (b *batch) PluginAt(p Plugin, settings, hash string, used int64) (algorithm, plugin int64, err error) {
	if algorithm, err = b.Algorithm(plain.Line(p.Info.ID)); err != nil {
		return 0, 0, err
	}
	err = b.QueryRow(`INSERT INTO plugin (algorithm_id, version, settings_hash, settings, title, complete, licence,
		reference, first_used_at, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (algorithm_id, version, settings_hash, checksum) DO UPDATE SET title = title RETURNING id`,
		algorithm, plain.Line(p.Info.Version), plain.Line(hash), plain.Line(settings), plain.Line(p.Info.Name), p.Info.Complete,
		plain.Line(p.Info.Licence), plain.Line(p.Info.Reference), used, plain.Line(p.Checksum)).Scan(&plugin)
	if err != nil {
		return 0, 0, fmt.Errorf("storing plugin %q: %w", p.Info.ID, err)
	}
	return algorithm, plugin, nil
}

// Algorithm returns the id of an algorithm, which is made when it is new.
func (b *batch) Algorithm(name string) (id int64, err error) {
	err = b.QueryRow("INSERT INTO algorithm (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name RETURNING id", name).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("storing algorithm %q: %w", name, err)
	}
	return id, nil
}

// AddMetrics stores the metrics that a plugin declares and returns the slot of each. A metric keeps its slot
// forever; a new one gets the next.
func (b *batch) AddMetrics(algorithm int64, metrics []sudoku.Metric) (metricSlots, error) {
	for _, m := range metrics {
		_, err := b.Exec(`INSERT INTO metric (algorithm_id, slot, name, unit, minimum, maximum, higher_is_harder,
			source, summary)
			VALUES (?1, (SELECT coalesce(max(slot) + 1, 0) FROM metric WHERE algorithm_id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8)
			ON CONFLICT (algorithm_id, name) DO UPDATE SET unit = excluded.unit, minimum = excluded.minimum,
			maximum = excluded.maximum, higher_is_harder = excluded.higher_is_harder, source = excluded.source,
			summary = excluded.summary`,
			algorithm, m.Name, plain.Line(m.Unit), finite(m.Min), finite(m.Max), m.HigherIsHarder, plain.Line(m.Source),
			plain.Line(m.Summary))
		if err != nil {
			return nil, fmt.Errorf("storing metric %q: %w", m.Name, err)
		}
	}
	return b.Slots(algorithm)
}

// Slots returns where the metrics of an algorithm are stored.
func (b *batch) Slots(algorithm int64) (metricSlots, error) {
	var name string
	var at metricSlot
	all := metricSlots{}
	err := b.Query("SELECT name, id, slot, coalesce(divisor, 0) FROM metric WHERE algorithm_id = ?", algorithm).Each(func() error {
		all[name] = at
		return nil
	}, &name, &at.Metric, &at.Number, &at.Divisor)
	return all, err
}

// finite returns nil, stored as NULL, for infinities.
func finite(v float64) any {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return v
}

// Geometry returns the row of g, which is made when it is new.
func (b *batch) Geometry(g *sudoku.Geometry) (*row.Geometry, error) {
	if b.latest != nil && b.latest.Geometry == g {
		return b.latest, nil
	}
	text := g.String()
	for _, known := range []map[string]*row.Geometry{b.known, b.made} {
		if stored, ok := known[text]; ok {
			b.latest = stored
			return stored, nil
		}
	}
	stored := row.NewGeometry(0, g)
	err := b.QueryRow(`INSERT INTO geometry (text, digits, cells, prefix, suffix) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (text) DO UPDATE SET digits = digits RETURNING id`,
		text, g.N(), g.Cells(), stored.Prefix, stored.Suffix).Scan(&stored.ID)
	if err != nil {
		return nil, fmt.Errorf("storing geometry %q: %w", text, err)
	}
	b.latest = stored
	if b.made == nil {
		b.made = map[string]*row.Geometry{}
	}
	b.made[text] = stored
	b.AfterCommit(func() { b.known[text] = stored })
	return stored, nil
}

// placed says at which line of a source a puzzle stands.
type placed struct {
	Source int64
	Line   any // int64, or nil
}

// Source returns the id of a source, which is made when it is new.
func (b *batch) Source(src Source) (id int64, err error) {
	return b.SourceAt(src, time.Now().UnixMilli())
}

// ReadSource returns what was read of a source, if this version of sudokuctl has read it to its end: reading it again brings nothing.
func (s *Store) ReadSource(ctx context.Context, src Source) (sum Imported, bad int, known bool) {
	if src.SHA256 == "" {
		return sum, 0, false
	}
	err := s.read.QueryRowContext(ctx, "SELECT id, records, coalesce(bad, 0) FROM source WHERE name = ? AND sha256 = ? AND read_by = ? "+
		"AND records IS NOT NULL", plain.Line(src.Name), plain.Line(src.SHA256), program()).Scan(&sum.Source, &sum.Read, &bad)
	sum.Duplicates = sum.Read
	return sum, bad, err == nil
}

// EndSource records that a source was read to its end.
func (s *Store) EndSource(ctx context.Context, sum Imported, bad int) error {
	return s.update(ctx, func(b *batch) error {
		_, err := b.Exec("UPDATE source SET records = ?, bad = ?, read_by = ? WHERE id = ?", sum.Read, bad, program(), sum.Source)
		return err
	})
}

// AddSource returns the number of a source, which is made when it is new.
func (s *Store) AddSource(ctx context.Context, src Source) (id int64, err error) {
	err = s.update(ctx, func(b *batch) error {
		id, err = b.Source(src)
		return err
	})
	return id, err
}

// SourceAt is Source with the time of its first import.
func (b *batch) SourceAt(src Source, imported int64) (id int64, err error) {
	err = b.QueryRow(`INSERT INTO source (name, sha256, licence, imported_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (name, sha256) DO UPDATE SET licence = iif(licence = '', excluded.licence, licence) RETURNING id`,
		plain.Line(src.Name), plain.Line(src.SHA256), plain.Line(src.Licence), imported).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("storing source %q: %w", src.Name, err)
	}
	return id, nil
}

// Tag returns the id of a tag, which is made when it is new.
func (b *batch) Tag(tag string) (id int64, err error) {
	err = b.QueryRow("INSERT INTO tag (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name RETURNING id",
		plain.Line(tag)).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("storing tag %q: %w", tag, err)
	}
	return id, nil
}

// The sources of tags, as the column tagged_by names them.
const byImport, byPerson = "import", "person"

// Link gives puzzles a tag that has a number already.
func (b *batch) Link(tag int64, by string, puzzles []int64) error {
	into := b.Inserter("puzzle_tag (puzzle_id, tag_id, tagged_at, tagged_by)", "ON CONFLICT DO NOTHING")
	now := time.Now().UnixMilli()
	for _, id := range puzzles {
		if err := into.Add(id, tag, now, by); err != nil {
			return err
		}
	}
	return into.Flush()
}
