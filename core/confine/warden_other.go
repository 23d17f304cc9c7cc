//go:build !linux

package confine

import (
	"errors"
	"os"
	"syscall"
)

// Available reports whether programs are confined here.
func Available() bool { return false }

// Attr returns nothing: no warden is started here.
func Attr() *syscall.SysProcAttr { return nil }

// Stop is an error: there are no wardens on this system.
func Stop(*os.Process) error { return errors.New("programs are not confined on this system") }

// Run is an error: there are no wardens on this system.
func Run([]string, Rights) error { return errors.New("programs are not confined on this system") }

// Enforced returns nothing, for nothing is enforced here.
func (r Rights) Enforced() []Measure { return nil }
