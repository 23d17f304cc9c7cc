package host

import (
	"fmt"
	"os"
	"sync"
)

var privateStdin struct {
	sync.Mutex
	file *os.File
}

// PrivateStdin takes the standard input for the program alone and returns it: os.Stdin becomes the null
// device, so that no plugin started later can read what was meant for the program ("cat puzzles | sudokuctl
// solve -"). It is to be called first thing in main; later calls return the same file.
func PrivateStdin() (*os.File, error) {
	privateStdin.Lock()
	defer privateStdin.Unlock()
	if privateStdin.file != nil {
		return privateStdin.file, nil
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, fmt.Errorf("opening the null device: %w", err)
	}
	privateStdin.file, os.Stdin = os.Stdin, null
	return privateStdin.file, nil
}
