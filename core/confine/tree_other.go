//go:build !linux

package confine

import "runtime"

// Adopt does nothing here: orphans go to the system.
func Adopt() error { return nil }

// Shield does nothing here.
func Shield() error { return nil }

// EndOrphans does nothing here.
func EndOrphans() {}

// OnThread calls f on a thread of its own, which ends with f.
func OnThread(f func()) {
	go func() {
		runtime.LockOSThread()
		f()
	}()
}
