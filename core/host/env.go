package host

import "github.com/sudokuctl/sudokuctl/core/host/standby"

// Environ returns the environment of a plugin process: the allowed part of the host's, then
// extra entries KEY=VALUE.
func Environ(extra ...string) []string { return standby.Environ(extra...) }
