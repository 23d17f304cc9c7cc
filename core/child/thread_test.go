package child

import (
	"errors"
	"runtime"
	"testing"
)

// All calls are made on the same thread, which is not that of the caller, and none after Close.
func TestThread(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	thread, calls := NewThread(), 0
	for range 100 {
		if err := thread.Do(func() { calls++ }); err != nil {
			t.Fatal(err)
		}
	}
	thread.Close()
	if err := thread.Do(func() { calls++ }); !errors.Is(err, ErrClosed) || calls != 100 {
		t.Errorf("%d calls, %v", calls, err)
	}
}
