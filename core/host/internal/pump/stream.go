package pump

import (
	"sync"
	"sync/atomic"
)

// stream is a stream to a plugin. gRPC breaks a stream on which something is sent after the sending side was closed.
type stream[A any] struct {
	exchange[A]

	mu     sync.Mutex // held while something is sent, which may take long
	closed atomic.Bool
}

// stop asks the plugin to end its search for a puzzle, if the stream still takes that.
func (s *stream[A]) stop(seq uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed.Load() {
		_ = s.exchange.Stop(seq) // the receiver sees what is wrong with the stream
	}
}

// shut closes the sending side: the plugin has to answer what it has, and end.
func (s *stream[A]) shut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed.Store(true)
	_ = s.CloseSend()
}

func (s *stream[A]) isShut() bool { return s.closed.Load() }
