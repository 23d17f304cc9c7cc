package bridge

import "sync"

// pool keeps processes that wait for a question.
type pool[P interface{ kill() }] struct {
	mu   sync.Mutex
	idle []P
}

// take returns the process that was put in last, false if there is none.
func (w *pool[P]) take() (c P, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.idle); n > 0 {
		c, w.idle = w.idle[n-1], w.idle[:n-1]
		return c, true
	}
	return c, false
}

func (w *pool[P]) put(c P) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.idle = append(w.idle, c)
}

// close ends the processes.
func (w *pool[P]) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.idle {
		c.kill()
	}
	w.idle = nil
}
