package desk

import (
	"context"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Bounds of plugins that stay open with the settings of the config, so that a request starts no process.
const (
	openTime   = time.Minute
	maxOpen    = 1 << 20     // all that were found
	quarantine = time.Minute // until a plugin that died too often is tried again
)

// shared is an open plugin that many requests use. Desk.mu guards users and left.
type shared struct {
	job.Plugin
	users int
	left  bool // its program was changed or removed: it is closed behind its last user
}

// alive reports whether a plugin that was opened at a time can be used.
func alive(p *shared, at time.Time) bool {
	return p.State() != lifecycle.Closed && (p.State() != lifecycle.Quarantined || time.Since(at) < quarantine)
}

// users are the plugins that a request or a run holds.
type users struct{ held []*shared }

type usersKey struct{}

// using returns a context in which plugins that Desk.open opens stay open until release is called.
func (d *Desk) using(ctx context.Context) (_ context.Context, release func()) {
	u := &users{}
	return context.WithValue(ctx, usersKey{}, u), func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, p := range u.held {
			if p.users--; p.left && p.users == 0 {
				go p.Close()
			}
		}
	}
}

// open opens a plugin with the settings of the config, or returns the one that is open, which nobody closes. One with other
// settings is the caller's.
func (d *Desk) open(ctx context.Context, id string, settings map[string]any) (job.Plugin, error) {
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
		if d.hold(ctx, p) {
			return p.Plugin, nil
		}
	}
}

// hold keeps a plugin open for the request of a context, and reports whether it is still used.
func (d *Desk) hold(ctx context.Context, p *shared) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if u, ok := ctx.Value(usersKey{}).(*users); ok && !p.left {
		p.users++
		u.held = append(u.held, p)
	}
	return !p.left
}

// find lists the plugins that exist now. Open plugins whose program was changed or removed since they were opened are used by no
// further request, and their answers are forgotten.
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
		d.mu.Lock()
		defer d.mu.Unlock()
		if p.left = true; p.users == 0 {
			go p.Close()
		}
	})
	return all
}
