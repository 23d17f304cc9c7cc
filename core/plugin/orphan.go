package plugin

import (
	"os"
	"strconv"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
)

// parentEvery is how often a plugin looks after its parent.
const parentEvery = 500 * time.Millisecond

// parent returns the process that must live as long as the plugin: the host, whose number is in the environment, else
// whoever started the plugin.
func parent() int {
	if pid, err := strconv.Atoi(os.Getenv(wire.ParentEnv)); err == nil && pid > 0 {
		return pid
	}
	return os.Getppid()
}

// leaveWithParent calls exit when the process pid has died. A child of pid is handed to another parent
// then; a plugin that was started through a wrapper asks whether pid is still there.
func leaveWithParent(pid int, exit func(int)) {
	began := os.Getppid()
	for range time.Tick(parentEvery) {
		if os.Getppid() != began || !alive(pid) {
			exit(0)
			return
		}
	}
}
