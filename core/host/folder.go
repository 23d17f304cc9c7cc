package host

import "github.com/sudokuctl/sudokuctl/core/host/internal/process"

// PrivateFolder makes a folder for a program that is started without a host. It is removed like those of plugins if
// this process is killed.
func PrivateFolder() (path string, remove func(), err error) { return process.PrivateFolder() }
