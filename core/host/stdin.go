package host

import (
	"fmt"
	"os"
	"sync"
)

// PrivateStdin takes the standard input for the program alone and returns it: os.Stdin becomes the null
// device, so that no plugin started later can read what was meant for the program ("cat puzzles | sudokuctl
// solve -"). It is to be called first thing in main; later calls return the same file.
func PrivateStdin() (*os.File, error) { return takeStdin() }

var takeStdin = sync.OnceValues(func() (*os.File, error) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, fmt.Errorf("opening the null device: %w", err)
	}
	own := os.Stdin
	os.Stdin = null
	return own, nil
})
