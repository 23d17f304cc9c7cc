package run

import (
	"sync/atomic"
	"time"
)

// saveBatch is how many answers one transaction takes, saveEvery how long they wait at most.
const (
	saveBatch = 20_000
	saveEvery = 2 * time.Second
)

// buffer gathers answers until there are enough for a transaction, or the oldest may have waited long enough. One
// transaction is under way while the next answers are gathered: a plugin never waits for the disk unless it is faster.
type buffer[T any] struct {
	save  func([]T) error // may change while nothing is held
	held  []T
	spare []T // what the transaction under way holds
	timer *time.Timer
	due   atomic.Bool // asking the clock at each answer would take longer
	saved chan error  // nil while no transaction is under way
}

func newBuffer[T any]() *buffer[T] {
	b := &buffer[T]{}
	b.timer = time.AfterFunc(saveEvery, func() { b.due.Store(true) })
	b.timer.Stop()
	return b
}

func (b *buffer[T]) add(answer T) error {
	if b.held = append(b.held, answer); len(b.held) == 1 {
		b.due.Store(false)
		b.timer.Reset(saveEvery)
	}
	if len(b.held) < saveBatch && !b.due.Load() {
		return nil
	}
	return b.begin()
}

// begin starts a transaction, after the one under way.
func (b *buffer[T]) begin() error {
	if err := b.wait(); err != nil {
		return err
	}
	if len(b.held) == 0 {
		return nil
	}
	batch, saved := b.held, make(chan error, 1)
	b.held, b.spare, b.saved = b.spare[:0], batch, saved
	save := b.save
	go func() {
		err := save(batch)
		clear(batch) // what it held is garbage, though its room is not
		saved <- err
	}()
	return nil
}

// rest begins to save what is held, if there is something: the next answers may be long in coming, or be saved otherwise.
func (b *buffer[T]) rest() error {
	if len(b.held) == 0 {
		return nil
	}
	return b.begin()
}

// wait waits for the transaction under way and returns its error.
func (b *buffer[T]) wait() error {
	if b.saved == nil {
		return nil
	}
	err := <-b.saved
	b.saved = nil
	return err
}

// flush returns when all answers are stored.
func (b *buffer[T]) flush() error {
	defer b.timer.Stop()
	if err := b.begin(); err != nil {
		return err
	}
	return b.wait()
}
