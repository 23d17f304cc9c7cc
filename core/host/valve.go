package host

import "sync"

// valve is a stream to a plugin that can be shut on the sending side. gRPC breaks a stream on which something
// is sent after that.
type valve[A any] struct {
	stream exchange[A]

	mu     sync.Mutex
	closed bool
}

// stop asks the plugin to end its search for a puzzle, if the stream still takes that.
func (v *valve[A]) stop(seq uint64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.closed {
		_ = v.stream.Stop(seq) // who receives learns what is wrong with the stream
	}
}

// shut tells the plugin that nothing more comes: it has to answer what it has, and end.
func (v *valve[A]) shut() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.closed = true
	_ = v.stream.CloseSend()
}

func (v *valve[A]) isShut() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.closed
}
