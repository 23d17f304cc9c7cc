package desk

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Many who ask at the same time have it found once; who asks first may leave without harm to the others.
func TestMemoryFindsOnce(t *testing.T) {
	m := newMemory(4, young[int](time.Hour))
	var calls atomic.Int32
	begun, proceed := make(chan struct{}), make(chan struct{})
	find := func(ctx context.Context) (int, error) {
		if calls.Add(1) == 1 {
			close(begun)
		}
		<-proceed
		return 7, ctx.Err()
	}
	impatient, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, err := m.get(impatient, "k", time.Hour, find)
		left <- err
	}()
	<-begun
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if v, err := m.get(t.Context(), "k", time.Hour, find); v != 7 || err != nil {
				t.Errorf("got %d, %v", v, err)
			}
		})
	}
	for waiting := 0; waiting < 21; {
		m.mu.Lock()
		waiting = m.found["k"].waiting
		m.mu.Unlock()
		runtime.Gosched()
	}
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("the first got %v", err)
	}
	close(proceed)
	all.Wait()
	if n := calls.Load(); n != 1 {
		t.Errorf("it was found %d times", n)
	}
}

// A search ends when nobody waits for it; who asks while it ends has it begun again.
func TestMemoryEndsWithTheLast(t *testing.T) {
	m := newMemory(4, young[int](time.Hour))
	begun, ended, proceed := make(chan struct{}), make(chan struct{}), make(chan struct{})
	impatient, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, err := m.get(impatient, "k", time.Hour, func(ctx context.Context) (int, error) {
			close(begun)
			<-ctx.Done()
			close(ended)
			<-proceed
			return 0, ctx.Err()
		})
		left <- err
	}()
	<-begun
	leave()
	<-ended
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("the first got %v", err)
	}
	go close(proceed)
	v, err := m.get(t.Context(), "k", time.Hour, func(context.Context) (int, error) { return 7, nil })
	if v != 7 || err != nil {
		t.Errorf("the next got %d, %v", v, err)
	}
}

func TestMemoryForgets(t *testing.T) {
	m := newMemory(4, young[int](time.Hour))
	calls := 0
	get := func(key string, fail error) {
		t.Helper()
		_, err := m.get(t.Context(), key, time.Hour, func(context.Context) (int, error) {
			calls++
			return calls, fail
		})
		if !errors.Is(err, fail) {
			t.Errorf("got %v, want %v", err, fail)
		}
	}
	failed := errors.New("failed")
	get("error", failed)
	get("error", failed)
	if calls != 2 {
		t.Errorf("an error was remembered: %d calls", calls)
	}
	get("a", nil)
	m.clear()
	get("a", nil)
	if calls != 4 {
		t.Errorf("what was cleared is still known: %d calls", calls)
	}
	for i := range 100 {
		get(strconv.Itoa(i), nil)
	}
	if len(m.found) > 4 {
		t.Errorf("%d things are remembered", len(m.found))
	}
	m.good = young[int](0)
	before := calls
	get("99", nil)
	if calls != before+1 {
		t.Error("what is too old was remembered")
	}
}
