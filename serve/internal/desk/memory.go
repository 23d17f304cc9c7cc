package desk

import (
	"context"
	"sync"
	"time"
)

// memory remembers what was found for as long as it is young, so that many readers of one page have it found once.
type memory[T any] struct {
	age  time.Duration // for which what was found is good
	most int           // how much is remembered

	mu    sync.Mutex
	found map[string]*finding[T]
}

// finding is something that was found, or is being looked for.
type finding[T any] struct {
	done  chan struct{}
	value T
	err   error
	at    time.Time // when it was found
}

// young reports whether something is still looked for, or was found no longer ago than age.
func (f *finding[T]) young(age time.Duration) bool {
	select {
	case <-f.done:
		return time.Since(f.at) < age
	default:
		return true
	}
}

func newMemory[T any](age time.Duration, most int) *memory[T] {
	return &memory[T]{age: age, most: most, found: map[string]*finding[T]{}}
}

// get returns what is remembered under a key, or what find finds, for which there is as much time as bound says:
// the request that asked first may end, others may wait for it. Errors are not remembered.
func (m *memory[T]) get(ctx context.Context, key string, bound time.Duration, find func(context.Context) (T, error)) (T, error) {
	f, mine := m.place(key)
	if mine {
		go func() {
			defer close(f.done)
			bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), bound)
			defer cancel()
			if f.value, f.err = find(bounded); f.err != nil {
				m.forget(key, f)
			}
			f.at = time.Now()
		}()
	}
	select {
	case <-f.done:
		return f.value, f.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// place returns what is remembered under a key, and whether the caller has to find it.
func (m *memory[T]) place(key string) (f *finding[T], mine bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.found[key]; f != nil && f.young(m.age) {
		return f, false
	}
	if len(m.found) >= m.most {
		clear(m.found)
	}
	f = &finding[T]{done: make(chan struct{})}
	m.found[key] = f
	return f, true
}

func (m *memory[T]) forget(key string, f *finding[T]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.found[key] == f {
		delete(m.found, key)
	}
}

// clear forgets everything.
func (m *memory[T]) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.found)
}
