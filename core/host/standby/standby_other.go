//go:build !linux

package standby

import "os"

// Process is a process of this program on standby. There are none on this system, where processes do not end with the
// program that started them.
type Process struct{}

// Begin returns nil.
func Begin() *Process { return nil }

// Become returns nil.
func (p *Process) Become(args, env []string, stdout, stderr *os.File) *os.Process { return nil }

// End does nothing.
func (p *Process) End() {}

// Await does nothing.
func Await() {}
