package desk

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work"
)

// Candidate is what "sudokuctl plugin list" says of something that may be a plugin.
type Candidate struct {
	ID       string `json:"id"`
	Kind     string `json:"kind"`
	Origin   string `json:"origin"`
	Path     string `json:"path"`
	Rejected string `json:"rejected"`
	Used     bool   `json:"used"`
}

// Plugins returns what may be a plugin, and why each is used or not.
func (d *Desk) Plugins() (all []Candidate) {
	for _, c := range d.find() {
		all = append(all, d.candidate(c))
	}
	return all
}

// Able returns the ids of the plugins that are used and have a power, or may have it: of one that was never started
// nobody knows.
func (d *Desk) Able(power sudoku.Power) (ids []string) {
	for _, c := range d.find() {
		info := d.Declared(c.ID)
		if c.Rejected == "" && (info == nil || info.Has(power)) && !slices.Contains(ids, c.ID) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// Declared returns what a plugin declares as far as that is known without starting it, nil if it is not.
func (d *Desk) Declared(id string) *sudoku.Info {
	if p, ok := d.plugins.known(id); ok {
		info := p.Info()
		return &info
	}
	if d.Options.Bundled == nil {
		return nil
	}
	return d.Options.Bundled(id)
}

// PluginDetail is what is known of a plugin. Its keys are stable.
type PluginDetail struct {
	Candidates []Candidate        `json:"candidates"` // with this id, the one that is used first
	Running    bool               `json:"running"`    // it is open here
	Declared   *work.PluginRecord `json:"declared"`   // null until it was started here
	Tags       []string           `json:"tags"`       // of its manifest
	Reads      []string           `json:"reads"`      // files besides its own that it may read
	MemoryMB   int                `json:"memory_mb"`  // 0: as its sandbox has it
	Processes  int                `json:"processes"`
	CPUSeconds int                `json:"cpu_s"`
	Work       *Table             `json:"work"` // what it did, by version
}

// Plugin returns what is known of a plugin without starting it; if start is set, it is started and asked what it
// declares.
func (d *Desk) Plugin(ctx context.Context, id string, start bool) (*PluginDetail, error) {
	detail := &PluginDetail{Candidates: []Candidate{}, Tags: []string{}, Reads: []string{}}
	var known []string
	for _, c := range d.find() {
		known = append(known, c.ID)
		if c.ID != id {
			continue
		}
		detail.Candidates = append(detail.Candidates, d.candidate(c))
		if m := c.Manifest; m != nil && c.Rejected == "" {
			detail.Tags, detail.Reads = append(detail.Tags, m.Tags...), append(detail.Reads, m.Reads...)
			detail.MemoryMB, detail.Processes, detail.CPUSeconds = m.MemoryMB, m.Processes, m.CPUSeconds
		}
	}
	if len(detail.Candidates) == 0 {
		p := problem.Unknown("plugin", id, known)
		p.Status, p.Title = http.StatusNotFound, http.StatusText(http.StatusNotFound)
		return nil, p
	}
	slices.SortStableFunc(detail.Candidates, func(a, b Candidate) int { return cmp.Compare(a.Rejected, b.Rejected) })
	if start {
		if err := d.bounded(ctx, id, func(ctx context.Context) error {
			_, err := d.Env.Open(ctx, id, nil)
			return err
		}); err != nil {
			return nil, err
		}
	}
	for i, path := range detail.Reads {
		detail.Reads[i] = d.Told(path)
	}
	if p, ok := d.plugins.known(id); ok {
		record, err := work.NewPluginRecord(p)
		if err != nil {
			return nil, err
		}
		record.Path = d.Told(record.Path)
		for i, s := range record.Settings {
			if text, ok := s.Value.(string); ok {
				record.Settings[i].Value = d.Told(text)
			}
		}
		detail.Running, detail.Declared = true, record
	}
	var err error
	detail.Work, err = d.Query(ctx, `SELECT version, kind, sum(puzzles) AS puzzles, count(DISTINCT run) AS runs,
		round(sum(puzzles) * 1e9 / nullif(sum(wall_ns), 0), 1) AS per_second, max(rss_max_bytes) AS rss_max_bytes
		FROM tasks WHERE plugin = `+textLiteral(id)+` GROUP BY version, kind ORDER BY version DESC, kind`)
	return detail, err
}

// textLiteral writes a text as SQL has it.
func textLiteral(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// candidate returns a candidate as the server shows it.
func (d *Desk) candidate(c find.Candidate) Candidate {
	return Candidate{c.ID, c.Kind, string(c.Origin), d.Told(c.Path), d.Told(c.Rejected), c.Rejected == ""}
}

// Bounds of plugins that stay open with the settings of the config, so that a request starts no process.
const (
	openTime   = time.Minute
	maxOpen    = 1 << 20     // all that were found
	quarantine = time.Minute // until a plugin that died too often is tried again
)

// shared is an open plugin that many requests use. Each of them reads use; the lock is for closing the plugin behind
// the last of them, once its program was changed or removed.
type shared struct {
	work.Plugin
	use sync.RWMutex
}

// alive reports whether a plugin that was opened at a time can be used.
func alive(p *shared, at time.Time) bool {
	return p.State() != lifecycle.Closed && (p.State() != lifecycle.Quarantined || time.Since(at) < quarantine)
}

// users are the plugins that a request or a run holds.
type users struct {
	mu   sync.Mutex
	held []*shared
}

type usersKey struct{}

// using returns a context in which plugins that Desk.open opens stay open until release is called.
func (d *Desk) using(ctx context.Context) (_ context.Context, release func()) {
	u := &users{}
	return context.WithValue(ctx, usersKey{}, u), func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		for _, p := range u.held {
			p.use.RUnlock()
		}
		u.held = nil
	}
}

// open opens a plugin with the settings of the config, or returns the one that is open, which nobody closes. One with
// other settings is the caller's.
func (d *Desk) open(ctx context.Context, id string, settings map[string]any) (work.Plugin, error) {
	if len(settings) > 0 {
		return d.Options.Env.Open(ctx, id, settings)
	}
	for {
		p, err := d.plugins.get(ctx, id, openTime, func(ctx context.Context) (*shared, error) {
			p, err := d.Options.Env.Open(ctx, id, nil)
			return &shared{Plugin: p}, err
		})
		if err != nil {
			return nil, err
		}
		u, ok := ctx.Value(usersKey{}).(*users)
		if !ok {
			return p.Plugin, nil
		}
		if p.use.TryRLock() { // otherwise it is being closed
			u.mu.Lock()
			defer u.mu.Unlock()
			u.held = append(u.held, p)
			return p.Plugin, nil
		}
	}
}

// find lists the plugins that exist now. Open plugins whose program was changed or removed since they were opened are
// used by no further request, and their answers are forgotten.
func (d *Desk) find() []find.Candidate {
	d.finding.Lock()
	defer d.finding.Unlock()
	all, stamps := d.Options.Find(), map[string]string{}
	for _, c := range all {
		if c.Rejected != "" {
			continue
		}
		stamps[c.ID] = c.Stamp()
		if d.Options.Granted != nil {
			stamps[c.ID] += d.Options.Granted(c)
		}
	}
	changed := map[string]bool{}
	for id, stamp := range d.stamps {
		if now, used := stamps[id]; !used || now != stamp {
			changed[id] = true
		}
	}
	d.stamps = stamps
	if len(changed) == 0 {
		return all
	}
	d.Findings.clear()
	d.plugins.drop(func(id string) bool { return changed[id] }, func(p *shared) {
		p.use.Lock()
		p.Close()
	})
	return all
}
