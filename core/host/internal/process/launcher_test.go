package process

import (
	"log/slog"
	"os"
	"runtime"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host/standby"
)

// A launcher that has started nothing ends the process on standby when it is closed.
func TestCloseEndsTheProcessOnStandby(t *testing.T) {
	runtime.LockOSThread() // which the process dies with
	defer runtime.UnlockOSThread()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := standby.Begin()
	NewLauncher(slog.New(slog.DiscardHandler), 0, p).Close()
	if left := p.Become([]string{self, "-test.run=^$"}, standby.Environ(), os.Stdout, os.Stderr); left != nil {
		t.Error("it can still become a command")
		if _, err := left.Wait(); err != nil {
			t.Error(err)
		}
	}
}
