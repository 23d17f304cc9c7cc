// Package child has what every program needs that starts others: one thread to start them from, and the beginning and
// end of their output, and checksums of programs.
package child

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
)

// ErrClosed refuses a start on a thread that has been closed.
var ErrClosed = errors.New("the thread that starts processes is closed")

// Thread calls functions on one thread that lives until Close. Linux ties the death signal of a child to the thread
// that started it, not to the process: a child that was started from an ordinary goroutine would be killed as soon as
// the Go runtime retires that thread.
type Thread struct {
	once  sync.Once
	calls chan func()
	stop  chan struct{}
}

// NewThread returns a thread, which begins with the first call.
func NewThread() *Thread { return &Thread{calls: make(chan func()), stop: make(chan struct{})} }

// Do calls f on the thread and waits for its end. What f sets for a thread, such as a death signal for its children,
// holds for later calls too.
func (t *Thread) Do(f func()) error {
	t.once.Do(func() { OnThread(t.run) })
	done := make(chan struct{})
	select {
	case t.calls <- func() { f(); close(done) }:
		<-done
		return nil
	case <-t.stop:
		return ErrClosed
	}
}

// Close ends the thread, and with it the children that have a death signal. It may be called once.
func (t *Thread) Close() { close(t.stop) }

// run runs the calls on one thread until the end.
func (t *Thread) run() {
	for {
		select {
		case f := <-t.calls:
			f()
		case <-t.stop:
			return
		}
	}
}

// Same reports whether a file is the one that it was, and has not changed. The time of its last change can be set by
// nobody, unlike that of its last modification.
func Same(then, now fs.FileInfo) bool {
	return os.SameFile(then, now) && then.Size() == now.Size() && then.ModTime().Equal(now.ModTime()) &&
		changeTime(then).Equal(changeTime(now))
}

// FileSum returns the SHA-256 of a file in hexadecimal, as sha256sum prints it, so that people can compare.
func FileSum(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("hashing: %w", err)
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", fmt.Errorf("hashing %q: %w", path, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
