package desk

import (
	"context"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/store"
)

// Times of counting.
const (
	facetTime = 25 * time.Millisecond // for one count
	facetAge  = 2 * time.Second       // for which a count is good if others may write
)

// maxFacets is how many counts are kept.
const maxFacets = 256

// facets remembers counts, so that many readers of one page count once.
type facets struct {
	mu     sync.Mutex
	counts map[string]*count
}

// count is a count that is made, or about to be.
type count struct {
	made  time.Time
	done  chan struct{}
	found *store.Facets
	err   error
}

// Facets counts the puzzles of which a condition holds by what they are, or returns a count that is young.
func (d *Desk) Facets(ctx context.Context, where string) (*store.Facets, error) {
	c, mine := d.facets.of(where)
	if mine {
		go func() { // whoever asked first may leave
			defer close(c.done)
			bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), queryTime)
			defer cancel()
			if c.found, c.err = d.Env.Store.Facets(bounded, d.Env.Filter(where), facetTime); c.err != nil {
				d.facets.forget(where, c)
			}
		}()
	}
	select {
	case <-c.done:
		return c.found, c.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// of returns the count of a condition, and whether the caller has to make it.
func (f *facets) of(where string) (c *count, mine bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if c := f.counts[where]; c != nil && time.Since(c.made) < facetAge {
		return c, false
	}
	if len(f.counts) >= maxFacets {
		clear(f.counts)
	}
	c = &count{made: time.Now(), done: make(chan struct{})}
	f.counts[where] = c
	return c, true
}

func (f *facets) forget(where string, c *count) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.counts[where] == c {
		delete(f.counts, where)
	}
}

// changed forgets all counts: somebody has written here.
func (f *facets) changed() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.counts)
}
