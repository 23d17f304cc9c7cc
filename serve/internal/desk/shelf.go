package desk

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// shelf keeps plugins open, so that a request does not start a process: those with the settings of the config for as long
// as the server runs, and a few with settings of requests.
type shelf struct {
	start  job.Open
	mu     sync.Mutex
	opened map[string]*opening
}

// opening is a plugin that is open, or about to be.
type opening struct {
	key    string
	own    bool // it has settings of a request
	done   chan struct{}
	plugin job.Plugin
	err    error

	users int       // who have a lease
	used  time.Time // when the last of them gave it back
}

// maxConfigured is how many plugins with settings of requests are open.
const maxConfigured = 8

func newShelf(start job.Open) *shelf {
	return &shelf{start: start, opened: map[string]*opening{}}
}

// open opens a plugin with the settings of the config, or returns the one that is open.
func (s *shelf) open(ctx context.Context, id string, settings map[string]any) (job.Plugin, error) {
	p, release, err := s.lease(ctx, id, settings)
	if err == nil && len(settings) == 0 {
		release() // nobody closes it
	}
	return p, err
}

// lease returns a plugin that stays open until release is called.
func (s *shelf) lease(ctx context.Context, id string, settings map[string]any) (p job.Plugin, release func(), err error) {
	o, found, err := s.place(id, settings)
	if err != nil {
		return nil, nil, err
	}
	if !found {
		go func() {
			o.plugin, o.err = s.start(context.WithoutCancel(ctx), id, settings)
			close(o.done)
			if o.err != nil {
				s.forget(o)
			}
		}()
	}
	release = sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		o.users--
		o.used = time.Now()
	})
	select {
	case <-o.done:
		if o.err != nil {
			release()
			return nil, nil, o.err
		}
		return o.plugin, release, nil
	case <-ctx.Done():
		release()
		return nil, nil, ctx.Err()
	}
}

// place returns the place of a plugin on the shelf with one user more, and whether it was there.
func (s *shelf) place(id string, settings map[string]any) (o *opening, found bool, err error) {
	key := id
	if len(settings) > 0 {
		text, err := json.Marshal(settings)
		if err != nil {
			return nil, false, err
		}
		key += " " + string(text)
	}
	o = &opening{key: key, own: len(settings) > 0, done: make(chan struct{}), users: 1}
	s.mu.Lock()
	defer s.mu.Unlock()
	if there := s.opened[o.key]; there != nil && !there.dead() {
		there.users++
		return there, true, nil
	}
	if o.own && !s.makeRoom() {
		return nil, false, problem.ErrBusy
	}
	s.opened[o.key] = o
	return o, false, nil
}

// quarantine is for how long nobody may ask for a plugin that died too often before it is tried again.
const quarantine = time.Minute

// dead reports whether another process must take the place of a plugin; it needs s.mu.
func (o *opening) dead() bool {
	select {
	case <-o.done:
		again := o.users == 0 && time.Since(o.used) > quarantine
		return o.err != nil || o.plugin.State() == lifecycle.Closed || o.plugin.State() == lifecycle.Quarantined && again
	default:
		return false
	}
}

// makeRoom closes the plugin with settings that has been idle for longest if there are many; it needs s.mu.
func (s *shelf) makeRoom() bool {
	var all, idle []*opening
	for _, o := range s.opened {
		if o.own {
			all = append(all, o)
			if o.users == 0 {
				idle = append(idle, o)
			}
		}
	}
	if len(all) < maxConfigured {
		return true
	}
	if len(idle) == 0 {
		return false
	}
	oldest := slices.MinFunc(idle, func(a, b *opening) int { return a.used.Compare(b.used) })
	delete(s.opened, oldest.key)
	go func() {
		if <-oldest.done; oldest.err == nil {
			oldest.plugin.Close()
		}
	}()
	return true
}

// forget takes a plugin from the shelf, unless another one has its place.
func (s *shelf) forget(o *opening) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.opened[o.key] == o {
		delete(s.opened, o.key)
	}
}

// isOpen returns a plugin that is open with the settings of the config, nil if it is not.
func (s *shelf) isOpen(id string) job.Plugin {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.opened[id]
	if o == nil || o.dead() {
		return nil
	}
	select {
	case <-o.done:
		return o.plugin
	default:
		return nil
	}
}

// slots bounds how many requests compute at the same time.
type slots chan struct{}

// slotWait is for how long a request waits for a slot.
const slotWait = time.Second

// take takes a slot, which release gives back, or fails if none is free soon.
func (s slots) take(ctx context.Context) (release func(), err error) {
	wait, cancel := context.WithTimeout(ctx, slotWait)
	defer cancel()
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-wait.Done():
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, problem.ErrBusy
	}
}
