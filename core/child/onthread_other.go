//go:build !linux

package child

import "runtime"

// OnThread calls f on a thread of its own, which ends with f.
func OnThread(f func()) {
	go func() {
		runtime.LockOSThread()
		f()
	}()
}
