package desk

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work"
)

// shelf keeps plugins open, so that a request does not start a process.
type shelf struct {
	start  work.OpenPlugin
	mu     sync.Mutex
	opened map[string]*opening
}

// opening is a plugin that is open, or about to be.
type opening struct {
	done   chan struct{}
	plugin *host.Plugin
	err    error
}

func newShelf(start work.OpenPlugin) *shelf {
	return &shelf{start: start, opened: map[string]*opening{}}
}

// open opens a plugin, or returns the one that is open with the same settings.
func (s *shelf) open(ctx context.Context, id string, settings map[string]any) (*host.Plugin, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	key := id + " " + string(text)
	s.mu.Lock()
	o, found := s.opened[key]
	if !found {
		o = &opening{done: make(chan struct{})}
		s.opened[key] = o
	}
	s.mu.Unlock()
	if !found {
		go func() {
			o.plugin, o.err = s.start(context.WithoutCancel(ctx), id, settings)
			if o.err != nil {
				s.forget(key)
			}
			close(o.done)
		}()
	}
	select {
	case <-o.done:
		return o.plugin, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *shelf) forget(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.opened, key)
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
