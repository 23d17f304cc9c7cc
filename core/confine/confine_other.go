//go:build !linux

package confine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Available reports that programs are not confined on this system.
func Available() bool { return false }

// Attr returns nothing: no warden is started here.
func Attr() *syscall.SysProcAttr { return nil }

// Stop is an error: there are no wardens on this system.
func Stop(*os.Process) error { return errors.New("programs are not confined on this system") }

// Run is an error: there are no wardens on this system.
func Run([]string, Rights) error { return errors.New("programs are not confined on this system") }

// Start starts a program with three files; memory is not limited here, and nothing is compared.
func Start(argv, env []string, files [3]*os.File, _ int, _ string) (*os.Process, error) {
	p, err := os.StartProcess(argv[0], argv, &os.ProcAttr{Env: env, Files: files[:]})
	if err != nil {
		return nil, fmt.Errorf("starting %q: %w", argv[0], err)
	}
	return p, nil
}

// Enforced returns no walls, because none stands on this system.
func (r Rights) Enforced() []Measure { return nil }

// Crowded reports nothing: nobody counts here.
func Crowded() (most int, ok bool) { return 0, false }

// Adopt does nothing here: orphans go to the system.
func Adopt() error { return nil }

// Shield does nothing on systems without a sandbox.
func Shield() error { return nil }

// EndOrphans does nothing on systems without a sandbox.
func EndOrphans() {}

// find returns the place of an absolute path.
func find(path string) (p Place, err error) {
	if p.Path, err = filepath.EvalSymlinks(path); err != nil {
		return Place{}, err
	}
	p.info, err = os.Stat(p.Path)
	return p, err
}
