package plugin

import "os"

// keepStdin points os.Stdin at the null device: the standard input that a plugin inherits may be the
// puzzles that its host reads.
func keepStdin() {
	null, err := os.Open(os.DevNull)
	if err == nil {
		os.Stdin = null
	}
}
