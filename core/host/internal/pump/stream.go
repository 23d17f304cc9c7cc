package pump

import "sync"

// stream is a stream to a plugin. gRPC breaks a stream on which something is sent after the sending side was closed.
type stream[A any] struct {
	exchange[A]

	mu     sync.Mutex
	closed bool
}

// stop asks the plugin to end its search for a puzzle, if the stream still takes that.
func (s *stream[A]) stop(seq uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		_ = s.exchange.Stop(seq) // the receiver sees what is wrong with the stream
	}
}

// shut closes the sending side: the plugin has to answer what it has, and end.
func (s *stream[A]) shut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	_ = s.CloseSend()
}

func (s *stream[A]) isShut() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}
